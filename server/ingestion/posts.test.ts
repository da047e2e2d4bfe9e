import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { AppError } from '../errors/app-error.ts';

import { removeDocuments } from './knowledge-base.ts';
import { IndexPosts } from './posts.ts';
import { Reconciler } from './reconciler.ts';
import { SiteEvents } from './site-events.ts';
import { Visibility } from './visibility.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import { passage } from '../../test/retrieval/passage.ts';
import { testContext, type TestContext } from '../../test/ingestion/context.ts';

const minute = 60_000;
const down = () => Promise.reject(new Error('WordPress is down.'));
const permalinkOf = (id: number) => `https://site.example/${id}/`;

/** Public posts of the site: id → last change. */
let site: Map<number, string>;
let prominent: Set<number>;
/** Most posts of an answer of the site. */
let pageSize: number;
let digest: jest.MockedFunction<Bridge['digest']>;
let standing: jest.MockedFunction<Bridge['standing']>;
let context: TestContext;
let indexPosts: IndexPosts;
beforeEach(async () => {
  site = new Map();
  prominent = new Set();
  pageSize = 500;
  digest = jest.fn<Bridge['digest']>((after) => {
    const ids = [...site.keys()].filter((id) => id > after).sort((a, b) => a - b);
    const posts = ids.slice(0, pageSize).map((id) => ({
      ...{ id, modified: site.get(id) ?? '', permalink: permalinkOf(id) },
      prominent: prominent.has(id),
    }));
    const next = ids.length > pageSize ? (posts.at(-1)?.id ?? null) : null;
    return Promise.resolve({ posts, next, total: site.size });
  });
  standing = jest.fn<Bridge['standing']>((ids) =>
    Promise.resolve(
      ids.filter((id) => site.has(id)).map((id) => ({ id, modified: '', permalink: '' })),
    ),
  );
  context = await testContext({ digest, standing });
  indexPosts = new IndexPosts(context);
});
afterEach(() => context.database.close());

/** The part of the knowledge base that removes documents. */
const removing = () => ({
  remove: async (id: number) => (await removeDocuments(context, [id])) > 0,
});

/** `7:queued` of each post that the knowledge base knows. */
async function result(): Promise<string> {
  const rows = await context.database.query
    .selectFrom('documents')
    .select(['post_id', 'status'])
    .orderBy('post_id')
    .execute();
  return rows.map(({ post_id, status }) => `${post_id}:${status}`).join(' ');
}

describe('indexing all posts', () => {
  const total = 1201;
  beforeEach(() => {
    for (let id = 1; id <= total; id++) site.set(id, '');
  });
  const queued = async () => {
    const rows = await context.database.query
      .selectFrom('documents')
      .select('forced')
      .where('status', '=', 'queued')
      .execute();
    return { count: rows.length, forced: rows.filter(({ forced }) => forced === 1).length };
  };
  const finished = async () => {
    while ((await context.state.texts('indexing:')).length > 0) await new Promise(setImmediate);
  };
  const pages = () => digest.mock.calls.map(([after, , types]) => `${after} ${types.join()}`);
  /** Another sidecar, or this one after a restart. */
  const other = () => new IndexPosts(context);

  test('lets the caller wait for the first page; the others follow in the background', async () => {
    expect(await indexPosts.start({ force: false })).toEqual({ queued: 500, total });
    expect(context.wake).toHaveBeenCalled();
    await finished();
    expect(await queued()).toEqual({ count: total, forced: 0 });
    expect(pages()).toEqual(['0 post,page', '500 post,page', '1000 post,page']);
  });

  test('goes on at its page with its options after an interruption', async () => {
    const answer = digest.getMockImplementation()!;
    digest.mockImplementation((after, ...rest) =>
      after === 500 ? down() : answer(after, ...rest),
    );
    await indexPosts.start({ force: true, post_types: ['book'] });
    await new Promise(setImmediate);
    expect((await queued()).count).toBe(500);
    digest.mockReset().mockImplementation(answer);
    // Only one of several sidecars goes on.
    await Promise.all([other().resume(), other().resume(), indexPosts.resume()]);
    await finished();
    expect(new Set(pages())).toEqual(new Set(['500 book', '1000 book']));
    expect(pages().length).toBeLessThanOrEqual(4);
    expect(await queued()).toEqual({ count: total, forced: total });
    digest.mockClear();
    await other().resume();
    expect(digest).not.toHaveBeenCalled();
  });

  test('with two requests at once goes on with both', async () => {
    await Promise.all([
      indexPosts.start({ force: false }),
      indexPosts.start({ force: true, post_types: ['book'] }),
    ]);
    await finished();
    const both = [0, 1000, 500].flatMap((after) => [`${after} book`, `${after} post,page`]);
    expect(pages().sort()).toEqual(both);
    expect(await queued()).toEqual({ count: total, forced: total });
  });

  test('with the same request twice goes on with the later one, from the start', async () => {
    await indexPosts.start({ force: false });
    await indexPosts.start({ force: false });
    await finished();
    expect(pages().slice(-2)).toEqual(['500 post,page', '1000 post,page']);
    expect(pages().length).toBeLessThanOrEqual(6);
    expect((await queued()).count).toBe(total);
  });
});

