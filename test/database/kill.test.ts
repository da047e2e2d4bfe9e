import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite, type WordPressSite } from '../fakes/wordpress-site.ts';
import { freePort, spawnSidecar } from './process.ts';
import { databases, secret } from './sidecar.ts';

const posts = 60;

describe.each(databases)('a sidecar killed while it indexes on %s', (name, databaseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'itih-kill-'));
  const children: ChildProcess[] = [];
  let site: WordPressSite;

  beforeAll(async () => {
    site = await startWordPressSite(secret);
    site.delay = 10;
    for (let id = 1; id <= posts; id++) {
      const paragraphs = Array.from(
        { length: 8 },
        (_, n) => `<p>Paragraph ${n} of post ${id} tells a tale. ${'It is long. '.repeat(40)}</p>`,
      );
      site.put({ id, html: paragraphs.join('') });
    }
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await site.close();
    rmSync(folder, { recursive: true });
  });

  test('loses nothing and doubles nothing', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const shim = shimFor(url, secret);
    const database = name === 'SQLite' ? `sqlite:${join(folder, 'itih.sqlite')}` : databaseUrl();
    const run = async () => {
      const { child } = await spawnSidecar({
        ITIH_PORT: String(port),
        ITIH_SITE_URL: site.url,
        ITIH_DATABASE_URL: database,
        ITIH_LEASE_SECONDS: '1',
      });
      children.push(child);
      return child;
    };
    const count = async (status: string) => {
      const query = { kind: 'post', status, per_page: '1' };
      const { headers } = await shim.admin('GET', '/documents', { query });
      return Number(headers.get('x-wp-total'));
    };

    let child = await run();
    for (const killAt of [3, 20, 40]) {
      await until(`${killAt} documents`, async () => (await count('completed')) >= killAt);
      child.kill('SIGKILL');
      await once(child, 'exit');
      child = await run();
    }
    await until('all documents', async () => (await count('completed')) === posts, 30_000);

    const { body } = await shim.admin<DocumentView[]>('GET', '/documents', {
      query: { kind: 'post', per_page: '100' },
    });
    expect(new Set(body.map(({ post_id }) => post_id)).size).toBe(posts);
    expect(body).toHaveLength(posts);
    for (const { id, chunk_count } of body) {
      const shown = await shim.admin<{ chunks: { position: number; content: string }[] }>(
        'GET',
        `/documents/${id}`,
      );
      const { chunks } = shown.body;
      expect(chunks.map(({ position }) => position)).toEqual([...Array(chunk_count).keys()]);
      expect(new Set(chunks.map(({ content }) => content)).size).toBe(chunk_count);
    }
  }, 90_000);
});
