import { AppError } from '../errors/app-error.ts';
import type { Embedder } from '../providers/embedder.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';

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
  refusals.includes(error.cause.status);

export type EmbedAll = (
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<Float32Array[]>;

/**
 * Returns a function that embeds any number of texts in batches. When the vendor asks one caller to wait, all
 * callers wait.
 *
 * @throws AppError of the embedder; the signal's reason
 */
export function createEmbedAll(clock: () => number): EmbedAll {
  let openAt = 0;

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

  /** Divides a refused batch until the refused text is alone, and shortens that. */
  async function embedBatch(
    embedder: Embedder,
    batch: readonly string[],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    try {
      return await inTurn(embedder, batch, signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const [text = ''] = batch;
      if (batch.length === 1) return embedBatch(embedder, [shortened(text, error)], signal);
      const middle = Math.ceil(batch.length / 2);
      const first = await embedBatch(embedder, batch.slice(0, middle), signal);
      return [...first, ...(await embedBatch(embedder, batch.slice(middle), signal))];
    }
  }

  return async function embedAll(embedder, texts, signal) {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += embedder.maxBatch) {
      signal.throwIfAborted();
      const batch = texts.slice(start, start + embedder.maxBatch);
      vectors.push(...(await embedBatch(embedder, batch, signal)));
    }
    return vectors;
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
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
