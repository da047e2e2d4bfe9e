import { describe, expect, test, afterEach, beforeEach } from '@jest/globals';
import { requireReadable, sourceOf, PageLoader } from './page-loader.ts';
import { AddressGuard, parseAllowed } from '../../net/address-guard.ts';
import { HostGate, SafeFetch } from './safe-fetch.ts';
import { Robots } from './robots.ts';
import type { DocumentRow, NewDocument } from '../../storage/documents.ts';
import { startWebSite, type WebPage, type WebSite } from '../../../test/fakes/web-site.ts';
import { testContext, type TestContext } from '../../../test/ingestion/context.ts';

const url = 'https://site.example/x';
const kindOf = (contentType: string, body: string) =>
  sourceOf(Buffer.from(body, 'latin1'), contentType, url).kind;
const unsupported = expect.objectContaining({ code: 'unsupported_type' });

const docx = 'PK\x03\x04 [Content_Types].xml word/document.xml';

describe('what a header says', () => {
  test.each([
    ['text/html; charset=UTF-8', 'page'],
    ['TEXT/HTML', 'page'],
    ['application/xhtml+xml', 'page'],
    ['application/pdf', 'pdf'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['text/plain', 'txt'],
    ['text/markdown', 'txt'],
    ['text/csv', 'csv'],
    ['application/vnd.ms-excel.sheet.macroEnabled.12', 'xlsx'],
  ])('is believed: %s', (contentType, kind) => {
    expect(() => requireReadable(contentType)).not.toThrow();
    expect(kindOf(contentType, 'Some words.')).toBe(kind);
  });

  test.each(['image/png', 'application/json', 'constructor'])(
    'is enough to refuse %s',
    (contentType) => {
      expect(() => requireReadable(contentType)).toThrow(unsupported);
    },
  );
});

describe('what the bytes say', () => {
  test.each([
    ['%PDF-1.7', 'text/html', 'pdf'],
    [docx, 'text/plain', 'docx'],
    [docx, 'application/zip', 'docx'],
    ['PK\x03\x04 [Content_Types].xml xl/workbook.xml', 'application/octet-stream', 'xlsx'],
    ['PK\x03\x04 ppt/presentation.xml', 'application/zip', 'pptx'],
    ['PK\x03\x04 mimetypeapplication/epub+zipPK', 'application/octet-stream', 'epub'],
    ['PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.text', 'application/zip', 'odf'],
    ['{\\rtf1 Hello}', 'text/plain', 'rtf'],
    ['%PDF-1.4', 'application/octet-stream', 'pdf'],
    ['<!DOCTYPE html><p>Hello', '', 'page'],
    ['\xef\xbb\xbf\n <!-- made by hand -->\n<HTML lang=en>', 'application/octet-stream', 'page'],
    ['<?xml version="1.0"?><html xmlns="x">', 'application/xml', 'page'],
    ['Just words, <b>maybe</b>.', '', 'txt'],
    ['\xff\xfeA\0B\0', '', 'txt'],
  ])('counts where the header is silent or wrong: %j as %s', (body, contentType, kind) => {
    expect(() => requireReadable(contentType)).not.toThrow();
    expect(kindOf(contentType, body)).toBe(kind);
  });

  test.each([
    ['PK\x03\x04 some other archive', 'application/zip'],
    ['PK\x03\x04 some other archive', 'text/plain'],
    ['\x7fELF\0\0', 'application/octet-stream'],
    ['<rss version="2.0">', 'text/xml'],
    ['<?xml version="1.0"?><feed>', 'application/xml'],
  ])('is refused when it is nothing to read: %j', (body, contentType) => {
    expect(() => kindOf(contentType, body)).toThrow(unsupported);
  });
});

const { signal } = new AbortController();

let site: WebSite;
let context: TestContext;
let pages: PageLoader;
beforeEach(async () => {
  site = await startWebSite();
  context = await testContext();
  const guard = new AddressGuard(parseAllowed('127.0.0.1'), () =>
    Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  );
  const safeFetch = new SafeFetch(guard, 'Fetcher/1');
  const { clock } = context;
  pages = new PageLoader(context, safeFetch, new Robots(safeFetch, clock), new HostGate(clock));
});
afterEach(async () => {
  await site.close();
  await context.database.close();
});

/** A document that a worker holds, with one chunk of an earlier visit. */
async function held(path: string, over: Partial<NewDocument> = {}): Promise<DocumentRow> {
  const url = site.url + path;
  const about = { kind: 'url', sourceKey: `url:${url}`, sourceUrl: url } as const;
  const { database, documents, chunks, queue } = context;
  const { id } = await documents.ensure({ ...about, ...over });
  const before = { chunk_count: 1, content_hash: 'h', etag: '"1"', last_modified: 'Mon' };
  await database.query.updateTable('documents').set(before).where('id', '=', id).execute();
  const chunk = { content: 'Old.', headingPath: '', page: null, offset: 0 };
  await database.transaction((transaction) => chunks.replace(id, url, [chunk], transaction));
  return (await queue.claimNow(id)).document;
}
const load = async (path: string, over?: Partial<NewDocument>) =>
  pages.load(await held(path, over), false, signal);

describe('a page', () => {
  test('is read with its headers', async () => {
    const headers = {
      etag: 'W/"2"',
      'last-modified': 'Mon, 01 Jun 2026 00:00:00 GMT',
      'x-robots-tag': 'noarchive',
    };
    site.on('/caf%C3%A9', { headers, body: '<p>Hello' });
    expect(await load('/café')).toEqual({
      source: {
        kind: 'page',
        bytes: Buffer.from('<p>Hello'),
        contentType: 'text/html; charset=utf-8',
        url: `${site.url}/caf%C3%A9`,
      },
      url: `${site.url}/caf%C3%A9`,
      title: 'café',
      answer: { etag: 'W/"2"', last_modified: headers['last-modified'], robots: 'noarchive' },
    });
  });
});

describe('a failed visit', () => {
  const failed = (code: string, retryable: boolean) => expect.objectContaining({ code, retryable });
  async function visit(page: WebPage | null, over?: Partial<NewDocument>) {
    if (page) site.on('/page', page);
    const document = await held('/page', over);
    const result = await pages.load(document, true, signal).catch((error: unknown) => ({ error }));
    const left = await context.chunks.ofDocument(document.id, 10, 0);
    return { result, left: left.length, row: await context.documents.get(document.id) };
  }

  test.each([
    [404, 'not_found'],
    [403, 'rest_forbidden'],
  ])('because of %s takes what it said out of the knowledge base', async (status, code) => {
    const { result, left, row } = await visit({ status });
    expect(result).toEqual({ error: failed(code, false) });
    expect(left).toBe(0);
    // Nothing of it is left that a later visit could take for the same.
    expect(row).toMatchObject({ chunk_count: 0, content_hash: '', etag: '', last_modified: '' });
    expect(row.checked_at).toBe(context.now);
  });

  test.each([
    [500, 'provider_error', true],
    [429, 'overloaded', true],
    [408, 'provider_error', true],
    [418, 'provider_error', false],
    [204, 'no_text', false],
  ])('because of %s leaves it as it is', async (status, code, retryable) => {
    const { result, left, row } = await visit({ status });
    expect(result).toEqual({ error: failed(code, retryable) });
    expect(left).toBe(1);
    expect(row).toMatchObject({
      chunk_count: 1,
      content_hash: 'h',
      etag: '"1"',
      checked_at: context.now,
    });
  });

  test.each([
    ['120', 120],
    ['Mon, 01 Jun 2026 00:05:00 GMT', 300],
    ['99999999', 86_400],
    ['Mon, 01 Jun 2020 00:00:00 GMT', 1],
    ['soon', undefined],
  ])('is made again when the server says: %s', async (header, seconds) => {
    const { result } = await visit({ status: 503, headers: { 'retry-after': header } });
    expect(result).toMatchObject({ error: { retryAfter: seconds } });
  });

  test('of a document that another process has taken over changes nothing', async () => {
    const document = await held('/gone');
    await context.database.query.updateTable('documents').set({ lease_owner: 'other' }).execute();
    await expect(pages.load(document, false, signal)).rejects.toEqual(failed('not_found', false));
    expect(await context.chunks.ofDocument(document.id, 10, 0)).toHaveLength(1);
  });

  test('because the sidecar stops is not recorded', async () => {
    const controller = new AbortController();
    const document = await held('/page');
    site.on('/page', () => controller.abort(new Error('stopping')));
    await expect(pages.load(document, false, controller.signal)).rejects.toThrow('stopping');
    expect(await context.documents.get(document.id)).toMatchObject({ checked_at: 0 });
  });

  test('to a withdrawn page of a crawl removes its document', async () => {
    expect((await visit(null, { crawlId: 'sitemap' })).result).toBeNull();
  });
});

describe('a page that robots.txt disallows', () => {
  beforeEach(() => {
    site.on('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /private',
    });
    site.on('/private', '<p>Hello');
    site.on('/way', { status: 302, headers: { location: '/private' } });
  });

  test('is read if the owner has added it', async () => {
    expect(await load('/private')).toMatchObject({ url: `${site.url}/private` });
    expect(site.paths()).toEqual(['/private']);
  });

  test.each(['/private', '/way'])('is not read by a crawl: %s', async (path) => {
    expect(await load(path, { crawlId: 'sitemap' })).toBeNull();
    expect(site.paths()).not.toContain('/private');
  });

  test('is an error at the start of a crawl', async () => {
    const document = await held('/private');
    const first = { ...document, crawl_id: String(document.id) };
    await expect(pages.load(first, false, signal)).rejects.toMatchObject({
      code: 'rest_forbidden',
    });
  });
});
