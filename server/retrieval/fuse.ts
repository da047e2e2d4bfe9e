/** Cormack, Clarke and Büttcher, SIGIR 2009: https://doi.org/10.1145/1571941.1572114 */
const k = 60;

export interface Ranked {
  id: number;
  /** Factor of its reciprocal rank, 0 to 1. */
  weight: number;
}

/** Fuses rankings (best first) by the sum of reciprocal ranks. Returns scores, best first; equal ones by id. */
export function fuse(rankings: readonly (readonly Ranked[])[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    ranking.forEach(({ id, weight }, index) => {
      scores.set(id, (scores.get(id) ?? 0) + weight / (k + index + 1));
    });
  }
  return new Map([...scores].sort(([a, x], [b, y]) => y - x || a - b));
}
