import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SiteEvent } from '../../server/contract/bridge.ts';
import { createSiteEvents } from '../../server/ingestion/site-events.ts';
import { createLog } from '../../server/runtime/log.ts';

type Dependencies = Parameters<typeof createSiteEvents>[0];

const changed = (post_id: number): SiteEvent => ({ type: 'post_changed', post_id });
const removed = (post_id: number): SiteEvent => ({ type: 'post_removed', post_id });

/** Calls in their order. Post n is document 100 + n. */
let said: string[];
let reconcile: jest.Mock<() => Promise<void>>;
let events: ReturnType<typeof createSiteEvents>;
beforeEach(() => {
  said = [];
  const say = (word: string) => (said.push(word), Promise.resolve());
  reconcile = jest.fn(() => say('compare'));
  const idsOf = (posts: readonly number[]) => Promise.resolve(posts.map((id) => 100 + id));
  events = createSiteEvents({
    documents: {
      idsOf,
      pagesOf: (ids: readonly number[]) => Promise.resolve(ids.includes(105) ? [7] : []),
    },
    settings: { invalidate: () => void say('forget settings') },
    indexPosts: {
      enqueuePosts: (ids: readonly number[]) => say(`queue ${ids.join()}`),
    },
    removeDocument: (id: number) => say(`remove ${id}`).then(() => true),
    reconcile,
    reindexChanged: () => say('reindex'),
    visibility: { distrust: () => void say('distrust') },
    log: createLog('silent'),
  } as unknown as Dependencies);
});

test('removed posts are deleted and changed ones queued before the shim is answered', async () => {
  await events.siteChanged([changed(1), removed(2), changed(3), removed(4)]);
  expect(said).toEqual(['remove 102', 'remove 104', 'queue 1,3']);
});

test('a removed post that was also added as a web page is deleted there too', async () => {
  await events.siteChanged([removed(5)]);
  expect(said).toEqual(['remove 105', 'remove 7', 'queue ']);
});

test('a post that was trashed and restored is queued', async () => {
  await events.siteChanged([removed(1), changed(1)]);
  expect(said).toEqual(['remove 101', 'queue 1']);
});

describe('changed settings', () => {
  test('are read again, documents are requeued, then the site is reconciled', async () => {
    await events.siteChanged([{ type: 'settings_changed' }]);
    await new Promise(setImmediate);
    expect(said.filter((word) => !word.startsWith('queue'))).toEqual([
      'forget settings',
      'distrust',
      'reindex',
      'compare',
    ]);
  });

  test('do not fail if the reconcile fails', async () => {
    reconcile.mockRejectedValueOnce(new Error('WordPress is down.'));
    await events.siteChanged([{ type: 'settings_changed' }]);
    await new Promise(setImmediate);
    expect(reconcile).toHaveBeenCalledTimes(1);
  });
});
