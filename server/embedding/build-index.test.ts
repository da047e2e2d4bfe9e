import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import type { Settings } from '../contract/settings.ts';
import { IndexBuild, IndexBuilder } from './build-index.ts';
import { BatchEmbedder } from './batch-embedder.ts';
import { EmbeddingIndexes, probeText } from './embedding-indexes.ts';
import { IndexProblem, IndexReport } from './index-report.ts';
import { removeDocuments } from '../ingestion/knowledge-base.ts';
import type { Embedder } from '../providers/embedder.ts';
import { Providers, type ProviderKind } from '../providers/registry.ts';
import type { VectorSearch } from '../retrieval/vector-search.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';
import { Chunks } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { createLog } from '../runtime/log.ts';
import { DocumentAnswers } from '../storage/document-answers.ts';
import { Documents } from '../storage/documents.ts';
import { holdActiveIndex } from './index-state.ts';
import { State } from '../storage/state.ts';
import { writeVectors } from '../storage/vectors/vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { type OpenedStore, openRelationalStore } from '../../test/fakes/relational-store.ts';
import { hashedEmbedding } from '../../test/fakes/hashed-embedding.ts';
import { until } from '../../test/fakes/wait.ts';
import { memoryDatabase } from '../../test/storage/memory-database.ts';

const signal = new AbortController().signal;

/** Dimensions of the models that there are. */
let models: Record<string, number>;
/** Called with every batch, before it is answered. */
let asked: (model: string, texts: readonly string[]) => void | Promise<void>;
let probes: string[];
let settings: Settings;
let database: Database;
let vectors: VectorSearch;
let indexes: EmbeddingIndexes;
let buildStep: IndexBuild['step'];
let report: IndexReport;
let problem: IndexProblem;

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
  const state = new State(database);
  const settingsStore = {
    get: () => Promise.resolve(settings),
    fresh: () => Promise.resolve(settings),
  } as unknown as SettingsStore;
  const providers = new Providers({ openai: kind, ollama: {}, builtin: {} } as never);
  const made = new EmbeddingIndexes({ database, state, settings: settingsStore, providers });
  const opened = openRelationalStore(database);
  stores.push(opened);
  problem = new IndexProblem(state);
  report = new IndexReport({ database, settings: settingsStore, providers, problem });
  const steps = new IndexBuild({
    database,
    indexes: made,
    settings: settingsStore,
    batches: new BatchEmbedder(Date.now),
  });
  const build = (until: AbortSignal) => steps.step(until);
  return { indexes: made, vectors: opened.vectors, build };
}

/** As ingestion does. */
async function write(documentId: number, contents: string[]): Promise<void> {
  const active = await indexes.latest();
  const chunks = contents.map((content) => ({ content, headingPath: '', page: null, offset: 0 }));
  await database.transaction(async (transaction) => {
    const ids = await new Chunks(database).replace(documentId, '', chunks, transaction);
    const vectors = ids.map((chunkId, index) => ({
      chunkId,
      vector: hashedEmbedding(`Title\n${contents[index]}`, active.dimensions),
    }));
    await writeVectors(database, transaction, active, vectors);
    await holdActiveIndex(database, transaction, documentId);
  });
}

async function add(key: string, contents: string[]): Promise<number> {
  const documents = new Documents(database, () => 1);
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: key, title: 'Title' });
  await write(id, contents);
  return id;
}

