import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import type { ProcessingMode } from '../../server/contract/knowledge.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createAddDocuments, createProcessDocument } from '../../server/ingestion/add-documents.ts';
import { JobQueue, type Job } from '../../server/jobs/queue.ts';
import { createWorker, type Worker } from '../../server/jobs/worker.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createAddPages } from '../../server/ingestion/web/add-pages.ts';
import { createAddressGuard, parseAllowed } from '../../server/net/address-guard.ts';
import { createCrawl } from '../../server/ingestion/web/crawl.ts';
import type { Robots } from '../../server/ingestion/web/robots.ts';
import type { ReadSitemap } from '../../server/ingestion/web/sitemap.ts';
import { createCrawls, createPages } from '../../server/storage/pages.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments, type Documents } from '../../server/storage/documents.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const done = {
  title: 'Done',
  source_url: '',
  language: '',
  bytes: 1,
  content_hash: 'h',
  chunk_count: 1,
  source_modified: '',
};

let now: number;
let readSitemap: jest.Mock<ReadSitemap>;
let filename: string;
let processing_mode: ProcessingMode;
let database: Database;
let documents: Documents;
let queue: JobQueue;
let worker: Worker;
let handle: jest.Mock<(job: Job) => Promise<void>>;
let processDocument: ReturnType<typeof createProcessDocument>;
let addDocuments: ReturnType<typeof createAddDocuments>;
beforeEach(async () => {
  now = Date.now();
  readSitemap = jest.fn<ReadSitemap>();
  filename = 'guide.pdf';
  processing_mode = 'queue';
  database = await memoryDatabase();
  documents = createDocuments(database, Date.now);
  queue = new JobQueue(database, { lease: 60_000, clock: Date.now });
  handle = jest.fn((job) => queue.complete(job, done, () => Promise.resolve()));
  worker = createWorker({
    queue,
    handle,
    log: createLog('silent'),
    concurrency: () => 1,
    lease: 60_000,
    poll: 60_000,
  });
  const dependencies = {
    documents,
    queue,
    // Queued documents stay queued, so that the test sees them.
    worker: { ...worker, look: jest.fn() },
    bridge: {
      attachment: (id: number) =>
        id === 404
          ? Promise.reject(new AppError('not_found'))
          : Promise.resolve({
              id,
              title: 'Guide',
              filename,
              mime_type: '',
              url: `https://site.example/${filename}`,
              bytes: 1,
            }),
    } as unknown as Bridge,
    settings: {
      get: () =>
        Promise.resolve({
          ...settingsDefaults,
          general: { ...settingsDefaults.general, processing_mode },
        }),
    } as unknown as SettingsStore,
  };
  processDocument = createProcessDocument(dependencies);
  const crawls = createCrawls(database, documents);
  const robots = {
    rulesFor: () => Promise.resolve({ allows: () => true, delay: 0, sitemaps: [] }),
  };
  const crawl = createCrawl({
    documents,
    crawls,
    queue,
    robots: robots as unknown as Robots,
    clock: Date.now,
    look: jest.fn(),
  });
  const addPages = createAddPages({
    documents,
    pages: createPages(database, documents, Date.now),
    guard: createAddressGuard(parseAllowed(''), () => Promise.resolve([])),
    crawl,
    readSitemap,
  });
  addDocuments = createAddDocuments(
    { ...dependencies, addPages, clock: () => now },
    processDocument,
  );
});
afterEach(async () => {
  await worker.stop();
  await database.close();
});

const note = { title: 'Note', content: 'Swans are fed at noon.' };
const first = async (added: ReturnType<typeof addDocuments>) => (await added).documents[0];

describe('a file of the media library', () => {
  test.each([
    ['guide.pdf', 'pdf'],
    ['GUIDE.PDF', 'pdf'],
    ['rules.docx', 'docx'],
    ['notes.txt', 'txt'],
    ['notes.md', 'txt'],
    ['old.pdf.txt', 'txt'],
  ])('%s is read as %s', async (name, kind) => {
    filename = name;
    expect(await first(addDocuments({ attachment_id: 5 }))).toMatchObject({
      kind,
      attachment_id: 5,
      title: 'Guide',
    });
  });

  test.each(['photo.jpg', 'sheet.xlsx', 'pdf', 'old.doc', 'x.pdf.exe'])(
    '%s is refused',
    async (name) => {
      filename = name;
      await expect(addDocuments({ attachment_id: 5 })).rejects.toMatchObject({
        code: 'unsupported_type',
        status: 415,
      });
      expect((await documents.counts()).total).toBe(0);
    },
  );

  test('that is added again is the same document', async () => {
    const [one, two] = [
      await first(addDocuments({ attachment_id: 5 })),
      await first(addDocuments({ attachment_id: 5 })),
    ];
    expect(two?.id).toBe(one?.id);
    expect((await documents.counts()).total).toBe(1);
  });
});

test('a text that is typed twice is two documents', async () => {
  await addDocuments(note);
  expect(await first(addDocuments(note))).toMatchObject({
    kind: 'txt',
    title: 'Note',
    body: note.content,
  });
  expect((await documents.counts()).total).toBe(2);
});

test.each(['queue', 'now'] as const)('added documents are processed as asked: %s', async (mode) => {
  const status = mode === 'queue' ? 'queued' : 'completed';
  expect(await first(addDocuments({ ...note, mode }))).toMatchObject({ status });
});

