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

/**
 * Embeds any number of texts in batches. When the vendor asks one caller to wait, all callers wait. An embedder that
 * does not answer in time gets half as many texts at once, until it does.
 */
export class BatchEmbedder {
  readonly #clock: () => number;
  #openAt = 0;
  readonly #slow = new WeakMap<Embedder, { texts: number; until: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Returns a vector for each text. @throws AppError of the embedder; TextRefused; the signal's reason */
  async embed(
    embedder: Embedder,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    while (vectors.length < texts.length) {
      signal.throwIfAborted();
      const batch = texts.slice(vectors.length, vectors.length + this.#sizeFor(embedder));
      vectors.push(...(await this.#embedBatch(embedder, batch, signal)));
    }
    return vectors;
  }

  /** Returns how many texts the embedder is given at once. */
  #sizeFor(embedder: Embedder): number {
    const { texts, until } = this.#slow.get(embedder) ?? { texts: Infinity, until: 0 };
    return until > this.#clock() ? Math.min(texts, embedder.maxBatch) : embedder.maxBatch;
  }

  /** Divides a refused batch until the refused text is alone, and shortens that; a late one, until it is in time. */
  async #embedBatch(
    embedder: Embedder,
    batch: readonly string[],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    try {
      return await this.#inTurn(embedder, batch, signal);
    } catch (error) {
      const wasLate = isLate(error);
      if (!wasLate && !isRefusal(error)) throw error;
      const [text = ''] = batch;
      if (batch.length === 1) {
        if (wasLate) throw error;
        return this.#embedBatch(embedder, [shortened(text, error)], signal);
      }
      const middle = Math.ceil(batch.length / 2);
      if (wasLate) {
        this.#slow.set(embedder, { texts: middle, until: this.#clock() + lasts });
        return this.embed(embedder, batch, signal);
      }
      const first = await this.#embedBatch(embedder, batch.slice(0, middle), signal);
      return [...first, ...(await this.#embedBatch(embedder, batch.slice(middle), signal))];
    }
  }

  async #inTurn(
    embedder: Embedder,
    batch: readonly string[],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    for (let waits = 0; ; waits++) {
      for (let wait = this.#wait(); wait > 0; wait = this.#wait()) await sleep(wait, signal);
      try {
        return await embedder.embed(batch, { purpose: 'document', signal });
      } catch (error) {
        const seconds = error instanceof AppError ? error.retryAfter : undefined;
        if (seconds === undefined || seconds > maxWait || waits === maxWaits) throw error;
        this.#openAt = Math.max(this.#openAt, this.#clock() + seconds * 1000);
      }
    }
  }

  /** Returns the milliseconds until the vendor takes the next batch. */
  #wait(): number {
    return this.#openAt - this.#clock();
  }
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
  batches: Pick<BatchEmbedder, 'embed'>,
  embedder: Embedder,
  passages: readonly PassageText[],
  { check, signal }: { check: (vectors: Float32Array[]) => Promise<void>; signal: AbortSignal },
): Promise<(Float32Array | null)[]> {
  const texts = passages.map((passage) => embeddedText(passage.title, passage));
  const vectors = await batches.embed(embedder, texts, signal);
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
