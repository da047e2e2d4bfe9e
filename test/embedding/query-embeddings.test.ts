import { beforeEach, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createQueryEmbeddings } from '../../server/embedding/query-embeddings.ts';
import type { Embedder } from '../../server/providers/embedder.ts';
import type { EmbeddingIndex } from '../../server/embedding/index-state.ts';
import type { EmbedderChoice } from '../../server/providers/registry.ts';

const index = (choice: Partial<EmbedderChoice> = {}, dimensions = 2): EmbeddingIndex => ({
  choice: { provider: 'openai', model: 'small', base_url: '', dimensions: 0, ...choice },
  embedder: 'openai:small',
  dimensions,
});
const signal = new AbortController().signal;

let embed: jest.Mock<Embedder['embed']>;
let embedQuery: ReturnType<typeof createQueryEmbeddings>;
beforeEach(() => {
  embed = jest.fn<Embedder['embed']>(() => Promise.resolve([Float32Array.of(1, 0)]));
  embedQuery = createQueryEmbeddings({
    embedder: () => ({ id: 'openai:small', maxBatch: 8, embed }),
    requireDimensions: ({ dimensions }, [vector]) =>
      vector?.length === dimensions ? Promise.resolve() : Promise.reject(new Error('mixed')),
  });
});
const ask = (question: string, of = index(), as = signal) =>
  embedQuery(of, question, settingsDefaults, as);

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

test('a shared call goes on while somebody waits, and is given up when nobody does', async () => {
  let call = signal;
  embed.mockImplementation((_texts, options) => {
    call = options.signal;
    return new Promise(() => undefined);
  });
  const [first, second] = [new AbortController(), new AbortController()];
  const gone = new Error('gone');
  const asked = [ask('When?', index(), first.signal), ask('When?', index(), second.signal)];
  first.abort(gone);
  await expect(asked[0]).rejects.toBe(gone);
  expect(call.aborted).toBe(false);
  second.abort(gone);
  await expect(asked[1]).rejects.toBe(gone);
  expect(call.aborted).toBe(true);
  embed.mockResolvedValueOnce([Float32Array.of(1, 0)]);
  expect(await ask('When?')).toHaveLength(2);
});
