import { createDayCounts } from '../chat/day-counts.ts';
import { createMetrics } from '../runtime/metrics.ts';
import { version } from '../runtime/version.ts';
import type { Foundation } from './foundation.ts';

/** Builds what counts: for Prometheus while it asks, and by day for the owner. */
export function createCounting(foundation: Foundation) {
  const { documents, database, bridge } = foundation;
  const dayCounts = createDayCounts(foundation);
  const readings = {
    version,
    documents: async () => ({
      queued: (await documents.counts()).by_status['queued'] ?? 0,
      failed: await documents.countFailed(),
      waitingMs: await documents.longestWait(),
    }),
    databaseErrors: () => database.failures,
    bridgeErrors: bridge.failures,
  };
  return { dayCounts, metrics: createMetrics(readings, dayCounts.count) };
}
