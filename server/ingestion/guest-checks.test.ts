/** Posts as guests are shown them: from the first look to one at which a page is kept from them. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { GuestAccess } from './guest-access.ts';
import { GuestChecks } from './guest-checks.ts';
import { GuestRechecks } from './guest-rechecks.ts';
import { Ingest } from './ingest.ts';
import { extract } from './read/extract.ts';
import { SourceLoader } from './source-loader.ts';
import { GuestRequests } from './web/guest-page.ts';
import { HostGate } from './web/safe-fetch.ts';
import { AddressGuard, parseAllowed } from '../net/address-guard.ts';
import { Providers } from '../providers/registry.ts';
import { VisibilityChecks } from '../storage/visibility-checks.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import { until } from '../../test/fakes/wait.ts';
import { htmlPage, startWebSite, type WebPage, type WebSite } from '../../test/fakes/web-site.ts';
import { testContext, type TestContext } from '../../test/ingestion/context.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const factOf = (id: number) =>
  `The lighthouse number ${id} was built in ${1700 + id} by its keeper.`;
const pathOf = (id: number) => `/lighthouse-${id}/`;
const away: WebPage = { status: 302, headers: { location: '/wp-login.php' } };
const login: WebPage = { body: '<form><input type="password" name="pwd"></form>' };

let context: TestContext;
let site: WebSite;
let access: GuestAccess;
let rechecks: GuestRechecks;
let stored: VisibilityChecks;
let modified: Map<number, number>;
let ingest: Ingest;
/** Posts that were read, and from where: `7 page`, `7 post`. */
let read: string[];
let texts: Map<number, string>;
let busy: boolean;
let auth: Record<string, string>;
const { signal } = new AbortController();

beforeEach(async () => {
  modified = new Map();
  read = [];
  texts = new Map();
  busy = false;
  auth = { authorization: 'Basic c3RhZ2luZzp0ZXN0' };
  site = await startWebSite();
  context = await testContext({ post: bridgePost });
  context.current.embeddings.provider = 'builtin';
  context.settings.site = () => ({ home_url: site.url }) as never;
  build();
  await new EmbeddingIndexes({
    ...context,
    providers: new Providers({ builtin: {} } as never),
  }).plan();
  site.on('/', htmlPage('Lighthouses', 'All of them.', ['/a/', '/b/', '/c/']));
  site.on('/wp-login.php', login);
});
afterEach(async () => {
  await rechecks.stop();
  await context.database.close();
  await site.close();
});

/** Builds everything that is in the memory of a process. */
function build(): void {
  const requests = new GuestRequests({
    guard: new AddressGuard(parseAllowed('127.0.0.1')),
    gate: new HostGate(context.clock),
    auth: () => auth,
    userAgent: 'ItihRagChat/test',
    isOwn: ({ host }) => host === site.host,
  });
  access = new GuestAccess(context, { requests, siteUrl: site.url, local: () => [] });
  const checks = new GuestChecks(context, access, requests);
  stored = new VisibilityChecks(context.database);
  rechecks = new GuestRechecks(context, { checks, access, stored, pause: 0, busy: () => busy });
  const load = () => Promise.reject(new Error('No page.'));
  ingest = new Ingest(context, {
    reader: {
      extract: (source, ...given) => {
        if (source.kind === 'post') read.push(`${source.post.id} ${source.page ? 'page' : 'post'}`);
        return extract(source, ...given);
      },
    },
    sources: new SourceLoader(context.bridge, { load }),
    crawl: { follow: () => Promise.resolve(true) },
    guests: checks,
    frames: { lines: () => Promise.resolve([]) },
    stored: () => undefined,
  });
}

const bridgePost: Bridge['post'] = (id) =>
  Promise.resolve({
    id,
    post_type: 'page',
    title: `Lighthouse ${id}`,
    excerpt: '',
    html: `<p>${texts.get(id) ?? factOf(id)}</p>`,
    terms: [],
    // No theme shows these, and they are longer than the text.
    fields: [{ label: 'Note', value: 'Painted by hand every year. Built of oak. Kept by nobody.' }],
    permalink: site.url + pathOf(id),
    language: 'en_US',
    modified: new Date(modified.get(id) ?? Date.UTC(2026, 1, 1)).toISOString(),
  });

