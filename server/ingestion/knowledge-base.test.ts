import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BulkRequest, ProcessingMode } from '../contract/knowledge.ts';
import type { AppError } from '../errors/app-error.ts';
import { KnowledgeBase } from './knowledge-base.ts';
import { AddPages, Crawl } from './web/crawl.ts';
import type { Sitemaps } from './web/sitemap.ts';
import { maxAttempts, type Job } from '../jobs/queue.ts';
import { Worker } from '../ingestion/worker.ts';
import { AddressGuard, parseAllowed } from '../net/address-guard.ts';
import { Crawls } from '../storage/pages.ts';
import type { DocumentRow, NewDocument } from '../storage/documents.ts';
import { Bridge } from '../wordpress/bridge.ts';
import { startWordPressSite, type WordPressSite } from '../../test/fakes/wordpress-site.ts';
import { lease, outcome, testContext, type TestContext } from '../../test/ingestion/context.ts';

type Parts = ConstructorParameters<typeof KnowledgeBase>[1];

const hour = 3_600_000;
const unused = { worker: {}, addPages: {}, checkIndex: () => undefined } as unknown as Parts;
let context: TestContext;
let filename: string;
beforeEach(async () => {
  filename = 'guide.pdf';
  context = await testContext({
    attachment: (id) =>
      Promise.resolve({
        ...{ id, title: 'Guide', filename, mime_type: '', bytes: 1 },
        url: `https://site.example/${filename}`,
      }),
  });
});
afterEach(() => context.database.close());

const total = async () => (await context.documents.counts()).total;
const setStatus = (status: DocumentRow['status'], ids: readonly number[]) =>
  context.database.query.updateTable('documents').set({ status }).where('id', 'in', ids).execute();

describe('documents that are added', () => {
  const note = { title: 'Note', content: 'Swans are fed at noon.' };
  let readSitemap: jest.Mock<Sitemaps['pages']>;
  let worker: Worker;
  let handle: jest.Mock<(job: Job) => Promise<void>>;
  let knowledge: KnowledgeBase;
  beforeEach(() => {
    const { queue, documents, database, log } = context;
    readSitemap = jest.fn<Sitemaps['pages']>();
    handle = jest.fn((job) => queue.complete(job, outcome, () => Promise.resolve()));
    const ingest = { run: handle };
    worker = new Worker({ queue, ingest, log, concurrency: () => 1, lease, poll: 60_000 });
    const rules = { allows: () => true, delay: 0, sitemaps: [] };
    const robots = { rulesFor: () => Promise.resolve(rules) };
    const crawl = new Crawl(context, new Crawls(database, documents), robots);
    const guard = new AddressGuard(parseAllowed(''), () => Promise.resolve([]));
    const addPages = new AddPages(context, { guard, crawl, sitemaps: { pages: readSitemap } });
    knowledge = new KnowledgeBase(context, { ...unused, worker, addPages });
  });
  afterEach(() => worker.stop());

  const first = async (added: ReturnType<KnowledgeBase['add']>) => (await added).documents[0];

  test.each([
    ['GUIDE.PDF', 'pdf'],
    ['rules.docx', 'docx'],
    ['notes.md', 'txt'],
    ['old.pdf.txt', 'txt'],
    ['pdf', 'unsupported_type'],
    ['old.doc', 'unsupported_type'],
    ['x.pdf.exe', 'unsupported_type'],
  ])('the file %s of the media library is read as, or refused for: %s', async (name, kind) => {
    filename = name;
    const added = knowledge.add({ attachment_id: 5 }).then(
      ({ documents }) => documents[0]?.kind,
      ({ code }: AppError) => code,
    );
    expect(await added).toBe(kind);
  });

  test('a text that is typed twice is two documents', async () => {
    await knowledge.add(note);
    const second = { kind: 'txt', title: 'Note', body: note.content, status: 'queued' };
    expect(await first(knowledge.add(note))).toMatchObject(second);
    expect(await total()).toBe(2);
  });

  describe('processing', () => {
    let id: number;
    beforeEach(async () => {
      id = (await first(knowledge.add(note)))?.id ?? 0;
    });

    test.each([
      ['queue', undefined, false],
      ['now', undefined, true],
      ['queue', 'now', true],
      ['now', 'queue', false],
    ] as const)(
      'with the setting %s, asked for %s, is done at once: %s',
      async (setting, mode, expected) => {
        context.current.general.processing_mode = setting;
        const result = await knowledge.process(id, mode, false);
        expect(result.done).toBe(expected);
        expect(result.document.status).toBe(expected ? 'completed' : 'queued');
      },
    );

    test('of a document in progress is a conflict, but it can be queued', async () => {
      await context.queue.claimNow(id);
      await expect(knowledge.process(id, 'now', false)).rejects.toMatchObject({ code: 'conflict' });
      expect((await knowledge.process(id, 'queue', false)).document.status).toBe('processing');
    });
  });

  describe('web pages', () => {
    const list = async (urls: string, mode?: ProcessingMode) =>
      knowledge.add({ urls, ...(mode && { mode }) });

    test('are documents by their address, queued until they are read', async () => {
      expect(await first(knowledge.add({ url: ' Site.example:443/a#part ' }))).toMatchObject({
        kind: 'url',
        status: 'queued',
        source_url: 'https://site.example/a',
      });
    });

    test.each([
      ['ftp://site.example/', 'invalid_request'],
      ['http://10.0.0.1/', 'blocked_address'],
      ['http://localhost/', 'blocked_address'],
    ])('%s is refused', async (url, code) => {
      await expect(knowledge.add({ url })).rejects.toMatchObject({ code });
      const crawl = { url, depth: 1, max_pages: 5 };
      await expect(knowledge.add({ crawl })).rejects.toMatchObject({ code });
      expect(await total()).toBe(0);
    });

    test('get the title that the owner gives later, and are read again for it', async () => {
      const before = await first(list('https://site.example/a'));
      const { query } = context.database;
      await query.updateTable('documents').set({ etag: '"1"', title: 'Own' }).execute();
      const after = await first(list('Given,https://site.example/a'));
      expect(after).toMatchObject({ id: before?.id, title: 'Given', title_given: 1, etag: '' });
      expect(await first(list('https://site.example/a'))).toMatchObject({ title: 'Given' });
    });

    test('are processed during the request until its time is over; those in other hands are skipped', async () => {
      handle.mockImplementation(async (job) => {
        context.now += 20_000;
        await context.queue.complete(job, outcome, () => Promise.resolve());
      });
      const [held] = (await list('https://site.example/1')).documents;
      await context.queue.claimNow(held?.id ?? 0);
      const lines = [1, 2, 3, 4, 5, 6].map((n) => `https://site.example/${n}`).join('\n');
      const { documents: added } = await list(lines, 'now');
      const read = ['completed', 'completed', 'completed'];
      expect(added.map(({ status }) => status)).toEqual([
        ...['processing', ...read, 'queued', 'queued'],
      ]);
    });

    test('of a sitemap belong to it until the owner adds them', async () => {
      const url = 'https://site.example/a';
      readSitemap.mockResolvedValue({ pages: [new URL(url)], rejected: [] });
      const added = knowledge.add({ sitemap: { url: 'https://site.example/', max_pages: 5 } });
      expect(await first(added)).toMatchObject({ source_url: url, crawl_id: 'sitemap' });
      expect(await first(knowledge.add({ url }))).toMatchObject({ crawl_id: null });
    });

    test('of a crawl begin with one', async () => {
      const crawl = { url: 'https://site.example/docs', depth: 2, max_pages: 50 };
      const page = await first(knowledge.add({ crawl }));
      expect(page).toMatchObject({ status: 'queued', crawl_id: String(page?.id), crawl_depth: 2 });
      // Naming it once more does not end the crawl.
      const again = await first(knowledge.add({ url: crawl.url }));
      expect(again).toMatchObject({ crawl_id: page?.crawl_id });
    });
  });
});

