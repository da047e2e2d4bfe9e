const k1 = 1.2;
const b = 0.75;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** BM25 over Unicode words, what full-text search does: a baseline. Scores of every text for a question. */
export function wordBm25(texts: readonly string[]): (question: string) => number[] {
  const postings = new Map<string, { text: number; count: number }[]>();
  const lengths = texts.map((text, at) => {
    const words = wordsOf(text);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const list = postings.get(word) ?? [];
      list.push({ text: at, count });
      postings.set(word, list);
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  return (question) => {
    const scores = texts.map(() => 0);
    for (const word of new Set(wordsOf(question))) {
      const list = postings.get(word) ?? [];
      const idf = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5));
      for (const { text, count } of list) {
        const norm = k1 * (1 - b + (b * lengths[text]!) / average);
        scores[text]! += (idf * count * (k1 + 1)) / (count + norm);
      }
    }
    return scores;
  };
}