describe('processing', () => {
  let id: number;
  beforeEach(async () => {
    id = (await first(addDocuments(note)))?.id ?? 0;
  });

  test.each([
    ['queue', undefined, false],
    ['now', undefined, true],
    ['queue', 'now', true],
    ['now', 'queue', false],
  ] as const)(
    'with the setting %s, asked for %s, is done at once: %s',
    async (setting, mode, expected) => {
      processing_mode = setting;
      const result = await processDocument(id, mode, false);
      expect(result.done).toBe(expected);
      expect(result.document.status).toBe(expected ? 'completed' : 'queued');
    },
  );

  test('that fails is reported by the document, not by the request', async () => {
    handle.mockRejectedValueOnce(new AppError('no_text'));
    const { document, done: atOnce } = await processDocument(id, 'now', false);
    expect(atOnce).toBe(true);
    expect(document).toMatchObject({ status: 'failed', error_code: 'no_text' });
  });

  test('of a document in progress is a conflict, but it can be queued', async () => {
    await queue.claimNow(id);
    await expect(processDocument(id, 'now', false)).rejects.toMatchObject({
      code: 'conflict',
      status: 409,
    });
    expect((await processDocument(id, 'queue', false)).document.status).toBe('processing');
  });
});

describe('web pages', () => {
  const list = async (urls: string, mode?: ProcessingMode) =>
    addDocuments({ urls, ...(mode && { mode }) });

  test('are documents by their address, queued until they are read', async () => {
    expect(await first(addDocuments({ url: ' Site.example:443/a#part ' }))).toMatchObject({
      kind: 'url',
      status: 'queued',
      source_url: 'https://site.example/a',
      source_key: 'url:https://site.example/a',
    });
  });

  test('of one address are one document, however long it is', async () => {
    const long = `https://site.example/${'x'.repeat(300)}`;
    for (const url of [long, `${long}#end`, `${long}?`]) await addDocuments({ url });
    expect((await documents.counts()).total).toBe(2);
  });

  test.each([
    ['ftp://site.example/', 'invalid_request'],
    ['not a page', 'invalid_request'],
    ['http://10.0.0.1/', 'blocked_address'],
    ['http://localhost/', 'blocked_address'],
  ])('%s is refused', async (url, code) => {
    await expect(addDocuments({ url })).rejects.toMatchObject({ code });
    await expect(addDocuments({ crawl: { url, depth: 1, max_pages: 5 } })).rejects.toMatchObject({
      code,
    });
    expect((await documents.counts()).total).toBe(0);
  });

  test('of a list come in its order, and each line that cannot be read has its reason', async () => {
    const { documents: added, rejected } = await list(
      'title,url\nB,https://site.example/b\n\nhttp://192.168.0.1/\nsite.example/a\nhttps://site.example/b#x',
    );
    expect(added.map(({ source_url, title }) => [source_url, title])).toEqual([
      ['https://site.example/b', 'B'],
      ['https://site.example/a', ''],
    ]);
    expect(rejected.map(({ line, value, code }) => [line, value, code])).toEqual([
      [4, 'http://192.168.0.1/', 'blocked_address'],
      [6, 'https://site.example/b#x', 'conflict'],
    ]);
  });

  test('get the title that the owner gives later, and are read again for it', async () => {
    const before = await first(list('https://site.example/a'));
    await database.query.updateTable('documents').set({ etag: '"1"', title: 'Own' }).execute();
    const after = await first(list('Given,https://site.example/a'));
    expect(after).toMatchObject({ id: before?.id, title: 'Given', title_given: 1, etag: '' });
    expect(await first(list('https://site.example/a'))).toMatchObject({ title: 'Given' });
  });

  test('become due one after another, so that other documents can come in between', async () => {
    const { documents: added } = await list(
      Array.from({ length: 1200 }, (_, n) => `https://site.example/${n}`).join('\n'),
    );
    expect(added).toHaveLength(1200);
    const turns = added.map(({ available_at }) => available_at);
    expect(turns.every((turn, n) => n === 0 || turn > (turns[n - 1] ?? 0))).toBe(true);
  });

  test('are processed during the request until its time is over', async () => {
    handle.mockImplementation(async (job) => {
      now += 20_000;
      await queue.complete(job, done, () => Promise.resolve());
    });
    const lines = [1, 2, 3, 4, 5].map((n) => `https://site.example/${n}`).join('\n');
    const { documents: added } = await list(lines, 'now');
    const all = added.map(({ status }) => status);
    expect(all).toEqual(['completed', 'completed', 'completed', 'queued', 'queued']);
  });

  test('that another process works on are skipped', async () => {
    const [one] = (await list('https://site.example/1')).documents;
    await queue.claimNow(one?.id ?? 0);
    const { documents: added } = await list(
      'https://site.example/1\nhttps://site.example/2',
      'now',
    );
    expect(added.map(({ status }) => status)).toEqual(['processing', 'completed']);
  });

  test('of a sitemap belong to it until the owner adds them', async () => {
    const url = 'https://site.example/a';
    readSitemap.mockResolvedValue({ pages: [new URL(url)], rejected: [] });
    const added = addDocuments({ sitemap: { url: 'https://site.example/', max_pages: 5 } });
    expect(await first(added)).toMatchObject({ source_url: url, crawl_id: 'sitemap' });
    expect(await first(addDocuments({ url }))).toMatchObject({ crawl_id: null });
  });

  test('of a crawl begin with one', async () => {
    const crawl = { url: 'https://site.example/docs', depth: 2, max_pages: 50 };
    const page = await first(addDocuments({ crawl }));
    expect(page).toMatchObject({ status: 'queued', crawl_id: String(page?.id), crawl_depth: 2 });
    // Naming it once more does not end the crawl.
    expect(await first(addDocuments({ url: crawl.url }))).toMatchObject({
      crawl_id: page?.crawl_id,
    });
  });
});
