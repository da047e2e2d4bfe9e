import { jest } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Context } from '../../server/ingestion/context.ts';
import { JobQueue, type Outcome } from '../../server/jobs/queue.ts';
import { createLog } from '../../server/runtime/log.ts';
import { Chunks } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { Documents } from '../../server/storage/documents.ts';
import { Pages } from '../../server/storage/pages.ts';
import { State } from '../../server/storage/state.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

/** Milliseconds; leases of the queue. */
export const lease = 60_000;

export const outcome: Outcome = {
  title: 'Swans',
  source_url: 'https://site.example/',
  language: 'en',
  bytes: 5,
  content_hash: 'hash',
  chunk_count: 1,
  source_modified: '',
};

export interface TestContext extends Context {
  /** Time of its clock, in milliseconds. */
  now: number;
  /** Settings that are in force; a test may change them. */
  current: typeof settingsDefaults;
  wake: jest.Mock<() => void>;
}

/** Returns a context with this part of the bridge, on a database in memory unless another is given. */
export async function testContext(
  bridge: Partial<Bridge> = {},
  database?: Database,
): Promise<TestContext> {
  const own = database ?? (await memoryDatabase());
  const clock = () => context.now;
  const documents = new Documents(own, clock);
  const get = () => Promise.resolve(context.current);
  const context: TestContext = {
    now: Date.UTC(2026, 5, 1),
    current: structuredClone(settingsDefaults),
    database: own,
    documents,
    chunks: new Chunks(own),
    pages: new Pages(own, documents, clock),
    state: new State(own),
    queue: new JobQueue(own, { lease, clock }),
    bridge: bridge as Bridge,
    settings: { get, fresh: get, site: () => undefined } as unknown as SettingsStore,
    clock,
    log: createLog('silent'),
    wake: jest.fn<() => void>(),
  };
  return context;
}
