import { describe, expect, test, afterEach, beforeEach } from '@jest/globals';
import { isInScope, scopeOf, toCrawled, Crawl } from './crawl.ts';
import { fileKinds } from '../../contract/document-kinds.ts';
import type { LoadedSource } from '../read/extract.ts';
import type { Rules } from './robots.ts';
import { Crawls } from '../../storage/pages.ts';
import type { DocumentRow } from '../../storage/documents.ts';
import { testContext, type TestContext } from '../../../test/ingestion/context.ts';

test.each([
  ['https://site.example/', '/'],
  ['https://site.example/docs', '/docs/'],
  ['https://site.example/docs/index.html', '/docs/'],
  ['https://site.example/docs/v1.2/', '/docs/v1.2/'],
])('the section of %s is all below %s', (url, path) => {
  expect(scopeOf(new URL(url))).toEqual({ origin: 'https://site.example', path });
});

const scope = scopeOf(new URL('https://site.example/docs/'));

test.each([
  ['https://site.example/docs', true],
  ['https://site.example/docs/a', true],
  ['https://site.example/documents', false],
  ['https://site.example/', false],
  ['https://www.site.example/docs/a', false],
  ['https://site.example:8443/docs/a', false],
])('%s is in it: %s', (url, expected) => expect(isInScope(scope, new URL(url))).toBe(expected));

describe('a link', () => {
  test.each([
    ['https://site.example/docs/a#part', 'https://site.example/docs/a'],
    ['http://site.example/docs/a', 'https://site.example/docs/a'],
    ['https://site.example/docs/a?utm_source=x&page=2', 'https://site.example/docs/a?page=2'],
    ['https://site.example/docs/a?replytocom=5', 'https://site.example/docs/a'],
    ['https://site.example/docs/guide.pdf', 'https://site.example/docs/guide.pdf'],
    ['https://site.example/docs/v1.2', 'https://site.example/docs/v1.2'],
    ['https://site.example/docs/2026/05/17', 'https://site.example/docs/2026/05/17'],
  ])('%s leads to %s', (link, page) => expect(toCrawled(link, scope)?.href).toBe(page));

  test.each([
    ['out of the section', 'https://site.example/about'],
    ['to another site', 'https://other.example/docs/a'],
    ['to a picture', 'https://site.example/docs/photo.JPG'],
    ['with a password', 'https://u:p@site.example/docs/a'],
    ['into a session', 'https://site.example/docs/a?PHPSESSID=abc'],
    ['into a session', 'https://site.example/docs/a;jsessionid=abc'],
    ['around in circles', 'https://site.example/docs/a/b/a/b/a/b'],
    [
      'ever deeper',
      `https://site.example/docs/${Array.from({ length: 12 }, (_, n) => n).join('/')}`,
    ],
    ['into a form of many parts', 'https://site.example/docs/?a=1&b=2&c=3&d=4&e=5'],
    ['nowhere in particular', `https://site.example/docs/${'x'.repeat(500)}`],
    ['to no address', 'https://'],
  ])('%s is not followed: %s', (_case, link) => expect(toCrawled(link, scope)).toBeNull());
});

test('files that can be read are followed', () => {
  const extensions = Object.values(fileKinds).flatMap(
    (kind) => kind.extensions as readonly string[],
  );
  const isPassedOver = (extension: string) =>
    !toCrawled(`${scope.origin}/docs/a.${extension}`, scope);
  expect(extensions.filter(isPassedOver)).toEqual([]);
});

const home = 'https://site.example';

let context: TestContext;
let rules: Rules;
let crawl: Crawl;
let first: DocumentRow;
beforeEach(async () => {
  rules = { allows: () => true, delay: 0, sitemaps: [] };
  context = await testContext();
  const crawls = new Crawls(context.database, context.documents);
  crawl = new Crawl(context, crawls, { rulesFor: () => Promise.resolve(rules) });
  first = await begin();
});
afterEach(() => context.database.close());

async function begin(url = `${home}/docs/`, depth = 2, max_pages = 20): Promise<DocumentRow> {
  const { id } = await crawl.begin({ url, depth, max_pages });
  await context.queue.enqueue([id]);
  return context.documents.get(id);
}

interface Found {
  /** Where the page was found in the end. */
  at?: string;
  links?: string[];
  canonical?: string;
  header?: string;
  robots?: string;
}

/** Returns the documents that follow from reading the page. */
function read(document: DocumentRow, { at = document.source_url, ...found }: Found) {
  const answer = { etag: '', last_modified: '', robots: found.header ?? '' };
  return crawl.follow(document, { url: at, answer } as LoadedSource, {
    canonicalUrl: found.canonical ?? '',
    links: found.links ?? [],
    robots: found.robots ?? '',
  });
}

const all = () =>
  context.database.query.selectFrom('documents').selectAll().orderBy('id').execute();
const paths = async () => (await all()).map((row) => row.source_url.replace(home, ''));
const at = async (path: string) => {
  const found = (await all()).find((row) => row.source_url === home + path);
  if (!found) throw new Error(`There is no document of ${path}.`);
  return found;
};
const link = (path: string, ...paths: string[]) => [path, ...paths].map((each) => home + each);

