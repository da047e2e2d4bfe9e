import type { SearchCandidate, SearchQuery, SearchTimings } from '../contract/search.ts';
import type { Settings } from '../contract/settings.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import type { Log } from '../runtime/log.ts';
import type { Nearest } from './nearest.ts';
import type { SearchFilter } from './vector-index.ts';
import type { LexicalSearch } from './lexical/lexical-search.ts';
import type { HistoryTurn } from '../storage/chats.ts';
import type { Chunks } from '../storage/chunks.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import { sameSpace } from '../storage/vectors/stored-vector.ts';
import type { Visibility } from '../ingestion/visibility.ts';
import { describeCandidates } from './describe-candidates.ts';
import { createFindChunks } from './find-chunks.ts';
import { otherForm } from '../question/follow-up.ts';
import { packContext, type ScoredPassage } from './pack-context.ts';
import { createQueryEmbeddings } from '../embedding/query-embeddings.ts';
import {
  rankCandidates,
  strongCoverage,
  type RankedChunk,
  type Search,
} from './rank-candidates.ts';
import type { Rewrite } from '../question/rewrite.ts';

export interface Retrieval {
  /** The context, best first. */
  passages: ScoredPassage[];
  /** All that was found, best first, and what became of it. */
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

export interface RetrieveOptions {
  settings: Settings;
  signal: AbortSignal;
  log: Log;
  /** What was said before, oldest first. */
  history?: readonly HistoryTurn[] | undefined;
  topK?: number | undefined;
  minScore?: number | undefined;
  filter?: SearchFilter | undefined;
  /** Also reads what is not relevant, to show it. The context is the same. */
  explain?: boolean | undefined;
}

/**
 * Of each ranking. What stands lower is hardly ever wanted, and costs time: of the nearest vectors each
 * is read whole, of the others only the texts of those that are relevant.
 */
const candidates = { vectors: 20, words: 30 };
/**
 * Five passages of the default size in any language, and what a model with 8,192 tokens can read beside
 * a conversation.
 */
const tokenLimit = 4000;

const lastCited = (history: readonly HistoryTurn[]) =>
  history.findLast(({ role }) => role === 'assistant')?.chunkIds ?? [];

const rounded = (ms: number) => Math.round(ms * 100) / 100;

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

  /** What the vector store has read anyway, and the rest in one statement. */
  async function read(ranked: readonly RankedChunk[]) {
    const known = ranked.flatMap(({ passage }) => passage ?? []);
    const missing = ranked.filter(({ passage }) => !passage).map(({ chunkId }) => chunkId);
    return [...known, ...(await chunks.passages(missing))];
  }

  return async function retrieve(question: string, options: RetrieveOptions): Promise<Retrieval> {
    const { settings, signal, log, filter, history = [], explain = false } = options;
    const { topK = settings.chat.top_k, minScore = settings.chat.min_score } = options;
    const limits = {
      vectors: Math.max(candidates.vectors, 2 * topK),
      words: Math.max(candidates.words, 2 * topK),
    };
    const started = performance.now();
    let rewritten = started;
    const other = otherForm(question, history, rewrite, options).finally(() => {
      rewritten = performance.now();
    });
    // It is awaited later, and not at all when the first search has failed by then.
    other.catch(() => undefined);

    async function search(index: EmbeddingIndex): Promise<Search[]> {
      const wanted = { settings, limits, minScore: explain ? -1 : minScore, filter, signal };
      const find = async (query: SearchQuery): Promise<Search> => ({
        query,
        found: await findChunks(index, query.text, wanted),
      });
      const [first, second] = await Promise.all([
        find({ text: question, why: 'question' }),
        other.then((query) => query && find(query)),
      ]);
      return second ? [first, second] : [first];
    }

    function rank(searches: readonly Search[], index: EmbeddingIndex) {
      const failed = searches.every(({ found }) => found.failure !== null);
      const wordsOnly = isLexical(index) || failed;
      const coverage = isLexical(index)
        ? minScore
        : failed
          ? Math.min(minScore, strongCoverage)
          : strongCoverage;
      const carried = searches.length > 1 ? lastCited(history) : [];
      return {
        wordsOnly,
        ranked: rankCandidates(searches, carried, { minScore, coverage, wordsOnly }),
      };
    }

    /** Vectors of an index that was let go meanwhile may be there in part: then it is searched again. */
    async function find() {
      let { active } = await indexes.known();
      for (;;) {
        const searches = await search(active);
        const { wordsOnly, ranked } = rank(searches, active);
        const relevant = ranked.filter((chunk) => chunk.relevant).slice(0, limits.words);
        const asked = explain ? ranked : relevant;
        const reading = performance.now();
        const [texts, now] = await Promise.all([read(asked), indexes.latest()]);
        if (sameSpace(now.active, active)) {
          return { active, searches, wordsOnly, ranked, relevant, asked, texts, reading };
        }
        ({ active } = now);
      }
    }

    const { active, searches, wordsOnly, ranked, relevant, asked, texts, reading } = await find();
    const looking = performance.now();
    const open = await visibility.onlyPublic(texts, settings);
    const packing = performance.now();
    const shown = new Map(open.map((passage) => [passage.chunkId, passage]));
    const readable = relevant.flatMap(({ chunkId, score }) => {
      const passage = shown.get(chunkId);
      return passage ? [{ passage, score }] : [];
    });
    const { passages, fates, tokens } = packContext(readable, { topK, tokenLimit });
    const ended = performance.now();

    const failure = searches.find(({ found }) => found.failure !== null)?.found.failure;
    if (failure !== undefined) log.warn({ err: failure }, 'searched without vectors');
    const slowest = (stage: keyof Search['found']['ms']) =>
      rounded(Math.max(...searches.map(({ found }) => found.ms[stage])));
    return {
      passages,
      candidates: describeCandidates(ranked, { asked, texts, shown, fates }),
      queries: searches.map(({ query }) => query),
      warnings:
        failure === undefined
          ? []
          : ['The question could not be compared by its meaning, only by its words.'],
      embedder: isLexical(active) ? '' : active.embedder,
      wordsOnly,
      topK,
      minScore,
      tokens: { used: tokens, limit: tokenLimit },
      ms: {
        rewrite: searches.length > 1 ? rounded(rewritten - started) : 0,
        embed: slowest('embed'),
        vectors: slowest('vectors'),
        lexical: slowest('lexical'),
        search: slowest('search'),
        read: rounded(looking - reading),
        visibility: rounded(packing - looking),
        hydrate: rounded(packing - reading),
        pack: rounded(ended - packing),
        total: rounded(ended - started),
      },
    };
  };
}
export type Retrieve = ReturnType<typeof createRetrieve>;
