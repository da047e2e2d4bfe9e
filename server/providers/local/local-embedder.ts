import type { Embedder } from '../embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import type { ModelThread } from './model-thread.ts';
import { label } from './model-worker.ts';
import { toUnitLength } from './model-format.ts';
import { isReadable } from './readable.ts';
import { windowsOf } from './windows.ts';

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
