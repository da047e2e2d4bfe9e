import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../server/storage/database.ts';
import { startVectorizeServer } from '../../fakes/vectorize-server.ts';
import {
  indexOf,
  model,
  stateOf,
  vectorizeSite,
  type VectorizeSite,
} from '../../fakes/vectorize-site.ts';
import { until } from '../../fakes/wait.ts';
import { refuse } from '../../fakes/workers-ai-rules.ts';
import { memoryDatabase } from '../../storage/memory-database.ts';

type Server = Awaited<ReturnType<typeof startVectorizeServer>>;

let server: Server;
let database: Database;
let site: VectorizeSite;
let sites: VectorizeSite[];
beforeEach(async () => {
  server = await startVectorizeServer();
  database = await memoryDatabase();
  sites = [];
  site = open();
  await site.settle(stateOf(model));
});
afterEach(async () => {
  for (const each of sites) await each.close();
  await database.close();
  await server.close();
});

function open(options: Partial<Parameters<typeof vectorizeSite>[1]> = {}): VectorizeSite {
  const opened = vectorizeSite(database, { baseUrl: server.url, ...options });
  sites.push(opened);
  return opened;
}

/** A unit vector between the first two axes: the smaller the angle, the nearer to the first. */
function at(angle: number, length = model.dimensions): Float32Array {
  const vector = new Float32Array(length);
  vector[0] = Math.cos(angle);
  vector[1] = Math.sin(angle);
  return vector;
}
const angles = (count: number) => Array.from({ length: count }, (_, index) => at(index / count));

const ask = async (topK = 5, of = site) => {
  const question = { embedder: model.embedder, vector: at(0), topK, minScore: -1 };
  return (await of.store.query(question)).map(({ chunkId }) => chunkId);
};
/** Whoever asks the database instead would hear nothing of it here. */
function withoutLocal(of = site): void {
  of.local.query = () => Promise.reject(new Error('The database is not to be asked.'));
}
const count = (operation: string) =>
  server.operations().filter((each) => each === operation).length;
const remoteIds = () => server.idsOf('site').map((id) => Number(id.split('-')[1]));
const rows = () => database.query.selectFrom('remote_vectors').selectAll().execute();
const synced = (ids: readonly number[]) =>
  until('the index to have these vectors', async () => {
    const there = [...remoteIds()].sort((a, b) => a - b);
    const known = await rows();
    return (
      JSON.stringify(there) === JSON.stringify(ids) &&
      known.length === ids.length &&
      known.every(({ processed }) => processed === 1)
    );
  });

describe('removal', () => {
  beforeEach(() => server.create('site', model.dimensions));

  test('takes all vectors of this site out of the index, and none of another site', async () => {
    const ids = await site.replace(1, model.embedder, angles(130));
    await synced(ids);
    const otherDatabase = await memoryDatabase();
    const other = vectorizeSite(otherDatabase, { baseUrl: server.url, site: 'http://other.test' });
    await other.settle(stateOf(model));
    await other.replace(1, model.embedder, angles(2));
    await until('the other site', () => server.idsOf('site').length === ids.length + 2);
    await site.remove(site.settings().vector_store);
    server.process();
    expect(server.idsOf('site')).toHaveLength(2);
    expect(count('delete_by_ids')).toBe(2);
    await other.close();
    await otherDatabase.close();
  });

  test('asks nobody where no index was set up', async () => {
    await site.remove({ ...site.settings().vector_store, api_token: '' });
    expect(count('delete_by_ids')).toBe(0);
  });
});

