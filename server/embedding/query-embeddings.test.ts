import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { QueryEmbeddings } from './query-embeddings.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { EmbeddingIndex } from './index-state.ts';
import type { EmbedderChoice } from '../providers/registry.ts';

const index = (choice: Partial<EmbedderChoice> = {}, dimensions = 2): EmbeddingIndex => ({
  choice: { provider: 'openai', model: 'small', base_url: '', dimensions: 0, ...choice },
  embedder: 'openai:small',
  dimensions,
});
const signal = new AbortController().signal;

let embed: jest.Mock<Embedder['embed']>;
let queries: QueryEmbeddings;
beforeEach(() => {
  embed = jest.fn<Embedder['embed']>(() => Promise.resolve([Float32Array.of(1, 0)]));
  queries = new QueryEmbeddings({
    embedder: () => ({ id: 'openai:small', maxBatch: 8, embed }),
    requireDimensions: ({ dimensions }, [vector]) =>
      vector?.length === dimensions ? Promise.resolve() : Promise.reject(new Error('mixed')),
  });
});
const ask = (question: string, of = index(), as = signal) =>
  queries.embed(of, question, settingsDefaults, { signal: as });

test('a question is embedded once, as a question', async () => {
  expect(await ask('When?')).toEqual(Float32Array.of(1, 0));
  await ask('When?');
  await ask('Where?');
  expect(embed.mock.calls.map(([texts]) => texts)).toEqual([['When?'], ['Where?']]);
  expect(embed.mock.calls[0]?.[1].purpose).toBe('query');
});

test.each([
  ['provider', index({ provider: 'ollama' })],
  ['model', index({ model: 'large' })],
  ['address', index({ base_url: 'http://models.test/v1' })],
])('another %s embeds it anew', async (_what, other) => {
  await ask('When?');
  await ask('When?', other);
  expect(embed).toHaveBeenCalledTimes(2);
});

test('another number of dimensions embeds it anew', async () => {
  await ask('When?');
  embed.mockResolvedValueOnce([Float32Array.of(1)]);
  expect(await ask('When?', index({}, 1))).toHaveLength(1);
});

test('those who ask the same at the same time share one call', async () => {
  const vectors = await Promise.all(Array.from({ length: 5 }, () => ask('When?')));
  expect(embed).toHaveBeenCalledTimes(1);
  expect(new Set(vectors).size).toBe(1);
});

test('what could not be embedded is tried again, and a vector of another length is not kept', async () => {
  embed.mockRejectedValueOnce(new Error('busy'));
  await expect(ask('When?')).rejects.toThrow('busy');
  embed.mockResolvedValueOnce([Float32Array.of(1, 0, 0)]);
  await expect(ask('When?')).rejects.toThrow('mixed');
  expect(await ask('When?')).toHaveLength(2);
});

test('a call goes on when those who asked have left, and the next finds its vector', async () => {
  const { promise, resolve } = Promise.withResolvers<Float32Array[]>();
  embed.mockReturnValueOnce(promise);
  const leaving = new AbortController();
  const asked = ask('When?', index(), leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  resolve([Float32Array.of(1, 0)]);
  expect(await ask('When?')).toHaveLength(2);
  expect(embed).toHaveBeenCalledTimes(1);
});

describe('a vector that is waited for', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  const failures: unknown[] = [];
  const failedLate = (error: unknown) => void failures.push(error);
  const soon = (question: string, of = index()) =>
    queries.embed(of, question, settingsDefaults, { signal, failedLate });
  const local = index({ provider: 'local', model: '' });
  /** Makes the embedder take so many milliseconds. */
  const takes = (ms: number) =>
    embed.mockImplementation(
      () => new Promise((resolve) => setTimeout(() => resolve([Float32Array.of(1, 0)]), ms)),
    );

  test.each([
    [40, local, true],
    [60, local, false],
    [700, index(), true],
    [900, index(), false],
  ])('for %i ms with the embedder %j is there: %s', async (ms, of, isThere) => {
    takes(ms);
    const asked = soon('When?', of);
    await jest.advanceTimersByTimeAsync(1000);
    expect((await asked) !== null).toBe(isThere);
    // A late one is there for the next question.
    expect(await soon('When?', of)).toHaveLength(2);
    expect(embed).toHaveBeenCalledTimes(1);
  });

  test('for as long as a vendor usually takes', async () => {
    takes(100);
    for (let n = 0; n < 20; n++) {
      const asked = soon(`Question ${n}?`);
      await jest.advanceTimersByTimeAsync(100);
      expect(await asked).not.toBeNull();
    }
    takes(400);
    const asked = soon('A slow one?');
    await jest.advanceTimersByTimeAsync(101);
    expect(await asked).toBeNull();
  });

  test('and cannot be made afterwards is told', async () => {
    embed.mockImplementation(
      () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('down')), 5000)),
    );
    const asked = soon('When?');
    await jest.advanceTimersByTimeAsync(900);
    expect(await asked).toBeNull();
    expect(failures).toEqual([]);
    await jest.advanceTimersByTimeAsync(5000);
    expect(failures).toEqual([new Error('down')]);
  });

  test('as long as it takes by those who have the time', async () => {
    takes(5000);
    const asked = ask('When?', local);
    await jest.advanceTimersByTimeAsync(5000);
    expect(await asked).toHaveLength(2);
  });
});
