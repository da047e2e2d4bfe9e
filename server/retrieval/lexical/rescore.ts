import type { Passage } from '../../storage/chunks.ts';
import { gramScores } from './gram-scores.ts';
import type { LexicalHit } from './lexical-search.ts';

/** Chunks whose texts are compared with the question, the best by their words. */
export const compared = 50;
/** The weight of character n-grams beside words. By measurement; reciprocal ranks find less than sums. */
const gramWeight = 0.7;

/**
 * Ranks hits anew by the sum of their words' scores, as a share of the best, and their n-grams'. A hit
 * without a passage has no n-grams.
 */
export function rescore(
  question: string,
  hits: readonly LexicalHit[],
  passages: readonly Passage[],
): LexicalHit[] {
  const byId = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const grams = gramScores(
    question,
    hits.map(({ chunkId }) => textOf(byId.get(chunkId))),
  );
  const best = hits[0]?.score ?? 1;
  return hits
    .map((hit, at) => ({
      ...hit,
      score: hit.score / best + gramWeight * grams[at]!,
      passage: byId.get(hit.chunkId),
    }))
    .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId);
}

const textOf = (passage: Passage | undefined): string =>
  passage ? `${passage.title}\n${passage.headingPath}\n${passage.content}` : '';
