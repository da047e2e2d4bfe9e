import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { until } from '../fakes/wait.ts';
import { htmlPage, startWebSite, type WebSite } from '../fakes/web-site.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

interface Added {
  documents: DocumentView[];
  rejected: { line: number; value: string; code: string }[];
}

async function pdf(text: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText(text, { font: await document.embedFont(StandardFonts.Helvetica) });
  return document.save();
}

const open = (databaseUrl: string) =>
  startSidecar(databaseUrl, { ITIH_FETCH_ALLOW: '127.0.0.0/8' });

describe.each(oneDatabase)('web pages on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  let web: WebSite;
  beforeAll(async () => {
    sidecar = await open(databaseUrl());
    await sidecar.shim.admin('PUT', '/settings', { body: { limits: { per_ip_max: 0 } } });
  });
  afterAll(() => sidecar.stop());
  beforeEach(async () => {
    web = await startWebSite();
  });
  afterEach(() => web.close());

  const add = async (body: Record<string, unknown>) =>
    (await sidecar.shim.admin<Added>('POST', '/documents', { body })).body;
  const get = async (id: number) =>
    (
      await sidecar.shim.admin<{
        document: DocumentView;
        chunks: { id: number; content: string }[];
      }>('GET', `/documents/${id}`)
    ).body;
  const again = async (id: number) => {
    const body = { mode: 'now' };
    await sidecar.shim.admin('POST', `/documents/${id}/process`, { body });
    return get(id);
  };
  /** Documents of this test's site. */
  const listed = async () => {
    const query = { kind: 'url', search: web.host, per_page: '100', orderby: 'id', order: 'asc' };
    const { body } = await sidecar.shim.admin<DocumentView[]>('GET', '/documents', { query });
    return body.map(({ source_url, status }) => [source_url.replace(web.url, ''), status]);
  };
  const indexed = () =>
    until(
      'reading the site',
      async () => (await listed()).every(([, status]) => status === 'completed'),
      60_000,
    );

  test('a page is read, found and cited by the address that it calls its own', async () => {
    const canonical = `<link rel="canonical" href="${web.url}/ferry">`;
    const page = htmlPage('Ferry', 'The old ferry crosses the bay every hour.', [], canonical);
    web.on('/ferry?from=newsletter', {
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(page),
    });
    const { documents } = await add({ url: `${web.url}/ferry?from=newsletter#top`, mode: 'now' });
    expect(documents).toMatchObject([
      {
        kind: 'url',
        status: 'completed',
        title: 'Ferry',
        source_url: `${web.url}/ferry?from=newsletter`,
        language: 'en',
        error: null,
      },
    ]);
    expect(documents[0]?.checked_at).not.toBeNull();
    const { frames, text } = await sidecar.shim.chat('How often does the ferry cross the bay?');
    expect(text).toContain('every hour');
    const cited = frames.map(({ data }) => data).find((event) => event.type === 'citations');
    expect(cited?.type === 'citations' && cited.sources[0]).toMatchObject({
      url: `${web.url}/ferry`,
      kind: 'url',
    });
  });

  test('a list becomes documents, and each of its lines that does not says why', async () => {
    web.on('/swans', htmlPage('Swans', 'The swans are fed at noon.'));
    web.on('/boats.pdf', {
      headers: { 'content-type': 'application/pdf' },
      body: await pdf('The rowing boats are let until October.'),
    });
    web.on('/notes', { headers: { 'content-type': 'text/plain' }, body: 'Dogs stay on the lead.' });
    const urls = [
      'title,url',
      `"Feeding, daily",${web.url}/swans`,
      `${web.url}/boats.pdf`,
      `${web.url}/notes`,
      `${web.url}/swans#again`,
      'http://10.0.0.1/',
      'not an address',
    ].join('\r\n');
    const added = await add({ urls, mode: 'now' });
    expect(added.documents.map(({ title, status }) => [title, status])).toEqual([
      ['Feeding, daily', 'completed'],
      ['boats.pdf', 'completed'],
      ['notes', 'completed'],
    ]);
    expect(added.rejected.map(({ line, code }) => [line, code])).toEqual([
      [5, 'conflict'],
      [6, 'blocked_address'],
      [7, 'invalid_request'],
    ]);
    expect((await sidecar.shim.chat('Until when are rowing boats let?')).text).toContain('October');
    const ids = added.documents.map(({ id }) => id);
    expect((await add({ urls, mode: 'now' })).documents.map(({ id }) => id)).toEqual(ids);
  });

  test('a page is read again only when it has changed, and answers meanwhile', async () => {
    web.on('/hours', { headers: { etag: '"1"' }, body: htmlPage('Hours', 'We open at ten.') });
    const { documents } = await add({ url: `${web.url}/hours`, mode: 'now' });
    const id = documents[0]?.id ?? 0;
    const before = await get(id);

    expect(await again(id)).toMatchObject({
      document: { status: 'completed', content_hash: before.document.content_hash },
      chunks: before.chunks,
    });
    expect(web.requests.at(-1)?.headers['if-none-match']).toBe('"1"');

    web.on('/hours', { status: 500 });
    expect((await again(id)).chunks).toEqual(before.chunks);
    web.on('/hours', { headers: { etag: '"2"' }, body: htmlPage('Hours', 'We open at eleven.') });
    const changed = await again(id);
    expect(changed.document).toMatchObject({ status: 'completed', error: null });
    expect(changed.chunks[0]?.content).toContain('eleven');

    web.off('/hours');
    expect(await again(id)).toMatchObject({
      document: { status: 'failed', error: { code: 'not_found' }, chunk_count: 0 },
      chunks: [],
    });
    expect((await sidecar.shim.chat('When do you open?')).text).not.toContain('eleven');

    web.on('/hours', { headers: { etag: '"2"' }, body: htmlPage('Hours', 'We open at eleven.') });
    expect((await again(id)).document).toMatchObject({ status: 'completed', chunk_count: 1 });
  });

  test('no page leads into the network behind', async () => {
    for (const [path, location] of [
      ['/metadata', 'http://169.254.169.254/latest/meta-data/'],
      ['/private', 'http://192.168.1.1/'],
      ['/ipv6', 'http://[fd00:ec2::254]/'],
    ] as const) {
      web.on(path, { status: 302, headers: { location } });
      const { documents } = await add({ url: web.url + path, mode: 'now' });
      expect(documents).toMatchObject([{ status: 'failed', error: { code: 'blocked_address' } }]);
      expect(JSON.stringify(documents[0]?.error)).not.toMatch(/169|192|fd00/);
    }
    const refused = await sidecar.shim.admin('POST', '/documents', {
      body: { url: 'http://169.254.169.254/' },
    });
    expect([refused.status, refused.body['code']]).toEqual([422, 'blocked_address']);
  });

  test('a section of a site is read page by page, as its robots.txt allows', async () => {
    web.on('/robots.txt', 'User-agent: *\nDisallow: /docs/private');
    const links = ['/docs/a', '/docs/b?utm_source=x', '/docs/private', '/docs/photo.png', '/about'];
    web.on('/docs/', htmlPage('Docs', 'This is the start of the documents.', links));
    web.on('/docs/a', htmlPage('A', 'The first page is about anchors.', ['/docs/c', '/docs/gone']));
    web.on('/docs/b', { status: 301, headers: { location: '/docs/b/' } });
    web.on('/docs/b/', htmlPage('B', 'The second page is about buoys.', ['/docs/']));
    web.on('/docs/c', htmlPage('C', 'The third page is about charts.', ['/docs/d']));
    web.on('/docs/d', htmlPage('D', 'The fourth page is too far away.'));
    const crawl = { url: `${web.url}/docs/`, depth: 2, max_pages: 20 };
    const { documents } = await add({ crawl });
    expect(documents).toHaveLength(1);
    await until(
      'the crawl',
      async () =>
        (await listed()).some(([path, status]) => path === '/docs/c' && status === 'completed'),
      60_000,
    );
    await indexed();
    expect((await listed()).map(([path]) => path).sort()).toEqual([
      '/docs/',
      '/docs/a',
      '/docs/b/',
      '/docs/c',
    ]);
    expect(web.paths()).not.toContain('/docs/private');
    expect((await sidecar.shim.chat('What is the third page about?')).text).toContain('charts');
  }, 90_000);

  test('a sitemap names the pages', async () => {
    web.on('/', htmlPage('Home', 'Welcome.'));
    web.on('/wp-sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<sitemapindex><sitemap><loc>${web.url}/pages.xml</loc></sitemap></sitemapindex>`,
    });
    const urls = [`${web.url}/one`, `${web.url}/two`, 'http://other.example/'];
    const locs = urls.map((url) => `<url><loc>${url}</loc></url>`).join('');
    web.on('/pages.xml', `<urlset>${locs}</urlset>`);
    web.on('/one', htmlPage('One', 'The lighthouse was built in 1901.'));
    web.on('/two', htmlPage('Two', 'The pier was built in 1923.'));
    const added = await add({ sitemap: { url: web.url, max_pages: 10 }, mode: 'now' });
    expect(added.documents.map(({ title, status }) => [title, status])).toEqual([
      ['One', 'completed'],
      ['Two', 'completed'],
    ]);
    expect(added.rejected).toMatchObject([{ line: 3, value: 'http://other.example/' }]);
  });
});

