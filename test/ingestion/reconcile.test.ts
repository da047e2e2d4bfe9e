import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createIndexPosts } from '../../server/ingestion/index-posts.ts';
import { createRemoveDocument } from '../../server/ingestion/remove.ts';
import { JobQueue } from '../../server/jobs/queue.ts';
import { createReconcile } from '../../server/ingestion/reconcile.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createChunks } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments, type DocumentRow } from '../../server/storage/documents.ts';
import { createState } from '../../server/storage/state.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const now = Date.UTC(2026, 4, 17, 12);
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

const permalinkOf = (id: number) => `https://site.example/${id}/`;

/** Public posts of the site: id → last change. */
let site: Map<number, string>;
let prominent: Set<number>;
let indexing: typeof settingsDefaults.indexing;
let pageSize: number;
let database: Database;
let digest: jest.MockedFunction<Bridge['digest']>;
let standing: jest.MockedFunction<Bridge['standing']>;
let askedAt: number;
let reconcile: () => Promise<void>;
beforeEach(async () => {
  site = new Map();
  prominent = new Set();
  indexing = { ...settingsDefaults.indexing };
  pageSize = 500;
  askedAt = now + 60_000;
  database = await memoryDatabase();
  const clock = () => now;
  const log = createLog('silent');
  const documents = createDocuments(database, clock);
  const queue = new JobQueue(database, { lease: 1000, clock });
  digest = jest.fn<Bridge['digest']>((after) => {
    const ids = [...site.keys()].filter((id) => id > after).sort((a, b) => a - b);
    const posts = ids.slice(0, pageSize).map((id) => ({
      id,
      modified: site.get(id) ?? '',
      permalink: permalinkOf(id),
      prominent: prominent.has(id),
    }));
    const next = ids.length > pageSize ? (posts.at(-1)?.id ?? null) : null;
    return Promise.resolve({ posts, next, total: site.size });
  });
  standing = jest.fn<Bridge['standing']>(() => Promise.resolve([]));
  const bridge = { digest, standing } as unknown as Bridge;
  const settings = {
    get: () => Promise.resolve({ ...settingsDefaults, indexing }),
  } as unknown as SettingsStore;
  const state = createState(database);
  const look = () => undefined;
  const indexPosts = createIndexPosts({ documents, queue, state, bridge, settings, log, look });
  const removeDocument = createRemoveDocument(database, documents);
  reconcile = createReconcile({
    database,
    documents,
    chunks: createChunks(database),
    bridge,
    settings,
    indexPosts,
    removeDocument,
    clock: () => askedAt,
    log,
  });
});
afterEach(() => database.close());

async function known(postId: number, row: Partial<DocumentRow> = {}): Promise<void> {
  const none = { error_code: null, error_message: null, lease_owner: null, lease_until: null };
  await database.query
    .insertInto('documents')
    .values({
      ...none,
      kind: 'post',
      source_key: `post:${postId}`,
      post_id: postId,
      attachment_id: null,
      body: null,
      title: '',
      source_url: permalinkOf(postId),
      status: 'completed',
      source_modified: at(0),
      created_at: now,
      updated_at: now,
      processed_at: now,
      ...row,
    })
    .execute();
}

/** `7:queued` of each post that the knowledge base knows. */
async function result(): Promise<string> {
  const rows = await database.query
    .selectFrom('documents')
    .select(['post_id', 'status'])
    .orderBy('post_id')
    .execute();
  return rows.map(({ post_id, status }) => `${post_id}:${status}`).join(' ');
}

test('missing posts are queued, surplus ones removed, others left alone', async () => {
  site = new Map([
    [1, at(0)],
    [3, at(0)],
  ]);
  await known(1);
  await known(2);
  await reconcile();
  expect(await result()).toBe('1:completed 3:queued');
});

test('a menu that changes makes posts prominent, or no longer so, without reading them again', async () => {
  for (const id of [1, 2, 3]) site.set(id, at(0));
  prominent = new Set([1, 3]);
  await known(1);
  await known(2, { prominent: 1 });
  // Written after the site's answer, by a worker that knows more.
  await known(3, { updated_at: askedAt });
  await reconcile();
  const rows = await database.query
    .selectFrom('documents')
    .select(['post_id', 'prominent'])
    .orderBy('post_id')
    .execute();
  expect(rows.map((row) => row.prominent)).toEqual([1, 0, 0]);
  expect(await result()).toBe('1:completed 2:completed 3:completed');
});

test('a post that was published while the site answered is kept', async () => {
  askedAt = now - 1;
  await known(2, { status: 'queued' });
  await reconcile();
  expect(await result()).toBe('2:queued');
});

const cases: [string, Partial<DocumentRow>, string, string][] = [
  ['unchanged', {}, at(0), '1:completed'],
  ['changed later', {}, at(5), '1:queued'],
  ['set back to an earlier version', {}, at(-5), '1:queued'],
  ['failed before its last change', { status: 'failed' }, at(5), '1:queued'],
  ['failed after its last change', { status: 'failed' }, at(-5), '1:failed'],
  [
    'taken up, but never queued: the process ended between',
    { status: 'pending' },
    at(0),
    '1:queued',
  ],
  ['waiting already', { status: 'queued', source_modified: '' }, at(5), '1:queued'],
  ['being worked on', { status: 'processing', lease_until: now + 1000 }, at(5), '1:processing'],
];