describe('a comparison with the site', () => {
  const at = (minutes: number) => new Date(context.now + minutes * minute).toISOString();
  /** Time at which the site is asked. */
  let askedAt: number;
  let reconcile: () => Promise<void>;
  beforeEach(() => {
    askedAt = context.now + minute;
    const asked = { ...context, clock: () => askedAt };
    const visibility = { trust: () => undefined };
    const reconciler = new Reconciler(asked, { indexPosts, knowledge: removing(), visibility });
    reconcile = () => reconciler.run();
  });

  async function known(postId: number, row: Partial<DocumentRow> = {}): Promise<void> {
    const { now } = context;
    const none = { error_code: null, error_message: null, lease_owner: null, lease_until: null };
    await context.database.query
      .insertInto('documents')
      .values({
        ...none,
        ...{ kind: 'post', source_key: `post:${postId}`, post_id: postId, attachment_id: null },
        ...{ body: null, title: '', source_url: permalinkOf(postId), status: 'completed' },
        ...{ source_modified: at(0), created_at: now, updated_at: now, processed_at: now },
        ...row,
      })
      .execute();
  }
  const columns = async <Name extends keyof DocumentRow>(name: Name) => {
    const rows = await context.database.query.selectFrom('documents').selectAll().execute();
    return rows.map((row) => row[name]);
  };

  test('makes posts prominent, or no longer so, without reading them again', async () => {
    site = new Map([1, 2, 3].map((id) => [id, at(0)]));
    prominent = new Set([1, 3]);
    await known(1);
    await known(2, { prominent: 1 });
    // Read during the comparison, by a worker that may have asked the site before.
    await known(3, { updated_at: askedAt });
    await reconcile();
    expect(await columns('prominent')).toEqual([1, 0, 1]);
    expect(await result()).toBe('1:completed 2:completed 3:completed');
  });

  test.each<[string, Partial<DocumentRow>, number, string]>([
    ['unchanged', {}, 0, 'completed'],
    ['changed later', {}, 5, 'queued'],
    ['set back to an earlier version', {}, -5, 'queued'],
    ['failed before its last change', { status: 'failed' }, 5, 'queued'],
    ['failed after its last change', { status: 'failed' }, -5, 'failed'],
    ['taken up, but not queued by a process that ended', { status: 'pending' }, 0, 'queued'],
    ['being worked on', { status: 'processing', lease_until: Infinity }, 5, 'processing'],
  ])('of a post that is %s', async (_case, row, modified, expected) => {
    await known(1, row);
    site.set(1, at(modified));
    await reconcile();
    expect(await result()).toBe(`1:${expected}`);
    expect(await columns('revision')).toEqual([expected === 'queued' ? 1 : 0]);
  });

  test('reads a post again whose facts have changed under the same time', async () => {
    await known(1, { source_modified: `${at(0)}#5f3a`.slice(0, 32) });
    await known(2, { source_modified: `${at(0)}#5f3a`.slice(0, 32) });
    const posts = ['5f3a', 'c210'].map((facts, index) => ({
      ...{ id: index + 1, modified: at(0), permalink: permalinkOf(index + 1), facts },
    }));
    digest.mockResolvedValueOnce({ posts, next: null, total: 2 });
    await reconcile();
    expect(await result()).toBe('1:completed 2:queued');
  });

  test('knows a new address without reading the source again, unless that is newer or unknown', async () => {
    site = new Map([1, 2].map((id) => [id, at(0)]));
    await known(1, { source_url: 'http://old.example/1/' });
    await known(2, { source_url: 'http://newer.example/', updated_at: askedAt });
    await reconcile();
    expect(await columns('source_url')).toEqual([permalinkOf(1), 'http://newer.example/']);
    const unknown = [1, 2].map((id) => ({ id, modified: at(0), permalink: '' }));
    digest.mockResolvedValueOnce({ posts: unknown, next: null, total: 2 });
    await reconcile();
    expect(await columns('source_url')).toEqual([permalinkOf(1), 'http://newer.example/']);
    expect(await result()).toBe('1:completed 2:completed');
  });

  test('keeps a post that was published while the site answered', async () => {
    await known(2, { status: 'queued', updated_at: askedAt + 1 });
    await reconcile();
    expect(await result()).toBe('2:queued');
  });

  test('removes files of the media library that are gone and relocates those that have moved', async () => {
    for (let id = 1; id <= 130; id++) {
      const file = { kind: 'pdf', source_key: `attachment:${id}`, post_id: null } as const;
      await known(id, { ...file, attachment_id: id });
    }
    standing.mockImplementationOnce(down);
    await expect(reconcile()).rejects.toThrow('down');
    standing.mockClear();
    standing.mockImplementation((ids) => {
      const left = ids.filter((id) => id !== 2 && id !== 120);
      const urlOf = (id: number) => (id === 3 ? '/moved.pdf' : permalinkOf(id));
      return Promise.resolve(left.map((id) => ({ id, modified: '', permalink: urlOf(id) })));
    });
    await reconcile();
    expect(standing.mock.calls.map(([ids]) => ids.length)).toEqual([100, 30]);
    const urls = await columns('source_url');
    expect(urls).toHaveLength(128);
    expect(urls.slice(0, 2)).toEqual([permalinkOf(1), '/moved.pdf']);
  });

  test('only removes posts where nothing is indexed by itself', async () => {
    context.current.indexing.auto_index = false;
    site = new Map([1, 2].map((id) => [id, at(5)]));
    await known(1);
    await known(3);
    await reconcile();
    expect(await result()).toBe('1:completed');
  });

  test('goes page by page, gaps and ends included', async () => {
    pageSize = 2;
    for (const id of [2, 3, 5, 8, 9]) site.set(id, at(0));
    for (const id of [1, 2, 4, 5, 7, 10, 99]) await known(id);
    await reconcile();
    expect(await result()).toBe('2:completed 3:queued 5:completed 8:queued 9:queued');
    expect(digest.mock.calls.map(([after]) => after)).toEqual([0, 3, 8]);
  });

  test('keeps posts beyond an answer that breaks off, and runs again at the next call', async () => {
    pageSize = 1;
    for (const id of [1, 2, 3]) {
      await known(id);
      site.set(id, at(0));
    }
    const answer = digest.getMockImplementation()!;
    digest.mockImplementationOnce(answer).mockImplementationOnce(down);
    await expect(reconcile()).rejects.toThrow('down');
    expect(await result()).toBe('1:completed 2:completed 3:completed');
    site.set(4, at(0));
    await reconcile();
    expect(await result()).toBe('1:completed 2:completed 3:completed 4:queued');
  });

  test('never overlaps another, and a change during a run is seen by the next', async () => {
    site.set(1, at(0));
    let running = 0;
    let most = 0;
    const answer = digest.getMockImplementation()!;
    digest.mockImplementation(async (...call) => {
      most = Math.max(most, ++running);
      const page = await answer(...call);
      await new Promise(setImmediate);
      running--;
      return page;
    });
    const first = reconcile();
    await Promise.resolve();
    site.set(2, at(0));
    await Promise.all([first, reconcile(), reconcile()]);
    expect(most).toBe(1);
    expect(await result()).toBe('1:queued 2:queued');
    expect(digest).toHaveBeenCalledTimes(2);
  });
});

