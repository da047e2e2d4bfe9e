import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { workersAiEmbedder } from '../../../server/providers/workers-ai/embedder.ts';
import { fakeAccount, fakeToken, startWorkersAiServer } from '../../fakes/workers-ai-server.ts';

let server: Awaited<ReturnType<typeof startWorkersAiServer>>;
beforeEach(async () => {
  server = await startWorkersAiServer();
});
afterEach(() => server.close());

const { signal } = new AbortController();
const at = (model: string, dimensions = 0) =>
  workersAiEmbedder({
    apiKey: fakeToken,
    accountId: fakeAccount,
    baseUrl: server.url,
    model,
    dimensions,
  });

const represent = 'Represent this sentence for searching relevant passages: ';

test.each([
  ['@cf/baai/bge-base-en-v1.5', { text: [`${represent}When?`], pooling: 'cls' }],
  ['@cf/baai/bge-m3', { text: ['When?'], truncate_inputs: true }],
  ['@cf/google/embeddinggemma-300m', { text: ['task: search result | query: When?'] }],
  ['@cf/qwen/qwen3-embedding-0.6b', { queries: ['When?'] }],
])('asks %s as its page says', async (model, body) => {
  await at(model).embed(['When?'], { purpose: 'query', signal });
  expect(server.requests.map((request) => request.body)).toEqual([body]);
});

test('tells a text that may answer from a question', async () => {
  for (const model of ['@cf/qwen/qwen3-embedding-0.6b', '@cf/baai/bge-base-en-v1.5']) {
    await at(model).embed(['At seven.'], { purpose: 'document', signal });
  }
  expect(server.requests.map(({ body }) => body)).toEqual([
    { documents: ['At seven.'] },
    { text: ['At seven.'], pooling: 'cls' },
  ]);
});

test.each([
  ['@cf/qwen/qwen3-embedding-0.6b', [32, 32, 32, 4]],
  ['@cf/baai/bge-base-en-v1.5', [100]],
])('sends %s no more texts than it takes', async (model, sizes) => {
  const texts = Array.from({ length: 100 }, (_, index) => `Text ${index}`);
  await at(model).embed(texts, { purpose: 'document', signal });
  const sent = server.requests.map(({ body }) => body['documents'] ?? body['text']);
  expect(sent.map((batch) => (batch as unknown[]).length)).toEqual(sizes);
});

test('refuses vectors of another length than the setting says', async () => {
  const vectors = at('@cf/baai/bge-m3', 768).embed(['When?'], { purpose: 'query', signal });
  await expect(vectors).rejects.toMatchObject({ code: 'provider_error', retryable: false });
});

test.each([
  null,
  { success: true, result: {} },
  { success: true, result: { data: [] } },
  { success: false, errors: [{ code: 3040, message: 'Out of capacity' }] },
])('takes %j for an error', async (body) => {
  server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(body) });
  const vectors = at('@cf/baai/bge-m3').embed(['When?'], { purpose: 'query', signal });
  await expect(vectors).rejects.toMatchObject({ code: 'provider_error' });
});
