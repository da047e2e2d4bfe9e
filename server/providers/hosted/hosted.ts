import type { Vendor } from '../../contract/providers.ts';
import type { Reranker, RerankScore } from '../reranker.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import type { VendorApi } from '../shared/vendor-calls.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { withinTime } from '../shared/vendor-retry.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';

export interface RerankerOptions extends VendorConnection {
  model: string;
}

export interface RerankQuery {
  query: string;
  documents: readonly string[];
  topN: number;
}

/** The differences between vendors. */
interface HostedReranker {
  provider: Vendor;
  api: VendorApi;
  /** False: the server has one model, and needs no name. */
  namesModel?: false;
  /** Makes one call and returns the reply. @throws AppError */
  ask: (query: RerankQuery, signal: AbortSignal) => Promise<unknown>;
}

/** A reranker with a time limit and retries. */
export function hostedReranker(
  { model }: RerankerOptions,
  { provider, api, namesModel, ask }: HostedReranker,
): Reranker {
  return {
    id: `${provider}:${model}`,
    async rerank(query, passages, { signal, topN }) {
      signal.throwIfAborted();
      api.requireConfigured(namesModel === false ? undefined : model);
      if (passages.length === 0) return [];
      const { label, timeouts } = api;
      const asked = { query, documents: passages, topN: Math.min(topN, passages.length) };
      const reply = await withinTime(
        { label, ms: timeouts.answerMs, ...timeouts },
        signal,
        (within) => ask(asked, within),
      );
      const scores = scoresIn(reply, passages.length);
      if (!scores) throw vendorGarbled(label, 'returned an invalid ranking');
      return scores.slice(0, asked.topN);
    },
  };
}

interface Entry {
  index?: unknown;
  relevance_score?: unknown;
  score?: unknown;
}

/**
 * Reads `results` (Cohere, Jina, vLLM, llama.cpp), `data` (Voyage) or a bare list (Text Embeddings Inference). Some
 * servers do not sort, or answer for all passages: https://github.com/mudler/LocalAI/issues/7189
 *
 * @returns the scores, best first; undefined if an entry has no score, or a passage is missing in the list or twice
 */
function scoresIn(reply: unknown, count: number): RerankScore[] | undefined {
  const { results, data } = (reply ?? {}) as { results?: unknown; data?: unknown };
  const list = [results, data, reply].find(Array.isArray) as (Entry | null)[] | undefined;
  if (!list?.length) return undefined;
  const scores = new Map<number, number>();
  for (const entry of list) {
    const { index, relevance_score, score = relevance_score } = entry ?? {};
    const isPlace = Number.isInteger(index) && (index as number) >= 0 && (index as number) < count;
    if (!isPlace || typeof score !== 'number' || !Number.isFinite(score)) return undefined;
    if (scores.has(index as number)) return undefined;
    scores.set(index as number, score);
  }
  return [...scores]
    .map(([index, score]) => ({ index, score }))
    .sort((a, b) => b.score - a.score || a.index - b.index);
}

/** The models of a vendor whose API has no list of them. */
interface FixedModels {
  /** With the dimensions of their vectors. */
  embedding: Readonly<Record<string, number>>;
  rerank: readonly string[];
}

/** Returns the models that serve the purpose, in the vendor's order. */
export const fixedModels =
  ({ embedding, rerank }: FixedModels) =>
  (_at: unknown, scope: ModelScope): Promise<ModelChoice[]> =>
    Promise.resolve(
      scope === 'rerank'
        ? rerank.map((id) => ({ id, label: id }))
        : Object.entries(embedding).map(([id, dimensions]) => ({ id, label: id, dimensions })),
    );
