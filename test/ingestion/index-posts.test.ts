import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createIndexPosts, type IndexPosts } from '../../server/ingestion/index-posts.ts';
import { JobQueue } from '../../server/jobs/queue.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { createState } from '../../server/storage/state.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const total = 1201;
const clock = () => 1000;

let database: Database;
let digest: jest.MockedFunction<Bridge['digest']>;
let look: jest.Mock;
let indexPosts: IndexPosts;
/** Another sidecar, or this one after a restart. */
const open = () => {
  const settings = { get: () => Promise.resolve(settingsDefaults) } as unknown as SettingsStore;
  return createIndexPosts({
    documents: createDocuments(database, clock),
    queue: new JobQueue(database, { lease: 1000, clock }),
    state: createState(database),
    bridge: { digest } as unknown as Bridge,
    settings,
    log: createLog('silent'),
    look,
  });
};
beforeEach(async () => {
  database = await memoryDatabase();
  look = jest.fn();
  digest = jest.fn<Bridge['digest']>((after, limit) => {
    const last = Math.min(after + limit, total);
    const posts = Array.from({ length: last - after }, (_, n) => ({
      id: after + n + 1,
      modified: '',
      permalink: '',
    }));
    return Promise.resolve({ posts, next: last < total ? last : null, total });
  });
  indexPosts = open();
});
afterEach(() => database.close());

async function queued() {
  const rows = await database.query
    .selectFrom('documents')
    .select(['post_id', 'forced'])
    .where('status', '=', 'queued')
    .execute();
  return { count: rows.length, forced: rows.filter(({ forced }) => forced === 1).length };
}
const unfinished = async () => (await createState(database).texts('indexing:')).length;
const finished = async () => {
  while ((await unfinished()) > 0) await new Promise(setImmediate);
};

test('the caller waits for the first page, the others follow in the background', async () => {
  expect(await indexPosts.start({ force: false })).toEqual({ queued: 500, total });
  expect(look).toHaveBeenCalled();
  await finished();
  expect(await queued()).toEqual({ count: total, forced: 0 });
  expect(digest.mock.calls).toEqual([0, 500, 1000].map((after) => [after, 500, ['post', 'page']]));
});

test('post types of the request override the settings on every page', async () => {
  await indexPosts.start({ force: true, post_types: ['book'] });
  await finished();
  expect(await queued()).toEqual({ count: total, forced: total });
  expect(digest.mock.calls.map(([, , types]) => types)).toEqual([['book'], ['book'], ['book']]);
});

test('an interrupted run continues at its page with its options', async () => {
  const answer = digest.getMockImplementation();
  digest.mockImplementation((after, ...rest) =>
    after === 500 ? Promise.reject(new Error('WordPress is down.')) : answer!(after, ...rest),
  );
  await indexPosts.start({ force: true });
  await new Promise(setImmediate);
  expect((await queued()).count).toBe(500);

  digest.mockReset().mockImplementation(answer!);
  await open().resume();
  expect(digest.mock.calls.map(([after]) => after)).toEqual([500, 1000]);
  expect(await queued()).toEqual({ count: total, forced: total });
  await open().resume();
  expect(digest).toHaveBeenCalledTimes(2);
});

describe('of two runs', () => {
  test('with different requests both continue', async () => {
    await Promise.all([
      indexPosts.start({ force: false }),
      indexPosts.start({ force: true, post_types: ['book'] }),
    ]);
    await finished();
    const pages = digest.mock.calls.map(([after, , types]) => `${after} ${types.join()}`);
    expect(pages.sort()).toEqual(
      [0, 1000, 500].flatMap((after) => [`${after} book`, `${after} post,page`]),
    );
    expect(await queued()).toEqual({ count: total, forced: total });
  });

  test('with the same request only the later one continues, from the start', async () => {
    await indexPosts.start({ force: false });
    await indexPosts.start({ force: false });
    await finished();
    const pages = digest.mock.calls.map(([after]) => after);
    expect(pages.slice(-2)).toEqual([500, 1000]);
    expect(pages.length).toBeLessThanOrEqual(6);
    expect((await queued()).count).toBe(total);
  });

  test('on two sidecars only one continues', async () => {
    const answer = digest.getMockImplementation()!;
    digest.mockRejectedValue(new Error('WordPress is down.'));
    digest.mockImplementationOnce(answer);
    await indexPosts.start({ force: false });
    await new Promise(setImmediate);
    digest.mockReset().mockImplementation(answer);
    await Promise.all([open().resume(), open().resume(), indexPosts.resume()]);
    await finished();
    expect((await queued()).count).toBe(total);
    expect(digest.mock.calls.length).toBeLessThanOrEqual(4);
  });
});
