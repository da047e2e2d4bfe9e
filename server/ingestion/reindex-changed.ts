import type { JobQueue } from '../jobs/queue.ts';
import type { Log } from '../log.ts';
import type { Providers } from '../providers/registry.ts';
import type { Documents } from '../storage/documents.ts';
import type { State } from '../storage/state.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { recipeOf } from './recipe.ts';

interface Dependencies {
  documents: Documents;
  queue: JobQueue;
  state: State;
  settings: SettingsStore;
  providers: Providers;
  log: Log;
  /** Called when there is something new in the queue. */
  look: () => void;
}

const madeWithName = 'index_made_with';

/**
 * Queues every document when chunks would be made in another way now: by another embedder or a newer
 * version of this program, of other sizes. Vectors of different embedders cannot be compared, so until it is
 * done again a document is not found.
 */
export function createReindexChanged(dependencies: Dependencies) {
  const { documents, queue, state, settings, providers, log, look } = dependencies;

  return async function reindexChanged(): Promise<void> {
    const current = await settings.get();
    if (!providers.canEmbed(current)) return;
    const embedder = providers.embedder(current);
    const madeWith = recipeOf(current, embedder);
    const before = await state.readText(madeWithName);
    if (before === madeWith) return;
    const ids = await documents.ids();
    await queue.enqueue(ids);
    await state.writeText(madeWithName, madeWith);
    if (ids.length > 0) log.info({ documents: ids.length, embedder: embedder.id }, 'reindexing');
    look();
  };
}
export type ReindexChanged = ReturnType<typeof createReindexChanged>;
