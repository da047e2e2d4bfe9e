import type { Confidence } from '../contract/search.ts';
import type { Extraction } from './extract/extract.ts';
import type { RankedChunk } from './rank-candidates.ts';

/**
 * Weights of a logistic regression over the questions of the sample sites, whether the best statement is a good answer.
 * Fitted with one site left out at a time, it separates these a little better than a fit for each kind of search.
 */
const weights = {
  bias: -3.805,
  /** The best statement's evidence. */
  score: 0.063,
  /** How far the best statement of another passage is behind. */
  margin: 0.208,
  /** Share of the question's words that the best passage has. */
  chunk: 1.576,
  /** The same of the statement, with what is near it. */
  coverage: 0.741,
  /** Share of the words that name a thing that the statement has, with what is near it. */
  subject: 1.368,
  /** How well the statement's passage was found. */
  found: 0.58,
  /** Whether the statement has the kind of fact, or the place, that is asked for. */
  fact: 0.355,
  /** Other pages with a statement that is nearly as good: the question is about none of them alone. */
  rivals: -0.201,
};
/**
 * A wrong answer costs a site more than a list of pages. An answer also needs `subject`: a site without bikes must not
 * answer "How much is it to rent a bike?" with its other prices.
 */
const minimum = { answer: 0.64, closest: 0.06, subject: 0.1 };
/** Passages whose coverage counts. */
const considered = 3;

const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Tells how likely the statements that were found answer the question, and why. */
export function confidenceOf(
  { coverage, score, margin, found, fact, rivals, extracts, subject }: Extraction,
  ranked: readonly RankedChunk[],
  wordsOnly: boolean,
): Confidence {
  const best = ranked.filter(({ relevant }) => relevant).slice(0, considered);
  const chunk = Math.max(0, ...best.map(({ lexical }) => lexical?.coverage ?? 0));
  const evidence = { bias: 1, score, margin, chunk, coverage, subject, found, fact, rivals };
  const sum = (Object.keys(weights) as (keyof typeof weights)[]).reduce(
    (total, name) => total + weights[name] * evidence[name],
    0,
  );
  const likely = extracts.length > 0 ? 1 / (1 + Math.exp(-sum)) : 0;
  const outcome =
    likely >= minimum.answer && subject >= minimum.subject
      ? 'answer'
      : likely >= minimum.closest
        ? 'closest'
        : 'nothing';
  return {
    outcome,
    score: likely,
    reasons: [
      `The best statement, with its headings, has ${percent(coverage)} of the question's words by weight.`,
      `The best passage has ${percent(chunk)} of them.`,
      ...(wordsOnly ? ['The question was compared by its words alone.'] : []),
      `It is ahead of the best statement of another passage by ${margin.toFixed(1)} of ${score.toFixed(1)} points.`,
      ...(subject < minimum.subject
        ? ['It has hardly a word of what the question is about, so it is no answer.']
        : []),
      ...(rivals > 0 ? [`Statements of other pages are nearly as good: ${rivals}.`] : []),
    ],
  };
}
