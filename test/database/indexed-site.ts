/** A site of generated posts, sidecars as processes that index it, and a look at what came of it. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { until } from '../fakes/wait.ts';
import { freePort, spawnSidecar } from './process.ts';
import { secret } from './sidecar.ts';

const paragraphs = 8;
const model = 'embed-any';

/** Its settings have vectors made by a fake vendor. */
export async function startIndexedSite(posts: number, databaseUrl: string) {
  const site = await startWordPressSite(secret);
  const vendor = await startOpenAiServer({ models: { [model]: 64 } });
  const openai = { api_key: fakeApiKey, base_url: vendor.url, model };
  site.settings = { ...site.settings, embeddings: { provider: 'openai', openai } };
  site.delay = 10;
  for (let id = 1; id <= posts; id++) {
    const tale = (n: number) =>
      `<p>Paragraph ${n} of post ${id} tells a tale. ${'It is long. '.repeat(40)}</p>`;
    site.put({ id, html: Array.from({ length: paragraphs }, (_, n) => tale(n)).join('') });
  }
  const children: ChildProcess[] = [];
  const env = { ITIH_SITE_URL: site.url, ITIH_DATABASE_URL: databaseUrl };
  const database = openDatabase(readConfig({ ...env, ITIH_SECRET: secret }));

  return {
    site,

    async start(more: Record<string, string> = {}) {
      const port = String(await freePort());
      const sidecar = await spawnSidecar({
        ITIH_PORT: port,
        ITIH_LEASE_SECONDS: '1',
        ...env,
        ...more,
      });
      children.push(sidecar.child);
      return {
        ...sidecar,
        async kill(): Promise<void> {
          sidecar.child.kill('SIGKILL');
          await once(sidecar.child, 'exit');
        },
      };
    },

    async completed(): Promise<number> {
      const rows = await database.query
        .selectFrom('documents')
        .select('id')
        .where('status', '=', 'completed')
        .execute();
      return rows.length;
    },

    /** Each post is one document, which has each of its chunks once; their vectors follow. */
    async expectWhole(): Promise<void> {
      const lacking = database.query.selectFrom('chunks').select('id').where('embedder', '=', '');
      await until('all vectors', async () => (await lacking.execute()).length === 0, 60_000);
      const documents = await database.query
        .selectFrom('documents')
        .selectAll()
        .orderBy('post_id')
        .execute();
      expect(documents.map(({ post_id }) => post_id)).toEqual(
        Array.from({ length: posts }, (_, n) => n + 1),
      );
      const chunks = await database.query
        .selectFrom('chunks')
        .select(['document_id', 'position', 'content'])
        .where('embedding', 'is not', null)
        .orderBy('position')
        .execute();
      const byDocument = Map.groupBy(chunks, ({ document_id }) => document_id);
      expect(byDocument.size).toBe(posts);
      for (const { id, chunk_count, status } of documents) {
        const found = byDocument.get(id) ?? [];
        expect(status).toBe('completed');
        expect(found.map(({ position }) => position)).toEqual([...Array(chunk_count).keys()]);
        expect(new Set(found.map(({ content }) => content)).size).toBe(chunk_count);
      }
    },

    async stop(): Promise<void> {
      for (const child of children) child.kill('SIGKILL');
      await database.close();
      await site.close();
      await vendor.close();
    },
  };
}
export type IndexedSite = Awaited<ReturnType<typeof startIndexedSite>>;
