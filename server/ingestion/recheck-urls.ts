import type { Pages } from '../storage/pages.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  pages: Pages;
  settings: SettingsStore;
  clock: () => number;
  /** Queues documents one after another. */
  enqueue: (ids: readonly number[]) => Promise<void>;
}

const hour = 3_600_000;
/** Of one call: as many as a sidecar reads until the next without hurry. */
const atOnce = 300;

/** Queues pages that have not been looked at for as long as the owner wants. */
export function createRecheckUrls({ pages, settings, clock, enqueue }: Dependencies) {
  return async function recheckUrls(): Promise<void> {
    const { url_recheck_hours } = (await settings.get()).indexing;
    if (url_recheck_hours === 0) return;
    await enqueue(await pages.due(clock() - url_recheck_hours * hour, atOnce));
  };
}
export type RecheckUrls = ReturnType<typeof createRecheckUrls>;
