import { AppError } from '../../errors/app-error.ts';
import type { EmbedOptions } from '../embedder.ts';

/** Texts that somebody waits for. */
export interface Call {
  folder: string;
  texts: readonly string[];
  purpose: EmbedOptions['purpose'];
  /** Vectors of the first texts. */
  vectors: Float32Array[];
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: unknown) => void;
}

/** One piece of work: a window of a document with the English model takes 56 ms, eight short questions at once 35. */
const maxTexts = 8;
const maxCharacters = 600;
/** Calls that may wait. A question for which many others come first is answered by its words, which is faster. */
const maxCalls = { query: 12, document: 200 };

/** A text that is embedded next. */
interface Next {
  call: Call;
  text: string;
}

/** Returns the first of the texts that fit one piece of work; at least one. */
function piece(texts: readonly Next[]): Next[] {
  let characters = 0;
  const tooMany = texts.findIndex(({ text }, at) => {
    characters += text.length;
    return at > 0 && (at === maxTexts || characters > maxCharacters);
  });
  return texts.slice(0, tooMany < 0 ? texts.length : tooMany);
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

  /** Returns the next piece of work: texts for one model, of several questions or of one call with documents. */
  next(): Next[] {
    const questions = this.#waiting.filter(({ purpose }) => purpose === 'query');
    const [first] = questions.length > 0 ? questions : this.#waiting;
    const together = questions.filter(({ folder }) => folder === first?.folder);
    const calls = together.length > 0 ? together : this.#waiting.slice(0, 1);
    return piece(
      calls.flatMap((call) =>
        call.texts
          .slice(call.vectors.length, call.vectors.length + maxTexts)
          .map((text) => ({ call, text })),
      ),
    );
  }

  /** Adds the vector of a call's next text. */
  take(call: Call, vector: Float32Array): void {
    call.vectors.push(vector);
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