describe('links', () => {
  test('of a page become documents of its crawl with less depth', async () => {
    expect(await read(first, { links: link('/docs/a', '/docs/b#x', '/docs/b', '/about') })).toBe(
      true,
    );
    expect(await paths()).toEqual(['/docs/', '/docs/a', '/docs/b']);
    expect(await at('/docs/b')).toMatchObject({
      kind: 'url',
      status: 'queued',
      crawl_id: String(first.id),
      crawl_depth: 1,
    });
  });

  test('are followed as deep as the owner wants, and deeper by a shorter path', async () => {
    await read(first, { links: link('/docs/a') });
    await read(await at('/docs/a'), { links: link('/docs/b') });
    await read(await at('/docs/b'), { links: link('/docs/c') });
    expect(await paths()).toEqual(['/docs/', '/docs/a', '/docs/b']);
    const far = await at('/docs/b');
    await read(first, { links: link('/docs/b') });
    const near = await at('/docs/b');
    expect([far.crawl_depth, near.crawl_depth]).toEqual([0, 1]);
    expect(near.revision).toBeGreaterThan(far.revision);
    // By the longer way again: nothing changes.
    await read(await at('/docs/a'), { links: link('/docs/b') });
    expect(await at('/docs/b')).toEqual(near);
  });

  test('stop at the maximum of pages, also with concurrent pages', async () => {
    first = await begin(`${home}/docs/`, 2, 5);
    const many = (name: string) => link('/docs/', ...[1, 2, 3].map((n) => `/docs/${name}${n}`));
    await Promise.all(['a', 'b', 'c'].map((name) => read(first, { links: many(name) })));
    expect(await paths()).toHaveLength(5);
  });

  test('are not followed from a page that says so, nor where robots.txt forbids it', async () => {
    for (const asked of [{ header: 'nofollow' }, { robots: 'nofollow' }])
      await read(first, { ...asked, links: link('/docs/a') });
    expect(await paths()).toEqual(['/docs/']);
    rules = { ...rules, allows: (url) => !url.pathname.endsWith('secret') };
    await read(first, { links: link('/docs/secret', '/docs/a') });
    expect(await paths()).toEqual(['/docs/', '/docs/a']);
  });

  test('to existing documents do not change these', async () => {
    const own = {
      kind: 'url',
      sourceKey: `url:${home}/docs/a`,
      sourceUrl: `${home}/docs/a`,
    } as const;
    const { id } = await context.documents.ensure(own);
    const before = await context.documents.get(id);
    await read(first, { links: link('/docs/a') });
    expect(await context.documents.get(id)).toEqual(before);
  });
});

describe('turns', () => {
  const gaps = async () => {
    const turns = (await all()).slice(1).map((row) => row.available_at - context.now);
    return turns.sort((a, b) => a - b);
  };

  test.each([
    [0, 250],
    [5000, 5000],
  ])('are taken one after another: %d ms that the site asks for', async (delay, gap) => {
    rules = { ...rules, delay };
    await read(first, { links: link('/docs/a', '/docs/b') });
    await read(first, { links: link('/docs/c') });
    expect(await gaps()).toEqual([gap, 2 * gap, 3 * gap]);
  });
});

describe('a page with another address', () => {
  beforeEach(() => read(first, { links: link('/docs/a?x=1', '/docs/b') }).then(() => undefined));

  test('by its canonical link is replaced by that', async () => {
    expect(await read(await at('/docs/a?x=1'), { canonical: `${home}/docs/a` })).toBe(false);
    expect(await at('/docs/a')).toMatchObject({ crawl_depth: 1 });
  });

  test.each([
    ['longer, which would go on for ever', `${home}/docs/a-longer-one`],
    ['out of the section', `${home}/en`],
    ['itself', `${home}/docs/b`],
  ])('stays itself when its word is %s', async (_case, canonical) => {
    expect(await read(await at('/docs/b'), { canonical })).toBe(true);
    expect(await paths()).toHaveLength(3);
  });

  test('does not loop', async () => {
    first = await begin(`${home}/docs/`, 2, 5);
    let made = 0;
    await read(first, { links: link('/docs/0') });
    for (let n = 0; n < 100; n++) {
      const moving = (await all()).find((row) => row.source_url === `${home}/docs/${n}`);
      if (!moving) break;
      made++;
      await read(moving, { at: `${home}/docs/${n + 1}` });
      await context.database.query.deleteFrom('documents').where('id', '=', moving.id).execute();
    }
    expect(made).toBeLessThanOrEqual(20);
  });
});

describe('the first page', () => {
  test('moves the scope if it redirects', async () => {
    const moved = 'https://www.site.example/docs/';
    expect(await read(first, { at: moved, links: [`${moved}a`, `${home}/docs/b`] })).toBe(true);
    expect((await all()).map((row) => row.source_url)).toEqual([first.source_url, `${moved}a`]);
    const next = (await all())[1];
    if (!next) throw new Error('There is no next page.');
    await read(next, { links: [`${moved}c`] });
    expect(await all()).toHaveLength(3);
  });

  test('is kept despite `noindex`; others are not', async () => {
    expect(await read(first, { robots: 'noindex', links: link('/docs/a', '/docs/b') })).toBe(true);
    expect(await read(await at('/docs/a'), { robots: 'noindex' })).toBe(false);
    expect(await read(await at('/docs/b'), { header: 'none' })).toBe(false);
  });

  test('that is crawled again requeues its pages', async () => {
    await read(first, { links: link('/docs/a') });
    await context.database.query
      .updateTable('documents')
      .set({ status: 'completed', etag: '"1"' })
      .execute();
    const again = await begin(`${home}/docs/`, 5, 50);
    expect(again).toMatchObject({ id: first.id, crawl_depth: 5, etag: '' });
    expect(await at('/docs/a')).toMatchObject({ status: 'queued', etag: '' });
    await read(again, { links: link('/docs/a') });
    expect(await at('/docs/a')).toMatchObject({ crawl_depth: 4 });
  });
});

test('a page of a sitemap is kept without `noindex`', async () => {
  const page = { ...first, crawl_id: 'sitemap' };
  expect(await read(page, { links: link('/docs/a') })).toBe(true);
  expect(await read(page, { robots: 'noindex' })).toBe(false);
  expect(await paths()).toEqual(['/docs/']);
});
