import { fileURLToPath } from 'node:url';
import { ownFile } from '../../runtime/program-files.ts';
import type { Embedder } from '../embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import type { ModelThread } from './model-thread.ts';
import { label } from './model-worker.ts';
import { isReadable } from './readable.ts';

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
}

/** Comes with the program. models/all-minilm-l6-v2/README.md */
export const english: LocalModel = {
  name: 'english',
  id: 'all-minilm-l6-v2',
  folder: fileURLToPath(ownFile('models/all-minilm-l6-v2')),
  languages: ['en'],
  dimensions: 384,
};

/** Texts in one call; the thread divides them again. */
const maxBatch = 64;

/** Embeds with a model on this machine. The model is loaded for the first text that it can read. */
export function localEmbedder(model: LocalModel, thread: Pick<ModelThread, 'embed'>): Embedder {
  const { name, id = name, folder, languages, dimensions } = model;
  return {
    id: `local:${id}`,
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
