/** Inserts an item into the best of many, best first; the last one falls out if they are more than `limit`. */
export function insertBest<T>(
  best: T[],
  item: T,
  limit: number,
  precedes: (one: T, other: T) => boolean,
): void {
  if (best.length === limit && !precedes(item, best[limit - 1]!)) return;
  let place = Math.min(best.length, limit - 1);
  for (; place > 0 && precedes(item, best[place - 1]!); place--) best[place] = best[place - 1]!;
  best[place] = item;
}
