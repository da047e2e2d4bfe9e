import type { SearchCandidate } from '../contract/search.ts';
import type { Settings } from '../contract/settings.ts';
import type { Reranker } from '../providers/reranker.ts';
import { vendorErrorOf, vendorTimedOut } from '../providers/shared/vendor-error.ts';
import type { Passage } from '../storage/chunks.ts';
import type { FoundSection } from './section-ranker.ts';

/** Milliseconds. A visitor waits for it; without an answer the order of the search is as good as before. */
const limitMs = 1500;

export interface Reranked {
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

/** Says for the owner why the order of the search stayed. */
export function rerankWarning(failure: unknown): string {
  const why = vendorErrorOf(failure)?.message ?? 'The reranker could not be used.';
  return `The passages stay in the order in which they were found. ${why}`;
}

/** Asks a model for the order of the best passages that may be shown. */
export function createRerank(rerankerOf: (settings: Settings) => Reranker | null) {
  /**
   * @param sections Best first, and public: they are sent to a vendor.
   * @throws the signal's reason
   */
  return async function rerank(
    question: string,
    sections: readonly FoundSection[],
    { settings, signal }: RerankOptions,
  ): Promise<Reranked> {
    const asFound: Reranked = { places: new Map(), reranker: '', failure: null };
    const asked = sections.slice(0, settings.rerank.candidates);
    if (asked.length < 2) return asFound;
    const limit = AbortSignal.timeout(limitMs);
    try {
      const reranker = rerankerOf(settings);
      if (!reranker) return asFound;
      const texts = asked.map(({ passage }) => textOf(passage));
      const scores = await reranker.rerank(question, texts, {
        signal: AbortSignal.any([signal, limit]),
        topN: texts.length,
      });
      const places = scores.map(({ index, score }, at) => {
        return [asked[index]!.chunk.chunkId, { rank: at + 1, score }] as const;
      });
      return { places: new Map(places), reranker: reranker.id, failure: null };
    } catch (error) {
      signal.throwIfAborted();
      const late = limit.aborted && vendorTimedOut('The reranker', `no answer in ${limitMs} ms`);
      return { ...asFound, failure: late || error };
    }
  };
}
