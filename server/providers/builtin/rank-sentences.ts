import type { Part } from './passage-parts.ts';
import {
  haystack,
  joined,
  match,
  sharedWith,
  termsOf,
  type Haystack,
  type Term,
} from '../../text/terms.ts';

export interface RankedPassage {
  /** Title and headings. */
  heading: string;
  parts: readonly Part[];
}

export interface SentenceScore {
  /**
   * Coverage, raised for facts and under headings that name what is asked, lowered a little for long
   * sentences and later passages: for comparing with other sentences.
   */
  score: number;
  /** How much of what the question asks for is in the sentence or near it, 0 to 1. */
  coverage: number;
  /** Its heading says more of the question than the sentence does: so it speaks for all that stands there. */
  byHeading: boolean;
}

/** What a word of the question counts that is not in the sentence itself. */
const nearby = { previous: 0.55, heading: 0.75, passage: 0.2 };
const lengthPenalty = 0.1;
const rankPenalty = 0.06;
/** What a heading adds that is the question itself: "Opening hours". */
const topicBonus = 0.8;
/** Questions are asked for times, prices and numbers more often than for anything else. */
const factBonus = 0.1;
/** A sentence with less of its own than this tells nothing that question and heading do not. */
const leastNews = 0.55;
const withoutNews = 0.6;
/** Different words of a question that are looked for: each is, in every sentence. */
const mostTerms = 200;
const digit = /\p{N}/u;

/** A score for each sentence of each passage; the passages come best first. `asked` is the question's. */
export function rankSentences(
  question: string,
  asked: Haystack,
  passages: readonly RankedPassage[],
): SentenceScore[][] {
  const terms = termsOf(question).slice(0, mostTerms);
  const found = passages.map(({ parts }) => parts.map(({ text }) => matchesOf(terms, text)));
  const shares = sharesOf(terms, found.flat());
  const usual = averageLength(passages);
  return passages.map(({ heading, parts }, rank) => {
    const inHeading = matchesOf(terms, heading);
    const anywhere = terms.map((_, t) => Math.max(0, ...found[rank]!.map((each) => each[t]!)));
    const headed = nearby.heading * covered(shares, inHeading);
    const known = joined(asked, haystack(heading));
    const topic = topicOf(asked, heading, shares, inHeading);
    return parts.map(({ text, leads }, at) => {
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
      const length = 1 + lengthPenalty * (text.length / usual - 1);
      const value = (1 + topicBonus * topic) * (leads ? 1 : tellingOf(text, known));
      return {
        coverage,
        score: (coverage * value * (1 - rankPenalty) ** rank) / length,
        byHeading: headed > covered(shares, found[rank]![at]!),
      };
    });
  });
}

/** How far a heading is what is asked, 0 to 1: it says all of the question, and nothing else. */
function topicOf(
  asked: Haystack,
  heading: string,
  shares: readonly number[],
  inHeading: readonly number[],
): number {
  return covered(shares, inHeading) * sharedWith(asked, heading);
}

function covered(shares: readonly number[], matches: readonly number[]): number {
  return shares.reduce((sum, share, t) => sum + share * matches[t]!, 0);
}

function tellingOf(sentence: string, known: Haystack): number {
  if (digit.test(sentence)) return 1 + factBonus;
  return 1 - sharedWith(known, sentence) < leastNews ? withoutNews : 1;
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
  const lengths = passages.flatMap(({ parts }) => parts.map(({ text }) => text.length));
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
}