describe('sources that are public', () => {
  let removed: number[];
  beforeEach(() => {
    removed = [];
    site = new Map([1, 2, 3].map((id) => [id, '']));
  });
  const makeVisibility = (dialect = context.database.dialect) =>
    new Visibility(
      { ...context, database: { ...context.database, dialect } },
      { remove: (id) => Promise.resolve(removed.push(id) > 0) },
    );
  async function compare(visibility: Visibility, work = () => Promise.resolve()): Promise<void> {
    const startedAt = context.now;
    await work();
    visibility.trust(startedAt);
  }
  const text = { ...passage(9), kind: 'txt' as const, postId: null };
  const file = (id: number) => passage(id, { kind: 'pdf', postId: null, attachmentId: id });
  const shown = async (visibility: Visibility, passages = [1, 2, 4].map((id) => passage(id))) =>
    (await visibility.onlyPublic(passages, context.current)).map(({ chunkId }) => chunkId);

  test('are named by the site before the first comparison; other documents are removed', async () => {
    const hidden = passage(4, { documentId: 40 });
    const passages = [passage(1), hidden, hidden, file(4), file(2), text];
    expect(await shown(makeVisibility(), passages)).toEqual([1, 2, 9]);
    expect(standing.mock.calls).toEqual([[[1, 4, 2]]]);
    expect(removed).toContain(40);
    standing.mockClear();
    expect(await shown(makeVisibility(), [text])).toEqual([9]);
    expect(standing).not.toHaveBeenCalled();
  });

  test('are unknown while the site does not answer: nothing of it is shown and nothing removed', async () => {
    standing.mockRejectedValue(new AppError('sidecar_unavailable'));
    const visibility = makeVisibility();
    expect(await shown(visibility, [passage(1), text])).toEqual([9]);
    await expect(shown(visibility)).rejects.toMatchObject({ code: 'sidecar_unavailable' });
    expect(removed).toEqual([]);
  });

  test('are asked for in batches', async () => {
    const many = Array.from({ length: 130 }, (_, index) => passage(index + 1));
    expect(await shown(makeVisibility(), many)).toEqual([1, 2, 3]);
    expect(standing.mock.calls.map(([ids]) => ids.length)).toEqual([100, 30]);
  });

  describe('after a comparison', () => {
    const asked = async (visibility: Visibility) => {
      standing.mockClear();
      await shown(visibility, [passage(1)]);
      return standing.mock.calls.length > 0;
    };

    test('that succeeded are not asked for during fifteen minutes', async () => {
      const visibility = makeVisibility();
      await expect(compare(visibility, down)).rejects.toThrow();
      expect(await asked(visibility)).toBe(true);
      await compare(visibility);
      context.now += 15 * minute - 1;
      expect(await asked(visibility)).toBe(false);
      context.now += 1;
      expect(await asked(visibility)).toBe(true);
    });

    test('are asked for again when settings have changed, until a later one', async () => {
      const visibility = makeVisibility();
      await compare(visibility, async () => {
        context.now += minute;
        visibility.distrust();
        await Promise.resolve();
      });
      expect(await asked(visibility)).toBe(true);
      await compare(visibility);
      expect(await asked(visibility)).toBe(false);
    });
  });

  describe('are looked up in wp_posts of the same database', () => {
    let visibility: Visibility;
    const run = (query: ReturnType<typeof sql>) => query.execute(context.database.query);
    const write = (id: number, type: string, status: string, password = '') =>
      run(sql`insert or replace into wp_posts values (${id}, ${type}, ${status}, ${password})`);
    const passages = [passage(1), passage(2), file(3), text];
    beforeEach(async () => {
      await run(
        sql`create table wp_posts (ID integer primary key, post_type, post_status, post_password)`,
      );
      await write(1, 'post', 'publish');
      await write(2, 'page', 'publish');
      await write(3, 'attachment', 'inherit');
      visibility = makeVisibility('mysql');
      await compare(visibility);
    });

    test('without asking the site', async () => {
      expect(await shown(visibility, passages)).toEqual([1, 2, 3, 9]);
      expect(standing).not.toHaveBeenCalled();
    });

    const changes: [string, number, () => Promise<unknown> | void][] = [
      ['private', 1, () => write(1, 'post', 'private')],
      ['behind a password', 1, () => write(1, 'post', 'publish', 'sesame')],
      ['of another type', 1, () => write(1, 'product', 'publish')],
      ['deleted', 1, () => run(sql`delete from wp_posts where ID = 1`)],
      ['excluded', 1, () => void (context.current.indexing.exclude_ids = [1])],
      ['not of a chosen type', 1, () => void (context.current.indexing.post_types = ['page'])],
      ['in the trash', 3, () => write(3, 'attachment', 'trash')],
    ];
    test.each(changes)('and not if one is now %s', async (_case, id, change) => {
      await change();
      site.delete(id);
      const left = [1, 2, 3, 9].filter((each) => each !== id);
      expect(await shown(visibility, passages)).toEqual(left);
      expect(standing.mock.calls).toEqual([[[id]]]);
      expect(removed).toEqual([passages[id - 1]!.documentId]);
    });

    test('but the site decides: the table may belong to another one', async () => {
      await write(1, 'post', 'draft');
      expect(await shown(visibility, passages)).toEqual([1, 2, 3, 9]);
      standing.mockRejectedValue(new AppError('sidecar_unavailable'));
      expect(await shown(visibility, passages)).toEqual([2, 3, 9]);
      expect(removed).toEqual([]);
    });
  });

  test('are looked up once where the database has no wp_posts', async () => {
    const execute = jest.spyOn(context.database.query.getExecutor(), 'executeQuery');
    execute.mockRejectedValue(Object.assign(new Error('No such table'), { errno: 1146 }));
    const visibility = makeVisibility('mysql');
    await compare(visibility);
    for (let time = 0; time < 2; time++) expect(await shown(visibility)).toEqual([1, 2, 4]);
    expect(execute).toHaveBeenCalledTimes(1);
  });
});

