import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Log } from '../../runtime/log.ts';
import type { Database } from '../../storage/database.ts';
import { startVectorizeServer } from '../../../test/fakes/vectorize-server.ts';
import { model, vectorizeSite, type VectorizeSite } from '../../../test/fakes/vectorize-site.ts';
import { until } from '../../../test/fakes/wait.ts';
import { refuse } from '../../../test/fakes/workers-ai-rules.ts';
import { memoryDatabase } from '../../../test/storage/memory-database.ts';

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
  await site.activate(model);
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

const query = (topK: number, embedder = model.embedder) => ({
  embedder,
  vector: at(0),
  topK,
  minScore: -1,
});
const ask = async (topK: number, of = site) =>
  (await of.vectorize.search(query(topK))).map(({ chunkId }) => chunkId);
/** Fails if the local index answers. */
async function askHosted(topK: number, of = site, embedder = model.embedder) {
  const before = of.local.queries;
  const found = await of.vectorize.search(query(topK, embedder));
  expect(of.local.queries).toBe(before);
  return found.map(({ chunkId }) => chunkId);
}
const count = (operation: string) =>
  server.operations().filter((each) => each === operation).length;
const remoteIds = () =>
  server
    .idsOf('site')
    .map((id) => Number(id.split('-')[1]))
    .sort((a, b) => a - b);
const rows = () => database.query.selectFrom('remote_vectors').selectAll().execute();
const isHosted = async (of = site) => (await of.vectorize.status()).mode === 'hosted';
const synced = (ids: readonly number[]) =>
  until('the index to have these vectors', async () => {
    const known = await rows();
    return (
      JSON.stringify(remoteIds()) === JSON.stringify(ids) &&
      known.length === ids.length &&
      known.every(({ sent }) => sent === 1) &&
      (await isHosted())
    );
  });

describe('removal', () => {
  beforeEach(() => server.create('site', model.dimensions));

  test('deletes all vectors of this site from the index, and none of another site', async () => {
    const ids = await site.replace(1, angles(130));
    await synced(ids);
    const otherDatabase = await memoryDatabase();
    const other = vectorizeSite(otherDatabase, { baseUrl: server.url, site: 'http://other.test' });
    await other.activate(model);
    await other.replace(1, angles(2));
    await until('the other site', () => server.idsOf('site').length === ids.length + 2);
    await site.vectorize.removeVectors(site.settings().vector_store);
    expect(server.idsOf('site')).toHaveLength(2);
    expect(count('delete_by_ids')).toBe(2);
    await other.close();
    await otherDatabase.close();
  });
});

