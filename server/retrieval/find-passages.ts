import type { SearchQuery } from '../contract/search.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { type EmbeddingIndex, isLexical } from '../embedding/index-state.ts';
import { tellFailure } from '../providers/shared/vendor-error.ts';
import type { RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/understand.ts';
import type { Chunks, Passage } from '../storage/chunks.ts';
import { sameSpace } from '../storage/vectors/stored-vector.ts';
import { createFindChunks } from './find-chunks.ts';
import { rankCandidates, type RankedChunk, type Search } from './rank-candidates.ts';
import type { Standalone } from './standalone.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { SearchFilter } from './vector-index.ts';

/** Logs and tells that the embedder failed, after a question was answered without its vector. */
function tellLate(error: unknown, { settings, log, heard }: RewriteOptions): void {
  log.warn({ err: error }, 'a late vector was not made');
  tellFailure(heard, settings.embeddings.provider, error);
}

interface Ranking {
  /** The index that was searched. */
  index: EmbeddingIndex;
  searches: readonly Search[];
  wordsOnly: boolean;
  ranked: RankedChunk[];
}

/** Right passages often have few of the question's words, so half of `min_score` is the floor of coverage. */
const coverageShare = 0.5;

function rank(
  searches: readonly Search[],
  index: EmbeddingIndex,
  { history, isFollowUp }: Question,
  minScore: number,
): Ranking {
  const wordsOnly = isLexical(index) || searches.every(({ found }) => !found.hasVectors);
  const coverage = coverageShare * minScore;
  const lastAnswer = history.findLast(({ role }) => role === 'assistant');
  const carried = isFollowUp && searches.length > 1 ? (lastAnswer?.chunkIds ?? []) : [];
  const ranked = rankCandidates(searches, carried, {
    ...{ minScore, coverage, isFollowUp },
  });
  return { index, searches, wordsOnly, ranked };
}

export type Watch = Stopwatch<'rewrite' | 'read' | 'visibility' | 'rerank' | 'pack'>;

interface Wanted extends RewriteOptions {
  filter?: SearchFilter | undefined;
  /** Waits for the question's vector. */
  explain?: boolean | undefined;
  limits: { vectors: number; words: number };
  minScore: number;
  standalone: Promise<Standalone>;
  watch: Watch;
}

/** A question's ranking, and the texts of it that were read. */
export interface FoundPassages extends Ranking {
  texts: Passage[];
}

type Dependencies = Parameters<typeof createFindChunks>[0] & {
  indexes: EmbeddingIndexes;
  chunks: Pick<Chunks, 'passages'>;
};

/** Returns the passages that the vector store has read, and reads the others in one statement. */
async function readRanked({ chunks }: Dependencies, ranked: readonly RankedChunk[]) {
  const known = ranked.flatMap(({ passage }) => passage ?? []);
  const missing = ranked.filter(({ passage }) => !passage).map(({ chunkId }) => chunkId);
  return [...known, ...(await chunks.passages(missing))];
}

/** Searches for a question, as it was asked and in the form that stands alone, and reads what it finds. */
export function createFindPassages(dependencies: Dependencies) {
  const { indexes } = dependencies;
  const findChunks = createFindChunks(dependencies);

  async function search(
    index: EmbeddingIndex,
    { gist, weekdays }: Question,
    { standalone, ...options }: Wanted,
  ): Promise<Search[]> {
    const { settings, limits, filter, signal, explain } = options;
    const failedLate = explain ? undefined : (error: unknown) => tellLate(error, options);
    const wanted = { settings, limits, filter, signal, failedLate };
    const find = async (query: SearchQuery): Promise<Search> => ({
      query,
      found: await findChunks(index, [query.text, ...weekdays].join(' '), wanted),
    });
    const [first, second] = await Promise.all([
      find({ text: gist, why: 'question' }),
      standalone.then(({ query }) => query && find(query)),
    ]);
    return second ? [first, second] : [first];
  }

  /** Searches again if another space became active meanwhile: the old vectors may be gone in part. */
  return async function findPassages(question: Question, wanted: Wanted): Promise<FoundPassages> {
    const { minScore, watch } = wanted;
    let { active } = await indexes.known();
    for (;;) {
      const ranking = rank(await search(active, question, wanted), active, question, minScore);
      const [texts, now] = await watch.time('read', () =>
        Promise.all([readRanked(dependencies, ranking.ranked), indexes.latest()]),
      );
      if (sameSpace(now.active, active)) return { ...ranking, texts };
      ({ active } = now);
    }
  };
}
