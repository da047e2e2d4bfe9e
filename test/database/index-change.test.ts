import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { EmbeddingEstimate, IndexStatus, StatusReply } from '../../server/contract/admin.ts';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import type { Database } from '../../server/storage/database.ts';
import { vectorOf } from '../../server/storage/vectors/stored-vector.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startIndexedSite, type IndexedSite } from './indexed-site.ts';
import { oneDatabase, secret } from './sidecar.ts';
import { isFull } from '../full-runs.ts';
import { startVendorGate, type VendorGate } from './vendor-gate.ts';

jest.setTimeout(120_000);

const posts = isFull ? 80 : 40;
const one = { name: 'embed-one', id: 'openai:embed-one', dimensions: 256 };
const two = { name: 'embed-two', id: 'openai:embed-two', dimensions: 384 };

describe.each(oneDatabase)('another embedding model on %s', (name, databaseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'itih-index-'));
  const sqlite = name === 'SQLite';
  const url = sqlite ? `sqlite:${join(folder, 'itih.sqlite')}` : databaseUrl();
  let indexed: IndexedSite;
  let gate: VendorGate;
  let database: Database;
  let sidecar: Awaited<ReturnType<IndexedSite['start']>>;
  let shim: ReturnType<typeof shimFor>;
  let asking: ReturnType<typeof askAllTheTime>;

  /** Titles of what a question finds, best first. */
  async function find(query: string, by = shim): Promise<string[]> {
    const body = { query, top_k: 5, min_score: 0 };
    const { status, body: found } = await by.admin<{ chunks: { title: string }[] }>(
      'POST',
      '/search',
      { body },
    );
    if (status !== 200) throw new Error(`POST /search answered ${status}`);
    return found.chunks.map(({ title }) => title);
  }

  /** From now until it is stopped; what was not found is remembered. */
  function askAllTheTime(by = shim) {
    let going = true;
    let asked = 0;
    const missed: string[] = [];
    const loop = async () => {
      while (going) {
        const post = 11 + (asked++ % (posts - 10));
        const found = await find(
          `Paragraph 3 of post ${post} tells a tale. It is long. It is long.`,
          by,
        ).catch((error: unknown) => [String(error)]);
        if (!found.includes(`Post ${post}`)) missed.push(`${found.join()} for post ${post}`);
        await sleep(50);
      }
    };
    const ended = loop();
    return {
      async stop(): Promise<void> {
        going = false;
        await ended;
        expect(missed).toEqual([]);
        // A busy machine has time for few.
        expect(asked).toBeGreaterThan(1);
      },
    };
  }

  const status = async (by = shim): Promise<StatusReply> =>
    (await by.admin<StatusReply>('GET', '/status')).body;
  const index = async (by = shim): Promise<IndexStatus> => (await status(by)).index;
  const choose = async (model: { name: string }, by = shim) => {
    const body = { embeddings: gate.embeddings(model.name) };
    // A busy machine may turn a call away.
    await until('the settings', async () => {
      const { status } = await by.admin('PUT', '/settings', { body });
      expect([200, 503]).toContain(status);
      return status === 200;
    });
  };
  const isActive = async ({ id, dimensions }: typeof one, by = shim) => {
    const { embedder, dimensions: has, building } = await index(by);
    return embedder === id && has === dimensions && building === null;
  };
  const heldUp = () => until('it is held up', () => gate.waiting > 0, 60_000);
  const processed = () =>
    until(
      'the queue is empty',
      async () => {
        const { queue } = await status();
        return queue.queued + queue.processing === 0;
      },
      60_000,
    );
  const change = async (events: object[]) => {
    await shim.call('POST', '/events', { role: 'system', body: { events } });
    await processed();
  };
  const start = async () => {
    sidecar = await indexed.start();
    shim = shimFor(sidecar.url, secret);
  };
  /** Each chunk has its vector of this model, and no other. */
  async function expectOnly({ dimensions }: typeof one): Promise<void> {
    const rows = await database.query.selectFrom('chunks').selectAll().execute();
    expect(rows.length).toBeGreaterThan(posts);
    expect(new Set(rows.map((row) => row.dimensions))).toEqual(new Set([dimensions]));
    const lengths = new Set(rows.map((row) => vectorOf(row)?.length));
    expect(lengths).toEqual(new Set([dimensions]));
  }

  beforeAll(async () => {
    indexed = await startIndexedSite(posts, url);
    gate = await startVendorGate({
      [one.name]: one.dimensions,
      [two.name]: two.dimensions,
    });
    indexed.site.settings = {
      ...indexed.site.settings,
      embeddings: gate.embeddings(one.name),
      limits: { per_ip_max: 0 },
    };
    database = openDatabase(
      readConfig({ ITIH_SITE_URL: indexed.site.url, ITIH_SECRET: secret, ITIH_DATABASE_URL: url }),
    );
    await start();
    await until('all documents', async () => (await indexed.completed()) === posts, 60_000);
    await until('all vectors', async () => (await index()).building === null, 60_000);
    expect(await index()).toMatchObject({ embedder: one.id, dimensions: one.dimensions });
  });
  afterAll(async () => {
    await database.close();
    await indexed.stop();
    await gate.close();
    rmSync(folder, { recursive: true });
  });

  test('gives chunks their vectors while words answer, whatever happens meanwhile', async () => {
    asking = askAllTheTime();
    const total = await database.query.selectFrom('chunks').select('id').execute();
    const unsaved = { settings: { embeddings: gate.embeddings(two.name) } };
    const { body: estimate } = await shim.admin<EmbeddingEstimate>(
      'POST',
      '/admin/embedding-estimate',
      { body: unsaved },
    );
    expect(estimate).toMatchObject({ changes: true, chunks: total.length, price_usd: null });
    expect(estimate.tokens).toBeGreaterThan(total.length);
    // The first page is let through.
    Object.assign(gate, { held: two.name, allowance: 1 });
    await choose(two);
    await heldUp();
    const { building, ...active } = await index();
    expect(active).toEqual({ embedder: two.id, dimensions: two.dimensions });
    expect(building).toMatchObject({ embedder: two.id, chunks_total: total.length, problem: null });
    expect(building?.chunks_done).toBeGreaterThan(0);
    expect(building?.chunks_done).toBeLessThan(total.length);

    indexed.site.put({ id: 5, html: '<p>The heronry has moved to the upper lake.</p>' });
    indexed.site.put({ id: 1001, title: 'Otters', html: '<p>The otters sleep until dusk.</p>' });
    indexed.site.remove(9);
    await change([
      { type: 'post_changed', post_id: 5 },
      { type: 'post_changed', post_id: 1001 },
      { type: 'post_removed', post_id: 9 },
    ]);
    expect(await find('Where has the heronry moved?')).toContain('Post 5');

    gate.broken = two.name;
    gate.held = '';
    const problem = async () => (await index()).building?.problem?.message ?? '';
    await until('the problem', async () => (await problem()).includes('is overloaded'), 60_000);
    expect(await find('Where has the heronry moved?')).toContain('Post 5');
    Object.assign(gate, { held: two.name, allowance: 0, broken: '' });
    await heldUp();

    await asking.stop();
    await sidecar.kill();
    const done = gate.texts[two.name] ?? 0;
    await start();
    asking = askAllTheTime();
    expect((await index()).building).toMatchObject({ embedder: two.id });
    gate.held = '';
    await until('the new index', () => isActive(two), 60_000);
    // Work done before the end is not repeated, except for the current page and later writes.
    expect((gate.texts[two.name] ?? 0) - done).toBeLessThanOrEqual(total.length - 128 + 10);

    expect((await find('Where has the heronry moved?'))[0]).toBe('Post 5');
    expect((await find('When do the otters sleep?'))[0]).toBe('Otters');
    expect(await find('Paragraph 3 of post 9 tells a tale.')).not.toContain('Post 9');
    await expectOnly(two);
    await asking.stop();
  });

  test('is given up when the first one is chosen again', async () => {
    asking = askAllTheTime();
    const made = gate.texts[two.name] ?? 0;
    Object.assign(gate, { held: one.name, allowance: 0 });
    await choose(one);
    await heldUp();
    await choose(two);
    gate.held = '';
    await until('the build is given up', () => isActive(two), 60_000);
    await expectOnly(two);
    // The page in hand was made to its end.
    expect((gate.texts[two.name] ?? 0) - made).toBeLessThanOrEqual(128);
    await asking.stop();
  });

  // A SQLite file belongs to one process.
  const inFull = isFull && !sqlite ? test : test.skip;
  inFull(
    'is built once by two sidecars, and both answer (only with ITIH_TEST_FULL=1)',
    async () => {
      const other = shimFor((await indexed.start()).url, secret);
      const loops = [askAllTheTime(shim), askAllTheTime(other)];
      const before = gate.texts[one.name] ?? 0;
      const total = await database.query.selectFrom('chunks').select('id').execute();
      await choose(one, other);
      await until(
        'the new index',
        async () => (await isActive(one)) && isActive(one, other),
        60_000,
      );
      await expectOnly(one);
      for (const loop of loops) await loop.stop();
      expect((gate.texts[one.name] ?? 0) - before).toBeLessThanOrEqual(total.length);
    },
  );
});
