import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Embedder } from '../embedder.ts';
import {
  cohereEmbedder,
  cohereReranker,
  compatibleReranker,
  jinaEmbedder,
  jinaReranker,
  listCohereModels,
  listCompatibleModels,
  listJinaModels,
  listMistralModels,
  listVoyageModels,
  mistralEmbedder,
  voyageEmbedder,
  voyageReranker,
} from './hosted.ts';
import type { EmbedderOptions } from '../shared/hosted-embedder.ts';
import { vendorErrorOf } from '../shared/vendor-error.ts';
import { describeEmbedder, describeReranker } from '../../../test/conformance/embedder.ts';
import { caught, expectAppError, patient } from '../../../test/conformance/vendor.ts';
import type { EmbeddingVendorId } from '../../../test/fakes/embedding-rules.ts';
import {
  embeddingFaults,
  fakeRanking,
  startEmbeddingServer,
} from '../../../test/fakes/embedding-server.ts';
import { rawJson, sendJson, startVendorServer } from '../../../test/fakes/vendor-server.ts';

const { signal } = new AbortController();

const embedders: Record<EmbeddingVendorId, (options: EmbedderOptions) => Embedder> = {
  voyage: voyageEmbedder,
  cohere: cohereEmbedder,
  jina: jinaEmbedder,
  mistral: mistralEmbedder,
};

for (const [id, embeds, ranks, rerankerOf] of [
  ['voyage', 'voyage-4-large', 'rerank-2.5', voyageReranker],
  ['jina', 'jina-embeddings-v5-text-small', 'jina-reranker-v3', jinaReranker],
  ['cohere', 'embed-v4.0', 'rerank-v4.0-pro', cohereReranker],
  ['mistral', 'mistral-embed', '', null],
] as const) {
  const fake = {
    start: () => startEmbeddingServer(id),
    apiKey: `fake-key-of-${id}`,
    faults: embeddingFaults(id),
  };
  const embedderOf = embedders[id];
  describeEmbedder(id, fake, (at) => embedderOf({ ...at, model: embeds, dimensions: 0 }), {
    hasModels: false,
  });
  if (rerankerOf) describeReranker(id, fake, (at) => rerankerOf({ ...at, model: ranks }));
}

describe('a compatible server', () => {
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

  const fake = {
    start: () => start('llama.cpp'),
    apiKey,
    isKeyless: true,
    faults: embeddingFaults('jina'),
  };
  describeReranker('compatible', fake, (at) => compatibleReranker({ ...at, model: 'bge' }));

  let server: Awaited<ReturnType<typeof start>>;
  afterEach(() => server?.close());
  const reranker = (model: string) =>
    compatibleReranker({ apiKey, baseUrl: server.url, model, timeouts: patient });

  describe('a ranking', () => {
    beforeEach(async () => {
      server = await start('llama.cpp');
    });
    const rank = (topN: number, passages = ['a', 'b', 'c']) =>
      reranker('bge').rerank('Which?', passages, { signal, topN });

    test('is sorted here if it is not', async () => {
      const results = [-3.5, 0, 1.5].map((score, index) => ({ index, relevance_score: score }));
      server.script(rawJson({ results }));
      expect(await rank(2)).toEqual([
        { index: 2, score: 1.5 },
        { index: 1, score: 0 },
      ]);
    });

    test('of no passages is not asked for', async () => {
      expect(await rank(1, [])).toEqual([]);
      expect(server.requests).toEqual([]);
    });

    const one = { index: 0, relevance_score: 1 };
    test.each([
      ['nothing', {}],
      ['a place that was not asked about', { results: [{ ...one, index: 3 }] }],
      ['half a place', { results: [{ ...one, index: 0.5 }] }],
      ['no score', { results: [{ index: 0 }] }],
      ['a passage twice', { results: [one, one] }],
      ['null', null],
    ])('is not %s', async (_case, body) => {
      server.script(rawJson(body));
      const expected = { code: 'provider_error', retryable: true } as const;
      expectAppError(await caught(rank(3)), expected, apiKey);
    });
  });

  test('the wire of Text Embeddings Inference is learnt from its refusal', async () => {
    server = await start('inference');
    const passages = ['The car park', 'We open at seven'];
    const made = reranker('');
    const rank = () => made.rerank('When do you open?', passages, { signal, topN: 1 });
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
    expect(await listCompatibleModels({ apiKey, baseUrl: server.url }, 'rerank', signal)).toEqual(
      [],
    );
    await server.close();
    server = await start('llama.cpp');
    expect(await listCompatibleModels({ apiKey, baseUrl: server.url }, 'rerank', signal)).toEqual([
      { id: 'bge-reranker-v2-m3', label: 'bge-reranker-v2-m3' },
      { id: 'z', label: 'z' },
    ]);
    const nowhere = listCompatibleModels({ apiKey, baseUrl: '' }, 'rerank', signal);
    await expect(nowhere).rejects.toMatchObject({ code: 'not_configured' });
  });
});

