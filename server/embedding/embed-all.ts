import { AppError } from '../errors/app-error.ts';
import type { Embedder } from '../providers/embedder.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';
import { sleep } from '../providers/shared/vendor-retry.ts';

/** Returns the text that is embedded: title and headings belong to a chunk's meaning. */
export const embeddedText = (title: string, chunk: { headingPath: string; content: string }) =>
  [title, chunk.headingPath, chunk.content].filter((part) => part !== '').join('\n');

/** Seconds; if the vendor asks to wait longer, the job is tried again later. */
const maxWait = 60;
const maxWaits = 3;
/** Characters; shorter texts are not refused for their length. */
const minLength = 200;
/** Statuses that blame the content of a request. https://www.rfc-editor.org/rfc/rfc9110#section-15.5 */
const refusals: readonly (number | undefined)[] = [400, 413, 422];

const isRefusal = (error: unknown) =>
  error instanceof AppError &&
  !error.retryable &&
  error.cause instanceof VendorError &&
  // llama.cpp answers 500 to a text that is longer than its physical batch.
  (refusals.includes(error.cause.status) || error.cause.tooLong !== undefined);

/** Whether an embedder was too slow; one that cannot be reached is not faster with less. */
const isLate = (error: unknown) =>
  error instanceof AppError &&
  error.code === 'provider_timeout' &&
  !(error.cause instanceof VendorError && error.cause.transient);

/** A smaller batch is kept for an hour: a server may have been busy only for a while. */
const lasts = 3600 * 1000;

export type EmbedAll = (
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<Float32Array[]>;

/**
 * Returns a function that embeds any number of texts in batches. When the vendor asks one caller to wait, all
 * callers wait. An embedder that does not answer in time gets half as many texts at once, until it does.
 *
 * @throws AppError of the embedder; the signal's reason
 */
export function createEmbedAll(clock: () => number): EmbedAll {
  let openAt = 0;
  const slow = new WeakMap<Embedder, { texts: number; until: number }>();

  /** Returns how many texts the embedder is asked for at once. */
  function sizeFor(embedder: Embedder): number {
    const { texts, until } = slow.get(embedder) ?? { texts: Infinity, until: 0 };
    return until > clock() ? Math.min(texts, embedder.maxBatch) : embedder.maxBatch;
  }

  async function whenOpen(signal: AbortSignal): Promise<void> {
    for (let wait = openAt - clock(); wait > 0; wait = openAt - clock()) {
      await sleep(wait, signal);
    }
  }

  async function inTurn(
    embedder: Embedder,
    batch: readonly string[],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    for (let waits = 0; ; waits++) {
      await whenOpen(signal);
      try {
        return await embedder.embed(batch, { purpose: 'document', signal });
      } catch (error) {
        const asked = error instanceof AppError ? error.retryAfter : undefined;
        if (asked === undefined || asked > maxWait || waits === maxWaits) throw error;
        openAt = Math.max(openAt, clock() + asked * 1000);
      }
    }
  }

  /** Divides a refused batch until the refused text is alone, and shortens that; a late one, until it is in time. */
  async function embedBatch(
    embedder: Embedder,
    batch: readonly string[],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    try {
      return await inTurn(embedder, batch, signal);
    } catch (error) {
      const wasLate = isLate(error);
      if (!wasLate && !isRefusal(error)) throw error;
      const [text = ''] = batch;
      if (batch.length === 1) {
        if (wasLate) throw error;
        return embedBatch(embedder, [shortened(text, error)], signal);
      }
      const middle = Math.ceil(batch.length / 2);
      if (wasLate) {
        slow.set(embedder, { texts: middle, until: clock() + lasts });
        return inBatches(embedder, batch, signal);
      }
      const first = await embedBatch(embedder, batch.slice(0, middle), signal);
      return [...first, ...(await embedBatch(embedder, batch.slice(middle), signal))];
    }
  }

  async function inBatches(
    embedder: Embedder,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    while (vectors.length < texts.length) {
      signal.throwIfAborted();
      const batch = texts.slice(vectors.length, vectors.length + sizeFor(embedder));
      vectors.push(...(await embedBatch(embedder, batch, signal)));
    }
    return vectors;
  }

  return inBatches;
}

export interface PassageText {
  title: string;
  headingPath: string;
  content: string;
}

export const hasDirection = (vector: Float32Array) => vector.some((value) => value !== 0);

/**
 * Embeds passages. Null: the model does not read the text's language.
 *
 * @param check Throws if a vector does not belong to the space.
 * @throws AppError of the embedder; the signal's reason
 */
export async function embedPassages(
  embedAll: EmbedAll,
  embedder: Embedder,
  passages: readonly PassageText[],
  { check, signal }: { check: (vectors: Float32Array[]) => Promise<void>; signal: AbortSignal },
): Promise<(Float32Array | null)[]> {
  const texts = passages.map((passage) => embeddedText(passage.title, passage));
  const vectors = await embedAll(embedder, texts, signal);
  await check(vectors);
  return vectors.map((vector) => (hasDirection(vector) ? vector : null));
}

/** The embedder refuses a text and every beginning of it. */
export class TextRefused extends AppError {
  constructor(cause: unknown) {
    super('provider_error', {
      retryable: false,
      message: 'The embedding model refuses a part of this text.',
      cause,
    });
  }
}

/** Halves a text, for models whose context is smaller than a chunk. */
function shortened(text: string, error: unknown): string {
  if (text.length > minLength) return text.slice(0, text.length / 2).toWellFormed();
  throw new TextRefused(error);
}
