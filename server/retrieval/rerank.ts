import type { SearchCandidate } from '../contract/search.ts';
import type { Settings } from '../contract/settings.ts';
import type { Reranker } from '../providers/reranker.ts';
import { vendorErrorOf, vendorTimedOut } from '../providers/shared/vendor-error.ts';
import type { Passage } from '../storage/chunks.ts';
import type { FoundSection } from './section-ranker.ts';

/** Milliseconds. A visitor waits for it; without an answer the order of the search is as good as before. */
const limitMs = 1500;

/** The order that a model gives passages. */
export interface Reranked {
  /** Places and scores by chunk; empty if nothing was ranked again. */
  places: ReadonlyMap<number, NonNullable<SearchCandidate['reranked']>>;
  /** `provider:model` of what ranked; empty: nothing did. */
  reranker: string;
  /** The error of a reranker that failed; else null. */
  failure: unknown;
}

const textOf = ({ title, headingPath, content }: Passage) =>
  [title, headingPath, content].filter(Boolean).join('\n');

/**
 * Has a model order the best passages.
 *
 * @param rerankerOf Returns the model that the settings choose, or null.
 * @param sections Best first, and public: they are sent to a vendor.
 * @throws the signal's reason
 */
export async function rerank(
  rerankerOf: (settings: Settings) => Reranker | null,
  question: string,
  sections: readonly FoundSection[],
  { settings, signal }: { settings: Settings; signal: AbortSignal },
): Promise<Reranked> {
  const asFound: Reranked = { places: new Map(), reranker: '', failure: null };
  const sent = sections.slice(0, settings.rerank.candidates);
  if (sent.length < 2) return asFound;
  const limit = AbortSignal.timeout(limitMs);
  try {
    const reranker = rerankerOf(settings);
    if (!reranker) return asFound;
    const texts = sent.map(({ passage }) => textOf(passage));
    const scores = await reranker.rerank(question, texts, {
      signal: AbortSignal.any([signal, limit]),
      topN: texts.length,
    });
    const places = scores.map(({ index, score }, at) => {
      return [sent[index]!.chunk.chunkId, { rank: at + 1, score }] as const;
    });
    return { places: new Map(places), reranker: reranker.id, failure: null };
  } catch (error) {
    signal.throwIfAborted();
    const late = limit.aborted && vendorTimedOut('The reranker', `no answer in ${limitMs} ms`);
    return { ...asFound, failure: late || error };
  }
}

/** Puts the sections that were ranked again first; the others keep their order. */
export function inNewOrder<Section extends FoundSection>(
  sections: readonly Section[],
  { places }: Reranked,
): Section[] {
  const placeOf = ({ chunk }: FoundSection) => places.get(chunk.chunkId)?.rank ?? Infinity;
  return sections.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

/** Says for the owner why the order of the search stayed. */
export function rerankWarning(failure: unknown): string {
  const why = vendorErrorOf(failure)?.message ?? 'The reranker could not be used.';
  return `The passages stay in the order in which they were found. ${why}`;
}