const pageOf = (id: number, text = factOf(id), head = '') =>
  htmlPage(`Lighthouse ${id}`, text, [], head);
const show = (id: number, ...more: [text?: string, head?: string]) =>
  site.on(pathOf(id), pageOf(id, ...more));

/** Makes documents of posts, whatever their pages show, and has them read. */
async function add(...ids: readonly number[]): Promise<void> {
  const wanted = ids.map((id) => ({ kind: 'post', sourceKey: `post:${id}`, postId: id }) as const);
  await context.queue.enqueue(await context.documents.ensureAll(wanted));
  await work();
}

async function publish(ids: readonly number[]): Promise<void> {
  for (const id of ids) show(id);
  await add(...ids);
}

/** Works until nothing is due. */
async function work(): Promise<void> {
  for (const [job] = await context.queue.claim(1); job;) {
    await ingest.run(job, signal).catch((error: unknown) => context.queue.fail(job, error));
    return work();
  }
}

/** Has the post read again, as after an event of the site. */
async function changed(id: number): Promise<void> {
  modified.set(id, context.now);
  context.now += 3000;
  await context.queue.enqueue([(await context.documents.ofPost(id))?.id ?? 0]);
  await work();
}

async function recheck(): Promise<void> {
  await rechecks.hourly();
  await work();
}

/** Ids of the posts that are told. */
async function told(): Promise<number[]> {
  const { rows } = await context.documents.list({
    ...{ page: 1, per_page: 100, search: '', orderby: 'id', order: 'asc' },
  });
  return rows.filter((row) => row.chunk_count > 0).map((row) => row.post_id ?? 0);
}
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('a first look', () => {
  test('lets a post be told that is shown, and no other', async () => {
    site.on(pathOf(9), away);
    await publish([1]);
    await add(9);
    expect(await told()).toEqual([1]);
    expect(await context.documents.ofPost(9)).toMatchObject({
      status: 'failed',
      title: 'Lighthouse 9',
      source_url: site.url + pathOf(9),
      error_code: 'rest_forbidden',
    });
    expect(await stored.withheld()).toHaveLength(1);
    expect(await context.documents.countFailed()).toBe(0);
  });

  test('is that of a guest: own name, the post’s language, no cookies, the site’s password', async () => {
    site.on(pathOf(1), {
      status: 302,
      headers: { location: `/en${pathOf(1)}`, 'set-cookie': 'seen=1' },
    });
    site.on(`/en${pathOf(1)}`, htmlPage('Lighthouse', factOf(1)));
    await add(1);
    expect(await told()).toEqual([1]);
    const { headers } = site.requests.at(-1)!;
    expect(headers).toMatchObject({
      host: site.host,
      'user-agent': 'ItihRagChat/test',
      'accept-language': 'en-US',
      authorization: 'Basic c3RhZ2luZzp0ZXN0',
    });
    expect(headers.cookie).toBeUndefined();
  });

  test('that fails decides nothing: it is taken again', async () => {
    site.on(pathOf(1), { status: 503 });
    await add(1);
    expect(await told()).toEqual([]);
    expect(await context.documents.ofPost(1)).toMatchObject({ status: 'queued' });
    show(1);
    context.now += minute;
    await work();
    expect(await told()).toEqual([1]);
  });

  test('takes a page without the text for a notice where other pages have theirs', async () => {
    await publish([1]);
    site.on(pathOf(2), htmlPage('Lighthouse 2', 'This is for members.'));
    await add(2);
    expect(await told()).toEqual([1]);
    // It was asked for past caches, too.
    expect(site.paths().filter((path) => path.startsWith(`${pathOf(2)}?itih=`))).toHaveLength(1);
  });

  test('lets pages be told that scripts fill: none has its text', async () => {
    const ids = range(25);
    for (const id of ids)
      site.on(pathOf(id), '<div id="app"></div><script src="/app.js"></script>');
    await add(...ids);
    for (let attempt = 1; attempt < 3; attempt++) {
      context.now += minute;
      await work();
    }
    expect(await told()).toHaveLength(25);
  });
});

