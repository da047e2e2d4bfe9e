import { AppError } from '../errors/app-error.ts';
import type { Embedder } from '../providers/embedder.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';

/** Returns the text that is embedded: title and headings belong to a chunk's meaning. */
export const embeddedText = (title: string, chunk: { headingPath: string; content: string }) =>
  [title, chunk.headingPath, chunk.content].filter((part) => part !== '').join('\n');

/** Seconds that are waited for with the document in hand; whoever asks for more gets it back later. */
const longestWait = 60;
const maxWaits = 3;
/** Texts as short as this are not the reason for a refusal by length. */
const shortest = 200;
/** https://www.rfc-editor.org/rfc/rfc9110#section-15.5: the content is at fault, not who sends it. */
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
 * Embeds any number of texts, in the batches that the embedder takes. All documents share what is made
 * here: when the vendor asks one of them to wait, all wait.
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
        if (asked === undefined || asked > longestWait || waits === maxWaits) throw error;
        openAt = Math.max(openAt, clock() + asked * 1000);
      }
    }
  }

  /** A batch that is refused is divided until it is known which text is the reason. */
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

/** The embedder takes no part of a text, however short. */
export class TextRefused extends AppError {
  constructor(cause: unknown) {
    super('provider_error', {
      retryable: false,
      message: 'The embedding model refuses a part of this text.',
      cause,
    });
  }
}

/** A model that reads less than a chunk can still say what its first half is about. */
function shortened(text: string, error: unknown): string {
  if (text.length > shortest) return text.slice(0, text.length / 2).toWellFormed();
  throw new TextRefused(error);
}
