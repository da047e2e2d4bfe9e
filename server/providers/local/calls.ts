import { AppError } from '../../errors/app-error.ts';
import type { EmbedOptions } from '../embedder.ts';

/** Texts that somebody waits for. */
export interface Call {
  folder: string | null;
  texts: readonly string[];
  purpose: EmbedOptions['purpose'];
  /** Vectors of the first texts. */
  vectors: Float32Array[];
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: unknown) => void;
}

/** One piece of work: about 70 ms with the English model. */
const maxTexts = 8;
const maxCharacters = 800;
/** Calls that may wait. A question for which many others come first is answered by its words, which is faster. */
const maxCalls = { query: 12, document: 200 };

/** Returns the texts of a call that are embedded next: at least one. */
export function pieceOf({ texts, vectors }: Call): readonly string[] {
  const start = vectors.length;
  let end = start + 1;
  let characters = texts[start]?.length ?? 0;
  while (end < texts.length && end - start < maxTexts) {
    characters += texts[end]!.length;
    if (characters > maxCharacters) break;
    end++;
  }
  return texts.slice(start, end);
}

/** The calls that wait. Questions go before documents. */
export class Calls {
  readonly #waiting: Call[] = [];

  /** @throws AppError `overloaded` if no further call may wait */
  add(
    about: Pick<Call, 'folder' | 'texts'>,
    { purpose, signal }: EmbedOptions,
  ): Promise<Float32Array[]> {
    const before = this.#waiting.filter((call) => call.purpose === purpose);
    if (before.length >= maxCalls[purpose]) throw new AppError('overloaded', { retryAfter: 5 });
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
    const call: Call = { ...about, purpose, vectors: [], resolve, reject };
    const onAbort = () => this.fail(call, signal.reason);
    const release = () => signal.removeEventListener('abort', onAbort);
    promise.then(release, release);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(call);
    return promise;
  }

  next(): Call | undefined {
    return this.#waiting.find(({ purpose }) => purpose === 'query') ?? this.#waiting[0];
  }

  /** Adds the vectors of a call's next texts. */
  take(call: Call, vectors: readonly Float32Array[]): void {
    call.vectors.push(...vectors);
    if (call.vectors.length < call.texts.length) return;
    this.#remove(call);
    call.resolve(call.vectors);
  }

  fail(call: Call, error: unknown): void {
    this.#remove(call);
    call.reject(error);
  }

  failAll(error: unknown): void {
    for (const call of [...this.#waiting]) this.fail(call, error);
  }

  #remove(call: Call): void {
    const at = this.#waiting.indexOf(call);
    if (at >= 0) this.#waiting.splice(at, 1);
  }
}