describe('questions', () => {
  beforeEach(() => server.create('site', model.dimensions));

  test('are asked there when it has the vectors, and answered with texts and exact scores', async () => {
    const ids = await site.replace(1, model.embedder, angles(30));
    await synced(ids);
    withoutLocal();
    const question = { embedder: model.embedder, vector: at(0), topK: 3, minScore: 0.5 };
    const hits = await site.store.query(question);
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(ids.slice(0, 3));
    expect(hits[1]?.score).toBeCloseTo(Math.cos(1 / 30), 6);
    expect(hits[1]?.passage).toMatchObject({ chunkId: ids[1], content: 'x' });
    expect(count('query')).toBe(1);
  });

  test('find what is not processed yet, and do not find what is gone', async () => {
    const before = await site.replace(1, model.embedder, angles(40));
    const other = await site.replace(2, model.embedder, [at(1.5)]);
    await synced([...before, ...other]);
    withoutLocal();
    server.setLag('held');
    const after = await site.replace(1, model.embedder, angles(40));
    expect(await ask(41)).toEqual([...after, ...other]);
    await until('the new ones to be sent', () => count('upsert') > 1);
    expect(await ask(41)).toEqual([...after, ...other]);
    // All but the first answer are of candidates of which most are gone.
    expect(await ask(3)).toEqual(after.slice(0, 3));
    server.setLag(0);
    server.process();
    await synced([...other, ...after]);
    expect(await ask(41)).toEqual([...after, ...other]);
  });

  test('are asked again for more candidates when too many of them are gone', async () => {
    const before = await site.replace(1, model.embedder, angles(60));
    const far = await site.replace(2, model.embedder, [at(1.1), at(1.2), at(1.3)]);
    await synced([...before, ...far]);
    withoutLocal();
    server.setLag('held');
    await site.removeDocument(1);
    expect(await ask(3)).toEqual(far);
    expect(server.requests.map(({ body }) => body['topK']).filter(Boolean)).toEqual([20, 100]);
  });

  test('are answered by the database when even that is not enough', async () => {
    const before = await site.replace(1, model.embedder, angles(120));
    const far = await site.replace(2, model.embedder, [at(1.1)]);
    await synced([...before, ...far]);
    server.setLag('held');
    await site.removeDocument(1);
    expect(await ask(1)).toEqual(far);
    expect(count('query')).toBe(2);
  });

  test('with a filter are answered by the database', async () => {
    const ids = await site.replace(1, model.embedder, angles(3));
    await synced(ids);
    const question = { embedder: model.embedder, vector: at(0), topK: 3, minScore: -1 };
    const found = await site.store.query({ ...question, filter: { kinds: ['txt'] } });
    expect(found).toHaveLength(3);
    expect(await site.store.query({ ...question, filter: { kinds: ['pdf'] } })).toEqual([]);
    expect(count('query')).toBe(0);
  });

  test('are answered by the database while the vendor fails, which is left alone for a while', async () => {
    let now = 1000;
    site = open({ clock: () => now });
    const ids = await site.replace(1, model.embedder, angles(3));
    await synced(ids);
    const refusal = refuse(429, { code: 10429, message: 'Too many requests' });
    server.script({ kind: 'error', ...refusal, headers: { 'retry-after': '120' } });
    expect(await ask()).toEqual(ids);
    expect(await ask()).toEqual(ids);
    expect(count('query')).toBe(1);
    expect(await site.store.status()).toMatchObject({
      engine: 'vectorize',
      mode: 'memory',
      reason: expect.stringContaining('failed to answer just now'),
    });
    now += 119_000;
    expect(await ask()).toEqual(ids);
    expect(count('query')).toBe(1);
    now += 2000;
    withoutLocal();
    expect(await ask()).toEqual(ids);
    expect(count('query')).toBe(2);
  });

  test('are answered by the database until the index has most of the vectors', async () => {
    server.setLag('held');
    for (let document = 1; document <= 3; document++) {
      await site.replace(document, model.embedder, angles(700));
    }
    await until('all to be sent', async () => {
      const sent = (await rows()).filter(({ sequence }) => sequence > 0);
      return sent.length === 2100;
    });
    expect(await ask(3)).toHaveLength(3);
    expect(count('query')).toBe(0);
    expect((await site.store.status()).reason).toContain('more than 2000 vectors');
  });

  test('are asked of the active embedder alone', async () => {
    const next = indexOf('test:next', model.dimensions);
    const ids = await site.replace(1, model.embedder, [at(0), at(0.5)]);
    await site.settle(stateOf(model, next));
    const vectors = ids.map((chunkId, index) => ({ chunkId, vector: at(1.5 - index) }));
    await site.add({ ...next, vectors }, 1);
    await until('both to be there', () => server.idsOf('site').length === 4);
    await until('both to be processed', async () =>
      (await rows()).every(({ processed }) => processed === 1),
    );
    withoutLocal();
    expect(await ask()).toEqual(ids);
    const question = { embedder: next.embedder, vector: at(0), topK: 5, minScore: -1 };
    const found = await site.store.query(question);
    expect(found.map(({ chunkId }) => chunkId)).toEqual([ids[1], ids[0]]);
    expect(found[0]?.score).toBeCloseTo(Math.cos(0.5), 6);
    await site.settle(stateOf(next));
    await until('the old ones to be removed', () => server.idsOf('site').length === 2);
    expect((await site.store.query(question)).map(({ chunkId }) => chunkId)).toEqual([
      ids[1],
      ids[0],
    ]);
  });
});

