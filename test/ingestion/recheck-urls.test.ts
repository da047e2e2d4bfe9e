import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createRecheckUrls, type RecheckUrls } from '../../server/ingestion/requeue.ts';
import type { Database } from '../../server/storage/database.ts';
import {
  createDocuments,
  type Documents,
  type NewDocument,
} from '../../server/storage/documents.ts';
import { createPages } from '../../server/storage/pages.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 5, 1);

let now: number;
let hours: number;
let database: Database;
let documents: Documents;
let enqueue: jest.Mock<(ids: readonly number[]) => Promise<void>>;
let recheckUrls: RecheckUrls;
beforeEach(async () => {
  now = start;
  hours = 24;
  database = await memoryDatabase();
  documents = createDocuments(database, () => now);
  enqueue = jest.fn(() => Promise.resolve());
  recheckUrls = createRecheckUrls({
    pages: createPages(database, documents, () => now),
    settings: {
      get: () =>
        Promise.resolve({
          ...settingsDefaults,
          indexing: { ...settingsDefaults.indexing, url_recheck_hours: hours },
        }),
    } as unknown as SettingsStore,
    clock: () => now,
    enqueue,
  });
});
afterEach(() => database.close());

let made = 0;
async function visited(
  status: 'completed' | 'failed' | 'queued' | 'processing',
  kind: NewDocument['kind'] = 'url',
): Promise<number> {
  const { id } = await documents.ensure({ kind, sourceKey: `key:${++made}` });
  await database.query.updateTable('documents').set({ status }).where('id', '=', id).execute();
  return id;
}
const queued = async () => {
  enqueue.mockClear();
  await recheckUrls();
  return enqueue.mock.calls.flatMap(([ids]) => ids);
};

test('pages are due after the interval of the settings, the oldest first', async () => {
  const early = await visited('completed');
  now += hour;
  const late = await visited('failed');
  now = start + 24 * hour;
  expect(await queued()).toEqual([]);
  now += 1;
  expect(await queued()).toEqual([early]);
  now += hour;
  expect(await queued()).toEqual([early, late]);
  hours = 48;
  expect(await queued()).toEqual([]);
});

test('queued pages and other documents are not due', async () => {
  await visited('queued');
  await visited('processing');
  await visited('completed', 'post');
  await visited('completed', 'pdf');
  now += 100 * hour;
  expect(await queued()).toEqual([]);
});

test('at 0 hours pages are never checked again', async () => {
  await visited('completed');
  hours = 0;
  now += 10_000 * hour;
  expect(await queued()).toEqual([]);
});
