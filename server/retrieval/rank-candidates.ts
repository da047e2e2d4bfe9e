import type { SearchCandidate, SearchQuery } from '../contract/search.ts';
import type { Passage } from '../storage/chunks.ts';
import type { LexicalHit } from './lexical/lexical-index.ts';
import type { VectorHit } from './vector-index.ts';

/** Two rankings of chunks, each best first. */
interface Found {
  /** The nearest chunks, and those of `words` that have a vector. */
  vectors: VectorHit[];
  words: LexicalHit[];
  /** The error if there should be vectors but are none; else null. */
  failure: unknown;
  /** The question's vector came too late for this search. */
  isLate: boolean;
  /** Milliseconds; `search` is the time for both rankings without the embedder. */
  ms: { embed: number; vectors: number; lexical: number; search: number };
}

export interface Search {
  query: SearchQuery;
  found: Found;
}

export interface RankedChunk extends Pick<
  SearchCandidate,
  'vector' | 'lexical' | 'cited' | 'fused'
> {
  chunkId: number;
  /** Its cosine, or the coverage without one. */
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
  /** The question as the visitor wrote it says little by itself. */
  isFollowUp: boolean;
}

/** Weight of a follow-up as the visitor wrote it: its few words find "Sundays" in any context. */
const ellipticWeight = 0.5;
const citedWeight = 0.25;
/** Weight of a standard deviation of the cosines beside the words' share, 0 to 1. */
const meaningWeight = 0.15;

const isElliptic = ({ query }: Search, all: readonly Search[], isFollowUp: boolean) =>
  isFollowUp && all.length > 1 && query.why === 'question';

const weightOf = (search: Search, all: readonly Search[], isFollowUp: boolean) =>
  isElliptic(search, all, isFollowUp) ? ellipticWeight : 1;

/**
 * Returns how near chunks are in meaning, from 0. Models differ in the range of their cosines, so these count in
 * standard deviations. A chunk without a vector, which it has not got yet, is as near as the mean of the others.
 */
function meanings(vectors: Found['vectors']): (chunkId: number) => number {
  const scores = vectors.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
  if (!(variance > 0)) return () => 0;
  const lowest = Math.min(...scores);
  const known = new Map(vectors.map(({ chunkId, score }) => [chunkId, score]));
  return (id) => (meaningWeight * ((known.get(id) ?? mean) - lowest)) / Math.sqrt(variance);
}

/** Fuses by scores: the words' score as a share of the best, times the coverage, plus the nearness in meaning. */
function fusedScores(
  searches: readonly Search[],
  cited: readonly number[],
  isFollowUp: boolean,
): Map<number, number> {
  const scores = new Map<number, number>();
  for (const search of searches) {
    const weight = weightOf(search, searches, isFollowUp);
    const { vectors, words } = search.found;
    const best = Math.max(...words.map(({ score }) => score));
    const shares = new Map(words.map((hit) => [hit.chunkId, (hit.score / best) * hit.coverage]));
    const meaning = meanings(vectors);
    for (const id of new Set([...shares.keys(), ...vectors.map(({ chunkId }) => chunkId)])) {
      const score = weight * ((shares.get(id) ?? 0) + meaning(id));
      scores.set(id, Math.max(scores.get(id) ?? 0, score));
    }
  }
  for (const id of cited) scores.set(id, (scores.get(id) ?? 0) + citedWeight);
  return scores;
}

/**
 * Merges all searches into one ranking, best first.
 *
 * @param cited Chunks that the last answer cited, if the question refers to it: relevant with any score.
 */
export function rankCandidates(
  searches: readonly Search[],
  cited: readonly number[],
  { minScore, coverage, isFollowUp }: Floors,
): RankedChunk[] {
  const fused = fusedScores(searches, cited, isFollowUp);
  const chunks = new Map<number, RankedChunk>();
  const chunk = (chunkId: number): RankedChunk => {
    const known = chunks.get(chunkId) ?? {
      chunkId,
      vector: null,
      lexical: null,
      cited: cited.includes(chunkId),
      fused: fused.get(chunkId) ?? 0,
      score: 0,
      relevant: cited.includes(chunkId),
      passage: undefined,
    };
    chunks.set(chunkId, known);
    return known;
  };
  for (const chunkId of cited) chunk(chunkId);
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
      const covered = isElliptic(search, searches, isFollowUp) ? 0 : hit.coverage;
      known.lexical = {
        rank: Math.min(before.rank, index + 1),
        score: Math.max(before.score, hit.score),
        coverage: Math.max(before.coverage, covered),
      };
      known.relevant ||= covered >= coverage;
    });
  }
  for (const known of chunks.values()) {
    known.score = Math.max(0, known.vector?.score ?? 0) || (known.lexical?.coverage ?? 0);
  }
  return [...chunks.values()].sort((a, b) => b.fused - a.fused || a.chunkId - b.chunkId);
}
