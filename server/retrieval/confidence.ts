import type { Confidence } from '../contract/search.ts';
import type { Evidence } from './extract/extract.ts';
import type { RankedChunk } from './rank-candidates.ts';

/** Of a logistic regression over graded questions; see the decision on confidence. */
const weights = {
  words: { bias: -5, coverage: 6, chunk: 3 },
  meaning: { bias: -6, coverage: 3, chunk: 2, similarity: 6, cosine: 2 },
};
const minimum = { answer: 0.5, closest: 0.12 };
/** Chunks whose coverage and cosine count. */
const considered = 3;

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Tells how likely the statements that were found answer the question, and why. */
export function confidenceOf(
  { coverage, similarity }: Evidence,
  ranked: readonly RankedChunk[],
  wordsOnly: boolean,
): Confidence {
  const best = ranked.filter(({ relevant }) => relevant).slice(0, considered);
  const chunk = Math.max(0, ...best.map(({ lexical }) => lexical?.coverage ?? 0));
  const cosine = Math.max(0, ...best.map(({ vector }) => vector?.score ?? 0));
  const reasons = [
    `The best statement and its headings have ${percent(coverage)} of the question's words, by weight.`,
    `The best passage has ${percent(chunk)} of them.`,
  ];
  const { words, meaning } = weights;
  let sum = words.bias + words.coverage * coverage + words.chunk * chunk;
  if (!wordsOnly) {
    const near = similarity ?? 0;
    sum =
      meaning.bias +
      meaning.coverage * coverage +
      meaning.chunk * chunk +
      meaning.similarity * near +
      meaning.cosine * cosine;
    reasons.push(
      `The meaning of the best statement is ${percent(near)} like the question's, that of its passage ${percent(cosine)}.`,
    );
  } else reasons.push('The question was compared by its words alone.');
  const score = best.length > 0 ? 1 / (1 + Math.exp(-sum)) : 0;
  const outcome =
    score >= minimum.answer ? 'answer' : score >= minimum.closest ? 'closest' : 'nothing';
  return { outcome, score, reasons };
}
