import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { until } from '../fakes/wait.ts';
import { htmlPage, startWebSite, type WebSite } from '../fakes/web-site.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

interface Added {
  documents: DocumentView[];
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