test.each(cases)('a post that is %s', async (_case, row, modified, expected) => {
  await known(1, row);
  site.set(1, modified);
  await reconcile();
  expect(await result()).toBe(expected);
});

test('a post in progress is not queued again', async () => {
  await known(1, { status: 'processing', lease_until: now + 1000 });
  site.set(1, at(5));
  await reconcile();
  const row = await database.query.selectFrom('documents').select('revision').executeTakeFirst();
  expect(row).toEqual({ revision: 0 });
});

describe('a source at another address', () => {
  const addresses = async () => {
    const rows = await database.query.selectFrom('documents').select('source_url').execute();
    return rows.map(({ source_url }) => source_url);
  };

  test('gets the new address without being read again', async () => {
    site.set(1, at(0));
    await known(1, { source_url: 'http://old.example/1/' });
    await reconcile();
    expect(await addresses()).toEqual([permalinkOf(1)]);
    expect(await result()).toBe('1:completed');
  });

  test('keeps the address that it got since the site was asked', async () => {
    site.set(1, at(0));
    askedAt = now - 1;
    await known(1, { source_url: 'https://site.example/newer/' });
    await reconcile();
    expect(await addresses()).toEqual(['https://site.example/newer/']);
  });

  test('keeps its address where the site cannot say', async () => {
    digest.mockResolvedValueOnce({
      posts: [{ id: 1, modified: at(0), permalink: '' }],
      next: null,
      total: 1,
    });
    await known(1);
    await reconcile();
    expect(await addresses()).toEqual([permalinkOf(1)]);
  });
});

describe('files of the media library', () => {
  const file = (id: number) =>
    known(id, { kind: 'pdf', source_key: `attachment:${id}`, post_id: null, attachment_id: id });
  const files = async () => {
    const rows = await database.query
      .selectFrom('documents')
      .select(['attachment_id as id', 'source_url as url'])
      .orderBy('id')
      .execute();
    return rows.map(({ id, url }) => `${id} ${url}`);
  };

  test('are removed if they are gone and relocated if they have moved', async () => {
    for (let id = 1; id <= 130; id++) await file(id);
    standing.mockImplementation((ids) =>
      Promise.resolve(
        ids
          .filter((id) => id !== 2 && id !== 120)
          .map((id) => ({
            id,
            modified: '',
            permalink: id === 3 ? '/moved.pdf' : permalinkOf(id),
          })),
      ),
    );
    await reconcile();
    expect(standing.mock.calls.map(([ids]) => ids.length)).toEqual([100, 30]);
    const left = await files();
    expect(left).toHaveLength(128);
    expect(left.slice(0, 2)).toEqual([`1 ${permalinkOf(1)}`, '3 /moved.pdf']);
  });

  test('are kept while the site does not answer', async () => {
    await file(1);
    standing.mockRejectedValueOnce(new Error('WordPress is down.'));
    await expect(reconcile()).rejects.toThrow('down');
    expect(await files()).toHaveLength(1);
  });
});

test('without automatic indexing posts are only removed', async () => {
  indexing.auto_index = false;
  site = new Map([
    [1, at(5)],
    [2, at(0)],
  ]);
  await known(1);
  await known(3);
  await reconcile();
  expect(await result()).toBe('1:completed');
});

test('a large site is compared page by page, gaps and ends included', async () => {
  pageSize = 2;
  for (const id of [2, 3, 5, 8, 9]) site.set(id, at(0));
  for (const id of [1, 2, 4, 5, 7, 10, 99]) await known(id);
  await reconcile();
  expect(await result()).toBe('2:completed 3:queued 5:completed 8:queued 9:queued');
  expect(digest.mock.calls.map(([after]) => after)).toEqual([0, 3, 8]);
});

describe('when the site does not answer', () => {
  test('posts beyond its answer are kept', async () => {
    pageSize = 1;
    for (const id of [1, 2, 3]) {
      await known(id);
      site.set(id, at(0));
    }
    digest.mockImplementationOnce(() =>
      Promise.resolve({
        posts: [{ id: 1, modified: at(0), permalink: permalinkOf(1) }],
        next: 1,
        total: 3,
      }),
    );
    digest.mockImplementationOnce(() => Promise.reject(new Error('WordPress is down.')));
    await expect(reconcile()).rejects.toThrow('down');
    expect(await result()).toBe('1:completed 2:completed 3:completed');
  });

  test('the next call runs again', async () => {
    site.set(1, at(0));
    digest.mockImplementationOnce(() => Promise.reject(new Error('WordPress is down.')));
    await expect(reconcile()).rejects.toThrow('down');
    await reconcile();
    expect(await result()).toBe('1:queued');
  });
});

test('runs never overlap, and a change during a run is seen by the next', async () => {
  site.set(1, at(0));
  let running = 0;
  let most = 0;
  const answer = digest.getMockImplementation();
  digest.mockImplementation(async (...call) => {
    most = Math.max(most, ++running);
    const page = await answer?.(...call);
    await new Promise(setImmediate);
    running--;
    return page ?? { posts: [], next: null, total: 0 };
  });
  const first = reconcile();
  await Promise.resolve();
  site.set(2, at(0));
  await Promise.all([first, reconcile(), reconcile()]);
  expect(most).toBe(1);
  expect(await result()).toBe('1:queued 2:queued');
  expect(digest).toHaveBeenCalledTimes(2);
});
