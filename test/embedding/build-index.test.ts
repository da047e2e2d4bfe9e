import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { type BuildStep, createBuildIndex } from '../../server/embedding/build-index.ts';
import { createEmbedAll } from '../../server/embedding/embed-all.ts';
import {
  createEmbeddingIndexes,
  type EmbeddingIndexes,
} from '../../server/embedding/embedding-indexes.ts';
import { probeText } from '../../server/embedding/probe-dimensions.ts';
import { createIndexProblem, createIndexStatus } from '../../server/embedding/index-status.ts';
import { createRemoveDocument } from '../../server/ingestion/remove.ts';
import type { Embedder } from '../../server/providers/embedder.ts';
import { createProviders, type ProviderKind } from '../../server/providers/registry.ts';
import type { Nearest } from '../../server/retrieval/nearest.ts';
import { VendorError } from '../../server/providers/shared/vendor-error.ts';
import { createChunks } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { holdIndexState } from '../../server/embedding/index-state.ts';
import { createState } from '../../server/storage/state.ts';
import { writeVectors } from '../../server/storage/vectors/write-vectors.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { type OpenedStore, openRelationalStore } from '../fakes/relational-store.ts';
import { hashedEmbedding } from '../fakes/hashed-embedding.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const signal = new AbortController().signal;

/** Dimensions of the models that there are. */
let models: Record<string, number>;
/** Called with every batch, before it is answered. */
let asked: (model: string, texts: readonly string[]) => void | Promise<void>;
let probes: string[];
let settings: Settings;
let database: Database;
let nearest: Nearest;
let indexes: EmbeddingIndexes;
let buildStep: BuildStep;
let status: ReturnType<typeof createIndexStatus>;
let problem: ReturnType<typeof createIndexProblem>;

const kind = {
  embedder: ({ model, base_url, api_key }, dimensions): Embedder => ({
    id: `openai:${model}`,
    maxBatch: 100,
    async embed(texts) {
      if (texts[0] === probeText) probes.push(`${model} at ${base_url}, ${api_key}`);
      await asked(model, texts);
      return texts.map((text) => hashedEmbedding(text, dimensions || (models[model] ?? 1)));
    },
  }),
} as ProviderKind;

const choose = (model: string, over: Partial<Settings['embeddings']['openai']> = {}) => {
  settings.embeddings.provider = 'openai';
  settings.embeddings.openai = { ...settings.embeddings.openai, ...over, model };
  return indexes.plan();
};

const stores: OpenedStore[] = [];

/** Another process on the same database. */
function another() {
  const state = createState(database);
  const settingsStore = {
    get: () => Promise.resolve(settings),
    fresh: () => Promise.resolve(settings),
  } as unknown as SettingsStore;
  const providers = createProviders({ openai: kind, ollama: {}, builtin: {} } as never);
  const made = createEmbeddingIndexes({ database, state, settings: settingsStore, providers });
  const opened = openRelationalStore(database);
  stores.push(opened);
  problem = createIndexProblem(state);
  status = createIndexStatus({ database, settings: settingsStore, providers, problem });
  const build = createBuildIndex({
    database,
    indexes: made,
    settings: settingsStore,
    embedAll: createEmbedAll(Date.now),
  });
  return { indexes: made, nearest: opened.nearest, build };
}

/** As ingestion does. */
async function write(documentId: number, contents: string[]): Promise<void> {
  const { active } = await indexes.latest();
  const chunks = contents.map((content) => ({ content, headingPath: '', page: null, offset: 0 }));
  await database.transaction(async (transaction) => {
    const ids = await createChunks(database).replace(documentId, '', chunks, transaction);
    const vectors = ids.map((chunkId, index) => ({
      chunkId,
      vector: hashedEmbedding(`Title\n${contents[index]}`, active.dimensions),
    }));
    await writeVectors(database, transaction, active, vectors);
    await holdIndexState(database, transaction, documentId);
  });
}

async function add(key: string, contents: string[]): Promise<number> {
  const documents = createDocuments(database, () => 1);
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: key, title: 'Title' });
  await write(id, contents);
  return id;
}

/** Contents of what the active index finds, best first. */
async function found(text: string, by = nearest): Promise<string[]> {
  const { active } = await indexes.latest();
  const hits = await by({
    embedder: active.embedder,
    vector: hashedEmbedding(`Title\n${text}`, active.dimensions),
    topK: 1000,
    minScore: -1,
  });
  const rows = await database.query.selectFrom('chunks').select(['id', 'content']).execute();
  return hits.map(({ chunkId }) => rows.find(({ id }) => id === chunkId)?.content ?? 'gone');
}

