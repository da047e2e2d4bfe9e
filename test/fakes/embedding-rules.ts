import type { VendorRefusal } from './vendor-server.ts';

type Body = Record<string, unknown>;

/** A vendor of embeddings and rankings, as its pages describe it. */
export interface EmbeddingVendor {
  /** `POST` paths; absent: the vendor does not rank. */
  paths: { embed: string; rerank?: string };
  /** Fields that a request may have, and must have. */
  embedFields: { known: string; required: string };
  rerankFields?: { known: string; required: string };
  /** The field with the texts. */
  texts: 'input' | 'texts';
  maxTexts: number;
  /** Tokens of one request, estimated with four characters each; 0: no limit is documented. */
  maxTokens: number;
  /** Model → its number of dimensions, and those that it can be asked for. */
  models: Record<string, { dimensions: number; choices?: readonly number[] }>;
  rerankers: readonly string[];
  dimensionsField: 'output_dimension' | 'dimensions';
  /** Values that are permitted, by field. */
  values: Record<string, readonly unknown[]>;
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
  embedFields: {
    known: 'input model input_type truncation output_dimension output_dtype encoding_format',
    required: 'input model',
  },
  rerankFields: {
    known: 'query documents model top_k return_documents truncation',
    required: 'query documents model',
  },
  texts: 'input',
  maxTexts: 1000,
  maxTokens: 120_000,
  models: {
    'voyage-4-large': { dimensions: 1024, choices: matryoshka },
    'voyage-law-2': { dimensions: 1024 },
  },
  rerankers: ['rerank-2.5', 'rerank-2.5-lite'],
  dimensionsField: 'output_dimension',
  values: {
    input_type: [null, 'query', 'document'],
    encoding_format: [null, 'base64'],
    truncation: [true, false],
  },
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
  embedFields: {
    known:
      'texts images inputs model input_type embedding_types max_tokens output_dimension truncate priority',
    required: 'texts model input_type embedding_types',
  },
  rerankFields: {
    known: 'model query documents top_n max_tokens_per_doc priority',
    required: 'model query documents',
  },
  texts: 'texts',
  maxTexts: 96,
  maxTokens: 0,
  models: {
    'embed-v4.0': { dimensions: 1536, choices: [256, 512, 1024, 1536] },
    'embed-multilingual-v3.0': { dimensions: 1024 },
  },
  rerankers: ['rerank-v4.0-pro', 'rerank-v4.0-fast', 'rerank-v3.5'],
  dimensionsField: 'output_dimension',
  values: {
    input_type: ['search_query', 'search_document', 'classification', 'clustering', 'image'],
    truncate: ['NONE', 'START', 'END'],
  },
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
  embedFields: {
    known:
      'model input task dimensions late_chunking truncate embedding_type normalized return_multivector',
    required: 'model input',
  },
  rerankFields: {
    known: 'model query documents top_n return_documents',
    required: 'model query documents',
  },
  texts: 'input',
  maxTexts: 512,
  maxTokens: 0,
  models: {
    'jina-embeddings-v5-text-small': { dimensions: 1024, choices: [32, 64, 128, 256, 512, 1024] },
    'jina-embeddings-v2-base-de': { dimensions: 768 },
  },
  rerankers: ['jina-reranker-v3'],
  dimensionsField: 'dimensions',
  values: {
    task: ['retrieval.query', 'retrieval.passage', 'text-matching', 'classification', 'separation'],
    embedding_type: ['float', 'base64', 'binary', 'ubinary'],
    late_chunking: [false],
  },
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
  embedFields: {
    known: 'model input metadata output_dimension output_dtype encoding_format',
    required: 'model input',
  },
  texts: 'input',
  maxTexts: 256,
  maxTokens: 16_384,
  models: {
    'mistral-embed': { dimensions: 1024 },
    'codestral-embed': { dimensions: 1536, choices: [256, 512, 1024, 1536, 3072] },
  },
  rerankers: [],
  dimensionsField: 'output_dimension',
  values: { encoding_format: ['float', 'base64'] },
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

/** Returns what is wrong with the names and values of a request's fields. */
function fieldRefusal(
  { refuse, values }: EmbeddingVendor,
  { known, required }: { known: string; required: string },
  body: Body,
): VendorRefusal | undefined {
  const extra = Object.keys(body).find((name) => !known.split(' ').includes(name));
  if (extra) return refuse(400, `Argument '${extra}' is not supported by our API`);
  const missing = required.split(' ').find((name) => body[name] === undefined);
  if (missing) return refuse(400, `Argument '${missing}' is required`);
  const wrong = Object.entries(values).find(
    ([name, allowed]) => body[name] !== undefined && !allowed.includes(body[name]),
  );
  if (!wrong) return undefined;
  const [name, allowed] = wrong;
  return refuse(
    400,
    `Value '${String(body[name])}' provided for argument '${name}' is not valid. Valid values are ${JSON.stringify(allowed)}.`,
  );
}

const isText = (text: unknown) => typeof text === 'string' && text.length > 0;

/** Returns what the vendor refuses in a request for vectors. */
export function embedRefusal(vendor: EmbeddingVendor, body: Body): VendorRefusal | undefined {
  const { refuse, models, texts: field, maxTexts, maxTokens, dimensionsField } = vendor;
  const fields = fieldRefusal(vendor, vendor.embedFields, body);
  if (fields) return fields;
  const model = models[String(body['model'])];
  if (!model) return refuse(400, `Model ${String(body['model'])} is not supported.`);
  const texts = body[field];
  if (!Array.isArray(texts) || texts.length === 0 || !texts.every(isText)) {
    return refuse(400, `${field} cannot be empty or contain empty strings`);
  }
  if (texts.length > maxTexts) {
    return refuse(
      400,
      `total number of texts must be at most ${maxTexts} - received ${texts.length}`,
    );
  }
  const tokens = texts.join('').length / 4;
  if (maxTokens > 0 && tokens > maxTokens) {
    return refuse(400, `Too many tokens overall, split into more batches (at most ${maxTokens}).`);
  }
  const asked = body[dimensionsField];
  if (asked === undefined || model.choices?.includes(asked as number)) return undefined;
  return refuse(
    400,
    model.choices
      ? `${dimensionsField} must be one of ${model.choices.join(', ')}`
      : `${dimensionsField} is not supported by this model`,
  );
}

/** Returns what the vendor refuses in a request for a ranking. */
export function rerankRefusal(vendor: EmbeddingVendor, body: Body): VendorRefusal | undefined {
  const { refuse, rerankFields, rerankers } = vendor;
  if (!rerankFields) return refuse(404, 'Not Found');
  const fields = fieldRefusal(vendor, rerankFields, body);
  if (fields) return fields;
  if (!rerankers.includes(String(body['model']))) {
    return refuse(400, `Model ${String(body['model'])} is not supported.`);
  }
  const { query, documents } = body;
  if (!isText(query)) return refuse(400, 'query must not be empty');
  if (!Array.isArray(documents) || documents.length === 0 || !documents.every(isText)) {
    return refuse(400, 'documents must be a list of texts');
  }
  return documents.length > 1000 ? refuse(400, 'at most 1000 documents') : undefined;
}
