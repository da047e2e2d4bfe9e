import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import type { BridgePost } from '../contract/bridge.ts';
import { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { IndexBuild } from '../embedding/build-index.ts';
import { BatchEmbedder } from '../embedding/batch-embedder.ts';
import { extract } from './read/extract.ts';
import { Ingest } from './ingest.ts';
import type { GuestChecks } from './guest-checks.ts';
import { SourceLoader } from './source-loader.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { providers as allProviders } from '../contract/providers.ts';
import type { Embedder } from '../providers/embedder.ts';
import { Providers } from '../providers/registry.ts';
import type { Chunks } from '../storage/chunks.ts';
import { Crawls } from '../storage/pages.ts';
import type { Documents } from '../storage/documents.ts';
import { testContext, type TestContext } from '../../test/ingestion/context.ts';
import { post } from '../../test/ingestion/post.ts';

const page = post();

let context: TestContext;
let seen: Omit<Awaited<ReturnType<GuestChecks['requireShown']>>, 'checked_at'>;
let loadPage: SourceLoader['load'];
let kept: boolean;
let site: BridgePost | null;
/** Happens while a source is read. */
let reading: () => Promise<void>;
let documents: Documents;
let chunks: Chunks;
let queue: JobQueue;
let embed: jest.Mock<Embedder['embed']>;
let ingest: Ingest;
let build: IndexBuild;
/** Times that vectors were asked for. */
let wanted: number;
let id: number;
beforeEach(async () => {
  site = page;
  seen = { etag: '', last_modified: '', page_hash: '', keep: false, page: null };
  kept = true;
  reading = () => Promise.resolve();
  context = await testContext({ post: () => Promise.resolve(site) });
  context.current.embeddings.provider = 'openai';
  ({ documents, chunks, queue } = context);
  embed = jest.fn<Embedder['embed']>((texts) =>
    Promise.resolve(texts.map((text) => Float32Array.of(text.length, 1))),
  );
  const kind = {
    embedder: ({ model }: { model: string }): Embedder => ({
      id: `fake:${model}`,
      maxBatch: 2,
      embed: (texts, options) => embed(texts, options),
    }),
  };
  const providers = new Providers(
    Object.fromEntries(Object.keys(allProviders).map((id) => [id, kind])) as never,
  );
  const indexes = new EmbeddingIndexes({ ...context, providers });
  await indexes.plan();
  embed.mockClear();
  wanted = 0;
  build = new IndexBuild({ ...context, indexes, batches: new BatchEmbedder(Date.now) });
  ingest = new Ingest(context, {
    sources: new SourceLoader(context.bridge, { load: (...given) => loadPage(...given) }),
    crawl: { follow: () => Promise.resolve(kept) },
    frames: { lines: () => Promise.resolve(['Menu']) },
    guests: { requireShown: () => Promise.resolve({ ...seen, checked_at: context.now }) },
    reader: {
      extract: async (...given) => {
        await reading();
        return extract(...given);
      },
    },
    stored: () => void wanted++,
  });
  ({ id } = await documents.ensure({ kind: 'post', sourceKey: 'post:7', postId: 7 }));
});
afterEach(() => context.database.close());

const work = async (options?: { force?: boolean }, signal = new AbortController().signal) =>
  ingest.run(await queue.claimNow(id, options), signal);
/** Makes the vectors that are missing, as the background does. */
const embedMissing = async () => {
  while (await build.step(new AbortController().signal));
};
const stored = () =>
  context.database.query
    .selectFrom('chunks')
    .select(['embedder', 'dimensions', 'embedding'])
    .execute();
const contents = async () => (await chunks.ofDocument(id, 100, 0)).map(({ content }) => content);

test('a post is found by its words while the embedder fails, and has its vectors when it is well again', async () => {
  embed.mockRejectedValue(new AppError('provider_error'));
  await work();
  expect(embed).not.toHaveBeenCalled();
  expect(wanted).toBe(1);
  expect(await documents.get(id)).toMatchObject({ status: 'completed', chunk_count: 1 });
  await expect(embedMissing()).rejects.toMatchObject({ code: 'provider_error' });
  expect(await documents.get(id)).toMatchObject({ status: 'completed', error_code: null });
  embed.mockReset().mockResolvedValue([Float32Array.of(1, 0)]);
  await embedMissing();
  const text = 'Visit\nSwans\nThe swans are fed at noon, every day of the week.';
  expect(embed).toHaveBeenCalledWith([text], expect.objectContaining({ purpose: 'document' }));
  expect(await stored()).toMatchObject([{ embedder: 'fake:', dimensions: 2 }]);
});

test.each([
  ['long ago', '2026-05-17T12:00:00Z', '2026-05-17T12:00:00Z'],
  ['in this very second', '2026-06-01T00:00:00Z', ''],
  ['in the future, where clocks differ', '2026-06-01T00:00:05Z', ''],
  ['at a time that is none', '', ''],
])(
  'a text that changed %s is read again by the next comparison only if it may change unseen',
  async (_case, modified, kept) => {
    site = { ...page, modified };
    await work();
    expect(await documents.get(id)).toMatchObject({ source_modified: kept });
  },
);

test('a passage tells when its source was published, of which type and language, and whether it is prominent', async () => {
  site = { ...page, published: '2019-05-04T06:30:00Z', prominent: true };
  await work();
  const [chunk] = await chunks.ofDocument(id, 1, 0);
  const about = { postType: 'page', language: 'en-US', prominent: true };
  expect(await chunks.passages([chunk?.id ?? 0])).toMatchObject([
    { ...about, published: Date.UTC(2019, 4, 4, 6, 30) },
  ]);
  // The comparison of all posts may know more than the site's answer to this reading.
  site = { ...site, prominent: false, html: '<p>Another text about the harbour.</p>' };
  await work();
  expect(await documents.get(id)).toMatchObject({ status: 'completed', prominent: 1 });
});

describe('an unchanged source', () => {
  const workAndEmbed = async (options?: { force?: boolean }) => {
    await work(options);
    await embedMissing();
  };
  beforeEach(() => workAndEmbed());

  test('is not embedded again unless that is forced, but its new address and date are known', async () => {
    site = { ...page, permalink: 'https://site.example/moved/', modified: '2026-05-18T12:00:00Z' };
    const before = await chunks.ofDocument(id, 10, 0);
    await workAndEmbed();
    expect(embed).toHaveBeenCalledTimes(1);
    expect(await documents.get(id)).toMatchObject({
      status: 'completed',
      source_url: site.permalink,
      source_modified: site.modified,
      chunk_count: 1,
    });
    expect(await chunks.ofDocument(id, 10, 0)).toEqual(before);
    expect(await chunks.passages([before[0]?.id ?? 0])).toMatchObject([{ url: site.permalink }]);
    await workAndEmbed({ force: true });
    expect(embed).toHaveBeenCalledTimes(2);
  });

  const [title, html] = ['Your visit', '<p>The swans are fed at one, and never before.</p>'];
  test.each<[string, () => void]>([
    ['the title', () => (site = { ...page, title })],
    ['the text', () => (site = { ...page, html })],
    ['a heading', () => (site = { ...page, html: page.html.replace('Swans', 'Birds') })],
    ['the chunk size', () => void (context.current.indexing.chunk_size = 500)],
  ])('is no longer so with %s changed', async (_case, change) => {
    const before = await chunks.ofDocument(id, 10, 0);
    change();
    await work();
    const after = await chunks.ofDocument(id, 10, 0);
    expect(after).toHaveLength(1);
    expect(after[0]!.id).not.toBe(before[0]!.id);
  });

  test('is embedded again only where its text is another', async () => {
    const heading = (name: string, text: string) => `<h2>${name}</h2><p>${text}</p>`;
    const swans = 'The swans are fed at noon, every day of the week.';
    const ducks = 'The ducks are fed at dusk, on Sundays only, and never at noon.';
    site = { ...page, html: heading('Swans', swans) + heading('And the ducks?', ducks) };
    embed.mockClear();
    await workAndEmbed();
    expect(embed.mock.calls.flatMap(([texts]) => texts)).toEqual([
      `Visit\nAnd the ducks?\n${ducks}`,
    ]);
    expect(await stored()).toMatchObject([{ dimensions: 2 }, { dimensions: 2 }]);
  });
});

describe('the old chunks stay until the new ones are stored', () => {
  let before: string[];
  beforeEach(async () => {
    await work();
    before = await contents();
    site = { ...page, html: '<p>The swans are fed at one, and never before.</p>' };
  });
  afterEach(async () => expect(await contents()).toEqual(before));

  test('when the source cannot be read', async () => {
    site = { ...page, html: '<script>nothing()</script>' };
    await expect(work()).rejects.toMatchObject({ code: 'no_text', status: 422 });
  });

  test('when the process is asked to stop', async () => {
    const controller = new AbortController();
    reading = () => {
      controller.abort(new Error('The sidecar is shutting down.'));
      return Promise.resolve();
    };
    await expect(work({}, controller.signal)).rejects.toThrow('shutting down');
  });
});

test('the document of a source that is gone is removed', async () => {
  await work();
  site = null;
  await work();
  expect(await documents.find(id)).toBeUndefined();
  expect(await contents()).toEqual([]);
});

test('a title longer than its column is shortened, not refused', async () => {
  site = { ...page, title: '🦢'.repeat(400) };
  await work();
  const { title } = await documents.get(id);
  expect(title.length).toBeLessThanOrEqual(500);
  expect(title.isWellFormed()).toBe(true);
});

describe('a page', () => {
  const html = Buffer.from('<p>The boathouse opens when the ice has gone.</p>');
  const boats = 'https://web.example/boats';
  const answer = { etag: '"1"', last_modified: 'Mon, 01 Jun 2026 00:00:00 GMT', robots: '' };
  const conditional: boolean[] = [];
  const work = async () => {
    const job = await queue.claimNow(id);
    await ingest.run(job, new AbortController().signal);
    return documents.find(id);
  };
  beforeEach(async () => {
    conditional.length = 0;
    loadPage = (_document, asked) => {
      conditional.push(asked);
      return Promise.resolve({
        source: { kind: 'page', bytes: html, contentType: 'text/html', url: `${boats}/` },
        url: `${boats}/`,
        title: 'boats',
        answer,
      });
    };
    ({ id } = await documents.ensure({ kind: 'url', sourceKey: `url:${boats}`, sourceUrl: boats }));
  });

  test('keeps the owner’s address and is cited at its final one', async () => {
    expect(await work()).toMatchObject({
      status: 'completed',
      source_url: boats,
      etag: answer.etag,
      last_modified: answer.last_modified,
    });
    const [chunk] = await chunks.ofDocument(id, 1, 0);
    expect(await chunks.passages([chunk?.id ?? 0])).toMatchObject([{ url: `${boats}/` }]);
  });

  test('is prominent if a crawl starts there', async () => {
    expect(await work()).toMatchObject({ prominent: 0, published_at: 0 });
    const bounds = { origin: 'https://web.example', path: '/', maxPages: 5, made: 0 };
    await new Crawls(context.database, documents).begin(id, 1, bounds);
    expect(await work()).toMatchObject({ prominent: 1 });
  });

  test('is requested conditionally only while the configuration is the same', async () => {
    await work();
    await work();
    context.current.indexing.chunk_size = 500;
    await work();
    expect(conditional).toEqual([false, true, false]);
  });

  test('that is discarded by its crawl is removed', async () => {
    kept = false;
    expect(await work()).toBeUndefined();
  });
});
