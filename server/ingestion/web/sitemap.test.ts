import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../../errors/app-error.ts';
import { Robots } from './robots.ts';
import type { SafeFetch } from './safe-fetch.ts';
import { Sitemaps } from './sitemap.ts';

const home = 'https://site.example';
let files: Map<string, string | Uint8Array>;
let fetched: jest.Mock<SafeFetch['get']>;
let now: number;
let sitemaps: Sitemaps;
beforeEach(() => {
  files = new Map();
  now = 0;
  fetched = jest.fn<SafeFetch['get']>((url) => {
    const body = files.get(url.href);
    const status = body === undefined ? 404 : 200;
    return Promise.resolve({ url, status, headers: {}, body: Buffer.from(body ?? '') });
  });
  const clock = () => now;
  const safeFetch = { get: fetched };
  sitemaps = new Sitemaps(safeFetch, new Robots(safeFetch, clock), clock);
});

const put = (path: string, body: string | Uint8Array) => files.set(home + path, body);
const urlset = (...urls: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${url}</loc><lastmod>2026-05-17</lastmod></url>`)
    .join('\n')}</urlset>`;
const indexOf = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const read = async (path: string, max = 100) => {
  const { pages, rejected } = await sitemaps.pages(home + path, max);
  return { pages: pages.map(({ href }) => href.replace(home, '')), rejected };
};
const pagesOf = async (path: string, max?: number) => (await read(path, max)).pages;

describe('pages are named by', () => {
  test('a sitemap, each once', async () => {
    put(
      '/sitemap.xml',
      urlset(`${home}/a?x=1&amp;y=2`, `\n ${home}/b#part `, `<![CDATA[${home}/c]]>`, `${home}/b`),
    );
    expect(await pagesOf('/sitemap.xml')).toEqual(['/a?x=1&y=2', '/b', '/c']);
  });

  test('an index with compressed sitemaps and nested indexes', async () => {
    put('/index.xml', indexOf(`${home}/1.xml.gz`, '/2.xml'));
    put('/1.xml.gz', gzipSync(urlset(`${home}/a`)));
    put('/2.xml', indexOf(`${home}/3.xml`));
    put('/3.xml', urlset(`${home}/b`));
    expect(await pagesOf('/index.xml')).toEqual(['/a', '/b']);
  });

  test.each([
    ['a list of addresses', `\ufeff${home}/a\r\n`],
    [
      'a feed of RSS',
      `<rss><channel><title>T</title><link>${home}/</link><item><link>${home}/a</link></item></channel></rss>`,
    ],
    [
      'a feed of Atom',
      `<feed><link href="${home}/"/><entry><link href="${home}/a"/></entry></feed>`,
    ],
    [
      'a feed of Atom with several relations, below its bases',
      `<feed xml:base="/news/"><link rel="self" href="/feed"/><entry xml:base="2026/"><link rel="replies" href="/a#talk"/><link rel="alternate" href="../../a"/></entry></feed>`,
    ],
    [
      'a feed of RSS with permanent ids and links of other namespaces',
      `<rss xmlns:atom="x"><channel><atom:link href="${home}/feed"/><item><atom:link rel="self" href="${home}/x"/><guid>${home}/a</guid></item><item><guid isPermaLink="false">${home}/b</guid></item></channel></rss>`,
    ],
    [
      'a feed of RSS 1.0',
      `<rdf:RDF xmlns:rdf="r"><channel><link>${home}/</link></channel><item><link>${home}/a</link></item></rdf:RDF>`,
    ],
    [
      'a sitemap with other languages before and behind its address',
      `<urlset xmlns:xhtml="x"><url><xhtml:link rel="alternate" hreflang="de" href="${home}/de/a"/><loc>${home}/a</loc><xhtml:link rel="alternate" hreflang="fr" href="${home}/fr/a"/></url></urlset>`,
    ],
    [
      'a sitemap in UTF-16',
      Buffer.from(
        `\ufeff<?xml version="1.0" encoding="UTF-16"?>${urlset(`${home}/a`).slice(38)}`,
        'utf16le',
      ),
    ],
    [
      'a sitemap with images and namespaces',
      `<s:urlset xmlns:s="x"><s:url><i:image><i:loc>${home}/p.jpg</i:loc></i:image><s:loc>${home}/a</s:loc></s:url></s:urlset>`,
    ],
  ])('%s', async (_kind, content) => {
    put('/file', content);
    expect(await pagesOf('/file')).toEqual(['/a']);
  });
});

test('a sitemap is decoded as it declares', async () => {
  const declared = `<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>${home}/b\xfccher</loc></url></urlset>`;
  put('/s.xml', Buffer.from(declared, 'latin1'));
  expect(await pagesOf('/s.xml')).toEqual(['/b%C3%BCcher']);
});

describe('the sitemap of a site is found', () => {
  test('where robots.txt says', async () => {
    put('/', '<!doctype html><title>Home</title>');
    put('/robots.txt', `Sitemap: ${home}/special.xml`);
    put('/special.xml', urlset(`${home}/a`));
    expect(await pagesOf('/')).toEqual(['/a']);
  });

  test('where it usually is, unless there is none', async () => {
    await expect(read('/')).rejects.toMatchObject({ code: 'not_found' });
    put('/', '<!doctype html><title>Home</title>');
    put('/wp-sitemap.xml', urlset(`${home}/a`));
    expect(await pagesOf('/')).toEqual(['/a']);
  });
});

describe('rejected addresses have a reason', () => {
  test('of another site, no page, or not for crawlers', async () => {
    put('/robots.txt', 'User-agent: *\nDisallow: /private');
    const others = ['https://other.example/', 'ftp://site.example/', `${home}/private/b`];
    put('/s.xml', urlset(`${home}/a`, ...others, 'https://www.site.example/c'));
    const { pages, rejected } = await read('/s.xml');
    expect(pages).toEqual(['/a', 'https://www.site.example/c']);
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([
      [2, 'invalid_request'],
      [3, 'invalid_request'],
      [4, 'rest_forbidden'],
    ]);
  });
});

describe('there is a limit', () => {
  test('of pages', async () => {
    put('/index.xml', indexOf(`${home}/1.xml`, `${home}/2.xml`));
    put('/1.xml', urlset(...Array.from({ length: 30 }, (_, n) => `${home}/${n}`)));
    put('/2.xml', urlset(`${home}/never`));
    expect(await pagesOf('/index.xml', 20)).toHaveLength(20);
    expect(fetched.mock.calls.map(([url]) => url.pathname)).not.toContain('/2.xml');
  });

  test('of indexes in indexes, and in themselves', async () => {
    for (let n = 0; n < 6; n++) put(`/${n}.xml`, indexOf(`${home}/0.xml`, `${home}/${n + 1}.xml`));
    put('/3.xml', urlset(`${home}/near`));
    expect(await pagesOf('/0.xml')).toEqual(['/near']);
    put('/3.xml', indexOf(`${home}/4.xml`));
    put('/4.xml', urlset(`${home}/far`));
    expect(await pagesOf('/0.xml')).toEqual([]);
  });

  test('of sitemaps', async () => {
    put('/index.xml', indexOf(...Array.from({ length: 80 }, (_, n) => `${home}/${n}.xml`)));
    await read('/index.xml');
    expect(fetched.mock.calls.length).toBeLessThan(60);
  });

  test('of time: pages found until then are used', async () => {
    put('/index.xml', indexOf(`${home}/1.xml`, `${home}/2.xml`));
    put('/1.xml', urlset(`${home}/a`));
    put('/2.xml', urlset(`${home}/b`));
    const fast = fetched.getMockImplementation();
    fetched.mockImplementation((...call) => {
      now += 40_000;
      return fast?.(...call) ?? Promise.reject(new Error('none'));
    });
    expect(await pagesOf('/index.xml')).toEqual(['/a']);
  });
});

describe('a hostile file', () => {
  test('does not expand entities', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    put('/s.xml', `${bomb}<urlset><url><loc>${home}/&b;&f;</loc></url></urlset>`);
    const [page] = await pagesOf('/s.xml');
    expect(page).not.toMatch(/aaaa|root:/);
  });

  test.each([
    ['that unpacks beyond the limit', gzipSync(Buffer.alloc(30_000_000, ' '))],
    ['nested too deep', `<urlset>${'<url>'.repeat(100_000)}`],
  ])('%s is not read', async (_kind, content) => {
    put('/file', content);
    await expect(read('/file')).rejects.toMatchObject({ code: 'unsupported_type' });
  });

  test('may be cut off', async () => {
    put('/cut.xml', urlset(`${home}/a`, `${home}/b`).slice(0, -30));
    expect(await pagesOf('/cut.xml')).toContain('/a');
  });
});

test('errors of the fetch are passed on', async () => {
  fetched.mockRejectedValue(new AppError('blocked_address'));
  await expect(read('/')).rejects.toMatchObject({ code: 'blocked_address' });
  await expect(sitemaps.pages('not an address', 5)).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
