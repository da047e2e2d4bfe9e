import { isLatin, languageOf } from '../../text/language.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { Embedder } from '../embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { label, type ModelThread } from './model-thread.ts';
import { toUnitLength } from './onnx-encoder.ts';

/** Characters of a text that tell its language. */
const sample = 600;

/**
 * Returns whether a model of these languages reads a text. A text that does not tell its language counts as
 * readable in Latin script: short English questions are among them.
 *
 * @param languages BCP 47 primary subtags; null: all languages.
 */
function isReadable(text: string, languages: readonly string[] | null): boolean {
  if (text.trim() === '') return false;
  if (languages === null) return true;
  const start = text.slice(0, sample);
  const language = languageOf(start, '');
  return language === '' ? isLatin(start) : languages.includes(language);
}

/**
 * Splits a text into the fewest parts of about `maxTokens`, all near the same length, between words where there are
 * spaces. One part of a long text at a time lets questions pass, and a text may be longer than a model reads.
 */
export function windowsOf(text: string, maxTokens: number): string[] {
  const count = Math.ceil(estimateTokens(text) / maxTokens);
  const windows: string[] = [];
  let start = 0;
  for (let left = count; left > 1; left--) {
    const middle = start + Math.ceil((text.length - start) / left);
    const space = text.slice(start, middle + 1).search(/\s\S*$/);
    // Half of a code point would be an unknown character.
    const isHalf = (text.codePointAt(middle - 1) ?? 0) > 0xffff;
    const end = space > 0 ? start + space : isHalf ? middle + 1 : middle;
    windows.push(text.slice(start, end));
    start = end;
  }
  return [...windows, text.slice(start)];
}

/** A model on this machine. */
export interface LocalModel {
  name: string;
  /** Names the embedding space; the name by default. */
  id?: string;
  folder: string;
  /** BCP 47 primary subtags; null: all languages. */
  languages: readonly string[] | null;
  /** Undefined: known when it is loaded. */
  dimensions?: number;
  /** Tokens of a window, about: one piece of work, for which a question waits. */
  windowTokens?: number;
}

/** Texts in one call; the thread divides them again. */
const maxBatch = 64;

/** Near what most models read. Parts of a text find less than the whole (multilingual-e5-small .862, .892). */
const wholeText = 448;

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const [first, ...others] = vectors;
  if (!first || others.length === 0) return first ?? new Float32Array();
  return toUnitLength(first.map((value, at) => others.reduce((sum, v) => sum + v[at]!, value)));
}

/** Embeds with a model on this machine. The model is loaded for the first text that it can read. */
export function localEmbedder(model: LocalModel, thread: Pick<ModelThread, 'embed'>): Embedder {
  const { name, id = name, folder, languages, dimensions, windowTokens = wholeText } = model;
  return {
    id: `local:${id}`,
    maxBatch,
    ...(dimensions !== undefined && { dimensions }),
    async embed(texts, options) {
      options.signal.throwIfAborted();
      const isRead = texts.map((text) => isReadable(text, languages));
      const readable = texts.filter((_text, index) => isRead[index]);
      const windows = readable.map((text) => windowsOf(text, windowTokens));
      const asked = withPurpose(name, windows.flat(), options.purpose);
      const vectors = await thread.embed(folder, asked, options);
      const found = windows.map(({ length: count }) => meanOf(vectors.splice(0, count)));
      const length = found[0]?.length ?? dimensions ?? 0;
      if (length === 0 && texts.length > 0) throw vendorGarbled(label, 'was given no words');
      let at = 0;
      return isRead.map((read) => (read ? found[at++]! : new Float32Array(length)));
    },
  };
}