describe('an event of the site', () => {
  const said: string[] = [];
  const say = (word: string) => () => Promise.resolve(void said.push(word));
  let events: SiteEvents;
  let reconcile: jest.Mock<() => Promise<void>>;
  beforeEach(() => {
    said.length = 0;
    reconcile = jest.fn(say('compare'));
    Object.assign(context.settings, { invalidate: say('forget settings') });
    events = new SiteEvents(context, {
      indexPosts,
      knowledge: { ...removing(), reindexChanged: say('reindex') },
      reconciler: { run: reconcile },
      visibility: { distrust: () => void say('distrust')() },
      frames: { tell: say('tell'), refresh: say('look') },
    });
  });

  test('removes posts, also those that were added as pages, and queues changed ones, before it is answered', async () => {
    await indexPosts.enqueue([1, 2]);
    const sourceUrl = permalinkOf(2);
    await context.documents.ensure({ kind: 'url', sourceKey: `url:${sourceUrl}`, sourceUrl });
    const second = context.database.query.updateTable('documents').where('post_id', '=', 2);
    await second.set({ source_url: sourceUrl }).execute();
    await events.apply([
      { type: 'post_removed', post_id: 1 },
      { type: 'post_changed', post_id: 1 },
      { type: 'post_removed', post_id: 2 },
      { type: 'post_changed', post_id: 3 },
    ]);
    expect(await result()).toBe('1:queued 3:queued');
  });

  test('of settings has all read anew, and is not refused for a site that does not answer', async () => {
    reconcile.mockImplementationOnce(down);
    for (let time = 0; time < 2; time++) {
      said.length = 0;
      await events.apply([{ type: 'settings_changed' }]);
      await new Promise(setImmediate);
    }
    expect(said).toEqual(['forget settings', 'distrust', 'reindex', 'tell', 'compare', 'look']);
  });
});
