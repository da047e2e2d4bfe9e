import type { Readings } from '../../server/runtime/metrics.ts';

/** A process without documents, whose database and site have never failed. */
export const noReadings: Readings = {
  version: '0.0.0',
  documents: () => Promise.resolve({ queued: 0, failed: 0, waitingMs: 0 }),
  databaseErrors: () => ({}),
  bridgeErrors: () => 0,
};