describe('the index is kept current', () => {
  beforeEach(() => server.create('site', model.dimensions));

  test('vectors of documents that are gone are removed there, too', async () => {
    const first = await site.replace(1, model.embedder, angles(130));
    const second = await site.replace(2, model.embedder, angles(2));
    await synced([...first, ...second]);
    await site.removeDocument(1);
    site.sync.look();
    await synced(second);
    const removed = server.requests
      .filter(({ path }) => path.endsWith('delete_by_ids'))
      .map(({ body }) => (body['ids'] as string[]).length);
    expect(removed).toEqual([100, 30]);
  });

  test('a process that ended between sending and noting it is gone on from', async () => {
    const ids = await site.replace(1, model.embedder, angles(3));
    await synced(ids);
    await site.close();
    // What it had said before it sent them, and nothing afterwards.
    await database.query
      .updateTable('remote_vectors')
      .set({ sequence: 0, mutation: '', processed: 0 })
      .where('chunk_id', '>=', ids[1]!)
      .execute();
    await database.query.deleteFrom('chunks').where('id', '=', ids[2]!).execute();
    site = open();
    site.sync.look();
    await synced(ids.slice(0, 2));
  });

  test.each([
    ['limits requests', { kind: 'error', ...refuse(429, { code: 10429, message: 'Slow down' }) }],
    ['fails', { kind: 'error', ...refuse(503, { code: 10013, message: 'Unavailable' }) }],
    ['ends the connection', { kind: 'reset' }],
  ] as const)('a vendor who %s is asked again', async (_name, behaviour) => {
    server.script(behaviour);
    const ids = await site.replace(1, model.embedder, angles(3));
    await synced(ids);
    expect(count('upsert')).toBeGreaterThan(1);
    withoutLocal();
    expect(await ask()).toEqual(ids);
  });

  test('an outage is said, and forgotten when it is over', async () => {
    server.setDown(true);
    const ids = await site.replace(1, model.embedder, angles(3));
    await until('the outage to be said', async () => {
      const [warning] = (await site.store.status()).warnings;
      return warning?.includes('temporarily unavailable') ?? false;
    });
    expect(await ask()).toEqual(ids);
    server.setDown(false);
    site.sync.look();
    await synced(ids);
    expect((await site.store.status()).warnings).toEqual([]);
  });

  test('of two sidecars one sends', async () => {
    const other = open();
    const all: number[] = [];
    for (let document = 1; document <= 6; document++) {
      const writer = document % 2 === 0 ? site : other;
      all.push(...(await writer.replace(document, model.embedder, angles(20))));
      site.sync.look();
      other.sync.look();
    }
    await synced(all);
    const sent = server.requests
      .filter(({ path }) => path.endsWith('upsert'))
      .flatMap(({ body }) => (body['lines'] as string).split('\n'));
    expect(sent).toHaveLength(all.length);
    withoutLocal();
    withoutLocal(other);
    expect(await ask(7, site)).toEqual(await ask(7, other));
  });

  test('another site in the same index is neither asked nor removed, and hinders nothing', async () => {
    const elsewhere = await memoryDatabase();
    const theirs = vectorizeSite(elsewhere, { baseUrl: server.url, site: 'http://other.test' });
    await theirs.settle(stateOf(model));
    await theirs.replace(1, model.embedder, angles(4));
    await until('their vectors to be there', () => server.idsOf('site').length === 4);
    server.setLag('held');
    const ids = await site.replace(1, model.embedder, angles(3));
    await until('ours to be sent', () => count('upsert') === 2);
    // The last that is processed is theirs, again and again.
    await theirs.replace(2, model.embedder, angles(2));
    await until('theirs to be sent', () => count('upsert') === 3);
    server.process();
    await until('ours to be known as processed', async () =>
      (await rows()).every(({ processed }) => processed === 1),
    );
    withoutLocal();
    expect(await ask()).toEqual(ids);
    await site.removeDocument(1);
    server.setLag(0);
    site.sync.look();
    await until('ours to be removed', () => server.idsOf('site').length === 6);
    await theirs.close();
    await elsewhere.close();
  });

  test('what was changed while another engine was chosen is made up for', async () => {
    const first = await site.replace(1, model.embedder, angles(2));
    const second = await site.replace(2, model.embedder, angles(2));
    await synced([...first, ...second]);
    site.choose({ engine: 'relational' });
    const upserts = count('upsert');
    const third = await site.replace(3, model.embedder, angles(2));
    await site.removeDocument(1);
    expect(await ask()).toHaveLength(4);
    expect(site.store.name).toBe('relational');
    expect(await site.store.status()).toMatchObject({ engine: 'relational' });
    expect([count('query'), count('upsert')]).toEqual([0, upserts]);
    site.choose({ engine: 'vectorize' });
    expect(await ask()).toEqual([second[0], third[0], second[1], third[1]]);
    site.sync.look();
    await synced([...second, ...third]);
    withoutLocal();
    expect(await ask()).toEqual([second[0], third[0], second[1], third[1]]);
    expect(site.store.name).toBe('vectorize');
    expect(await site.store.status()).toMatchObject({
      engine: 'vectorize',
      mode: 'hosted',
      reason: expect.stringContaining('4 vectors are in it'),
      warnings: [],
    });
  });

  test('an index that was removed and made again gets all vectors again', async () => {
    const ids = await site.replace(1, model.embedder, angles(3));
    await synced(ids);
    server.remove('site');
    site.sync.look();
    await until('all to be forgotten', async () => (await rows()).length === 0);
    expect(await ask()).toEqual(ids);
    expect((await site.store.status()).warnings).toEqual([
      expect.stringContaining('vectorize.index.not_found'),
    ]);
    const { signal } = new AbortController();
    expect(await site.setup.create(site.settings(), model.dimensions, signal)).toBe(true);
    await synced(ids);
    withoutLocal();
    expect(await ask()).toEqual(ids);
    expect((await site.store.status()).warnings).toEqual([]);
  });
});

