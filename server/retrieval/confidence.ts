import type { Confidence } from '../contract/search.ts';
import type { Extraction } from './extract/extract.ts';
import type { RankedChunk } from './rank-candidates.ts';

/**
 * Weights of logistic regressions over the questions that were graded for tuning: whether the best statement is
 * right.
 * `score`, `margin` and `alike`, its cosine, are the statement's, `chunk` is the best passage's coverage.
 */
const weights = {
  words: { bias: -3.06, score: 0.17, margin: 0.37, chunk: 2.13 },
  meaning: { bias: -4.89, score: 0.24, margin: 0.11, chunk: 2.89, alike: 3.34 },
};
/** A wrong answer costs a site more than a list of pages. */
const minimum = { answer: 0.62, closest: 0.06 };
/** Passages whose coverage and cosine count. */
const considered = 3;

const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Tells how likely the statements that were found answer the question, and why. */
export function confidenceOf(
  { coverage, similarity, score, margin, extracts }: Extraction,
  ranked: readonly RankedChunk[],
  wordsOnly: boolean,
): Confidence {
  const best = ranked.filter(({ relevant }) => relevant).slice(0, considered);
  const chunk = Math.max(0, ...best.map(({ lexical }) => lexical?.coverage ?? 0));
  // Not every space has vectors of sentences.
  const cosine = Math.max(0, ...best.map(({ vector }) => vector?.score ?? 0));
  const alike = Math.max(0, similarity ?? cosine);
  const { words, meaning } = weights;
  const sum = wordsOnly
    ? words.bias + words.score * score + words.margin * margin + words.chunk * chunk
    : meaning.bias +
      meaning.score * score +
      meaning.margin * margin +
      meaning.chunk * chunk +
      meaning.alike * alike;
  const likely = extracts.length > 0 ? 1 / (1 + Math.exp(-sum)) : 0;
  const outcome =
    likely >= minimum.answer ? 'answer' : likely >= minimum.closest ? 'closest' : 'nothing';
  return {
    outcome,
    score: likely,
    reasons: [
      `The best statement, with its headings, has ${percent(coverage)} of the question's words by weight.`,
      `The best passage has ${percent(chunk)} of them.`,
      wordsOnly
        ? 'The question was compared by its words alone.'
        : `The meaning of the best statement is ${percent(alike)} like the question's.`,
      `It is ahead of the best statement of another passage by ${margin.toFixed(1)} of ${score.toFixed(1)} points.`,
    ],
  };
}