const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name} ${n}`);
async function finish(step = buildStep): Promise<number> {
  let steps = 0;
  while (await step(signal)) expect(++steps).toBeLessThan(100);
  return steps;
}
const rows = () =>
  database.query.selectFrom('chunks').select(['embedder', 'dimensions', 'embedding']).execute();
const beside = () => database.query.selectFrom('next_vectors').selectAll().execute();

beforeEach(async () => {
  models = { small: 8, large: 12, third: 16 };
  asked = () => undefined;
  probes = [];
  settings = structuredClone(settingsDefaults);
  settings.embeddings.provider = 'openai';
  database = await memoryDatabase();
  const first = another();
  ({ indexes, build: buildStep } = first);
  nearest = first.nearest;
  await choose('small', { api_key: 'key' });
});
afterEach(async () => {
  for (const { memory } of stores.splice(0)) await memory.close();
  await database.close();
});

describe('the first choice', () => {
  test('is asked once how many dimensions it has, whatever asks', async () => {
    await indexes.plan();
    await another().indexes.plan();
    expect(probes).toEqual(['small at , key']);
    expect((await indexes.latest()).active).toMatchObject({
      embedder: 'openai:small',
      dimensions: 8,
    });
  });

  test('gives way to another at once while nothing is indexed', async () => {
    await choose('large');
    expect(await indexes.latest()).toMatchObject({ active: { dimensions: 12 }, next: null });
    expect(await status()).toEqual({ embedder: 'openai:large', dimensions: 12, building: null });
  });

  test('may have as many dimensions as the owner wants', async () => {
    settings.embeddings.dimensions = 4;
    await indexes.plan();
    expect((await indexes.latest()).active.dimensions).toBe(4);
  });

  test('of no embedder leaves things as they are', async () => {
    settings.embeddings.provider = 'ollama';
    await expect(indexes.plan()).rejects.toMatchObject({ code: 'not_configured' });
    expect((await indexes.latest()).active.embedder).toBe('openai:small');
  });
});

describe('another model', () => {
  let document: number;
  beforeEach(async () => {
    document = await add('a', many('swan', 200));
    await add('b', many('duck', 100));
    await choose('large');
  });

  test('gets an index of its own, and takes over when it is whole', async () => {
    const states: unknown[] = [];
    do {
      const { active } = await indexes.latest();
      expect(await found('swan 7')).toHaveLength(300);
      expect((await found('swan 7'))[0]).toBe('swan 7');
      const { building } = await status();
      states.push([active.dimensions, building?.embedder, building?.chunks_done]);
    } while (await buildStep(signal));
    expect(states.slice(0, 5)).toEqual([
      [8, 'openai:large', 0],
      [8, 'openai:large', 0],
      [8, 'openai:large', 128],
      [8, 'openai:large', 256],
      [8, 'openai:large', 300],
    ]);
    expect(states.at(-1)).toEqual([12, undefined, undefined]);
    expect(await beside()).toEqual([]);
    for (const row of await rows()) {
      expect(row).toMatchObject({ embedder: 'openai:large', dimensions: 12 });
    }
    expect(await found('swan 7', another().nearest)).toEqual(await found('swan 7'));
  });

  test('finds what was written, changed and removed meanwhile as it is', async () => {
    await buildStep(signal);
    await buildStep(signal);
    await write(document, ['pelican']);
    const gone = await add('c', ['gull']);
    await buildStep(signal);
    await add('d', ['heron']);
    await createRemoveDocument(
      database,
      createDocuments(database, () => 1),
    )(gone);
    await finish();
    expect((await indexes.latest()).active.dimensions).toBe(12);
    const all = await found('pelican');
    expect(all[0]).toBe('pelican');
    expect(all.toSorted()).toEqual([...many('duck', 100), 'heron', 'pelican'].toSorted());
  });

  test('does not take over while a chunk lacks a vector that came at the last moment', async () => {
    for (let step = 0; step < 4; step++) await buildStep(signal);
    expect((await status()).building).toMatchObject({ chunks_done: 300, chunks_total: 300 });
    await add('late', ['late']);
    await buildStep(signal);
    expect((await indexes.latest()).active.dimensions).toBe(8);
    await finish();
    expect(await found('late')).toHaveLength(301);
  });

  test('is given up when the first is chosen again', async () => {
    await buildStep(signal);
    await buildStep(signal);
    expect(await beside()).toHaveLength(128);
    await choose('small');
    expect(await status()).toMatchObject({ embedder: 'openai:small', building: null });
    await finish();
    expect(await beside()).toEqual([]);
    expect(await found('swan 7')).toHaveLength(300);
  });

  test('is nothing to wait for when no vectors are wanted, nor is it asked for any', async () => {
    settings.embeddings.provider = 'builtin';
    await indexes.plan();
    await finish();
    expect(await indexes.latest()).toMatchObject({
      active: { embedder: 'builtin', dimensions: 0 },
      next: null,
    });
    expect(await status()).toEqual({ embedder: 'builtin', dimensions: 0, building: null });
    await choose('large');
    expect((await indexes.latest()).active.dimensions).toBe(0);
    await finish();
    expect((await indexes.latest()).active.dimensions).toBe(12);
    expect(await found('swan 7')).toHaveLength(300);
  });

  test('gives way to a third', async () => {
    await buildStep(signal);
    await buildStep(signal);
    await choose('third');
    await finish();
    expect((await indexes.latest()).active).toMatchObject({ embedder: 'openai:third' });
    expect(await found('swan 7')).toHaveLength(300);
    for (const row of await rows()) expect(row.dimensions).toBe(16);
  });

  test('gives way to the first also when it has just taken over', async () => {
    while ((await indexes.latest()).next) await buildStep(signal);
    await buildStep(signal);
    await choose('small');
    await finish();
    expect((await indexes.latest()).active).toMatchObject({ embedder: 'openai:small' });
    expect(await found('swan 7')).toHaveLength(300);
    for (const row of await rows()) expect(row.dimensions).toBe(8);
  });

  test('is built further by another process', async () => {
    await buildStep(signal);
    await buildStep(signal);
    const made: number[] = [];
    asked = (_model, texts) => void made.push(texts.length);
    await finish(another().build);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(172);
    expect(await found('swan 7')).toHaveLength(300);
  });

  test('may be built by two at once: what one has done the other leaves out', async () => {
    const { build } = another();
    while ((await Promise.all([buildStep(signal), build(signal)])).some(Boolean));
    expect(await found('swan 7')).toHaveLength(300);
    expect(await beside()).toEqual([]);
  });

  test('that fails leaves the old one answering, and is built when it is well again', async () => {
    await buildStep(signal);
    asked = () => {
      throw new AppError('provider_error', { cause: new VendorError('No credit is left.') });
    };
    await expect(buildStep(signal)).rejects.toMatchObject({ code: 'provider_error' });
    await buildStep(signal).catch((error: unknown) => problem.report(error));
    expect((await status()).building?.problem).toEqual({
      code: 'provider_error',
      message: 'No credit is left.',
    });
    expect(await found('swan 7')).toHaveLength(300);
    asked = () => undefined;
    await problem.clear();
    await finish();
    expect((await indexes.latest()).active.dimensions).toBe(12);
  });

  test('that manages few texts before it fails is built in smaller steps', async () => {
    let left = 40;
    asked = (model, texts) => {
      if (model !== 'large') return;
      left -= texts.length;
      if (left >= 0) return;
      left = 40;
      throw new AppError('provider_error', { cause: new VendorError('The server was restarted.') });
    };
    for (let steps = 0; steps < 60; steps++) await buildStep(signal).catch(() => false);
    expect((await indexes.latest()).active.dimensions).toBe(12);
  });

  test('that refuses one text finds all others', async () => {
    asked = (model, texts) => {
      if (model !== 'large' || !texts.some((text) => text.endsWith('swan 77'))) return;
      const cause = new VendorError('Filtered.', { status: 400 });
      throw new AppError('provider_error', { retryable: false, cause });
    };
    await finish();
    const all = await found('swan 7');
    expect(all).toHaveLength(299);
    expect(all).not.toContain('swan 77');
  });

  test('that refuses everything does not take over', async () => {
    asked = () => {
      const cause = new VendorError('Unknown parameter.', { status: 400 });
      throw new AppError('provider_error', { retryable: false, cause });
    };
    await buildStep(signal);
    await expect(buildStep(signal)).rejects.toMatchObject({ code: 'provider_error' });
    expect(await found('swan 7')).toHaveLength(300);
  });

  test('that gives another number of dimensions than before is asked again, and nothing is mixed', async () => {
    await buildStep(signal);
    await buildStep(signal);
    models['large'] = 20;
    const moved = another();
    await expect(moved.build(signal).then(() => moved.build(signal))).rejects.toMatchObject({
      code: 'provider_error',
    });
    await moved.indexes.plan();
    await finish(moved.build);
    expect((await indexes.latest()).active.dimensions).toBe(20);
    for (const row of await rows()) expect(row.dimensions).toBe(20);
  });
});

describe('another model under the same name', () => {
  const vectors = (dimensions: number) => [new Float32Array(dimensions)];
  beforeEach(async () => {
    await choose('small');
    await add('a', many('swan', 3));
  });

  test('is told to the owner, whichever process has met it, until the first is back', async () => {
    const { active } = await indexes.latest();
    await expect(indexes.requireDimensions(active, vectors(20))).rejects.toMatchObject({
      code: 'provider_error',
    });
    expect(await status()).toMatchObject({ replaced: { before: active.dimensions, now: 20 } });
    const other = another();
    expect(await status()).toMatchObject({ replaced: { now: 20 } });
    await other.indexes.requireDimensions(active, vectors(active.dimensions));
    expect((await status()).replaced).toBeUndefined();
  });

  test('is not told any more when the index is built anew', async () => {
    const { active } = await indexes.latest();
    models['small'] = 20;
    await expect(indexes.requireDimensions(active, vectors(20))).rejects.toThrow();
    await indexes.plan();
    // The next space has its vectors, while the active one has not.
    await indexes.requireDimensions({ ...active, dimensions: 20 }, vectors(20));
    expect((await status()).replaced).toMatchObject({ now: 20 });
    await finish();
    expect((await indexes.latest()).active.dimensions).toBe(20);
    expect((await status()).replaced).toBeUndefined();
  });
});

describe('the same model', () => {
  beforeEach(async () => {
    await add('a', many('swan', 3));
  });

  test('at another address is another index, and the old address is not told the new key', async () => {
    await choose('small', { base_url: 'http://models.test/v1/', api_key: 'other' });
    const { active, next } = await indexes.latest();
    expect(next?.embedder).toMatch(/^openai:small#[0-9a-f]{8}$/);
    expect(next?.dimensions).toBe(8);
    probes = [];
    await indexes.embedder(active, settings).embed([probeText], { purpose: 'query', signal });
    expect(probes).toEqual(['small at , ']);
    await finish();
    expect(await found('swan 1')).toHaveLength(3);
    expect((await status()).embedder).toBe('openai:small');
  });

  test('with another key, or an address that differs by a slash, is the same', async () => {
    await choose('small', { api_key: 'other' });
    expect((await indexes.latest()).next).toBeNull();
    expect(await finish()).toBeLessThan(4);
  });

  test('of as many dimensions by its own or by setting is the same', async () => {
    settings.embeddings.dimensions = 8;
    await indexes.plan();
    expect(await status()).toMatchObject({ dimensions: 8, building: null });
    settings.embeddings.dimensions = 4;
    await indexes.plan();
    await finish();
    expect(await status()).toMatchObject({ dimensions: 4, building: null });
    expect(await found('swan 1')).toHaveLength(3);
  });

  const forget = () =>
    database.query
      .updateTable('chunks')
      .set({ embedder: '', dimensions: 0, embedding: null })
      .execute();

  test('gives chunks that have no vector theirs, and owners see how far it is', async () => {
    expect((await status()).building).toBeNull();
    await forget();
    expect((await status()).building).toMatchObject({ chunks_done: 0, chunks_total: 3 });
    await finish(another().build);
    expect(await found('swan 1', another().nearest)).toHaveLength(3);
    expect(await beside()).toEqual([]);
    expect((await status()).building).toBeNull();
  });

  test('that fails is told, and its chunks wait', async () => {
    await forget();
    asked = () => {
      throw new AppError('provider_error', { cause: new VendorError('No credit is left.') });
    };
    await buildStep(signal);
    await buildStep(signal).catch((error: unknown) => problem.report(error));
    expect(await status()).toMatchObject({
      embedder: 'openai:small',
      building: { chunks_done: 0, problem: { message: 'No credit is left.' } },
    });
  });

  test('is not asked again for a text that it has refused', async () => {
    await forget();
    asked = (_model, texts) => {
      if (!texts.some((text) => text.endsWith('swan 1'))) return;
      const cause = new VendorError('Filtered.', { status: 400 });
      throw new AppError('provider_error', { retryable: false, cause });
    };
    await finish();
    expect((await status()).building).toBeNull();
    const again: string[] = [];
    asked = (_model, texts) => void again.push(...texts);
    await finish(another().build);
    expect(again).toEqual([]);
  });
});
