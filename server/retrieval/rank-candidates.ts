import type { SearchCandidate, SearchQuery } from '../contract/search.ts';
import { fuse } from './fuse.ts';
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
  /** What the floor is compared with: the cosine, else the coverage. */
  score: number;
  /** Near enough to the question to be answered from. */
  relevant: boolean;
  /** When it was read together with its vector. */
  passage: Passage | undefined;
}

/**
 * Of the question that has more than one form: as it was asked it is elliptic, and finds "Sundays" in
 * any context.
 */
const ellipticWeight = 0.5;
const carriedWeight = 0.5;
/**
 * A chunk without a vector that is near enough has to have most of what is asked about, such as a name
 * or an article number that no embedder knows. On XQuAD 69 to 84 % of the right chunks reach it, and of
 * the best chunks of wrong articles 0.5 to 3.4 %; at 0.5 it would be 2.5 to 9.4 %.
 */
export const strongCoverage = 0.6;

export interface Floors {
  /** Cosine. */
  minScore: number;
  coverage: number;
  /** There are no vectors to compare with. */
  wordsOnly: boolean;
}

/**
 * One ranking, best first, of all that was found. Beside vectors a place among the words counts as much as
 * the chunk covers of the question: who paraphrases shares few words with the answer, and the best of
 * bad matches is no match.
 *
 * @param carried Chunks that the last answer cited, when the question refers to it: relevant without
 *   a look at their scores.
 */
export function rankCandidates(
  searches: readonly Search[],
  carried: readonly number[],
  { minScore, coverage, wordsOnly }: Floors,
): RankedChunk[] {
  const several = searches.length > 1;
  const isElliptic = ({ query }: Search) => several && query.why === 'question';
  const rankings = searches.flatMap((search) => {
    const weight = isElliptic(search) ? ellipticWeight : 1;
    const near = search.found.vectors.filter(({ score }) => score >= minScore);
    return [
      near.map(({ chunkId: id }) => ({ id, weight })),
      search.found.words.map((hit) => ({
        id: hit.chunkId,
        weight: wordsOnly ? weight : weight * hit.coverage,
      })),
    ];
  });
  const fused = fuse([...rankings, carried.map((id) => ({ id, weight: carriedWeight }))]);

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
      const { rank, score: best } = known.vector ?? { rank: Infinity, score: -1 };
      known.vector = { rank: Math.min(rank, index + 1), score: Math.max(best, score) };
      known.passage ??= passage;
      known.relevant ||= score >= minScore;
    });
    search.found.words.forEach((hit, index) => {
      const known = chunk(hit.chunkId);
      const before = known.lexical ?? { rank: Infinity, score: 0, coverage: 0 };
      const covered = isElliptic(search) ? 0 : hit.coverage;
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