describe('what an owner has to change', () => {
  const warning = async (of = site) => {
    await until(
      'the problem to be said',
      async () => (await of.store.status()).warnings.length > 0,
    );
    return (await of.store.status()).warnings[0];
  };
  const { signal } = new AbortController();

  test.each([
    ['no token', { api_token: '' }, 'no API token is set'],
    ['no account', { account_id: '' }, 'no account ID is set'],
    ['no index', { index_name: '' }, 'no index name is set'],
    ['a wrong token', { api_token: 'another-token' }, 'refused the API key (401)'],
    ['a wrong account', { account_id: 'another' }, 'Could not route to'],
    ['an index that is not there', { index_name: 'none' }, 'Index name "none"'],
  ])('%s is said, and the database answers', async (_name, changes, words) => {
    site.choose(changes);
    const ids = await site.replace(1, model.embedder, angles(3));
    expect(await warning()).toContain(words);
    expect(await ask()).toEqual(ids);
    expect(await site.store.status()).toMatchObject({ engine: 'vectorize', mode: 'memory' });
    expect(JSON.stringify(await site.store.status())).not.toContain('another-token');
    await expect(site.setup.test(site.settings(), at(0), signal)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(words) },
    });
  });

  test.each([
    [8, 'cosine', 'has 8 dimensions and the embedding model 16'],
    [16, 'euclidean', 'compares by euclidean, not by cosine'],
  ])('an index of %d dimensions by %s', async (dimensions, metric, words) => {
    server.create('site', dimensions, metric);
    const ids = await site.replace(1, model.embedder, angles(3));
    expect(await warning()).toContain(words);
    expect(await ask()).toEqual(ids);
    expect(count('upsert') + count('query')).toBe(0);
    for (const attempt of [
      site.setup.create(site.settings(), 16, signal),
      site.setup.test(site.settings(), at(0), signal),
    ]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'not_configured',
        message: expect.stringContaining(words),
      });
    }
  });

  test('an index is made once, and tested by a question', async () => {
    expect(await site.setup.create(site.settings(), 16, signal)).toBe(true);
    expect(await site.setup.create(site.settings(), 16, signal)).toBe(false);
    expect(count('create')).toBe(1);
    expect(await site.setup.test(site.settings(), at(0), signal)).toBe('vectorize:site');
  });

  test('a model of more dimensions than Vectorize takes', async () => {
    const made = site.setup.create(site.settings(), 3072, signal);
    await expect(made).rejects.toMatchObject({
      message: expect.stringContaining('1536 dimensions at most'),
    });
    expect(count('create')).toBe(0);
  });
});
