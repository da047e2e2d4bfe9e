import type { SearchCandidate } from '../contract/search.ts';
import type { Settings } from '../contract/settings.ts';
import type { Reranker } from '../providers/reranker.ts';
import { vendorErrorOf, vendorTimedOut } from '../providers/shared/vendor-error.ts';
import type { Passage } from '../storage/chunks.ts';
import type { RankedChunk } from './rank-candidates.ts';

/** Milliseconds. A visitor waits for it; without an answer the order of the search is as good as before. */
const limitMs = 1500;

export interface Reranked {
  /** The same chunks, in their new order where there is one. */
  relevant: RankedChunk[];
  /** Places and scores by chunk; empty if nothing was ranked again. */
  places: ReadonlyMap<number, NonNullable<SearchCandidate['reranked']>>;
  /** `provider:model` of what ranked; empty: nobody did. */
  reranker: string;
  /** The error of a reranker that was asked in vain; else null. */
  failure: unknown;
}

interface RerankOptions {
  settings: Settings;
  signal: AbortSignal;
}

const textOf = ({ title, headingPath, content }: Passage) =>
  [title, headingPath, content].filter(Boolean).join('\n');

/** The most that a place's sum is of the one before it: the prior of a page that is in a menu does not reach further. */
const step = 0.95;

/** Keeps chunks that were not ranked behind those that were, as far apart as they were. */
function behind(last: number, before: number, chunks: readonly RankedChunk[]): RankedChunk[] {
  const share = before > 0 ? last / before : 1;
  return chunks.map((chunk) => ({ ...chunk, fused: share * chunk.fused }));
}

/**
 * Gives chunks the order of their scores. Each place keeps the sum that it had: what reads sums as shares of the best
 * one finds the scale that it knows, which no vendor's scores have. Equal sums are drawn apart, or the smallest
 * difference between pages would undo the order.
 */
function inOrderOf(scored: readonly number[], chunks: readonly RankedChunk[]): RankedChunk[] {
  const named = new Set(scored);
  const rest = chunks.map((_chunk, at) => at).filter((at) => !named.has(at));
  let before = Infinity;
  return [...scored, ...rest].map((from, at) => {
    const fused = Math.min(chunks[at]!.fused, before > 0 ? step * before : before);
    before = fused;
    return { ...chunks[from]!, fused };
  });
}

/** Says for the owner why the order of the search stayed. */
export function rerankWarning(failure: unknown): string {
  const why = vendorErrorOf(failure)?.message ?? 'The reranker could not be used.';
  return `The passages stay in the order in which they were found. ${why}`;
}

/** Asks a model for the order of the best passages that may be shown. */
export function createRerank(rerankerOf: (settings: Settings) => Reranker | null) {
  /**
   * @param relevant Best first.
   * @param shown The passages that are public, by chunk: nothing else is sent.
   * @throws the signal's reason
   */
  return async function rerank(
    question: string,
    relevant: readonly RankedChunk[],
    shown: ReadonlyMap<number, Passage>,
    { settings, signal }: RerankOptions,
  ): Promise<Reranked> {
    const asFound = { relevant: [...relevant], places: new Map(), reranker: '', failure: null };
    const open = relevant.filter(({ chunkId }) => shown.has(chunkId));
    const chunks = open.slice(0, settings.rerank.candidates);
    if (chunks.length < 2) return asFound;
    const limit = AbortSignal.timeout(limitMs);
    try {
      const reranker = rerankerOf(settings);
      if (!reranker) return asFound;
      const texts = chunks.map(({ chunkId }) => textOf(shown.get(chunkId)!));
      const scores = await reranker.rerank(question, texts, {
        signal: AbortSignal.any([signal, limit]),
        topN: texts.length,
      });
      const order = scores.map(({ index }) => index);
      const places = scores.map(({ index, score }, at) => {
        return [chunks[index]!.chunkId, { rank: at + 1, score }] as const;
      });
      const ranked = inOrderOf(order, chunks);
      const others = open.slice(chunks.length);
      return {
        relevant: [...ranked, ...behind(ranked.at(-1)!.fused, chunks.at(-1)!.fused, others)],
        places: new Map(places),
        reranker: reranker.id,
        failure: null,
      };
    } catch (error) {
      signal.throwIfAborted();
      const late = limit.aborted && vendorTimedOut('The reranker', `no answer in ${limitMs} ms`);
      return { ...asFound, failure: late || error };
    }
  };
}
