import type { Embedder } from '../embedder.ts';
import { vendorNotConfigured } from '../shared/vendor-error.ts';
import { english, localEmbedder } from './local-embedder.ts';
import { createModelThread, type ModelThread } from './model-thread.ts';
import { label } from './model-worker.ts';

/** The models on this machine, and the thread that runs them. */
export function createLocalModels({ thread = createModelThread() }: { thread?: ModelThread } = {}) {
  return {
    /** @param name Empty: the English model that comes with the program. */
    embedder(name: string): Embedder {
      if (name === '' || name === english.name) return localEmbedder(english, thread);
      const missing = vendorNotConfigured(label, `there is no model "${name}" on this machine`);
      return { id: `local:${name}`, maxBatch: 1, embed: () => Promise.reject(missing) };
    },

    list: () =>
      Promise.resolve([{ id: english.name, label: 'English', dimensions: english.dimensions! }]),

    /** Ends the thread. */
    close: () => thread.close(),
  };
}
export type LocalModels = ReturnType<typeof createLocalModels>;
