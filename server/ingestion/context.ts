import type { JobQueue } from '../jobs/queue.ts';
import type { Log } from '../runtime/log.ts';
import type { Chunks } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import type { Documents } from '../storage/documents.ts';
import type { Pages } from '../storage/pages.ts';
import type { State } from '../storage/state.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

/** Objects that ingestion shares. */
export interface Context {
  database: Database;
  documents: Documents;
  chunks: Chunks;
  pages: Pages;
  state: State;
  queue: JobQueue;
  bridge: Bridge;
  settings: SettingsStore;
  clock: () => number;
  log: Log;
  /** Wakes the worker. */
  wake: () => void;
}
