import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openDatabase } from '../../server/composition/services.ts';
import { parseDatabaseUrl } from '../../server/config/database-config.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { until } from '../fakes/wait.ts';
import { isFull } from '../full-runs.ts';
import { freePort, spawnSidecar } from './process.ts';
import { oneDatabase, secret } from './sidecar.ts';

const posts = isFull ? 300 : 24;
/** Documents that are done when the process is killed: random once, the same in every run. */
const kills = isFull ? [7, 61, 118, 196, 283] : [5, 12];
const model = 'embed-any';

test.each(oneDatabase)(
  'a sidecar killed while it indexes on %s loses nothing and doubles nothing',
  async (name, url) => {
    const folder = mkdtempSync(join(tmpdir(), 'itih-kill-'));
    const databaseUrl = name === 'SQLite' ? `sqlite:${join(folder, 'itih.sqlite')}` : url();
    const site = await startWordPressSite(secret);
    const vendor = await startOpenAiServer({ models: { [model]: 64 } });
    const openai = { api_key: fakeApiKey, base_url: vendor.url, model };
    site.settings = { ...site.settings, embeddings: { provider: 'openai', openai } };
    site.delay = 10;
    for (let id = 1; id <= posts; id++) {
      const tale = (n: number) =>
        `<p>Paragraph ${n} of post ${id} tells a tale. ${'It is long. '.repeat(40)}</p>`;
      site.put({ id, html: Array.from({ length: 8 }, (_, n) => tale(n)).join('') });
    }
    const start = async () =>
      spawnSidecar({
        ITIH_PORT: String(await freePort()),
        ITIH_LEASE_SECONDS: '1',
        ITIH_SITE_URL: site.url,
        ITIH_DATABASE_URL: databaseUrl,
      });
    const database = openDatabase({ database: parseDatabaseUrl(databaseUrl) });
    const { query } = database;
    const completed = async () =>
      (await query.selectFrom('documents').select('id').where('status', '=', 'completed').execute())
        .length;
    const untilCompleted = (count: number) =>
      until(`${count} documents`, async () => (await completed()) >= count, 60_000);

    let sidecar = await start();
    for (const done of kills) {
      await untilCompleted(done);
      sidecar.child.kill('SIGKILL');
      await once(sidecar.child, 'exit');
      if (done === kills.at(-1)) expect(await completed()).toBeLessThan(posts);
      sidecar = await start();
    }
    await untilCompleted(posts);
    const lacking = query.selectFrom('chunks').select('id').where('embedder', '=', '');
    await until('all vectors', async () => (await lacking.execute()).length === 0, 60_000);

    // Each post is one document, which has each of its chunks once.
    const documents = await query.selectFrom('documents').selectAll().orderBy('post_id').execute();
    expect(documents.map(({ post_id }) => post_id)).toEqual(
      Array.from({ length: posts }, (_, n) => n + 1),
    );
    const chunks = await query
      .selectFrom('chunks')
      .select(['document_id', 'position', 'content'])
      .where('embedding', 'is not', null)
      .orderBy('position')
      .execute();
    const byDocument = Map.groupBy(chunks, ({ document_id }) => document_id);
    for (const { id, chunk_count, status } of documents) {
      const found = byDocument.get(id) ?? [];
      expect(status).toBe('completed');
      expect(found.map(({ position }) => position)).toEqual([...Array(chunk_count).keys()]);
      expect(new Set(found.map(({ content }) => content)).size).toBe(chunk_count);
    }
    sidecar.child.kill('SIGKILL');
    await database.close();
    await Promise.all([site.close(), vendor.close()]);
    rmSync(folder, { recursive: true });
  },
  180_000,
);
