import { match, haystack, termsOf, type Term } from '../text/terms.ts';
import { fold } from '../text/fold.ts';
import { shorten } from '../text/shorten.ts';
import type { SearchQuery } from '../contract/search.ts';
import type { BuiltInReading } from '../retrieval/retrieve.ts';
import type { ClosestPassage } from './draft.ts';
import { passageUrl } from './citations/passage-url.ts';

const maxPages = 3;
/** How far the score of a page may be behind the best. */
const maxBehind = 5;
/** Characters of the passage that is shown. */
const maxPassage = 420;
/** A word of the passage with this share of the n-grams of an asked word is marked. */
const minMatch = 0.6;
const minWeight = 0.3;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns where the asked words are in a text: UTF-16 offsets, start and end, in order. */
export function marksOf(text: string, terms: readonly Term[]): [number, number][] {
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .filter(({ segment }) => {
      const word = haystack(segment);
      return terms.some(
        (term) => match(term, word) >= minMatch || fold(segment).includes(term.word),
      );
    })
    .map(({ index, segment }) => [index, index + segment.length]);
}

/** Returns the parts that are not far behind the best one; that of the passage that was found best is among the first. */
function shownFirst(nearest: BuiltInReading['nearest']): BuiltInReading['nearest'] {
  const near = nearest.filter(({ score }) => score >= nearest[0]!.score - maxBehind);
  const at = near.findIndex(({ n }) => n === 1);
  return at < maxPages ? near : near.toSpliced(at, 1).toSpliced(maxPages - 1, 0, near[at]!);
}

/**
 * Returns up to three pages that may answer the question, best first, each section with the part that is nearest to it;
 * none if nothing near was found.
 */
export function closestPages(
  queries: readonly SearchQuery[],
  { sources, nearest, confidence }: Pick<BuiltInReading, 'sources' | 'nearest' | 'confidence'>,
): ClosestPassage[] {
  if (confidence.outcome === 'nothing') return [];
  const question = queries.at(-1)?.text ?? '';
  const terms = termsOf(question).filter(({ weight }) => weight >= minWeight);
  const pages = new Map<string, ClosestPassage>();
  for (const { n, statement, excerpt } of shownFirst(nearest)) {
    if (pages.size === maxPages) break;
    const passage = sources[n - 1]!;
    const key = `${passage.documentId} ${passage.headingPath}`;
    if (pages.has(key)) continue;
    const shown = shorten(excerpt, maxPassage);
    const page = {
      title: passage.title || passage.url,
      section: passage.headingPath.split(' › ').at(-1) ?? '',
      url: passageUrl({ ...passage, content: statement }) ?? '',
      kind: passage.kind,
      passage: shown,
      marks: marksOf(shown, terms),
    };
    pages.set(key, { page, passage });
  }
  return [...pages.values()];
}