describe('queries', () => {
  beforeEach(() => server.create('site', model.dimensions));

  test('go to the hosted index when it has the vectors; scores are unknown', async () => {
    const ids = await site.replace(1, angles(30));
    await synced(ids);
    expect(await askHosted(3)).toEqual(ids.slice(0, 20));
    expect(await askHosted(6)).toEqual(ids.slice(0, 24));
    expect((await site.vectorize.search(query(3)))[0]).toEqual({
      chunkId: ids[0],
      score: 0,
      error: Infinity,
    });
    expect(count('query')).toBe(3);
  });

  test('do not find chunks that are gone, and find new ones when they are processed', async () => {
    const before = await site.replace(1, angles(40));
    const kept = await site.replace(2, angles(200));
    await synced([...before, ...kept]);
    server.setLag('held');
    const upserts = count('upsert');
    const after = await site.replace(1, angles(40));
    for (const id of await ask(3)) expect([...after, ...kept]).toContain(id);
    await until('the index not to be ready', async () => !(await isHosted()));
    expect((await ask(3))[0]).toBe(kept[0]);
    await until('the new ones to be sent', () => count('upsert') > upserts);
    server.setLag(0);
    server.process();
    await synced([...kept, ...after]);
    expect((await askHosted(3)).slice(0, 2).sort((a, b) => a - b)).toEqual([kept[0], after[0]]);
  });

  test('go to the hosted index while less than one per cent is missing there', async () => {
    const ids = await site.replace(1, angles(200));
    await synced(ids);
    server.setLag('held');
    const upserts = count('upsert');
    const [added] = await site.replace(3, [at(0)]);
    await until('it to be sent', () => count('upsert') > upserts);
    expect(await askHosted(5)).not.toContain(added);
    server.process();
    await until('it to be found', async () => (await askHosted(5)).includes(added!));
  });

  test('are answered by the local index when too many of the vendor’s chunks are gone', async () => {
    const before = await site.replace(1, angles(120));
    const far = await site.replace(2, [at(1.1), at(1.2), at(1.3)]);
    await synced([...before, ...far]);
    server.setLag('held');
    server.setDown(true);
    await site.removeDocument(1);
    server.setDown(false);
    expect(await ask(3)).toEqual(far);
    expect([count('query'), site.local.queries]).toEqual([1, 1]);
  });

  test('with a filter, or for more than the vendor returns, are answered by the local index', async () => {
    const ids = await site.replace(1, angles(130));
    await synced(ids);
    const found = await site.vectorize.search({ ...query(3), filter: { kinds: ['txt'] } });
    expect(found).toHaveLength(3);
    expect(await site.vectorize.search({ ...query(3), filter: { kinds: ['pdf'] } })).toEqual([]);
    expect(await ask(101)).toEqual(ids.slice(0, 101));
    expect(count('query')).toBe(0);
    expect(await site.vectorize.search({ ...query(3), filter: { kinds: undefined } })).toHaveLength(
      20,
    );
    expect(count('query')).toBe(1);
  });

  test('are answered by the local index while the vendor fails, which is left alone for a while', async () => {
    let now = Date.now();
    await site.close();
    site = open({ clock: () => now });
    const ids = await site.replace(1, angles(8));
    await synced(ids);
    const refusal = refuse(429, { code: 10429, message: 'Too many requests' });
    server.script({ kind: 'error', ...refusal, headers: { 'retry-after': '120' } });
    expect(await ask(5)).toEqual(ids.slice(0, 5));
    expect(await ask(5)).toEqual(ids.slice(0, 5));
    expect(count('query')).toBe(1);
    expect(await site.vectorize.status()).toMatchObject({
      engine: 'vectorize',
      mode: 'memory',
      reason: expect.stringContaining('failed to answer just now'),
    });
    now += 119_000;
    expect(await ask(5)).toEqual(ids.slice(0, 5));
    expect(count('query')).toBe(1);
    now += 2000;
    expect(await askHosted(5)).toEqual(ids);
    expect(count('query')).toBe(2);
  });

  test('are answered by the active embedding space alone', async () => {
    const next = { embedder: 'test:next', dimensions: model.dimensions };
    const ids = await site.replace(1, angles(25));
    await synced(ids);
    const vectors = ids.map((chunkId, n) => ({ chunkId, vector: at(1.5 - n / 25) }));
    await site.activate(next);
    await site.write(next, vectors);
    expect((await site.vectorize.search(query(1, next.embedder)))[0]?.chunkId).toBe(ids.at(-1));
    expect(site.local.queries).toBe(1);
    await until('the new ones to replace the old ones', async () => {
      return count('delete_by_ids') === 1 && (await rows()).length === 25;
    });
    expect(server.idsOf('site')).toHaveLength(25);
    expect((await askHosted(1, site, next.embedder))[0]).toBe(ids.at(-1));
    expect(await ask(5)).toEqual([]);
  });
});