test.each(oneDatabase)(
  'a crawl on %s goes on after a restart',
  async (name, databaseUrl) => {
    const folder = mkdtempSync(join(tmpdir(), 'itih-urls-'));
    const url = name === 'SQLite' ? `sqlite:${join(folder, 'itih.sqlite')}` : databaseUrl();
    const web = await startWebSite();
    const pages = Array.from({ length: 8 }, (_, n) => `/p${n}`);
    const put = (path: string) => web.on(path, htmlPage(path, `This is ${path}.`, pages));
    let sidecar = await open(url);
    try {
      ['/', '/p0', '/p1'].forEach(put);
      // Asked for, but never answered: the sidecar stops in the middle of reading them.
      const unanswered = pages.slice(2);
      for (const path of unanswered) web.on(path, () => undefined);
      const crawl = { url: `${web.url}/`, depth: 3, max_pages: 50 };
      await sidecar.shim.admin('POST', '/documents', { body: { crawl } });
      await until('a page in the middle', () => web.paths().includes('/p2'), 30_000);
      await sidecar.stop();
      unanswered.forEach(put);

      sidecar = await open(url);
      await sidecar.indexed();
      const query = { kind: 'url', status: 'completed', per_page: '100' };
      const { body } = await sidecar.shim.admin<DocumentView[]>('GET', '/documents', { query });
      const found = body.map(({ source_url }) => source_url.replace(web.url, ''));
      expect(found.sort()).toEqual(['/', ...pages]);
    } finally {
      await sidecar.stop();
      await web.close();
      rmSync(folder, { recursive: true });
    }
  },
  90_000,
);