describe('the front page', () => {
  test('that leads to a login closes the site: posts are told without a look', async () => {
    site.on('/', away);
    site.on(pathOf(1), away);
    await access.check();
    expect(access.isClosed()).toBe(true);
    await add(1);
    expect(await told()).toEqual([1]);
    expect(site.paths()).not.toContain(pathOf(1));
    // The next process knows it before its first look.
    build();
    await access.read();
    expect(access.isClosed()).toBe(true);
    site.on('/', htmlPage('Lighthouses', 'All of them.'));
    await access.check();
    expect(access.isClosed()).toBe(false);
    await rechecks.now();
    await work();
    expect(await told()).toEqual([]);
  });

  test('that never answers lets posts be told after some minutes, as WordPress has them', async () => {
    site.on('/', { status: 503 });
    await publish([1]);
    expect(await told()).toEqual([]);
    expect(access.known()).toBeNull();
    for (let attempt = 0; attempt < 2; attempt++) {
      context.now += 2 * minute;
      await work();
    }
    expect(access.known()).toMatchObject({ is: 'unreachable' });
    expect(await told()).toEqual([1]);
  });

  test('that stops answering keeps every verdict', async () => {
    site.on(pathOf(2), away);
    await publish([1]);
    await add(2);
    for (const wait of [11 * minute, 25 * 60 * minute]) {
      site.on('/', { status: 503 });
      context.now += wait;
      await changed(1);
      await changed(2);
      expect(await told()).toEqual([1]);
    }
    expect(access.known()).toMatchObject({ is: 'unreachable' });
  });
});

describe('a later look', () => {
  test('comes within a week, asks whether the page has changed, and withholds and returns it', async () => {
    await publish(range(20));
    site.on(pathOf(3), { headers: { etag: '"x"' }, body: htmlPage('Lighthouse 3', factOf(3)) });
    await context.queue.enqueue([(await context.documents.ofPost(3))?.id ?? 0], { force: true });
    await work();
    const before = site.requests.length;
    context.now += 4 * day;
    await recheck();
    expect(site.requests).toHaveLength(before);
    context.now += 2 * day;
    site.on(pathOf(2), away);
    await recheck();
    expect(await told()).toEqual(range(20).filter((id) => id !== 2));
    const third = site.requests.filter(({ path }) => path === pathOf(3)).at(-1);
    expect(third?.headers['if-none-match']).toBe('"x"');
    show(2);
    context.now += day + minute;
    await recheck();
    expect((await told()).sort()).toEqual(range(20).sort());
  });

  test('runs once an hour, however many sidecars there are', async () => {
    await publish(range(3));
    context.now += 6 * day;
    await recheck();
    const asked = site.requests.length;
    context.now += 6 * day;
    await rechecks.hourly();
    const more = site.requests.length - asked;
    expect(more).toBeGreaterThan(0);
    await rechecks.hourly();
    expect(site.requests).toHaveLength(asked + more);
  });

  test('that fails keeps the verdict', async () => {
    await publish(range(20));
    context.now += 6 * day;
    for (const id of range(4)) site.on(pathOf(id), { status: 500 });
    await recheck();
    expect(await told()).toHaveLength(20);
  });

  test('forgets nothing where more than a tenth of the pages are suddenly not shown', async () => {
    await publish(range(30));
    context.now += 6 * day;
    for (const id of range(4)) site.on(pathOf(id), { status: 403 });
    await recheck();
    expect(await told()).toHaveLength(30);
    expect(await rechecks.stopped()).toMatchObject({ looks: 30, turned: 4 });
    // Nor does another reason to read them.
    await context.queue.enqueue(await context.documents.ids());
    await work();
    expect(await told()).toHaveLength(30);
    // No page is looked at again for a day.
    const { length } = site.requests;
    context.now += 2 * 60 * minute;
    await recheck();
    expect(site.requests).toHaveLength(length);
    // The owner says that they are meant to be closed.
    await context.queue.enqueue(await context.documents.ids(), { force: true });
    await work();
    expect(await told()).toHaveLength(26);
    context.now += day;
    await recheck();
    expect(await rechecks.stopped()).toBeNull();
  });

  test('forgets a tenth, and a page that its author has closed at once', async () => {
    await publish(range(30));
    site.on(pathOf(30), away);
    await changed(30);
    expect(await told()).toEqual(range(29));
    context.now += 6 * day;
    site.on(pathOf(1), { status: 404 });
    site.on(pathOf(2), login);
    await recheck();
    expect(await told()).toEqual(range(29).slice(2));
    expect(await rechecks.stopped()).toBeNull();
  });

  test('follows an answer that cites a page, if the last one is over a day old', async () => {
    await publish(range(25));
    const cited = (await context.documents.ofPost(7))?.id ?? 0;
    site.on(pathOf(7), away);
    const { length } = site.requests;
    rechecks.cited([cited]);
    await rechecks.now();
    expect(site.requests).toHaveLength(length);
    context.now += day + minute;
    rechecks.cited([cited]);
    await until(
      'it is looked at',
      async () =>
        (await context.queue.claim(0)).length === 0 &&
        (await context.documents.get(cited)).status === 'queued',
    );
    await work();
    expect(await told()).toEqual(range(25).filter((id) => id !== 7));
  });

  test('is none where the owner wants none, and withheld posts return', async () => {
    site.on(pathOf(2), away);
    await publish([1]);
    await add(2);
    expect(await told()).toEqual([1]);
    context.current.indexing.only_shown_to_guests = false;
    await recheck();
    expect(await told()).toEqual([1, 2]);
  });
});