describe('the index is kept current', () => {
  beforeEach(() => server.create('site', model.dimensions));

  test('a chunk without a vector is not sent, and hinders nothing', async () => {
    const ids = await site.replace(1, [...angles(6), null]);
    await until('the index to be ready', async () => (await rows()).length === 7 && isHosted());
    expect(remoteIds()).toEqual(ids.slice(0, 6));
    expect((await rows()).every(({ sent }) => sent === 1)).toBe(true);
    expect(await askHosted(6)).toEqual(ids.slice(0, 6));
  });

  test('it is emptied when no embedder is active any more', async () => {
    await synced(await site.replace(1, angles(130)));
    await site.activate({ embedder: 'builtin', dimensions: 0 });
    await until('the index to be empty', async () => (await rows()).length === 0);
    expect(remoteIds()).toEqual([]);
    expect((await site.vectorize.status()).reason).toContain('no chunk has a vector');
  });

  test('another process continues after one that ended between sending and recording it', async () => {
    const ids = await site.replace(1, angles(3));
    await synced(ids);
    await site.close();
    // All that it had recorded before it sent them.
    await database.query
      .updateTable('remote_vectors')
      .set({ sent: 0 })
      .where('chunk_id', '>=', ids[1]!)
      .execute();
    await database.query.deleteFrom('chunks').where('id', '=', ids[2]!).execute();
    site = open();
    await synced(ids.slice(0, 2));
  });

  test('another site in the same index is neither asked nor removed, and hinders nothing', async () => {
    const elsewhere = await memoryDatabase();
    const theirs = vectorizeSite(elsewhere, { baseUrl: server.url, site: 'http://other.test' });
    await theirs.activate(model);
    await theirs.replace(1, angles(4));
    await until('their vectors to be there', () => server.idsOf('site').length === 4);
    server.setLag('held');
    const ids = await site.replace(1, angles(5));
    await until('ours to be sent', () => count('upsert') === 2);
    // The last that is processed is theirs.
    await theirs.replace(2, angles(2));
    await until('theirs to be sent', () => count('upsert') === 3);
    server.process();
    await until('ours to be known as processed', () => isHosted());
    expect(await askHosted(5)).toEqual(ids);
    server.setLag(0);
    await site.removeDocument(1);
    await until('ours to be removed', () => server.idsOf('site').length === 6);
    await theirs.close();
    await elsewhere.close();
  });

  test('a fault of the database is not told as one of Vectorize where it is not used', async () => {
    const broken = await memoryDatabase();
    await broken.query.schema.dropTable('state').execute();
    const told = async (engine: 'vectorize' | 'relational') => {
      const sentences: string[] = [];
      const keep = (_error: object, sentence: string) => void sentences.push(sentence);
      const log = { warn: keep, error: keep } as unknown as Log;
      const beside = vectorizeSite(broken, { baseUrl: server.url, log });
      // Before the end of the first look, which is already under way.
      beside.choose({ engine });
      await sleep(100);
      await beside.close();
      return sentences;
    };
    expect(await told('vectorize')).not.toEqual([]);
    expect(await told('relational')).toEqual([]);
    await broken.close();
  });

  test('changes made while another engine was chosen are made up for', async () => {
    const first = await site.replace(1, angles(2));
    const second = await site.replace(2, angles(2));
    await synced([...first, ...second]);
    site.choose({ engine: 'relational' });
    const upserts = count('upsert');
    const third = await site.replace(3, angles(2));
    await site.removeDocument(1);
    expect(await ask(5)).toHaveLength(4);
    expect(await site.vectorize.status()).toMatchObject({ engine: 'relational', reason: 'local' });
    expect([count('query'), count('upsert')]).toEqual([0, upserts]);
    site.choose({ engine: 'vectorize' });
    expect(await ask(4)).toEqual([second[0], third[0], second[1], third[1]]);
    site.vectorize.wake();
    await synced([...second, ...third]);
    expect(await askHosted(4)).toEqual(
      expect.arrayContaining([second[0], third[0], second[1], third[1]]),
    );
    expect(await site.vectorize.status()).toMatchObject({
      engine: 'vectorize',
      mode: 'hosted',
      reason: expect.stringContaining('4 vectors are in it'),
      warnings: ['of the local index'],
    });
  });

  test('an index that was removed and created again gets all vectors again', async () => {
    const ids = await site.replace(1, angles(5));
    await synced(ids);
    server.remove('site');
    site.vectorize.wake();
    await until('all to be forgotten', async () => (await rows()).length === 0);
    expect(await ask(5)).toEqual(ids);
    expect((await site.vectorize.status()).warnings[0]).toContain('vectorize.index.not_found');
    const { signal } = new AbortController();
    expect(await site.vectorize.createIndex(site.settings(), model.dimensions, signal)).toBe(true);
    await synced(ids);
    expect(await askHosted(5)).toEqual(ids);
    expect((await site.vectorize.status()).warnings).toEqual(['of the local index']);
  });
});

describe('an owner has to act', () => {
  const warning = async () => {
    const read = async () => (await site.vectorize.status()).warnings;
    await until('the problem to be reported', async () => (await read()).length > 1);
    return (await read())[0];
  };
  const { signal } = new AbortController();

  test.each([
    ['no token', { api_token: '' }, 'no API token is set'],
    ['a wrong token', { api_token: 'another-token' }, 'refused the API key (401)'],
    ['an index that is not there', { index_name: 'none' }, 'Index name "none"'],
  ])('%s is reported, and the local index answers', async (_name, changes, words) => {
    site.choose(changes);
    const ids = await site.replace(1, angles(3));
    expect(await warning()).toContain(words);
    expect(await ask(5)).toEqual(ids);
    expect(await site.vectorize.status()).toMatchObject({ engine: 'vectorize', mode: 'memory' });
    expect(JSON.stringify(await site.vectorize.status())).not.toContain('another-token');
    await expect(site.vectorize.test(site.settings(), at(0), signal)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(words) },
    });
  });

  test.each([
    [8, 'cosine', 'has 8 dimensions and the embedding model 16'],
    [16, 'euclidean', 'compares by euclidean, not by cosine'],
  ])('an index of %d dimensions by %s', async (dimensions, metric, words) => {
    server.create('site', dimensions, metric);
    const ids = await site.replace(1, angles(3));
    expect(await warning()).toContain(words);
    expect(await ask(5)).toEqual(ids);
    expect(count('upsert') + count('query')).toBe(0);
    for (const attempt of [
      site.vectorize.createIndex(site.settings(), 16, signal),
      site.vectorize.test(site.settings(), at(0), signal),
    ]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'not_configured',
        message: expect.stringContaining(words),
      });
    }
  });

  test('an index is created once, and tested by a query', async () => {
    expect(await site.vectorize.createIndex(site.settings(), 16, signal)).toBe(true);
    expect(await site.vectorize.createIndex(site.settings(), 16, signal)).toBe(false);
    expect(count('create')).toBe(1);
    expect(await site.vectorize.test(site.settings(), at(0), signal)).toBe('vectorize:site');
  });

  test('a model of more dimensions than Vectorize takes', async () => {
    const made = site.vectorize.createIndex(site.settings(), 3072, signal);
    await expect(made).rejects.toMatchObject({
      message: expect.stringContaining('1536 dimensions at most'),
    });
    expect(count('create')).toBe(0);
  });
});
