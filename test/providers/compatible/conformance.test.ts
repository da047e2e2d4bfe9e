import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import {
  compatibleReranker,
  listCompatibleModels,
} from '../../../server/providers/hosted/compatible.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReranker } from '../../conformance/reranker.ts';
import { embeddingFaults, fakeRanking } from '../../fakes/embedding-server.ts';
import { sendJson, startVendorServer } from '../../fakes/vendor-server.ts';

const apiKey = 'fake-key-of-a-server';

/** https://github.com/ggml-org/llama.cpp/tree/master/tools/server: all documents, in their order, with logits. */
const llamaCpp = (body: Record<string, unknown>) => ({
  model: body['model'] ?? 'reranker',
  object: 'list',
  usage: { prompt_tokens: 58, total_tokens: 58 },
  results: fakeRanking(body['query'] as string, body['documents'] as string[])
    .map(({ index, relevance_score }) => ({ index, relevance_score: 20 * relevance_score - 18 }))
    .sort((a, b) => a.index - b.index),
});

/** https://huggingface.co/docs/text-embeddings-inference/quick_tour */
const inference = (body: Record<string, unknown>) =>
  fakeRanking(body['query'] as string, body['texts'] as string[]).map(
    ({ index, relevance_score }) => ({ index, score: relevance_score }),
  );

async function start(kind: 'llama.cpp' | 'inference') {
  const isLlama = kind === 'llama.cpp';
  const refuse = (status: number, message: string) => ({
    status,
    body: { error: message, error_type: 'Validation' },
  });
  const server = await startVendorServer<{ kind: 'answer' }>({
    authorise: ({ headers }: IncomingMessage) =>
      headers.authorization === `Bearer ${apiKey}` ? undefined : refuse(401, 'Invalid API Key'),
    unknownRoute: () => refuse(404, 'File Not Found'),
    unparsable: refuse(400, 'invalid JSON'),
    routes: {
      [isLlama ? 'POST /v1/rerank' : 'POST /rerank']: (body, reply, reject) => {
        const field = isLlama ? 'documents' : 'texts';
        if (!Array.isArray(body[field])) {
          const words = `Failed to deserialize the JSON body into the target type: missing field \`${field}\``;
          return reject(refuse(422, words));
        }
        return reply((response: ServerResponse) =>
          sendJson(response, 200, isLlama ? llamaCpp(body) : inference(body)),
        );
      },
      ...(isLlama && {
        'GET /v1/models': (_body, reply) =>
          reply((response: ServerResponse) =>
            sendJson(response, 200, { data: [{ id: 'z' }, { id: 'bge-reranker-v2-m3' }, null] }),
          ),
      }),
    },
  });
  return { ...server, url: isLlama ? `${server.origin}/v1` : server.origin };
}

describeReranker('compatible', async (timeouts) => {
  const server = await start('llama.cpp');
  const faults = embeddingFaults('jina');
  return {
    reranker: compatibleReranker({ apiKey, baseUrl: server.url, model: 'bge', timeouts }),
    withoutKey: null,
    fail: (...names) => server.script(...names.map((name) => faults[name])),
    answer: (body) =>
      server.script({
        kind: 'raw',
        contentType: 'application/json',
        body: JSON.stringify(body),
      }),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey,
    close: server.close,
  };
});

let server: Awaited<ReturnType<typeof start>>;
afterEach(() => server?.close());
const { signal } = new AbortController();

test('the wire of Text Embeddings Inference is learnt from its refusal', async () => {
  server = await start('inference');
  const reranker = compatibleReranker({
    apiKey,
    baseUrl: server.url,
    model: '',
    timeouts: patient,
  });
  const rank = () =>
    reranker.rerank('When do you open?', ['The car park', 'We open at seven'], { signal, topN: 1 });
  expect(await rank()).toMatchObject([{ index: 1 }]);
  expect(await rank()).toMatchObject([{ index: 1 }]);
  expect(server.requests.map(({ body }) => Object.keys(body))).toEqual([
    ['query', 'documents', 'top_n'],
    ['query', 'texts', 'truncate'],
    ['query', 'texts', 'truncate'],
  ]);
});

test('a server without a list of models offers none', async () => {
  server = await start('inference');
  expect(await listCompatibleModels({ apiKey, baseUrl: server.url }, 'rerank', signal)).toEqual([]);
  await server.close();
  server = await start('llama.cpp');
  expect(await listCompatibleModels({ apiKey, baseUrl: server.url }, 'rerank', signal)).toEqual([
    { id: 'bge-reranker-v2-m3', label: 'bge-reranker-v2-m3' },
    { id: 'z', label: 'z' },
  ]);
  const nowhere = listCompatibleModels({ apiKey, baseUrl: '' }, 'rerank', signal);
  await expect(nowhere).rejects.toMatchObject({ code: 'not_configured' });
});