describe('requests', () => {
  type Server = Awaited<ReturnType<typeof startEmbeddingServer>>;
  let server: Server;
  afterEach(() => server.close());

  async function embed(
    id: EmbeddingVendorId,
    model: string,
    options: {
      texts?: string[];
      purpose?: 'query' | 'document';
      dimensions?: number;
      toUrl?: (url: string) => string;
    } = {},
  ) {
    const { texts = ['a text'], purpose = 'document', dimensions = 0, toUrl } = options;
    server = await startEmbeddingServer(id);
    const embedder = embedders[id]({
      apiKey: server.apiKey,
      baseUrl: toUrl?.(server.url) ?? server.url,
      model,
      dimensions,
      timeouts: { answerMs: 10_000, retryDelayMs: 5 },
    });
    return embedder.embed(texts, { purpose, signal });
  }
  const sent = () => server.requests.at(-1)?.body;
  const wordsOf = async (promise: Promise<unknown>) =>
    vendorErrorOf(await caught(promise))?.message;

  const input = ['a text'];
  test.each<[EmbeddingVendorId, string, 'query' | 'document', number, object]>([
    [
      'voyage',
      'voyage-4-large',
      'query',
      256,
      {
        ...{ input, input_type: 'query', truncation: true },
        ...{ encoding_format: 'base64', output_dimension: 256 },
      },
    ],
    [
      'cohere',
      'embed-v4.0',
      'query',
      512,
      {
        ...{ texts: input, input_type: 'search_query', truncate: 'END' },
        ...{ embedding_types: ['float'], output_dimension: 512 },
      },
    ],
    [
      'cohere',
      'embed-multilingual-v3.0',
      'document',
      0,
      {
        ...{ texts: input, input_type: 'search_document', truncate: 'END' },
        ...{ embedding_types: ['float'] },
      },
    ],
    [
      'jina',
      'jina-embeddings-v5-text-small',
      'query',
      128,
      {
        ...{ input, task: 'retrieval.query', truncate: true },
        ...{ embedding_type: 'base64', dimensions: 128 },
      },
    ],
    // Older models know no tasks.
    ['jina', 'jina-embeddings-v2-base-de', 'query', 0, { input, embedding_type: 'base64' }],
    [
      'mistral',
      'codestral-embed',
      'query',
      256,
      { input, encoding_format: 'float', output_dimension: 256 },
    ],
    ['mistral', 'mistral-embed', 'document', 1024, { input, encoding_format: 'float' }],
  ])('%s is told with %s that a text is a %s, as it names it', async (...row) => {
    const [id, model, purpose, dimensions, body] = row;
    await embed(id, model, { purpose, dimensions });
    expect(sent()).toEqual({ model, ...body });
  });

  const many = Array.from({ length: 300 }, (_, index) => `Text ${index}`);
  const long = Array.from({ length: 6 }, (_, index) => `${index} ${'word '.repeat(1000)}`);
  const longer = long.map((text) => text.repeat(10));
  test.each<[EmbeddingVendorId, string, string[], number[]]>([
    ['cohere', 'embed-v4.0', many, [96, 96, 96, 12]],
    ['mistral', 'mistral-embed', many, [256, 44]],
    ['mistral', 'mistral-embed', long, [3, 3]],
    ['voyage', 'voyage-law-2', longer, [2, 2, 2]],
  ])('%s gets with %s no more than one request may have', async (id, model, texts, sizes) => {
    await embed(id, model, { texts });
    const sent = server.requests.map(({ body }) => (body['input'] ?? body['texts']) as unknown[]);
    expect(sent.map(({ length }) => length)).toEqual(sizes);
  });

  test.each([
    ['voyage', 'voyage-4-large', 'output_dimension must be one of 256, 512, 1024, 2048'],
    ['mistral', 'mistral-embed', '1024 dimensions, the setting says 300: empty it'],
  ] as const)('%s says that %s has other dimensions', async (id, model, words) => {
    expect(await wordsOf(embed(id, model, { dimensions: 300 }))).toContain(words);
  });

  test('a base URL may be pasted with its endpoint', async () => {
    const id = 'voyage-4-large';
    await embed('voyage', id, { toUrl: (url) => `${url}/embeddings` });
    expect(server.requests[0]?.path).toBe('/v1/embeddings');
    await server.close();
    await embed('cohere', 'embed-v4.0', { toUrl: (url) => `${url}/v2/embed` });
    expect(server.requests[0]?.path).toBe('/v2/embed');
  });

  test('an answer that is too large is not read to its end', async () => {
    server = await startEmbeddingServer('jina');
    server.script(rawJson({ data: 'x'.repeat(70 * 2 ** 20) }));
    const embedder = jinaEmbedder({
      apiKey: server.apiKey,
      baseUrl: server.url,
      model: 'jina-embeddings-v5-text-small',
      dimensions: 0,
    });
    const words = await wordsOf(embedder.embed(['a'], { purpose: 'document', signal }));
    expect(words).toBe('Jina AI returned a response that is too large.');
  });

  describe('the models to choose from', () => {
    const at = () => ({ apiKey: server.apiKey, baseUrl: server.url });

    test('Cohere lists those of an endpoint', async () => {
      server = await startEmbeddingServer('cohere');
      expect(await listCohereModels(at(), 'embedding', signal)).toEqual([
        { id: 'embed-v4.0', label: 'embed-v4.0', dimensions: 1536 },
        { id: 'embed-multilingual-v3.0', label: 'embed-multilingual-v3.0', dimensions: 1024 },
      ]);
      const rerankers = await listCohereModels(at(), 'rerank', signal);
      expect(rerankers.map(({ id }) => id)).toEqual([
        'rerank-v4.0-fast',
        'rerank-v4.0-pro',
        'rerank-v3.5',
      ]);
      server.script(rawJson({}));
      await expect(listCohereModels(at(), 'rerank', signal)).rejects.toMatchObject({
        code: 'provider_error',
      });
    });

    test('Mistral lists all, of which those that embed are shown', async () => {
      server = await startEmbeddingServer('mistral');
      expect(await listMistralModels(at(), 'embedding', signal)).toEqual([
        { id: 'codestral-embed', label: 'codestral-embed', dimensions: 1536 },
        { id: 'mistral-embed', label: 'mistral-embed', dimensions: 1024 },
      ]);
    });

    test('those of Voyage and Jina are known', async () => {
      server = await startEmbeddingServer('voyage');
      const [first] = await listVoyageModels(at(), 'embedding');
      expect(first).toEqual({ id: 'voyage-4-large', label: 'voyage-4-large', dimensions: 1024 });
      expect(await listVoyageModels(at(), 'rerank')).toContainEqual({
        id: 'rerank-2.5-lite',
        label: 'rerank-2.5-lite',
      });
      expect((await listJinaModels(at(), 'rerank'))[0]?.id).toBe('jina-reranker-v3');
      expect(server.requests).toEqual([]);
    });
  });
});
