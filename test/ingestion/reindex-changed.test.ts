import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createReindexChanged } from '../../server/ingestion/requeue.ts';
import { JobQueue } from '../../server/jobs/queue.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { createState } from '../../server/storage/state.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const clock = () => 1_800_000_000_000;

let database: Database;
let settings: typeof settingsDefaults;
let looks: number;
let looksAtIndex: number;
let reindexChanged: () => Promise<void>;
let statuses: () => Promise<string[]>;

beforeEach(async () => {
  database = await memoryDatabase();
  settings = structuredClone(settingsDefaults);
  looks = 0;
  looksAtIndex = 0;
  const documents = createDocuments(database, clock);
  const settle = () =>
    database.query.updateTable('documents').set({ status: 'completed' }).execute();
  for (const sourceKey of ['post:1', 'attachment:2']) {
    await documents.ensure({ kind: 'txt', sourceKey });
  }
  await settle();
  statuses = async () => {
    const rows = await database.query.selectFrom('documents').select('status').execute();
    await settle();
    return rows.map(({ status }) => status);
  };
  reindexChanged = createReindexChanged({
    documents,
    queue: new JobQueue(database, { lease: 1000, clock }),
    state: createState(database),
    settings: { get: () => Promise.resolve(settings) } as unknown as SettingsStore,
    log: createLog('silent'),
    look: () => looks++,
    lookAtIndex: () => looksAtIndex++,
  });
  await reindexChanged();
});
afterEach(() => database.close());

test('nothing is queued while the configuration is the same', async () => {
  await statuses();
  looks = 0;
  await reindexChanged();
  expect(await statuses()).toEqual(['completed', 'completed']);
  expect(looks).toBe(0);
});

test('another embedder queues nothing, because it gets its own index', async () => {
  await statuses();
  settings.embeddings.provider = 'openai';
  settings.embeddings.dimensions = 256;
  looksAtIndex = 0;
  await reindexChanged();
  expect(await statuses()).toEqual(['completed', 'completed']);
  expect(looksAtIndex).toBe(1);
});

test('another chunk size queues every document once, whatever its kind', async () => {
  await statuses();
  settings.indexing.chunk_size = 500;
  await reindexChanged();
  expect(await statuses()).toEqual(['queued', 'queued']);
  expect(looks).toBeGreaterThan(0);
  await reindexChanged();
  expect(await statuses()).toEqual(['completed', 'completed']);
});
