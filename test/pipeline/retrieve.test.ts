import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createRetrieve, type RetrieveOptions } from '../../server/pipeline/retrieve.ts';
import type { Embedder } from '../../server/providers/embedder.ts';
import type { Providers } from '../../server/providers/registry.ts';
import type { VectorStore } from '../../server/providers/vector-store.ts';
import type { Chunks } from '../../server/storage/chunks.ts';
import { passage } from './passage.ts';

const signal = new AbortController().signal;
const embedder = () => ({
  id: 'fake:model',
  maxBatch: 8,
  embed: jest.fn<Embedder['embed']>((texts) =>
    Promise.resolve(texts.map(() => Float32Array.of(1))),
  ),
});

let current: ReturnType<typeof embedder>;
let query: jest.Mock<VectorStore['query']>;
let gone: number[];
let hidden: number[];
let retrieve: ReturnType<typeof createRetrieve>;
beforeEach(() => {
  current = embedder();
  gone = [];
  hidden = [];
  query = jest.fn<VectorStore['query']>(() =>
    Promise.resolve([
      { chunkId: 7, score: 0.8 },
      { chunkId: 3, score: 0.5 },
      { chunkId: 9, score: 0.4 },
    ]),
  );
  retrieve = createRetrieve({
    providers: { embedder: () => current } as unknown as Providers,
    vectorStore: { query } as unknown as VectorStore,
    chunks: {
      passages: (ids: number[]) =>
        Promise.resolve(ids.filter((id) => !gone.includes(id)).map((id) => passage(id))),
    } as unknown as Chunks,
    visibility: {
      onlyPublic: (passages) =>
        Promise.resolve(passages.filter(({ chunkId }) => !hidden.includes(chunkId))),
    },
  });
});

const search = (question = 'When?', over: Partial<RetrieveOptions> = {}) =>
  retrieve(question, { settings: settingsDefaults, signal, ...over });
const ids = async (found: ReturnType<typeof search>) =>
  (await found).passages.map(({ chunkId, score }) => [chunkId, score]);

test('passages come best first with their scores', async () => {
  expect(await ids(search())).toEqual([
    [7, 0.8],
    [3, 0.5],
    [9, 0.4],
  ]);
});

test('a chunk that is gone by now keeps the others’ scores', async () => {
  gone = [3];
  expect(await ids(search())).toEqual([
    [7, 0.8],
    [9, 0.4],
  ]);
});

test('a text that is no longer public is not found', async () => {
  hidden = [7];
  expect(await ids(search())).toEqual([
    [3, 0.5],
    [9, 0.4],
  ]);
});

test('the settings say how many and how good, unless the caller does', async () => {
  await search();
  const { top_k, min_score } = settingsDefaults.chat;
  expect(query.mock.calls[0]?.[0]).toMatchObject({ topK: top_k, minScore: min_score });
  await search('When?', { topK: 50, minScore: 0 });
  expect(query.mock.calls[1]?.[0]).toMatchObject({ topK: 50, minScore: 0 });
});

describe('a question', () => {
  test('is embedded once', async () => {
    await search('When?');
    await search('When?');
    await search('Where?');
    expect(current.embed.mock.calls.map(([texts]) => texts)).toEqual([['When?'], ['Where?']]);
    expect(current.embed.mock.calls[0]?.[1]).toEqual({ purpose: 'query', signal });
  });

  test('is embedded again by another embedder, even one of the same name', async () => {
    await search();
    current = embedder();
    current.embed.mockResolvedValueOnce([Float32Array.of(0, 1)]);
    await search();
    expect(query.mock.calls[1]?.[0].vector).toHaveLength(2);
  });

  test('that could not be embedded is tried again', async () => {
    current.embed.mockRejectedValueOnce(new Error('busy'));
    await expect(search()).rejects.toThrow('busy');
    expect(await ids(search())).toHaveLength(3);
  });
});