describe('an action on many documents', () => {
  const request: BulkRequest = {
    action: 'process',
    filter: { search: '' },
    force: false,
    after: 0,
  };
  const addPosts = (count: number) =>
    context.documents.ensureAll(
      Array.from({ length: count }, (_, n) => ({
        ...({ kind: 'post', postId: n + 1 } as const),
        sourceKey: `post:${n + 1}`,
      })),
    );

  test('ends after some seconds, and the next call goes on behind it', async () => {
    await addPosts(1500);
    const slow = { ...context, clock: () => (context.now += 2000) };
    const knowledge = new KnowledgeBase(slow, unused);
    const first = await knowledge.bulk(request);
    expect(first.after).not.toBeNull();
    expect(first.affected).toBeLessThan(1500);
    let affected = first.affected;
    for (let { after } = first; after !== null;) {
      const next = await knowledge.bulk({ ...request, after });
      affected += next.affected;
      ({ after } = next);
    }
    expect(affected).toBe(1500);
    expect(context.wake).toHaveBeenCalled();
  });

  test('excludes no more posts than a setting can hold, and deletes none of them then', async () => {
    await addPosts(100);
    context.current.indexing.exclude_ids = Array.from({ length: 9950 }, (_, n) => 100_000 + n);
    const update = jest.fn<() => Promise<never>>();
    const settings = Object.assign(context.settings, { update });
    const knowledge = new KnowledgeBase({ ...context, settings }, unused);
    await expect(knowledge.bulk({ ...request, action: 'exclude' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('10,000'),
    });
    expect(update).not.toHaveBeenCalled();
    expect(await total()).toBe(100);
  });
});

describe('changed settings', () => {
  let checkIndex: jest.Mock<() => void>;
  let reindexChanged: () => Promise<void>;
  const statuses = async () => {
    const { by_status } = await context.documents.counts();
    await setStatus('completed', await context.documents.ids());
    return by_status;
  };
  beforeEach(async () => {
    checkIndex = jest.fn<() => void>();
    for (const sourceKey of ['post:1', 'attachment:2']) {
      const { id } = await context.documents.ensure({ kind: 'txt', sourceKey });
      await setStatus('completed', [id]);
    }
    const knowledge = new KnowledgeBase(context, { ...unused, checkIndex });
    reindexChanged = () => knowledge.reindexChanged();
    await reindexChanged();
    await statuses();
    context.wake.mockClear();
  });

  test('of another embedder, or none, queue nothing: it gets its own index', async () => {
    await reindexChanged();
    context.current.embeddings.provider = 'openai';
    context.current.embeddings.dimensions = 256;
    await reindexChanged();
    expect(await statuses()).toEqual({ completed: 2 });
    expect(context.wake).not.toHaveBeenCalled();
    expect(checkIndex).toHaveBeenCalledTimes(3);
  });

  test('of the chunk size queue every document once, whatever its kind', async () => {
    context.current.indexing.chunk_size = 500;
    await reindexChanged();
    expect(await statuses()).toEqual({ queued: 2 });
    expect(context.wake).toHaveBeenCalled();
    await reindexChanged();
    expect(await statuses()).toEqual({ completed: 2 });
  });
});

test('pages are visited again after the interval of the settings, the oldest first, unless they are queued', async () => {
  const enqueue = jest.fn<(ids: readonly number[]) => Promise<void>>(() => Promise.resolve());
  const due = async () => {
    enqueue.mockClear();
    const addPages = { queue: enqueue } as unknown as AddPages;
    await new KnowledgeBase(context, { ...unused, addPages }).recheckPages();
    return enqueue.mock.calls.flatMap(([ids]) => ids);
  };
  const visited = async (status: DocumentRow['status'], kind: NewDocument['kind'] = 'url') => {
    const { id } = await context.documents.ensure({ kind, sourceKey: `${kind}:${status}` });
    await setStatus(status, [id]);
    return id;
  };
  const { now } = context;
  const early = await visited('completed');
  for (const status of ['queued', 'processing'] as const) await visited(status);
  await visited('completed', 'pdf');
  context.now += hour;
  const late = await visited('failed');
  context.now = now + 24 * hour;
  expect(await due()).toEqual([]);
  context.now += 1;
  expect(await due()).toEqual([early]);
  context.now += hour;
  expect(await due()).toEqual([early, late]);
  for (const hours of [48, 0]) {
    context.current.indexing.url_recheck_hours = hours;
    expect(await due()).toEqual([]);
  }
});

describe('a post that failed because the site did not answer', () => {
  const secret = randomBytes(32).toString('hex');
  let site: WordPressSite;
  let retryAfterOutage: () => Promise<void>;
  beforeEach(async () => {
    site = await startWordPressSite(secret);
    const here = { ...site.identity, secret, address: site.url };
    const served = { get: () => Promise.resolve(here), reread: () => Promise.resolve(here) };
    context.bridge = new Bridge({ site: served });
    const knowledge = new KnowledgeBase(context, unused);
    retryAfterOutage = () => knowledge.retryAfterOutage();
    const { id } = await context.documents.ensure({ kind: 'post', sourceKey: 'post:1' });
    await context.queue.enqueue([id]);
  });
  afterEach(() => site.close());

  /** Reads the post as the worker does, until it is read or has failed. */
  async function work(): Promise<string> {
    const { queue, bridge, database } = context;
    for (;;) {
      const [job] = await queue.claim(1);
      if (!job) break;
      await bridge.post(1).then(
        () => queue.discard(job),
        (error: unknown) => queue.fail(job, error),
      );
      context.now += 45_000;
    }
    const rows = await database.query.selectFrom('documents').select('status').execute();
    return rows.map(({ status }) => status).join();
  }

  test('is read as soon as the site answers, after each outage', async () => {
    for (let outage = 1; outage <= 2; outage++) {
      site.failWith = 503;
      expect(await work()).toBe('failed');
      await retryAfterOutage();
      expect(await work()).toBe('failed');
      site.failWith = 0;
      await retryAfterOutage();
      expect(context.wake).toHaveBeenCalledTimes(outage);
    }
    expect(await work()).toBe('');
  });

  test('and alone ends PHP is not read again each minute', async () => {
    const { bridge } = context;
    const dead = bridge.post.bind(bridge);
    bridge.post = async (id) => {
      site.failWith = 500;
      return dead(id).finally(() => (site.failWith = 0));
    };
    expect(await work()).toBe('failed');
    for (let minute = 0; minute < 5; minute++) {
      await retryAfterOutage();
      expect(await work()).toBe('failed');
    }
    expect(context.wake).toHaveBeenCalledTimes(1);
    expect(site.calls.filter((call) => call.endsWith('/posts'))).toHaveLength(2 * maxAttempts);
  });
});
