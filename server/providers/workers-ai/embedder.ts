import type { Embedder, EmbedOptions } from '../embedder.ts';
import { batchEmbedder } from '../shared/hosted-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { workersAiApi } from './connection.ts';
import type { CloudflareConnection } from '../shared/cloudflare-api.ts';

interface Options extends CloudflareConnection {
  model: string;
  /** 0: the model's own number, which cannot be changed at Workers AI. */
  dimensions: number;
}

interface Family {
  name: RegExp;
  /** The size of one request: `maxItems`, and BGE-M3's 60,000 tokens of at least one byte each. */
  limits: { texts: number; bytes: number };
  body: (model: string, texts: string[], purpose: EmbedOptions['purpose']) => object;
}

const bytes = 60_000;

/** The first row that matches counts. */
const families: readonly Family[] = [
  // https://developers.cloudflare.com/workers-ai/models/qwen3-embedding-0.6b/: adds the instruction itself.
  {
    name: /qwen3-embedding/,
    limits: { texts: 32, bytes },
    body: (_model, texts, purpose) =>
      purpose === 'query' ? { queries: texts } : { documents: texts },
  },
  // https://developers.cloudflare.com/workers-ai/models/bge-m3/
  {
    name: /bge-m3/,
    limits: { texts: 100, bytes },
    body: (_model, text) => ({ text, truncate_inputs: true }),
  },
  // https://developers.cloudflare.com/workers-ai/models/bge-base-en-v1.5/: "we highly suggest" `cls`.
  {
    name: /\bbge-/,
    limits: { texts: 100, bytes },
    body: (model, texts, purpose) => ({
      text: withPurpose(model, texts, purpose),
      pooling: 'cls',
    }),
  },
  // https://developers.cloudflare.com/workers-ai/models/embeddinggemma-300m/
  {
    name: /(?:)/,
    limits: { texts: 100, bytes },
    body: (model, texts, purpose) => ({ text: withPurpose(model, texts, purpose) }),
  },
];

/** The embedding models of Cloudflare's Workers AI. */
export function workersAiEmbedder(options: Options): Embedder {
  const { model, dimensions } = options;
  const api = workersAiApi(options);
  const family = families.find(({ name }) => name.test(model))!;
  return batchEmbedder({
    id: `workers_ai:${model}`,
    model,
    api,
    limits: family.limits,
    dimensions,
    async embed(texts, { purpose, signal }) {
      const response = await api.run(model, family.body(model, texts, purpose), signal);
      return ((await api.result(response)) as { data?: unknown } | null | undefined)?.data;
    },
  });
}
