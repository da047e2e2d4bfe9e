import { z } from 'zod';
import type { VendorRefusal } from './vendor-server.ts';

type Body = Record<string, unknown>;

/** A vendor of embeddings and rankings, as its pages describe it. */
export interface EmbeddingVendor {
  /** `POST` paths; absent: the vendor does not rank. */
  paths: { embed: string; rerank?: string };
  /** Requests. */
  embed: z.ZodType;
  rerank?: z.ZodType;
  /** The field with the texts. */
  texts: 'input' | 'texts';
  /** Tokens of one request, estimated with four characters each; 0: no limit is documented. */
  maxTokens: number;
  /** Model → its number of dimensions, and those that it can be asked for. */
  models: Record<string, { dimensions: number; choices?: readonly number[] }>;
  rerankers: readonly string[];
  dimensionsField: 'output_dimension' | 'dimensions';
  /** The vendor's form of an error. */
  refuse: (status: number, words: string) => VendorRefusal;
  /** The vendor's form of vectors. */
  reply: (vectors: Float32Array[], body: Body) => unknown;
  /** The vendor's form of a ranking, best first. */
  ranking: (scores: { index: number; relevance_score: number }[], body: Body) => unknown;
}

const numbers = (vector: Float32Array) => [...vector];
const base64 = (vector: Float32Array) => Buffer.from(vector.buffer.slice(0)).toString('base64');

/** OpenAI's form of a list of vectors. */
const listOf = (vectors: Float32Array[], body: Body, isBase64: boolean) => ({
  object: 'list',
  data: vectors.map((vector, index) => ({
    object: 'embedding',
    embedding: isBase64 ? base64(vector) : numbers(vector),
    index,
  })),
  model: body['model'],
  usage: { total_tokens: 10 },
});

const matryoshka = [256, 512, 1024, 2048] as const;
const texts = (max: number) => z.array(z.string().min(1)).min(1).max(max);
const model = z.string();
const ranked = { query: z.string().min(1), documents: texts(1000), model };
/** Fields that are known, and of which nothing is checked. */
const anyOf = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, z.unknown().optional()]));

const detail = (status: number, words: string): VendorRefusal => ({
  status,
  body: { detail: words },
});

/**
 * https://docs.voyageai.com/reference/embeddings-api, https://docs.voyageai.com/reference/reranker-api; limits:
 * https://www.mongodb.com/docs/api/doc/atlas-embedding-and-reranking-api/operation/operation-createembedding; words of a
 * refusal: https://github.com/410979729/scope-recall-hermes/issues/88
 */
const voyage: EmbeddingVendor = {
  paths: { embed: '/v1/embeddings', rerank: '/v1/rerank' },
  embed: z.strictObject({
    model,
    input: texts(1000),
    input_type: z.enum(['query', 'document']).nullish(),
    encoding_format: z.literal('base64').nullish(),
    truncation: z.boolean().optional(),
    ...anyOf('output_dimension output_dtype'),
  }),
  rerank: z.strictObject({
    ...ranked,
    truncation: z.boolean().optional(),
    ...anyOf('top_k return_documents'),
  }),
  texts: 'input',
  maxTokens: 120_000,
  models: {
    'voyage-4-large': { dimensions: 1024, choices: matryoshka },
    'voyage-law-2': { dimensions: 1024 },
  },
  rerankers: ['rerank-2.5', 'rerank-2.5-lite'],
  dimensionsField: 'output_dimension',
  refuse: (status, words) =>
    detail(
      status,
      status === 400
        ? `The request body is not valid JSON, or some arguments were not specified properly. In particular, ${words}`
        : words,
    ),
  reply: (vectors, body) => listOf(vectors, body, body['encoding_format'] === 'base64'),
  ranking: (scores, { model }) => ({
    object: 'list',
    data: scores,
    model,
    usage: { total_tokens: 26 },
  }),
};

/** https://docs.cohere.com/reference/embed, https://docs.cohere.com/reference/rerank, https://docs.cohere.com/reference/errors */
const cohere: EmbeddingVendor = {
  paths: { embed: '/v2/embed', rerank: '/v2/rerank' },
  embed: z.strictObject({
    model,
    texts: texts(96),
    input_type: z.enum('search_query search_document classification clustering image'.split(' ')),
    embedding_types: z.array(z.string()),
    truncate: z.enum(['NONE', 'START', 'END']).optional(),
    ...anyOf('images inputs max_tokens output_dimension priority'),
  }),
  rerank: z.strictObject({ ...ranked, ...anyOf('top_n max_tokens_per_doc priority') }),
  texts: 'texts',
  maxTokens: 0,
  models: {
    'embed-v4.0': { dimensions: 1536, choices: [256, 512, 1024, 1536] },
    'embed-multilingual-v3.0': { dimensions: 1024 },
  },
  rerankers: ['rerank-v4.0-pro', 'rerank-v4.0-fast', 'rerank-v3.5'],
  dimensionsField: 'output_dimension',
  refuse: (status, words) => ({
    status,
    body: {
      id: '0f5e1a6c-8d3b-4a5e-9c2f-7b1d2e3f4a5b',
      message: status === 400 ? `invalid request: ${words}` : words,
    },
  }),
  reply: (vectors, { texts }) => ({
    id: 'da6e531f-54c5-4a73-bf92-f60566d8d753',
    embeddings: { float: vectors.map(numbers) },
    texts,
    meta: { api_version: { version: '2' }, billed_units: { input_tokens: 10 } },
    response_type: 'embeddings_by_type',
  }),
  ranking: (results) => ({
    id: '07734bd2-2473-4f07-94e1-0d9f0e6843cf',
    results,
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  }),
};

