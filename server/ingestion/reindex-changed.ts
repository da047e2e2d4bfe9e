import type { JobQueue } from '../jobs/queue.ts';
import type { Log } from '../runtime/log.ts';
import type { Documents } from '../storage/documents.ts';
import type { State } from '../storage/state.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { indexConfigurationOf } from './index-configuration.ts';

interface Dependencies {
  documents: Documents;
  queue: JobQueue;
  state: State;
  settings: SettingsStore;
  log: Log;
  /** Called when there is something new in the queue. */
  look: () => void;
  /** Called when another embedder may have been chosen. */
  lookAtIndex: () => void;
}

const madeWithName = 'index_made_with';

/**
 * Queues every document when chunks would be made in another way now: by a newer version of this program,
 * of other sizes. Another embedder needs no document to be read again: it gets an index of its own.
 */
export function createReindexChanged(dependencies: Dependencies) {
  const { documents, queue, state, settings, log, look, lookAtIndex } = dependencies;

  return async function reindexChanged(): Promise<void> {
    lookAtIndex();
    const madeWith = indexConfigurationOf(await settings.get());
    const before = await state.readText(madeWithName);
    if (before === madeWith) return;
    const ids = await documents.ids();
    await queue.enqueue(ids);
    await state.writeText(madeWithName, madeWith);
    if (ids.length > 0) log.info({ documents: ids.length }, 'reindexing');
    look();
  };
}
export type ReindexChanged = ReturnType<typeof createReindexChanged>;
