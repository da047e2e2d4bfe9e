import { matchAsked, type AskedWord } from './asked-words.ts';
import { leads, type Part } from './passage-parts.ts';
import {
  haystack,
  joined,
  shareOf,
  sharedWith,
  type Haystack,
  type Term,
} from '../../text/terms.ts';

export interface RankedPassage {
  /** How well the passage was found, as a share of the best, 0 to 1. */
  weight: number;
  /** Title and headings. */
  heading: string;
  parts: readonly Part[];
}

export interface PartScore {
  /**
   * For comparison with other sentences: coverage, raised for facts and below headings that name the topic,
   * lowered for long sentences and later passages.
   */
  score: number;
  /** Share of the question's words in the sentence or near it, by weight, 0 to 1. */
  coverage: number;
  /** Its heading covers more of the question than the sentence, so all lines below it answer. */
  byHeading: boolean;
}

/** Weights of a word of the question that is found near the sentence, but not in it. */
const nearby = { previous: 0.55, heading: 0.75, passage: 0.2 };
const lengthPenalty = 0.1;
/** Raises the score below a heading that is the question itself: "Opening hours". */
const topicBonus = 0.8;
/** Raises the score of sentences with digits: most questions are about times, prices and numbers. */
const factBonus = 0.1;
/** Share of a sentence that is not in question and heading; with less it tells nothing new. */
const minNew = 0.55;
const nothingNewWeight = 0.6;
const digit = /\p{N}/u;

/**
 * Scores each part of each passage by the words of the question.
 *
 * @param terms Of the question.
 * @param asked The question.
 * @param passages Best first.
 */
export function scoreParts(
  terms: readonly AskedWord[],
  asked: Haystack,
  passages: readonly RankedPassage[],
): PartScore[][] {
  const found = passages.map(({ parts }) =>
    parts.map(({ stack }) => terms.map((term) => matchAsked(term, stack))),
  );
  const shares = sharesOf(terms, found.flat());
  const usual = averageLength(passages);
  return passages.map(({ heading, parts, weight }, rank) => {
    const stack = haystack(heading);
    const inHeading = terms.map((term) => matchAsked(term, stack));
    const anywhere = terms.map((_, t) => Math.max(0, ...found[rank]!.map((each) => each[t]!)));
    const headed = nearby.heading * covered(shares, inHeading);
    const known = joined(asked, stack);
    const topic = topicOf(asked, heading, shares, inHeading);
    return parts.map((part, at) => {
      const { text } = part;
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
      const value = (1 + topicBonus * topic) * (leads(part) ? 1 : tellingOf(part, known));
      return {
        coverage,
        score: (coverage * value * weight) / length,
        byHeading: headed > covered(shares, found[rank]![at]!),
      };
    });
  });
}

/** Returns how far a heading is the question, 0 to 1: it has all its words and no others. */
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

function tellingOf({ text, terms }: Part, known: Haystack): number {
  if (digit.test(text)) return 1 + factBonus;
  return 1 - shareOf(terms, known) < minNew ? nothingNewWeight : 1;
}

/**
 * Returns each term's share of the question. A word in every sentence has a small share. A word in none has
 * the largest: the answer may not be here. The square root, as a few passages are a small sample.
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
