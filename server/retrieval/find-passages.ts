import type { Settings } from '../contract/settings.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import type { EmbedQuery, QueryOptions } from '../embedding/query-embeddings.ts';
import { languageOf } from '../text/language.ts';
import type { LexicalSearch } from './lexical/lexical-index.ts';
import type { Compare, Nearest } from './nearest.ts';
import { Stopwatch } from './stopwatch.ts';
import type { SearchFilter, VectorHit } from './vector-index.ts';
import type { SearchQuery } from '../contract/search.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { tellFailure } from '../providers/shared/vendor-error.ts';
import type { RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/understand.ts';
import type { Chunks, Passage } from '../storage/chunks.ts';
import { sameSpace } from '../storage/vectors/stored-vector.ts';
import { rankCandidates, type Found, type RankedChunk, type Search } from './rank-candidates.ts';
import type { Standalone } from './standalone.ts';

interface FindOptions extends QueryOptions {
  settings: Settings;
  /** Chunks in each ranking. */
  limits: { vectors: number; words: number };
  filter: SearchFilter | undefined;
}

const byScore = (a: VectorHit, b: VectorHit) => b.score - a.score || a.chunkId - b.chunkId;

/** Looks a text up by its meaning and by its words, at the same time. */
function createFindChunks(dependencies: {
  vectorStore: { query: Nearest; compare: Compare };
  lexical: LexicalSearch;
  embedQuery: EmbedQuery;
}) {
  const { vectorStore, lexical, embedQuery } = dependencies;

  /**
   * If the embedder or the vector store fails, or the question's vector is late, the words still find chunks.
   *
   * @throws the lexical search's error; the signal's reason
   */
  return async function findChunks(
    index: EmbeddingIndex,
    text: string,
    { settings, limits, filter, ...waiting }: FindOptions,
  ): Promise<Found> {
    const watch = new Stopwatch<'embed' | 'vectors' | 'lexical' | 'compare'>();
    let failure: unknown = null;
    let isLate = false;
    let question: Float32Array | null = null;

    async function byMeaning(): Promise<VectorHit[]> {
      if (isLexical(index)) return [];
      const { embedder } = index;
      const topK = limits.vectors;
      try {
        const vector = await watch.time('embed', () => embedQuery(index, text, settings, waiting));
        isLate = vector === null;
        // The embedder cannot read the question's language.
        if (!vector?.length) return [];
        question = vector;
        return await watch.time('vectors', () =>
          vectorStore.query({ embedder, vector, topK, minScore: -1, filter }),
        );
      } catch (error) {
        waiting.signal.throwIfAborted();
        failure = error;
        question = null;
        return [];
      }
    }

    const [nearest, words] = await Promise.all([
      byMeaning(),
      watch.time('lexical', () =>
        lexical(text, {
          limit: limits.words,
          filter,
          language: languageOf(text, ''),
          synonyms: settings.chat.synonyms,
        }),
      ),
    ]);
    const near = new Set(nearest.map(({ chunkId }) => chunkId));
    const others = words.map(({ chunkId }) => chunkId).filter((id) => !near.has(id));
    const compared = question
      ? await watch.time('compare', () =>
          vectorStore.compare({ ...index, vector: question! }, others),
        )
      : [];
    const vectors = [...nearest, ...compared].sort(byScore);
    const ms = {
      embed: watch.of('embed'),
      vectors: watch.of('vectors') + watch.of('compare'),
      lexical: watch.of('lexical'),
      search: Math.max(watch.total - watch.of('embed'), watch.of('lexical')),
    };
    // A model may read the question's language but not the site's, or no chunk has its vector yet.
    const hasVectors = vectors.length > 0;
    return { vectors, words, hasVectors, failure, isLate, ms };
  };
}

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
interface FoundPassages extends Ranking {
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
    let active = await indexes.known();
    for (;;) {
      const ranking = rank(await search(active, question, wanted), active, question, minScore);
      const [texts, now] = await watch.time('read', () =>
        Promise.all([readRanked(dependencies, ranking.ranked), indexes.latest()]),
      );
      if (sameSpace(now, active)) return { ...ranking, texts };
      active = now;
    }
  };
}
