import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { providers as allProviders } from '../contract/providers.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import type { Settings, SettingsPatch } from '../contract/settings.ts';
import { IndexReport } from './index-report.ts';
import { Providers, type ProviderKind } from '../providers/registry.ts';
import { createLog } from '../runtime/log.ts';
import { Secrets } from '../secrets/secrets.ts';
import { Chunks } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { Documents } from '../storage/documents.ts';
import { holdActiveIndex, writeActiveIndex, type EmbeddingIndex } from './index-state.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import { SettingsStore } from '../wordpress/settings.ts';
import { memoryDatabase } from '../../test/storage/memory-database.ts';

const kind: ProviderKind = { models: () => Promise.resolve([]) };
const providers = new Providers(
  Object.fromEntries(Object.keys(allProviders).map((id) => [id, kind])) as never,
);

let database: Database;
let settings: Settings;

const estimate = (unsaved: SettingsPatch = {}) =>
  new IndexReport({
    database,
    providers,
    problem: { read: () => Promise.resolve(null) },
    settings: new SettingsStore({
      bridge: { settings: () => Promise.resolve({ settings }) } as unknown as Bridge,
      secrets: new Secrets('m'.repeat(32)),
      givenKeys: {},
      clock: Date.now,
      log: createLog('silent'),
    }),
  }).estimate(unsaved);

const openai = (model: string, dimensions = 0): SettingsPatch => ({
  embeddings: { provider: 'openai', openai: { model }, dimensions },
});

const index = (model: string, dimensions: number): EmbeddingIndex => ({
  choice: { provider: 'openai', model, base_url: '', dimensions: 0 },
  embedder: `openai:${model}`,
  dimensions,
});

const lexical: EmbeddingIndex = {
  choice: { provider: 'builtin', model: '', base_url: '', dimensions: 0 },
  embedder: 'builtin',
  dimensions: 0,
};

const answersWith = (active: EmbeddingIndex) =>
  database.transaction(async (transaction) => {
    await holdActiveIndex(database, transaction);
    await writeActiveIndex(transaction, active);
  });

async function add(title: string, contents: string[]): Promise<number[]> {
  const { id } = await new Documents(database, () => 1).ensure({
    kind: 'txt',
    sourceKey: title,
    title,
  });
  const chunks = contents.map((content) => ({ content, headingPath: '', page: null, offset: 0 }));
  return database.transaction((transaction) =>
    new Chunks(database).replace(id, '', chunks, transaction),
  );
}

beforeEach(async () => {
  database = await memoryDatabase();
  settings = structuredClone(settingsDefaults);
  settings.embeddings.provider = 'builtin';
});
afterEach(() => database.close());

test('a site without content has nothing to embed', async () => {
  expect(await estimate(openai('text-embedding-3-small'))).toEqual({
    changes: true,
    chunks: 0,
    tokens: 0,
    price_usd: 0,
  });
});

describe('a site that was searched by its words', () => {
  beforeEach(async () => {
    await add('Hours', ['a'.repeat(3995), 'b'.repeat(3995)]);
    await answersWith(lexical);
  });

  test.each([
    ['openai', 'text-embedding-3-small', 0.02],
    ['openai', 'a-model-of-next-year', null],
    ['voyage', 'voyage-4-lite', 0.02],
    ['cohere', 'embed-v4.0', 0.12],
    ['mistral', 'mistral-embed', 0.1],
    ['jina', 'jina-embeddings-v5-text-small', null],
  ] as const)(
    'is embedded by %s with %s at its list price',
    async (provider, model, perMillion) => {
      expect(await estimate({ embeddings: { provider, [provider]: { model } } })).toEqual({
        changes: true,
        chunks: 2,
        tokens: 2000,
        price_usd: perMillion === null ? null : (perMillion * 2000) / 1_000_000,
      });
    },
  );

  test('changes nothing when it stays as it is', async () => {
    const nothing = { changes: false, chunks: 0, tokens: 0, price_usd: 0 };
    expect(await estimate()).toEqual(nothing);
    // Dimensions are of models.
    expect(await estimate({ embeddings: { dimensions: 256 } })).toEqual(nothing);
  });

  test('pays nobody for a model of its own machine', async () => {
    const ollama = { provider: 'ollama', ollama: { model: 'embeddinggemma' } } as const;
    expect(await estimate({ embeddings: ollama })).toMatchObject({ chunks: 2, price_usd: 0 });
  });

  test("is not promised the vendor's price at another's address", async () => {
    const model = 'text-embedding-3-small';
    const elsewhere = { model, base_url: 'https://gateway.example/v1' };
    expect(await estimate({ embeddings: { provider: 'openai', openai: elsewhere } })).toMatchObject(
      { price_usd: null },
    );
    expect(
      await estimate({
        embeddings: { provider: 'openai_compatible', openai_compatible: { model } },
      }),
    ).toMatchObject({ price_usd: null });
  });
});

test.each([
  ['English', 'swan', 1],
  ['Russian', 'лебедь', 3.5],
  ['Chinese', '天鹅', 1.8],
  ['Thai', 'หงส์', 3.7],
])('counts more tokens where characters take more bytes: %s', async (_name, word, tokens) => {
  await add('', [word.repeat(1000)]);
  await answersWith(lexical);
  const { tokens: counted } = await estimate(openai('text-embedding-3-small'));
  expect(Math.round(counted / 100) / 10).toBe(tokens);
});

describe('a site with vectors', () => {
  beforeEach(async () => {
    await add('Hours', ['Open from ten to six.']);
    await answersWith(index('text-embedding-3-small', 1536));
    settings.embeddings.provider = 'openai';
    settings.embeddings.openai.model = 'text-embedding-3-small';
  });

  test('is searched by words again without embedding anything', async () => {
    expect(await estimate({ embeddings: { provider: 'builtin' } })).toEqual({
      changes: true,
      chunks: 0,
      tokens: 0,
      price_usd: 0,
    });
  });

  test('keeps them when their number of dimensions is only spelled out', async () => {
    expect(await estimate({ embeddings: { dimensions: 1536 } })).toMatchObject({ changes: false });
    expect(await estimate({ embeddings: { dimensions: 256 } })).toMatchObject({
      changes: true,
      chunks: 1,
    });
  });
});

describe('chunks of another size', () => {
  beforeEach(async () => {
    await add('Hours', ['a'.repeat(3995), 'b'.repeat(3995)]);
    settings.embeddings.provider = 'openai';
    settings.embeddings.openai.model = 'text-embedding-3-small';
    await answersWith(index('text-embedding-3-small', 1536));
  });

  test('are all embedded: about as many more as they are smaller, with the same tokens', async () => {
    expect(await estimate({ indexing: { chunk_size: 500 } })).toEqual({
      changes: true,
      chunks: 4,
      tokens: 2000,
      price_usd: (0.02 * 2000) / 1_000_000,
    });
  });

  test('are not embedded where words are compared', async () => {
    settings.embeddings.provider = 'builtin';
    await answersWith(lexical);
    expect(await estimate({ indexing: { chunk_overlap: 10 } })).toMatchObject({
      changes: true,
      chunks: 0,
    });
  });

  test('of the stored size change nothing', async () => {
    expect(await estimate({ indexing: { chunk_size: 1000 } })).toMatchObject({ changes: false });
  });
});