describe('a post is read', () => {
  test('from the page that guests are shown, or as WordPress stores it where the owner says so', async () => {
    await publish([1]);
    context.current.indexing.read_pages = false;
    await publish([2]);
    context.current.indexing.only_shown_to_guests = false;
    site.requests.length = 0;
    await publish([3]);
    expect(read).toEqual(['1 page', '2 post', '3 post']);
    expect(site.requests).toEqual([]);
    expect(await told()).toEqual([1, 2, 3]);
  });

  test('from its page also where that does not decide, and without it where guests are refused or the site fails', async () => {
    context.current.indexing.only_shown_to_guests = false;
    await publish([1]);
    site.on(pathOf(2), away);
    site.on(pathOf(3), { status: 503 });
    await add(2, 3);
    site.on('/', { status: 503 });
    context.now += 11 * minute;
    await publish([4]);
    expect(read).toEqual(['1 page', '2 post', '3 post', '4 post']);
    expect(await told()).toEqual([1, 2, 3, 4]);
    expect(access.isClosed()).toBe(false);
  });

  test('past a cache that keeps the page from before its last change', async () => {
    await publish([1]);
    texts.set(1, 'It was pulled down, and a museum of fishing nets stands there.');
    site.on(`${pathOf(1)}?itih`, pageOf(1, texts.get(1)));
    await changed(1);
    expect(read).toEqual(['1 page', '1 page']);
    expect(await told()).toEqual([1]);
  });

  test('without its page while a cache cannot be passed, and from it once they agree', async () => {
    await publish([1, 2]);
    texts.set(1, 'It was pulled down, and a museum of fishing nets stands there.');
    await changed(1);
    for (let days = 0; days < 2; days++) {
      context.now += day + minute;
      await recheck();
      expect(await told()).toEqual([1, 2]);
      expect(read).toEqual(['1 page', '2 page', '1 post']);
    }
    show(1, texts.get(1));
    context.now += day + minute;
    await recheck();
    expect(read.at(-1)).toBe('1 page');
    // A notice for members is none of a cache.
    texts.set(2, 'Only members know how many steps lead up to the lamp.');
    show(2, 'Please join.');
    await changed(2);
    expect(await told()).toEqual([1]);
  });

  test('without its page where only a word has changed and the page has not, for a day', async () => {
    const long = `${factOf(1)} ${factOf(1).replace('number', 'with the number')} Its door is red and wide.`;
    texts.set(1, long);
    show(1, long);
    await add(1);
    texts.set(1, long.replace('red', 'green'));
    await changed(1);
    expect(read).toEqual(['1 page', '1 post']);
    context.now += day + minute;
    await recheck();
    expect(read).toEqual(['1 page', '1 post', '1 page']);
  });

  test('again when its page has changed by itself, and not when only a script has', async () => {
    await publish([1, 2]);
    context.now += 6 * day;
    show(1, `${factOf(1)} Today the lamp is out of order.`);
    show(2, factOf(2), '<script>nonce="8f3c"</script>');
    await recheck();
    expect(read).toEqual(['1 page', '2 page', '1 page']);
  });

  test('before known pages are looked at again', async () => {
    await publish([1]);
    context.now += 6 * day;
    busy = true;
    const { length } = site.requests;
    const looking = recheck();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(site.requests).toHaveLength(length);
    busy = false;
    await looking;
    expect(site.requests.length).toBeGreaterThan(length);
  });
});

