import type { Embedder } from '../embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import type { ModelThread } from './model-thread.ts';
import { label } from './model-worker.ts';
import { isReadable } from './readable.ts';

/** A model on this machine. */
export interface LocalModel {
  name: string;
  /** Null: the model that comes with the program. */
  folder: string | null;
  /** BCP 47 primary subtags; null: all languages. */
  languages: readonly string[] | null;
  /** Undefined: known when it is loaded. */
  dimensions?: number;
}

/** Without a key and for everyone: Universal Sentence Encoder Lite. */
export const english: LocalModel = {
  name: 'english',
  folder: null,
  languages: ['en'],
  dimensions: 512,
};

/** Texts in one call; the thread divides them again. */
const maxBatch = 64;

/** Embeds with a model on this machine. The model is loaded for the first text that it can read. */
export function localEmbedder(model: LocalModel, thread: Pick<ModelThread, 'embed'>): Embedder {
  const { name, folder, languages, dimensions } = model;
  return {
    id: `local:${name}`,
    maxBatch,
    sentences: true,
    ...(dimensions !== undefined && { dimensions }),
    async embed(texts, options) {
      options.signal.throwIfAborted();
      const isRead = texts.map((text) => isReadable(text, languages));
      const readable = texts.filter((_text, index) => isRead[index]);
      const asked = withPurpose(name, readable, options.purpose);
      const found = await thread.embed(folder, asked, options);
      const length = found[0]?.length ?? dimensions ?? 0;
      if (length === 0 && texts.length > 0) throw vendorGarbled(label, 'was given no words');
      let at = 0;
      return isRead.map((read) => (read ? found[at++]! : new Float32Array(length)));
    },
  };
}
