import type { SearchCandidate, SearchQuery } from '../contract/search.ts';
import type { Passage } from '../storage/chunks.ts';
import { fuse } from './fuse.ts';
import type { Found } from './find-chunks.ts';

export interface Search {
  query: SearchQuery;
  found: Found;
}

export interface RankedChunk extends Pick<
  SearchCandidate,
  'vector' | 'lexical' | 'sentence' | 'carried' | 'fused'
> {
  chunkId: number;
  /** The larger of its two cosines, or the coverage without any; compared with the floors. */
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

const isElliptic = ({ query }: Search, searches: readonly Search[]) =>
  searches.length > 1 && query.why === 'question';

const weightOf = (search: Search, searches: readonly Search[]) =>
  isElliptic(search, searches) ? ellipticWeight : 1;

/**
 * Fuses by reciprocal ranks, for embedding spaces whose cosines have an unknown range. A rank among the words
 * is weighted with the coverage: a paraphrase shares few words with its answer, and the best of bad matches
 * is no match.
 */
function byRanks(searches: readonly Search[], carried: readonly number[], minScore: number) {
  const rankings = searches.flatMap((search) => {
    const weight = weightOf(search, searches);
    const near = search.found.vectors.filter(({ score }) => score >= minScore);
    return [
      near.map(({ chunkId: id }) => ({ id, weight })),
      search.found.words.map(({ chunkId: id, coverage }) => ({ id, weight: weight * coverage })),
    ];
  });
  return fuse([...rankings, carried.map((id) => ({ id, weight: carriedWeight }))]);
}

/**
 * Fuses by scores: the words' score as a share of the best, times the coverage beside vectors, plus the cosines of the
 * chunk and of its best sentence. On paraphrases and on XQuAD the sum finds more than reciprocal ranks.
 */
function byScores(
  searches: readonly Search[],
  carried: readonly number[],
  wordsOnly: boolean,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const search of searches) {
    const weight = weightOf(search, searches);
    const { vectors, words, sentences } = search.found;
    const own = new Map<number, number>();
    const add = (id: number, score: number) => own.set(id, (own.get(id) ?? 0) + score);
    const best = Math.max(...words.map(({ score }) => score));
    for (const { chunkId, score, coverage } of words) {
      add(chunkId, (score / best) * (wordsOnly ? 1 : coverage));
    }
    const near = new Map(vectors.map(({ chunkId, score }) => [chunkId, score]));
    // A chunk beyond the nearest is at most as near as the last of them.
    const farthest = Math.max(0, vectors.at(-1)?.score ?? 0);
    if (!wordsOnly) {
      for (const id of new Set([...own.keys(), ...near.keys()])) {
        add(id, (near.get(id) ?? farthest) + (sentences.get(id) ?? 0));
      }
    }
    for (const [id, score] of own) scores.set(id, Math.max(scores.get(id) ?? 0, weight * score));
  }
  for (const id of carried) scores.set(id, (scores.get(id) ?? 0) + carriedWeight);
  return scores;
}

/**
 * Merges all searches into one ranking, best first.
 *
 * @param carried Chunks that the last answer cited, if the question refers to it: relevant with any score.
 */
export function rankCandidates(
  searches: readonly Search[],
  carried: readonly number[],
  { minScore, coverage, wordsOnly }: Floors,
): RankedChunk[] {
  const hasScale = wordsOnly || searches.some(({ found }) => found.sentences.size > 0);
  const fused = hasScale
    ? byScores(searches, carried, wordsOnly)
    : byRanks(searches, carried, minScore);
  const chunks = new Map<number, RankedChunk>();
  const chunk = (chunkId: number): RankedChunk => {
    const known = chunks.get(chunkId) ?? {
      chunkId,
      vector: null,
      lexical: null,
      sentence: null,
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
      known.passage ??= hit.passage;
      const before = known.lexical ?? { rank: Infinity, score: 0, coverage: 0 };
      const covered = isElliptic(search, searches) ? 0 : hit.coverage;
      known.lexical = {
        rank: Math.min(before.rank, index + 1),
        score: Math.max(before.score, hit.score),
        coverage: Math.max(before.coverage, covered),
      };
      known.relevant ||= covered >= coverage;
    });
    for (const [chunkId, score] of search.found.sentences) {
      const known = chunk(chunkId);
      known.sentence = Math.max(known.sentence ?? -1, score);
      known.relevant ||= score >= minScore;
    }
  }
  for (const known of chunks.values()) {
    const { vector, lexical, sentence } = known;
    known.score = Math.max(vector?.score ?? 0, sentence ?? 0) || (lexical?.coverage ?? 0);
  }
  return [...chunks.values()].sort((a, b) => b.fused - a.fused || a.chunkId - b.chunkId);
}