describe('a page that search engines are to leave out', () => {
  const meta = '<meta name="robots" content="noindex, follow">';

  test('is not told, unless the owner wants it or the whole site is left out', async () => {
    show(1, factOf(1), meta);
    site.on(pathOf(2), { headers: { 'x-robots-tag': 'noindex' }, body: pageOf(2) });
    show(3, factOf(3), `<!-- ${meta} -->`);
    await add(1, 2, 3);
    expect(await told()).toEqual([3]);
    expect(await context.documents.ofPost(1)).toMatchObject({
      error_code: 'rest_forbidden',
      error_message: expect.stringContaining('noindex'),
    });
    context.current.indexing.noindex = true;
    await changed(1);
    context.current.indexing.noindex = false;
    site.on('/', htmlPage('Lighthouses', 'All of them.', [], meta));
    context.now += 11 * minute;
    await changed(2);
    expect((await told()).sort()).toEqual([1, 2, 3]);
  });

  test('is forgotten at the next look, however many there are', async () => {
    await publish(range(25));
    context.now += 6 * day;
    for (const id of range(10)) show(id, factOf(id), meta);
    await recheck();
    expect(await told()).toHaveLength(15);
    expect(await rechecks.stopped()).toBeNull();
  });
});

describe('a site', () => {
  test('that leads its front page to a language is open', async () => {
    site.on('/', { status: 302, headers: { location: '/en/' } });
    site.on('/en/', htmlPage('Lighthouses', 'All of them.', ['/a/', '/b/', '/c/']));
    await publish([1]);
    expect(access.known()).toMatchObject({ is: 'open' });
    expect(read).toEqual(['1 page']);
  });

  test.each([
    [{ authorization: 'Basic c3RhZ2luZzp0ZXN0' }, 'open', 'page'],
    [{}, 'closed', 'post'],
  ])('behind a password, called with %j, is %s', async (given, is, from) => {
    auth = given as typeof auth;
    const guarded =
      (body: string): Parameters<WebSite['on']>[1] =>
      (request, response) => {
        const isAllowed = request.headers.authorization === 'Basic c3RhZ2luZzp0ZXN0';
        response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'text/html' }).end(body);
      };
    site.on('/', guarded(htmlPage('Lighthouses', 'All of them.', ['/a/', '/b/', '/c/'])));
    site.on(pathOf(1), guarded(pageOf(1)));
    await add(1);
    expect(access.known()).toMatchObject({ is });
    expect(read).toEqual([`1 ${from}`]);
  });

  test('that asks for a browser, fails or hangs up holds up only the posts concerned, and says why', async () => {
    await publish([1]);
    site.on(pathOf(2), { status: 403, headers: { 'cf-mitigated': 'challenge' } });
    site.on(pathOf(3), { status: 503 });
    site.on(pathOf(4), (request) => request.socket.destroy());
    await add(2, 3, 4);
    await publish([5]);
    expect(await told()).toEqual([1, 5]);
    for (const [id, reason] of [
      [2, 'prove that it is a browser'],
      [3, 'its server answered 503'],
      [4, 'could not be fetched completely'],
    ] as const)
      expect(await context.documents.ofPost(id)).toMatchObject({
        status: 'queued',
        error_message: expect.stringContaining(reason),
      });
    for (const id of [2, 3, 4]) show(id);
    context.now += minute;
    await work();
    expect((await told()).sort()).toEqual([1, 2, 3, 4, 5]);
    // Posts that are told stay so.
    for (const id of range(5))
      site.on(pathOf(id), { status: 403, headers: { 'cf-mitigated': 'challenge' } });
    context.now += 6 * day;
    await recheck();
    expect(await told()).toHaveLength(5);
  });
});
