import type { SourcePassage } from './extract.ts';
import { leads, type Part } from './passage-parts.ts';
import type { Hit } from './rank-parts.ts';

export interface Nearest {
  /** The passage's number. */
  n: number;
  /** The best part, with what introduces it. */
  statement: string;
  /** The best parts, in the order of the passage. */
  excerpt: string;
  /** The best part's. */
  score: number;
}

/** Characters of an excerpt. */
const maxExcerpt = 400;

/** Returns the best parts of each passage, best passage first. */
export function nearestOf(
  hits: readonly Hit[],
  passages: readonly SourcePassage[],
  parts: readonly Part[][],
): Nearest[] {
  const found = [...Map.groupBy(hits, ({ passage }) => passage).values()];
  return found.map((own) => {
    const { passage, score } = own[0]!;
    const { n, title, headingPath } = passages[passage]!;
    const all = parts[passage]!;
    // The heading is shown above the excerpt.
    const start = title === '' && headingPath === '' ? 0 : 1;
    const best = own.map(({ at }) => introduced(all, at, start));
    return {
      n,
      statement: joined(all, best[0]!),
      excerpt: joined(all, bestParts(all, best)),
      score,
    };
  });
}

/** Returns the places of a part and of the question or introduction before it, from `start` on. */
function introduced(all: readonly Part[], at: number, start: number): number[] {
  const before = at > start ? all[at - 1] : undefined;
  return before && leads(before) && before.role !== 'heading' ? [at - 1, at] : [at];
}

/**
 * Returns the places for which there is room, in order: the answer is often in another part than the one that names it.
 * Answers to further questions are left out.
 *
 * @param best Places of parts with what introduces them, best first.
 */
function bestParts(all: readonly Part[], best: readonly number[][]): number[] {
  const chosen = new Set<number>();
  let length = 0;
  for (const places of best) {
    const added = places.filter((place) => !chosen.has(place));
    const needed = added.reduce((sum, place) => sum + all[place]!.text.length + 1, 0);
    const isLeftOut = all[added[0]!]!.role === 'question' || length + needed > maxExcerpt;
    if (chosen.size > 0 && isLeftOut) continue;
    length += needed;
    for (const place of added) chosen.add(place);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Joins sentences of one paragraph by spaces, other parts by line ends, and marks what is left out between sentences. */
const joined = (all: readonly Part[], places: readonly number[]): string =>
  places
    .map((place, index) => {
      const part = all[place]!;
      const last = places[index - 1];
      if (last === undefined) return saidOf(part);
      const before = all[last]!;
      const areSentences = part.role === 'sentence' && before.role === 'sentence';
      const isOneText = areSentences && before.block === part.block;
      const gap = areSentences && last < place - 1 ? '… ' : '';
      return `${isOneText ? ' ' : '\n'}${gap}${saidOf(part)}`;
    })
    .join('');

/** Returns a row as "Family: €28.00, 2 adults", other parts as they are. */
function saidOf({ text, cells: [name, ...values] }: Part): string {
  return name ? `${name.value}: ${values.map(({ value }) => value).join(', ')}` : text;
}
