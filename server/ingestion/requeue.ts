import { indexConfigurationOf } from './ingest.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Log } from '../runtime/log.ts';
import type { Documents } from '../storage/documents.ts';
import type { Pages } from '../storage/pages.ts';
import type { State } from '../storage/state.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

const hour = 3_600_000;
/** Pages per call: as many as a sidecar reads without hurry until the next call. */
const maxPages = 300;
const configurationKey = 'index_made_with';

interface RecheckDependencies {
  pages: Pages;
  settings: SettingsStore;
  clock: () => number;
  /** Queues documents one after another. */
  enqueue: (ids: readonly number[]) => Promise<void>;
}

/** Queues web pages whose last visit is longer ago than `indexing.url_recheck_hours`. */
export function createRecheckUrls({ pages, settings, clock, enqueue }: RecheckDependencies) {
  return async function recheckUrls(): Promise<void> {
    const { url_recheck_hours } = (await settings.get()).indexing;
    if (url_recheck_hours === 0) return;
    await enqueue(await pages.due(clock() - url_recheck_hours * hour, maxPages));
  };
}
export type RecheckUrls = ReturnType<typeof createRecheckUrls>;

interface ReindexDependencies {
  documents: Documents;
  queue: JobQueue;
  state: State;
  settings: SettingsStore;
  log: Log;
  /** Wakes the worker. */
  look: () => void;
  /** Called because another embedder may have been chosen. */
  lookAtIndex: () => void;
}

/**
 * Queues every document when the embedding configuration has changed: a newer version of this program
 * or other chunk sizes. Another embedder gets its own index and needs no document to be read again.
 */
export function createReindexChanged(dependencies: ReindexDependencies) {
  const { documents, queue, state, settings, log, look, lookAtIndex } = dependencies;

  return async function reindexChanged(): Promise<void> {
    lookAtIndex();
    const configuration = indexConfigurationOf(await settings.get());
    if ((await state.readText(configurationKey)) === configuration) return;
    const ids = await documents.ids();
    await queue.enqueue(ids);
    await state.writeText(configurationKey, configuration);
    if (ids.length > 0) log.info({ documents: ids.length }, 'reindexing');
    look();
  };
}
export type ReindexChanged = ReturnType<typeof createReindexChanged>;

interface OutageDependencies {
  documents: Pick<Documents, 'failedWith'>;
  queue: Pick<JobQueue, 'enqueue'>;
  bridge: Pick<Bridge, 'settings'>;
  /** Wakes the worker. */
  look: () => void;
}

/**
 * Queues documents that failed because the site did not answer, as soon as it does; called every minute. Each is queued
 * once after an outage: one that alone ends PHP waits for its next attempt as usual.
 */
export function createRetryAfterOutage({ documents, queue, bridge, look }: OutageDependencies) {
  const tried = new Set<number>();

  return async function retryAfterOutage(): Promise<void> {
    const failed = await documents.failedWith('sidecar_unavailable');
    if (failed.length === 0) return;
    const answers = await bridge.settings().then(
      () => true,
      () => false,
    );
    if (!answers) return tried.clear();
    const ids = failed.filter((id) => !tried.has(id));
    if (ids.length === 0) return;
    await queue.enqueue(ids);
    for (const id of ids) tried.add(id);
    look();
  };
}
export type RetryAfterOutage = ReturnType<typeof createRetryAfterOutage>;