/** Contents of what the active index finds, best first. */
async function found(text: string, by = vectors): Promise<string[]> {
  const active = await indexes.latest();
  const hits = await by.nearest({
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

beforeEach(async () => {
  models = { small: 8, large: 12, third: 16 };
  asked = () => undefined;
  probes = [];
  settings = structuredClone(settingsDefaults);
  settings.embeddings.provider = 'openai';
  database = await memoryDatabase();
  const first = another();
  ({ indexes, build: buildStep } = first);
  vectors = first.vectors;
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
    expect(await indexes.latest()).toMatchObject({
      embedder: 'openai:small',
      dimensions: 8,
    });
  });

  test('gives way to another at once while nothing is indexed', async () => {
    await choose('large');
    expect(await indexes.latest()).toMatchObject({ dimensions: 12 });
    expect(await report.status()).toEqual({
      embedder: 'openai:large',
      dimensions: 12,
      building: null,
    });
  });

  test('of no embedder leaves things as they are', async () => {
    settings.embeddings.provider = 'ollama';
    await expect(indexes.plan()).rejects.toMatchObject({ code: 'not_configured' });
    expect((await indexes.latest()).embedder).toBe('openai:small');
  });
});

describe('another model', () => {
  let document: number;
  beforeEach(async () => {
    document = await add('a', many('swan', 200));
    await add('b', many('duck', 100));
    await choose('large');
  });

  test('compares each chunk from its vector on, and the owner sees how far it is', async () => {
    const states: unknown[] = [];
    do {
      const { embedder, dimensions, building } = await report.status();
      expect([embedder, dimensions]).toEqual(['openai:large', 12]);
      states.push([building?.chunks_done, (await found('swan 7')).length]);
    } while (await buildStep(signal));
    expect(states).toEqual([
      [0, 0],
      [128, 128],
      [256, 256],
      [undefined, 300],
    ]);
    expect((await found('swan 7'))[0]).toBe('swan 7');
    expect(await found('swan 7', another().vectors)).toEqual(await found('swan 7'));
  });

  test('finds what was written, changed and removed meanwhile as it is', async () => {
    await buildStep(signal);
    await write(document, ['pelican']);
    const gone = await add('c', ['gull']);
    await buildStep(signal);
    await add('d', ['heron']);
    const documents = new Documents(database, () => 1);
    await removeDocuments({ database, documents }, [gone]);
    await finish();
    const all = await found('pelican');
    expect(all[0]).toBe('pelican');
    expect(all.toSorted()).toEqual([...many('duck', 100), 'heron', 'pelican'].toSorted());
  });

  test('that gives way to the first, or to a third, leaves no vector of its own', async () => {
    await buildStep(signal);
    await choose('small');
    expect((await report.status()).building).toMatchObject({ chunks_done: 172, chunks_total: 300 });
    await finish();
    for (const row of await rows()) expect(row.dimensions).toBe(8);
    await choose('third');
    await finish();
    expect(await found('swan 7')).toHaveLength(300);
    for (const row of await rows()) expect(row.dimensions).toBe(16);
  });

  test('is not asked for anything while no vectors are wanted, and goes on afterwards', async () => {
    await buildStep(signal);
    settings.embeddings.provider = 'builtin';
    await indexes.plan();
    asked = () => {
      throw new Error('Nothing is embedded.');
    };
    await finish();
    expect(await report.status()).toEqual({ embedder: 'builtin', dimensions: 0, building: null });
    asked = () => undefined;
    await choose('large');
    expect((await report.status()).building).toMatchObject({ chunks_done: 128 });
    await finish();
    expect(await found('swan 7')).toHaveLength(300);
  });

  test('that does not answer is not chosen: the first one goes on', async () => {
    asked = (model) => {
      if (model === 'third') throw new AppError('provider_error');
    };
    await choose('small');
    await finish();
    await expect(choose('third')).rejects.toMatchObject({ code: 'provider_error' });
    expect(await report.status()).toMatchObject({
      embedder: 'openai:small',
      building: { embedder: 'openai:third', chunks_done: 0 },
    });
    expect(await found('swan 7')).toHaveLength(300);
  });

  test('is built further by another process, which does nothing again', async () => {
    await buildStep(signal);
    const made: number[] = [];
    asked = (_model, texts) => void made.push(texts.length);
    await finish(another().build);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(172);
    expect(await found('swan 7')).toHaveLength(300);
  });

  test('writes nothing of a space that is no longer wanted', async () => {
    asked = async (model) => {
      if (model === 'large') await choose('third');
    };
    await buildStep(signal);
    expect(await rows()).not.toContainEqual(expect.objectContaining({ dimensions: 12 }));
    await finish();
    for (const row of await rows()) expect(row.dimensions).toBe(16);
  });

  test('that fails is told, and goes on when it is well again', async () => {
    await buildStep(signal);
    asked = () => {
      throw new AppError('provider_error', { cause: new VendorError('No credit is left.') });
    };
    await expect(buildStep(signal)).rejects.toMatchObject({ code: 'provider_error' });
    await buildStep(signal).catch((error: unknown) => problem.report(error));
    expect((await report.status()).building).toMatchObject({
      chunks_done: 128,
      problem: { code: 'provider_error', message: 'No credit is left.' },
    });
    expect(await found('swan 7')).toHaveLength(128);
    asked = () => undefined;
    await problem.clear();
    await finish();
    expect((await report.status()).building).toBeNull();
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
    expect(await found('swan 7')).toHaveLength(300);
  });

  test('that refuses one text finds all others, and is not asked for it again', async () => {
    asked = (model, texts) => {
      if (model !== 'large' || !texts.some((text) => text.endsWith('swan 77'))) return;
      const cause = new VendorError('Filtered.', { status: 400 });
      throw new AppError('provider_error', { retryable: false, cause });
    };
    await finish();
    const all = await found('swan 7');
    expect(all).toHaveLength(299);
    expect(all).not.toContain('swan 77');
    expect((await report.status()).building).toBeNull();
    const again: string[] = [];
    asked = (_model, texts) => void again.push(...texts);
    await finish(another().build);
    expect(again).toEqual([]);
  });

  test('that refuses everything leaves the vectors that there are', async () => {
    asked = () => {
      const cause = new VendorError('Unknown parameter.', { status: 400 });
      throw new AppError('provider_error', { retryable: false, cause });
    };
    await expect(buildStep(signal)).rejects.toMatchObject({ code: 'provider_error' });
    for (const row of await rows()) expect(row.dimensions).toBe(8);
  });

  test('that gives another number of dimensions than before is asked again, and nothing is mixed', async () => {
    await buildStep(signal);
    models['large'] = 20;
    const moved = another();
    await expect(moved.build(signal)).rejects.toMatchObject({ code: 'provider_error' });
    await moved.indexes.plan();
    await finish(moved.build);
    expect((await indexes.latest()).dimensions).toBe(20);
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
    const active = await indexes.latest();
    await expect(indexes.requireDimensions(active, vectors(20))).rejects.toMatchObject({
      code: 'provider_error',
    });
    expect(await report.status()).toMatchObject({
      replaced: { before: active.dimensions, now: 20 },
    });
    const other = another();
    expect(await report.status()).toMatchObject({ replaced: { now: 20 } });
    await other.indexes.requireDimensions(active, vectors(active.dimensions));
    expect((await report.status()).replaced).toBeUndefined();
  });

  test('is not told any more when the index is built anew', async () => {
    const active = await indexes.latest();
    models['small'] = 20;
    await expect(indexes.requireDimensions(active, vectors(20))).rejects.toThrow();
    expect((await report.status()).replaced).toMatchObject({ now: 20 });
    await indexes.plan();
    await finish();
    expect((await indexes.latest()).dimensions).toBe(20);
    expect((await report.status()).replaced).toBeUndefined();
  });
});

describe('the same model', () => {
  beforeEach(async () => {
    await add('a', many('swan', 3));
  });

  test('at another address is another index, and the old address is not told the new key', async () => {
    const before = await indexes.latest();
    await choose('small', { base_url: 'http://models.test/v1/', api_key: 'other' });
    const { embedder, dimensions } = await indexes.latest();
    expect(embedder).toMatch(/^openai:small#[0-9a-f]{8}$/);
    expect(dimensions).toBe(8);
    probes = [];
    await indexes.embedder(before, settings).embed([probeText], { purpose: 'query', signal });
    expect(probes).toEqual(['small at , ']);
    await finish();
    expect(await found('swan 1')).toHaveLength(3);
  });

  test('with another key is the same', async () => {
    await choose('small', { api_key: 'other' });
    expect((await report.status()).building).toBeNull();
  });

  test('of as many dimensions by its own or by setting is the same', async () => {
    settings.embeddings.dimensions = 8;
    await indexes.plan();
    expect(await report.status()).toMatchObject({ dimensions: 8, building: null });
    settings.embeddings.dimensions = 4;
    await indexes.plan();
    await finish();
    expect(await report.status()).toMatchObject({ dimensions: 4, building: null });
    expect(await found('swan 1')).toHaveLength(3);
  });
});

test('documents that answers cite come first, then the newest; one that changes comes before all', async () => {
  const titles: string[] = [];
  asked = (_model, texts) => void titles.push(...texts.map((text) => text.split('\n')[0]!));
  settings.embeddings.provider = 'builtin';
  await indexes.plan();
  const documents = new Documents(database, () => 1);
  const put = async (title: string, modified: string, chunks: number) => {
    const { id } = await documents.ensure({ kind: 'txt', sourceKey: title, title });
    const facts = { source_modified: modified };
    await database.query.updateTable('documents').set(facts).where('id', '=', id).execute();
    await write(id, many('text', chunks));
    return id;
  };
  const may = await put('May', '2026-05-01T00:00:00Z', 1);
  const cited = await put('April', '2026-04-01T00:00:00Z', 1);
  await put('June', '2026-06-01T00:00:00Z', 200);
  await new DocumentAnswers(database, Date.now).add([cited]);
  await choose('large');
  titles.length = 0;
  await buildStep(signal);
  await write(may, many('another text', 2));
  await database.query
    .updateTable('chunks')
    .set({ dimensions: 1 })
    .where('document_id', '=', may)
    .execute();
  await finish();
  expect([...new Set(titles.slice(0, 128))]).toEqual(['April', 'June']);
  expect(titles.slice(128, 131)).toEqual(['May', 'May', 'June']);
  expect(titles).toHaveLength(1 + 200 + 2);
});

describe('the builder', () => {
  let now: number;
  let state: State;
  let said: string[];
  /** Steps that are left. */
  let left: number;
  let fail: Error | null;
  let builders: IndexBuilder[];
  beforeEach(() => {
    now = 1000;
    state = new State(database);
    said = [];
    left = 3;
    fail = null;
    builders = [];
  });
  afterEach(async () => {
    for (const builder of builders) await builder.stop();
  });

  function builder(name: string, step?: () => Promise<boolean>): IndexBuilder {
    const made = new IndexBuilder({
      indexes: { plan: () => (said.push(`${name} plans`), Promise.resolve(null as never)) },
      build: {
        step:
          step ??
          (() => {
            if (fail) return Promise.reject(fail);
            if (left === 0) return Promise.resolve(false);
            said.push(`${name} ${left--}`);
            return Promise.resolve(true);
          }),
      },
      problem: {
        report: (error) => (said.push(`problem ${String(error)}`), Promise.resolve()),
        clear: () => (said.push('no problem'), Promise.resolve()),
      },
      state,
      busy: () => false,
      lease: 50,
      clock: () => now,
      log: createLog('silent'),
    });
    builders.push(made);
    return made;
  }

  test('one step follows the other until nothing is left to do', async () => {
    builder('a').wake();
    await until('the last step', () => left === 0);
    expect(said).toEqual(['a plans', 'a 3', 'no problem', 'a 2', 'a 1']);
  });

  test('settings that change during a build are heard after the step in hand', async () => {
    const first = builder('a', () => {
      said.push('step');
      if (said.length === 2) first.wake();
      return Promise.resolve(said.length < 4);
    });
    first.wake();
    await until('another plan', () => said.filter((word) => word === 'a plans').length === 2);
    expect(said.slice(0, 3)).toEqual(['a plans', 'step', 'no problem']);
  });

  test('what fails is said and tried again; a look by the clock does not hurry it, a change does', async () => {
    fail = new AppError('overloaded', { retryAfter: 3600 });
    const failing = builder('a');
    failing.wake();
    await until('the problem', () => said.some((word) => word.startsWith('problem')));
    fail = null;
    failing.check();
    await new Promise(setImmediate);
    expect(left).toBe(3);
    failing.wake();
    await until('the last step', () => left === 0);
    expect(said.slice(2)).toEqual(['a plans', 'a 3', 'no problem', 'a 2', 'a 1']);
  });

  test('of several processes one builds, and another goes on when it is gone', async () => {
    const { promise: stepped, resolve } = Promise.withResolvers<void>();
    builder('a', () => (resolve(), new Promise(() => undefined))).wake();
    await stepped;
    builders = [];
    builder('b').wake();
    await until('a plan', () => said.includes('b plans'));
    expect(left).toBe(3);
    now += 51;
    await until('the last step', () => left === 0);
  });

  test('a process that stops lets another begin at once', async () => {
    const waiting = jest.fn<(signal: AbortSignal) => Promise<boolean>>();
    const stopped = builder(
      'a',
      () => (void waiting(new AbortController().signal), Promise.resolve(true)),
    );
    stopped.wake();
    await until('a step', () => waiting.mock.calls.length > 0);
    await stopped.stop();
    builder('b').wake();
    await until('the last step', () => left === 0);
  });
});
