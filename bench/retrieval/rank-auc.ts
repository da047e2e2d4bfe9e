/** Returns how often a value of `higher` is above one of `lower`, equal ones counting half: 0.5 is chance, 1 separates. */
export function rankAuc(higher: readonly number[], lower: readonly number[]): number {
  const sorted = lower.toSorted((a, b) => a - b);
  const below = (value: number, orEqual: boolean) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < value || (orEqual && sorted[middle] === value)) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const wins = higher.reduce((sum, value) => sum + below(value, false) + below(value, true), 0);
  return wins / 2 / (higher.length * lower.length);
}
