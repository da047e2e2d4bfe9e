import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { foundBusinessState } from '../contract/settings.ts';
import { AppError } from '../errors/app-error.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import { aboutKey } from '../storage/documents.ts';
import { testContext, type TestContext } from '../../test/ingestion/context.ts';
import { removeDocuments } from './knowledge-base.ts';
import type { Extraction } from './read/extract.ts';
import type { SitePage } from './read/site-page.ts';
import type { Reader } from './read/reader.ts';
import { SiteFrames } from './site-frame.ts';
import type { GuestPage, Route } from './web/guest-page.ts';

const home = 'https://bakery.example';
const day = 86_400_000;
const permalinkOf = (id: number) => `${home}/page-${id}/`;
const digest: Bridge['digest'] = () => {
  const ids = Array.from({ length: 40 }, (_, index) => index + 1);
  const posts = ids.map((id) => ({ id, modified: '', permalink: permalinkOf(id) }));
  return Promise.resolve({ posts, next: null, total: 40 });
};

let context: TestContext;
let frames: SiteFrames;
let asked: string[];
let read: string[];
let facts: string[];
let business: unknown;
let route: () => Promise<Route | null>;
/** Answers to requests of pages. */
let answer: (url: URL) => Promise<Partial<GuestPage>>;
beforeEach(async () => {
  asked = [];
  read = [];
  facts = ['Telephone: 030 1234567', 'VAT number: 12345'];
  business = { phone: '030 1234567' };
  route = () => Promise.resolve({});
  answer = () => Promise.resolve({ status: 200, html: '<p>Page' });
  context = await testContext({ digest });
  context.settings.site = () => ({ home_url: home, locale: 'de_DE' }) as never;
  const extract: Reader['extract'] = (source) => {
    const pages = source.kind === 'site' ? JSON.parse(String(source.bytes)) : [];
    read = (pages as SitePage[]).map(({ url }) => url);
    const blocks = facts.map((text) => ({ kind: 'paragraph' as const, text }));
    const found = { frame: ['Menu', 'Imprint'], business, view: { blocks } };
    return Promise.resolve(found as Extraction);
  };
  frames = new SiteFrames(context, {
    requests: {
      get: async (url) => {
        asked.push(url.href);
        return { url, headers: {}, elsewhere: null, ...(await answer(url)) } as GuestPage;
      },
    },
    access: { route: () => route() },
    reader: { extract },
    siteUrl: home,
    remove: (id) => removeDocuments(context, [id]),
  });
});
afterEach(() => context.database.close());

async function about() {
  const id = await context.documents.idOfKey(aboutKey);
  return id === undefined ? null : context.documents.get(id);
}

test('samples the front page and some others, and knows the lines from then on', async () => {
  expect(await frames.lines()).toEqual(['Menu', 'Imprint']);
  expect(read).toEqual([`${home}/`, ...[1, 6, 11, 16, 21, 26, 31, 36].map(permalinkOf)]);
  await frames.lines();
  expect(asked).toHaveLength(9);
});

test('keeps what the pages say for the business card, unless it is none', async () => {
  await frames.refresh();
  const found = () => context.state.readText(foundBusinessState);
  expect(await found()).toBe('{"phone":"030 1234567"}');
  business = { phone: 7 };
  await frames.refresh();
  expect(await found()).toBe('{}');
});

test('posts that are read during the first look wait for it', async () => {
  const both = await Promise.all([frames.lines(), frames.lines()]);
  expect(both).toEqual([
    ['Menu', 'Imprint'],
    ['Menu', 'Imprint'],
  ]);
  expect(asked).toHaveLength(9);
});

test('leaves out pages that are refused, too large or fail', async () => {
  answer = ({ pathname }) => {
    if (pathname === '/page-1/') return Promise.resolve({ status: 403, html: '' });
    if (pathname === '/page-6/') return Promise.reject(new AppError('provider_timeout'));
    const html = pathname === '/page-11/' ? 'x'.repeat(2_000_000) : '<p>Page';
    return Promise.resolve({ status: 200, html });
  };
  await frames.refresh();
  expect(read).toHaveLength(6);
});

test('looks once a day, and keeps what was known while the site cannot be asked', async () => {
  await frames.daily();
  await frames.daily();
  expect(asked).toHaveLength(9);
  route = () => Promise.reject(new AppError('sidecar_unavailable'));
  context.now += day;
  await frames.daily();
  expect(await frames.lines()).toEqual(['Menu', 'Imprint']);
  expect((await about())?.body).toContain('VAT number');
});

test('does not ask a site again and again that was never reached', async () => {
  const failing = jest.fn(() => Promise.reject(new AppError('sidecar_unavailable')));
  route = failing;
  for (let time = 0; time < 3; time++) expect(await frames.lines()).toEqual([]);
  expect(failing).toHaveBeenCalledTimes(1);
});

test('tells the business card first, then the facts of the site, with the front page as source', async () => {
  context.current.business.phone = '030 1234567';
  context.current.business.name = 'Bäckerei Korn';
  await frames.refresh();
  expect(await about()).toMatchObject({
    kind: 'txt',
    title: 'Über diese Website',
    source_url: `${home}/`,
    status: 'queued',
  });
  const lines = (await about())?.body?.split('\n') ?? [];
  expect(lines[0]).toContain('Bäckerei Korn');
  expect(lines.at(-1)).toBe('VAT number: 12345');
});

test('writes it again only when its text changes, so that it can be deleted', async () => {
  await frames.refresh();
  await removeDocuments(context, [(await about())!.id]);
  await frames.tell();
  expect(await about()).toBeNull();
  context.current.business.monday = '9:00–17:00';
  await frames.tell();
  expect((await about())?.body).toContain('Montag 9:00–17:00');
});

test('tells nothing where pages are not to be read and the card is empty', async () => {
  await frames.refresh();
  context.current.indexing.read_pages = false;
  await frames.tell();
  expect(await about()).toBeNull();
  asked = [];
  await frames.refresh();
  expect(asked).toEqual([]);
});
