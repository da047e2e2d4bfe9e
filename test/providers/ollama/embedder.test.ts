import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { ollamaEmbedder } from '../../../server/providers/ollama/ollama.ts';
import { startOllamaServer } from '../../fakes/ollama-server.ts';

let server: Awaited<ReturnType<typeof startOllamaServer>>;
beforeEach(async () => {
  server = await startOllamaServer();
});
afterEach(() => server.close());

const { signal } = new AbortController();
const at = (model: string, dimensions = 0) =>
  ollamaEmbedder({ apiKey: '', baseUrl: server.url, model, dimensions });

test('tells the model what a text is for, and lets a long one be cut', async () => {
  await at('nomic-embed-text').embed(['When?'], { purpose: 'query', signal });
  await at('nomic-embed-text').embed(['At seven.'], { purpose: 'document', signal });
  expect(server.requests.map(({ body }) => body)).toEqual([
    { model: 'nomic-embed-text', input: ['search_query: When?'], truncate: true },
    { model: 'nomic-embed-text', input: ['search_document: At seven.'], truncate: true },
  ]);
});

test('asks for shorter vectors, and refuses others than those', async () => {
  const options = { purpose: 'query', signal } as const;
  const [short] = await at('embeddinggemma', 256).embed(['When?'], options);
  expect(short).toHaveLength(256);
  await expect(at('embeddinggemma', 1024).embed(['When?'], options)).rejects.toMatchObject({
    code: 'provider_error',
    retryable: false,
  });
});

test('sends many texts a few at a time', async () => {
  const texts = Array.from({ length: 70 }, (_, index) => `Text ${index}`);
  expect(await at('nomic-embed-text').embed(texts, { purpose: 'document', signal })).toHaveLength(
    70,
  );
  expect(server.requests.map(({ body }) => (body['input'] as unknown[]).length)).toEqual([
    16, 16, 16, 16, 6,
  ]);
});

test.each([null, {}, { embeddings: null }, { embeddings: [] }, { embeddings: [[0, 0]] }])(
  'takes %j for an error',
  async (body) => {
    server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(body) });
    const vectors = at('nomic-embed-text').embed(['When?'], { purpose: 'query', signal });
    await expect(vectors).rejects.toMatchObject({ code: 'provider_error' });
  },
);

test('asks a model without embeddings once, although Ollama calls it a failure of its own', async () => {
  let calls = 0;
  const failing = createServer((_request, response) => {
    calls += 1;
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end('{"error":"this model does not support embeddings"}');
  });
  await new Promise<void>((done) => failing.listen(0, '127.0.0.1', done));
  const { port } = failing.address() as { port: number };
  const baseUrl = `http://127.0.0.1:${port}`;
  const embedder = ollamaEmbedder({ apiKey: '', baseUrl, model: 'gemma3', dimensions: 0 });
  await expect(embedder.embed(['When?'], { purpose: 'query', signal })).rejects.toMatchObject({
    code: 'provider_error',
    retryable: false,
  });
  expect(calls).toBe(1);
  failing.close();
  failing.closeAllConnections();
});
