import { wordWeight } from '../../../server/text/word-weight.ts';

export interface PlainChunk {
  id: number;
  document: number;
  words: readonly string[];
}

const frequencies = [1, 2, 3, 4, 6, 8, 12, 16];

/** BM25 of whole words by the book, without similar words and without a shortcut. Scores by id, best first. */
export function plainScores(
  chunks: readonly PlainChunk[],
  question: readonly string[],
): { id: number; score: number }[] {
  const average = chunks.reduce((sum, { words }) => sum + words.length, 0) / chunks.length;
  const terms = [...new Set(question)].map((word) => {
    const having = chunks.filter(({ words }) => words.includes(word)).length;
    const rarity = Math.log(1 + (chunks.length - having + 50.5) / (having + 0.5));
    return { word, weight: Math.sqrt(wordWeight(word)) * rarity };
  });
  return chunks
    .map(({ id, words }) => {
      const score = terms.reduce((sum, { word, weight }) => {
        const count = words.filter((each) => each === word).length;
        const frequency = frequencies.findLast((each) => each <= count) ?? 0;
        const norm = 0.25 + (0.75 * words.length) / average;
        return sum + (weight * frequency * 2) / (frequency + norm);
      }, 0);
      return { id, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id - b.id);
}
