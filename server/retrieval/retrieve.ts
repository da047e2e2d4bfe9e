import type { SearchCandidate, SearchQuery, SearchTimings } from '../contract/search.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import { sameSpace } from '../storage/vectors/stored-vector.ts';
import type { Nearest } from './nearest.ts';
import type { SearchFilter } from './vector-index.ts';
import { createQueryEmbeddings } from '../embedding/query-embeddings.ts';
import type { Visibility } from '../ingestion/visibility.ts';
import { standaloneForm, type Rewrite, type RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/understand.ts';
import type { Chunks } from '../storage/chunks.ts';
import { describeCandidates } from './describe-candidates.ts';
import { createFindChunks } from './find-chunks.ts';
import type { LexicalSearch } from './lexical/lexical-search.ts';
import { packContext, type ScoredPassage } from './pack-context.ts';
import {
  rankCandidates,
  strongCoverage,
  type RankedChunk,
  type Search,
} from './rank-candidates.ts';
import { Stopwatch } from './stopwatch.ts';

export interface Retrieval {
  /** The context, best first. */
  passages: ScoredPassage[];
  /** All chunks that were found, best first, with their outcomes. */
  candidates: SearchCandidate[];
  queries: SearchQuery[];
  /** English sentences. */
  warnings: string[];
  /** Empty without vectors. */
  embedder: string;
  /** There were no vectors to compare with. */
  wordsOnly: boolean;
  topK: number;
  minScore: number;
  /** Estimated. */
  tokens: { used: number; limit: number };
  ms: SearchTimings;
}

export interface RetrieveOptions extends RewriteOptions {
  topK?: number | undefined;
  minScore?: number | undefined;
  filter?: SearchFilter | undefined;
  /** Also reads chunks that are not relevant, to show them. The context is the same. */
  explain?: boolean | undefined;
}

/**
 * Chunks in each ranking. Lower ranks are hardly ever used and cost time: the nearest vectors are read with
 * their texts, of the others only the relevant texts are read.
 */
const minCandidates = { vectors: 20, words: 30 };
/**
 * Five passages of the default size in any language; a model with 8,192 tokens can read them beside a
 * conversation.
 */
const tokenLimit = 4000;

const rounded = (ms: number) => Math.round(ms * 100) / 100;

type Watch = Stopwatch<'rewrite' | 'read' | 'visibility' | 'pack'>;

function timingsOf(watch: Watch, searches: readonly Search[]): SearchTimings {
  const slowest = (step: keyof Search['found']['ms']) =>
    rounded(Math.max(...searches.map(({ found }) => found.ms[step])));
  return {
    rewrite: searches.length > 1 ? rounded(watch.of('rewrite')) : 0,
    embed: slowest('embed'),
    vectors: slowest('vectors'),
    lexical: slowest('lexical'),
    search: slowest('search'),
    read: rounded(watch.of('read')),
    visibility: rounded(watch.of('visibility')),
    hydrate: rounded(watch.of('read') + watch.of('visibility')),
    pack: rounded(watch.of('pack')),
    total: rounded(watch.total),
  };
}

const failureOf = (searches: readonly Search[]): unknown =>
  searches.find(({ found }) => found.failure !== null)?.found.failure;

interface Ranking {
  /** The index that was searched. */
  index: EmbeddingIndex;
  searches: readonly Search[];
  wordsOnly: boolean;
  ranked: RankedChunk[];
}

/** A floor for cosines is none for words, unless the index has no vectors. */
function rank(
  searches: readonly Search[],
  index: EmbeddingIndex,
  { history }: Question,
  minScore: number,
): Ranking {
  const failed = searches.every(({ found }) => found.failure !== null);
  const wordsOnly = isLexical(index) || failed;
  const coverage = isLexical(index)
    ? minScore
    : failed
      ? Math.min(minScore, strongCoverage)
      : strongCoverage;
  const lastAnswer = history.findLast(({ role }) => role === 'assistant');
  const carried = searches.length > 1 ? (lastAnswer?.chunkIds ?? []) : [];
  const ranked = rankCandidates(searches, carried, { minScore, coverage, wordsOnly });
  return { index, searches, wordsOnly, ranked };
}

interface Dependencies {
  indexes: EmbeddingIndexes;
  chunks: Pick<Chunks, 'passages'>;
  vectorStore: { query: Nearest };
  lexical: LexicalSearch;
  visibility: Pick<Visibility, 'onlyPublic'>;
  rewrite: Rewrite;
}

/** Finds the passages that a question is answered from. */
export function createRetrieve(dependencies: Dependencies) {
  const { indexes, chunks, visibility, rewrite } = dependencies;
  const embedQuery = createQueryEmbeddings(indexes);
  const findChunks = createFindChunks({ ...dependencies, embedQuery });

  /** Returns the passages that the vector store has read, and reads the others in one statement. */
  async function read(ranked: readonly RankedChunk[]) {
    const known = ranked.flatMap(({ passage }) => passage ?? []);
    const missing = ranked.filter(({ passage }) => !passage).map(({ chunkId }) => chunkId);
    return [...known, ...(await chunks.passages(missing))];
  }

  return async function retrieve(question: Question, options: RetrieveOptions): Promise<Retrieval> {
    const { settings, signal, log, filter, explain = false } = options;
    const { topK = settings.chat.top_k, minScore = settings.chat.min_score } = options;
    const limits = {
      vectors: Math.max(minCandidates.vectors, 2 * topK),
      words: Math.max(minCandidates.words, 2 * topK),
    };
    const watch: Watch = new Stopwatch();
    const standalone = watch.time('rewrite', () => standaloneForm(question, rewrite, options));
    // It is awaited later, and not at all if the first search has failed by then.
    standalone.catch(() => undefined);

    async function search(index: EmbeddingIndex): Promise<Search[]> {
      const wanted = { settings, limits, minScore: explain ? -1 : minScore, filter, signal };
      const find = async (query: SearchQuery): Promise<Search> => ({
        query,
        found: await findChunks(index, query.text, wanted),
      });
      const [first, second] = await Promise.all([
        find({ text: question.text, why: 'question' }),
        standalone.then((query) => query && find(query)),
      ]);
      return second ? [first, second] : [first];
    }

    /** Searches again if another space became active meanwhile: the old vectors may be gone in part. */
    async function searchAndRead() {
      let { active } = await indexes.known();
      for (;;) {
        const ranking = rank(await search(active), active, question, minScore);
        const relevant = ranking.ranked.filter((chunk) => chunk.relevant).slice(0, limits.words);
        const asked = explain ? ranking.ranked : relevant;
        const [texts, now] = await watch.time('read', () =>
          Promise.all([read(asked), indexes.latest()]),
        );
        if (sameSpace(now.active, active)) return { ...ranking, relevant, asked, texts };
        ({ active } = now);
      }
    }

    const { index, searches, wordsOnly, ranked, relevant, asked, texts } = await searchAndRead();
    const open = await watch.time('visibility', () => visibility.onlyPublic(texts, settings));
    const shown = new Map(open.map((passage) => [passage.chunkId, passage]));
    const readable = relevant.flatMap(({ chunkId, score }) => {
      const passage = shown.get(chunkId);
      return passage ? [{ passage, score }] : [];
    });
    const { passages, outcomes, tokens } = await watch.time('pack', () =>
      packContext(readable, { topK, tokenLimit }),
    );
    const ms = timingsOf(watch, searches);
    const failure = failureOf(searches);
    const warnings = [];
    if (failure !== undefined) {
      log.warn({ err: failure }, 'searched without vectors');
      warnings.push('The question could not be compared by its meaning, only by its words.');
    }
    return {
      passages,
      candidates: describeCandidates(ranked, { asked, texts, shown, outcomes }),
      queries: searches.map(({ query }) => query),
      warnings,
      embedder: isLexical(index) ? '' : index.embedder,
      wordsOnly,
      topK,
      minScore,
      tokens: { used: tokens, limit: tokenLimit },
      ms,
    };
  };
}
export type Retrieve = ReturnType<typeof createRetrieve>;
