import { haystack, match, termsOf, type Term } from './terms.ts';

export interface RankedPassage {
  /** Title and headings. */
  heading: string;
  sentences: readonly string[];
}

export interface SentenceScore {
  /** Coverage, lowered a little for long sentences and later passages: for comparing with other sentences. */
  score: number;
  /** How much of what the question asks for is in the sentence or near it, 0 to 1. */
  coverage: number;
}

/** What a word of the question counts that is not in the sentence itself. */
const nearby = { previous: 0.55, heading: 0.5, passage: 0.2 };
const lengthPenalty = 0.1;
const rankPenalty = 0.06;

/** A score for each sentence of each passage; the passages come best first. */
export function rankSentences(
  question: string,
  passages: readonly RankedPassage[],
): SentenceScore[][] {
  const terms = termsOf(question);
  const found = passages.map(({ sentences }) => sentences.map((text) => matchesOf(terms, text)));
  const shares = sharesOf(terms, found.flat());
  const usual = averageLength(passages);
  return passages.map(({ heading, sentences }, rank) => {
    const inHeading = matchesOf(terms, heading);
    const anywhere = terms.map((_, t) => Math.max(0, ...found[rank]!.map((each) => each[t]!)));
    return sentences.map((sentence, at) => {
      const before = found[rank]![at - 1];
      const coverage = shares.reduce((sum, share, t) => {
        const near = Math.max(
          found[rank]![at]![t]!,
          nearby.previous * (before?.[t] ?? 0),
          nearby.heading * inHeading[t]!,
          nearby.passage * anywhere[t]!,
        );
        return sum + share * near;
      }, 0);
      const length = 1 + lengthPenalty * (sentence.length / usual - 1);
      return { coverage, score: (coverage * (1 - rankPenalty) ** rank) / length };
    });
  });
}

function matchesOf(terms: readonly Term[], text: string): number[] {
  const stack = haystack(text);
  return terms.map((term) => match(term, stack));
}

/**
 * What each term counts of the whole question. A word that every sentence has tells little; one that
 * none has tells the most: that the answer may not be here. The root, since a few passages are a small
 * sample.
 */
function sharesOf(terms: readonly Term[], sentences: readonly number[][]): number[] {
  const weights = terms.map(({ weight }, t) => {
    const having = sentences.reduce((sum, matches) => sum + matches[t]!, 0);
    const rarity = Math.log(1 + (sentences.length - having + 0.5) / (having + 0.5));
    return weight * Math.sqrt(rarity);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total === 0 ? 0 : weight / total));
}

function averageLength(passages: readonly RankedPassage[]): number {
  const lengths = passages.flatMap(({ sentences }) => sentences.map(({ length }) => length));
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
}