/**
 * https://jina.ai/embeddings/, https://jina.ai/reranker/; the words of a refusal:
 * https://github.com/langgenius/dify-official-plugins/issues/1997
 */
const jina: EmbeddingVendor = {
  paths: { embed: '/v1/embeddings', rerank: '/v1/rerank' },
  embed: z.strictObject({
    model,
    input: texts(512),
    task: z
      .enum('retrieval.query retrieval.passage text-matching classification separation'.split(' '))
      .optional(),
    embedding_type: z.enum(['float', 'base64', 'binary', 'ubinary']).optional(),
    late_chunking: z.literal(false).optional(),
    ...anyOf('dimensions truncate normalized return_multivector'),
  }),
  rerank: z.strictObject({ ...ranked, ...anyOf('top_n return_documents') }),
  texts: 'input',
  maxTokens: 0,
  models: {
    'jina-embeddings-v5-text-small': { dimensions: 1024, choices: [32, 64, 128, 256, 512, 1024] },
    'jina-embeddings-v2-base-de': { dimensions: 768 },
  },
  rerankers: ['jina-reranker-v3'],
  dimensionsField: 'dimensions',
  refuse: (status, words) =>
    detail(
      status,
      status === 400 ? `[models] Bad Request Error, Validation error: ${words}` : words,
    ),
  reply: (vectors, body) => listOf(vectors, body, body['embedding_type'] === 'base64'),
  ranking: (results, { model }) => ({ model, usage: { total_tokens: 815 }, results }),
};

/**
 * https://docs.mistral.ai/api/endpoint/embeddings; limits: https://docs.rs/crate/rig-core/0.42.0, whose authors asked
 * the API, and https://github.com/aurelio-labs/semantic-router/issues/297
 */
const mistral: EmbeddingVendor = {
  paths: { embed: '/v1/embeddings' },
  embed: z.strictObject({
    model,
    input: texts(256),
    encoding_format: z.enum(['float', 'base64']).optional(),
    ...anyOf('metadata output_dimension output_dtype'),
  }),
  texts: 'input',
  maxTokens: 16_384,
  models: {
    'mistral-embed': { dimensions: 1024 },
    'codestral-embed': { dimensions: 1536, choices: [256, 512, 1024, 1536, 3072] },
  },
  rerankers: [],
  dimensionsField: 'output_dimension',
  refuse: (status, words) => ({
    status,
    body: {
      object: 'error',
      message: words,
      type: status === 400 ? 'invalid_request_error' : 'error',
      param: null,
      code: '3000',
    },
  }),
  reply: (vectors, body) => listOf(vectors, body, body['encoding_format'] === 'base64'),
  ranking: (results) => ({ results }),
};

export const embeddingVendors = { voyage, cohere, jina, mistral };
export type EmbeddingVendorId = keyof typeof embeddingVendors;

/** Returns the first thing that a schema does not take. */
function schemaRefusal(
  { refuse }: EmbeddingVendor,
  schema: z.ZodType,
  body: Body,
): VendorRefusal | undefined {
  const issue = schema.safeParse(body).error?.issues[0];
  if (!issue) return undefined;
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return refuse(400, `Argument '${issue.keys[0]}' is not supported by our API`);
  }
  return refuse(
    400,
    issue.message.endsWith('received undefined')
      ? `Argument '${path}' is required`
      : `Value provided for argument '${path}' is not valid. ${issue.message}.`,
  );
}

/** Returns what the vendor refuses in a request for vectors. */
export function embedRefusal(vendor: EmbeddingVendor, body: Body): VendorRefusal | undefined {
  const { refuse, models, texts: field, maxTokens, dimensionsField } = vendor;
  const wrong = schemaRefusal(vendor, vendor.embed, body);
  if (wrong) return wrong;
  const known = models[String(body['model'])];
  if (!known) return refuse(400, `Model ${String(body['model'])} is not supported.`);
  if (maxTokens > 0 && (body[field] as string[]).join('').length / 4 > maxTokens) {
    return refuse(400, `Too many tokens overall, split into more batches (at most ${maxTokens}).`);
  }
  const asked = body[dimensionsField];
  if (asked === undefined || known.choices?.includes(asked as number)) return undefined;
  return refuse(
    400,
    known.choices
      ? `${dimensionsField} must be one of ${known.choices.join(', ')}`
      : `${dimensionsField} is not supported by this model`,
  );
}

/** Returns what the vendor refuses in a request for a ranking. */
export function rerankRefusal(vendor: EmbeddingVendor, body: Body): VendorRefusal | undefined {
  const { refuse, rerank, rerankers } = vendor;
  if (!rerank) return refuse(404, 'Not Found');
  const wrong = schemaRefusal(vendor, rerank, body);
  if (wrong || rerankers.includes(String(body['model']))) return wrong;
  return refuse(400, `Model ${String(body['model'])} is not supported.`);
}
