import type { SearchCandidate, SearchQuery } from '../contract/search.ts';
import type { Passage } from '../storage/chunks.ts';
import type { Found } from './find-chunks.ts';

export interface Search {
  query: SearchQuery;
  found: Found;
}

export interface RankedChunk extends Pick<
  SearchCandidate,
  'vector' | 'lexical' | 'carried' | 'fused'
> {
  chunkId: number;
  /** The cosine, else the coverage; compared with the floors. */
  score: number;
  /** Near enough to the question to be answered from. */
  relevant: boolean;
  /** If it was read together with its vector. */
  passage: Passage | undefined;
}

export interface Floors {
  /** Cosine. */
  minScore: number;
  coverage: number;
  /** There are no vectors to compare with. */
  wordsOnly: boolean;
}

/** Weight of a follow-up as it was asked: its few words find "Sundays" in any context. */
const ellipticWeight = 0.5;
const carriedWeight = 0.5;
/**
 * Minimum coverage of a chunk without a near vector. It has to have most words of the question, such as a
 * name or an article number that no embedder knows. On XQuAD 69 to 84 % of the right chunks reach 0.6, and
 * 0.5 to 3.4 % of the best chunks of wrong articles; 2.5 to 9.4 % of these reach 0.5.
 */
export const strongCoverage = 0.6;

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

const isElliptic = ({ query }: Search, searches: readonly Search[]) =>
  searches.length > 1 && query.why === 'question';

/**
 * Returns the rankings to fuse. Beside vectors, a rank among the words is weighted with the coverage: a
 * paraphrase shares few words with its answer, and the best of bad matches is no match.
 */
const rankingsOf = (searches: readonly Search[], { minScore, wordsOnly }: Floors): Ranked[][] =>
  searches.flatMap((search) => {
    const weight = isElliptic(search, searches) ? ellipticWeight : 1;
    const near = search.found.vectors.filter(({ score }) => score >= minScore);
    return [
      near.map(({ chunkId: id }) => ({ id, weight })),
      search.found.words.map((hit) => ({
        id: hit.chunkId,
        weight: wordsOnly ? weight : weight * hit.coverage,
      })),
    ];
  });

/**
 * Merges all searches into one ranking, best first.
 *
 * @param carried Chunks that the last answer cited, if the question refers to it: relevant with any score.
 */
export function rankCandidates(
  searches: readonly Search[],
  carried: readonly number[],
  floors: Floors,
): RankedChunk[] {
  const { minScore, coverage } = floors;
  const fused = fuse([
    ...rankingsOf(searches, floors),
    carried.map((id) => ({ id, weight: carriedWeight })),
  ]);
  const chunks = new Map<number, RankedChunk>();
  const chunk = (chunkId: number): RankedChunk => {
    const known = chunks.get(chunkId) ?? {
      chunkId,
      vector: null,
      lexical: null,
      carried: carried.includes(chunkId),
      fused: fused.get(chunkId) ?? 0,
      score: 0,
      relevant: carried.includes(chunkId),
      passage: undefined,
    };
    chunks.set(chunkId, known);
    return known;
  };
  for (const chunkId of carried) chunk(chunkId);
  for (const search of searches) {
    search.found.vectors.forEach(({ chunkId, score, passage }, index) => {
      const known = chunk(chunkId);
      const before = known.vector ?? { rank: Infinity, score: -1 };
      known.vector = {
        rank: Math.min(before.rank, index + 1),
        score: Math.max(before.score, score),
      };
      known.passage ??= passage;
      known.relevant ||= score >= minScore;
    });
    search.found.words.forEach((hit, index) => {
      const known = chunk(hit.chunkId);
      const before = known.lexical ?? { rank: Infinity, score: 0, coverage: 0 };
      const covered = isElliptic(search, searches) ? 0 : hit.coverage;
      known.lexical = {
        rank: Math.min(before.rank, index + 1),
        score: Math.max(before.score, hit.score),
        coverage: Math.max(before.coverage, covered),
      };
      known.relevant ||= covered >= coverage;
    });
  }
  for (const known of chunks.values()) {
    known.score = known.vector?.score ?? known.lexical?.coverage ?? 0;
  }
  return [...chunks.values()].sort((a, b) => b.fused - a.fused || a.chunkId - b.chunkId);
}
