import type { ServerResponse } from 'node:http';
import { hashedEmbedding } from './hashed-embedding.ts';
import {
  embeddingVendors,
  embedRefusal,
  rerankRefusal,
  type EmbeddingVendorId,
} from './embedding-rules.ts';
import { commonFaults, sendJson, startVendorServer, type Misbehaviour } from './vendor-server.ts';

type Body = Record<string, unknown>;

/** A vendor that does not stream has only these answers. */
interface NoAnswer {
  kind: 'answer';
}

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** Ranks by shared words, between 0 and 1. */
export function fakeRanking(query: string, documents: readonly string[]) {
  const asked = hashedEmbedding(query, 512);
  return documents
    .map((text, index) => ({
      index,
      relevance_score: (1 + cosine(asked, hashedEmbedding(text, 512))) / 2,
    }))
    .sort((a, b) => b.relevance_score - a.relevance_score);
}

/** The faults of any vendor in its own form. */
export function embeddingFaults(id: EmbeddingVendorId) {
  const { refuse } = embeddingVendors[id];
  const error = (status: number, words: string, headers = {}): Misbehaviour => ({
    kind: 'error',
    ...refuse(status, words),
    headers,
  });
  return {
    ...commonFaults,
    garbage: { kind: 'raw', contentType: 'application/json', body: '{"data": [}\n' },
    unauthorised: error(401, 'Provided API key is invalid.'),
    'unknown-model': error(404, 'model none not found'),
    'bad-request': error(400, 'the request is too long'),
    'out-of-credit':
      id === 'jina'
        ? error(403, 'AUTHZ_INSUFFICIENT_BALANCE: Insufficient account balance')
        : error(402, 'The account has no credit.'),
    'rate-limited': error(429, 'Rate limit exceeded.', { 'retry-after': '20' }),
    'server-error': error(500, 'An unexpected error occurred on our side.'),
    overloaded: error(503, 'The service is temporarily unavailable.'),
  } satisfies Record<string, Misbehaviour>;
}

/**
 * A server that speaks the documented wire format of a vendor of embeddings and refuses what the vendor refuses. Texts
 * that share words have near vectors and high scores.
 */
export async function startEmbeddingServer(id: EmbeddingVendorId, apiKey = `fake-key-of-${id}`) {
  const vendor = embeddingVendors[id];
  const { paths, models, rerankers, texts: field, dimensionsField } = vendor;

  function embed(response: ServerResponse, body: Body) {
    const model = models[String(body['model'])]!;
    const dimensions = Number(body[dimensionsField] ?? model.dimensions);
    const vectors = (body[field] as string[]).map((text) => hashedEmbedding(text, dimensions));
    sendJson(response, 200, vendor.reply(vectors, body));
  }

  function rerank(response: ServerResponse, body: Body) {
    const { query, documents, top_n, top_k = top_n } = body;
    const ranked = fakeRanking(query as string, documents as string[]);
    sendJson(response, 200, vendor.ranking(ranked.slice(0, Number(top_k ?? Infinity)), body));
  }

  /** https://docs.cohere.com/reference/list-models */
  const cohereModels = (url: string) => {
    const endpoint = new URL(url, 'http://fake').searchParams.get('endpoint');
    const names = endpoint === 'rerank' ? rerankers : Object.keys(models);
    return { models: names.map((name) => ({ name, endpoints: [endpoint], finetuned: false })) };
  };
  /** https://docs.mistral.ai/api/endpoint/models */
  const mistralModels = {
    object: 'list',
    data: ['mistral-large-latest', ...Object.keys(models)].map((name) => ({
      id: name,
      object: 'model',
      capabilities: { completion_chat: !name.includes('embed') },
    })),
  };

  const server = await startVendorServer<NoAnswer>({
    authorise: ({ headers }) =>
      headers.authorization === `Bearer ${apiKey}`
        ? undefined
        : vendor.refuse(401, 'Provided API key is invalid.'),
    unknownRoute: () => vendor.refuse(404, 'Not Found'),
    unparsable: vendor.refuse(400, 'invalid JSON'),
    routes: {
      [`POST ${paths.embed}`]: (body, reply, refuse) => {
        const refusal = embedRefusal(vendor, body);
        return refusal ? refuse(refusal) : reply((response) => embed(response, body));
      },
      ...(paths.rerank && {
        [`POST ${paths.rerank}`]: (body, reply, refuse) => {
          const refusal = rerankRefusal(vendor, body);
          return refusal ? refuse(refusal) : reply((response) => rerank(response, body));
        },
      }),
      ...(id === 'cohere' && {
        'GET /v1/models': (_body, reply, _refuse, { url = '' }) =>
          reply((response) => sendJson(response, 200, cohereModels(url))),
      }),
      ...(id === 'mistral' && {
        'GET /v1/models': (_body, reply) =>
          reply((response) => sendJson(response, 200, mistralModels)),
      }),
    },
  });
  return {
    ...server,
    /** As the settings have it. */
    url: id === 'cohere' ? server.origin : `${server.origin}/v1`,
    apiKey,
  };
}
