/** Precision and recall of one text; null where the texts leave it undefined. */
export interface Score {
  precision: number | null;
  recall: number | null;
}

function shingles(text: string): Map<string, number> {
  const tokens = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let at = 0; at < Math.max(Math.min(1, tokens.length), tokens.length - 3); at++) {
    const shingle = tokens.slice(at, at + 4).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

/** Compares runs of four words like github.com/scrapinghub/article-extraction-benchmark. */
export function score(predicted: string, truth: string): Score {
  const [found, wanted] = [shingles(predicted), shingles(truth)];
  const total = (counts: Map<string, number>) =>
    [...counts.values()].reduce((sum, count) => sum + count, 0);
  let both = 0;
  for (const [shingle, count] of found) both += Math.min(count, wanted.get(shingle) ?? 0);
  const [foundTotal, wantedTotal] = [total(found), total(wanted)];
  if (foundTotal === 0 && wantedTotal === 0) return { precision: null, recall: null };
  return {
    precision: foundTotal > 0 ? both / foundTotal : null,
    recall: wantedTotal > 0 ? both / wantedTotal : null,
  };
}

function mean(values: (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Returns the F1 of the mean precision and recall. */
export function summary(scores: readonly Score[]) {
  const precision = mean(scores.map((each) => each.precision));
  const recall = mean(scores.map((each) => each.recall));
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall };
}
