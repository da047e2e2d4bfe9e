import type {
  Confidence,
  SearchCandidate,
  SearchQuery,
  SearchTimings,
} from '../contract/search.ts';
import type { Settings } from '../contract/settings.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import { sameSpace } from '../storage/vectors/stored-vector.ts';
import type { Compare, Nearest } from './nearest.ts';
import type { SearchFilter } from './vector-index.ts';
import { createQueryEmbeddings, type EmbedQuery } from '../embedding/query-embeddings.ts';
import type { Visibility } from '../ingestion/visibility.ts';
import type { Reranker } from '../providers/reranker.ts';
import type { Rewrite, RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/understand.ts';
import { tellFailure } from '../providers/shared/vendor-error.ts';
import type { Chunks, Passage } from '../storage/chunks.ts';
import type { Documents } from '../storage/documents.ts';
import { describeCandidates } from './describe-candidates.ts';
import { confidenceOf } from './confidence.ts';
import { createFindChunks } from './find-chunks.ts';
import type { LexicalSearch } from './lexical/lexical-search.ts';
import { packContext, type Candidate, type ScoredPassage } from './pack-context.ts';
import { priorOf, type PriorOptions } from './priors.ts';
import { createReadPassages, type Reading } from './read-passages.ts';
import { createRerank, rerankWarning, type Reranked } from './rerank.ts';
import { rankCandidates, type RankedChunk, type Search } from './rank-candidates.ts';
import { inSpan } from '../runtime/spans.ts';
import { createStandalone, type Standalone } from './standalone.ts';
import { Stopwatch } from './stopwatch.ts';

export interface Retrieval extends Reading {
  /** The context, best first. */
  passages: ScoredPassage[];
  confidence: Confidence;
  /** All chunks that were found, best first, with their outcomes. */
  candidates: SearchCandidate[];
  queries: SearchQuery[];
  /** English sentences. */
  warnings: string[];
  /** Empty without vectors. */
  embedder: string;
  /** `provider:model` of what ranked the passages again; empty: they are as they were found. */
  reranker: string;
  /** There were no vectors to compare with. */
  wordsOnly: boolean;
  /** The question's vector was late. */
  isLate: boolean;
  topK: number;
  minScore: number;
  /** Estimated. */
  tokens: { used: number; limit: number };
  ms: SearchTimings;
}

export interface RetrieveOptions extends RewriteOptions {
  /** The page that the visitor is on. */
  pageUrl?: string | null | undefined;
  topK?: number | undefined;
  /** Tokens that the passages may have, if fewer than usual. */
  tokenLimit?: number | undefined;
  minScore?: number | undefined;
  filter?: SearchFilter | undefined;
  /** Waits for the question's vector, and also reads chunks that are not relevant, to show them. */
  explain?: boolean | undefined;
}

/**
 * Chunks in each ranking. Lower ranks are hardly ever used and cost time: the nearest vectors are read with
 * their texts, of the others only the relevant texts are read.
 */
const minCandidates = { vectors: 30, words: 30 };
const limitsFor = (topK: number, { rerank }: Settings, tokens = usualLimit) => {
  const ranked = rerank.provider === '' ? 0 : rerank.candidates;
  return {
    vectors: Math.max(minCandidates.vectors, 2 * topK, ranked),
    words: Math.max(minCandidates.words, 2 * topK, ranked),
    tokens: Math.min(tokens, usualLimit),
  };
};
/**
 * Five passages of the default size in any language; a model with 8,192 tokens can read them beside a
 * conversation.
 */
const usualLimit = 4000;

const rounded = (ms: number) => Math.round(ms * 100) / 100;

type Watch = Stopwatch<'rewrite' | 'read' | 'visibility' | 'rerank' | 'pack' | 'extract'>;

function timingsOf(
  watch: Watch,
  searches: readonly Search[],
  { reranker, failure }: Reranked,
): SearchTimings {
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
    rerank: reranker !== '' || failure !== null ? rounded(watch.of('rerank')) : 0,
    pack: rounded(watch.of('pack') + watch.of('extract')),
    total: rounded(watch.total),
  };
}

/** Returns the question that statements are compared with, what the visitor wrote of it, and the page that it points to. */
function statementQuestion(
  { gist, dates }: Question,
  searches: readonly Search[],
  standalone: Standalone | null,
) {
  const { query } = searches.at(-1)!;
  return { text: query.text, said: gist, days: dates.days, meant: standalone?.meant ?? null };
}

/** Returns the passages that may be shown, ranked again by their pages. */
const withPriors = (
  relevant: readonly RankedChunk[],
  shown: ReadonlyMap<number, Passage>,
  options: PriorOptions,
): (Candidate & { fused: number })[] =>
  relevant
    .flatMap(({ chunkId, score, fused }) => {
      const passage = shown.get(chunkId);
      if (!passage) return [];
      const prior = priorOf(passage, options);
      return [{ passage, score, fused: fused * prior, prior }];
    })
    .sort((a, b) => b.fused - a.fused);

/** Returns the documents among the passages that the last answer cites; none if the question stands alone. */
function citedDocuments(
  { isFollowUp, history }: Question,
  shown: ReadonlyMap<number, Passage>,
): ReadonlySet<number> {
  const last = isFollowUp ? history.findLast(({ role }) => role === 'assistant') : undefined;
  return new Set(last?.chunkIds.flatMap((id) => shown.get(id)?.documentId ?? []));
}

const failureOf = (searches: readonly Search[]): unknown =>
  searches.find(({ found }) => found.failure !== null)?.found.failure;

/** Logs and tells that the embedder failed, after a question was answered without its vector. */
function tellLate(error: unknown, { settings, log, heard }: RetrieveOptions): void {
  log.warn({ err: error }, 'a late vector was not made');
  tellFailure(heard, settings.embeddings.provider, error);
}

/** Logs and tells what did not answer, and returns the same in sentences. */
function warningsOf(
  searches: readonly Search[],
  reranked: Reranked,
  { settings, log, heard }: RetrieveOptions,
): string[] {
  const warnings = [];
  const failure = failureOf(searches);
  if (failure !== undefined) {
    log.warn({ err: failure }, 'searched without vectors');
    tellFailure(heard, settings.embeddings.provider, failure);
    warnings.push('The question could not be compared by its meaning, only by its words.');
  }
  if (reranked.failure !== null) {
    log.warn({ err: reranked.failure }, 'answered without reranking');
    tellFailure(heard, settings.rerank.provider, reranked.failure);
    warnings.push(rerankWarning(reranked.failure));
  }
  return warnings;
}

/** Puts the chunks that were ranked again first; the others keep their order. */
function inNewOrder(ranked: readonly RankedChunk[], { places }: Reranked): RankedChunk[] {
  const placeOf = ({ chunkId }: RankedChunk) => places.get(chunkId)?.rank ?? Infinity;
  return ranked.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
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
  { history }: Question,
  minScore: number,
): Ranking {
  const wordsOnly = isLexical(index) || searches.every(({ found }) => !found.hasVectors);
  const coverage = coverageShare * minScore;
  const lastAnswer = history.findLast(({ role }) => role === 'assistant');
  const carried = searches.length > 1 ? (lastAnswer?.chunkIds ?? []) : [];
  const ranked = rankCandidates(searches, carried, { minScore, coverage });
  return { index, searches, wordsOnly, ranked };
}

interface Dependencies {
  indexes: EmbeddingIndexes;
  chunks: Pick<Chunks, 'passages' | 'passagesOf'>;
  documents: Pick<Documents, 'atAddress'>;
  vectorStore: { query: Nearest; compare: Compare };
  lexical: LexicalSearch;
  siteName: () => string;
  clock: () => number;
  visibility: Pick<Visibility, 'onlyPublic'>;
  rewrite: Rewrite;
  /** Absent: passages stay as they were found. */
  reranker?: (settings: Settings) => Reranker | null;
  /** Shared with others that compare the question. */
  embedQuery?: EmbedQuery;
}

/** Finds the passages that a question is answered from. */
export function createRetrieve(dependencies: Dependencies) {
  const { indexes, chunks, documents, visibility, rewrite, clock } = dependencies;
  const { embedQuery = createQueryEmbeddings(indexes) } = dependencies;
  const findChunks = createFindChunks({ ...dependencies, embedQuery });
  const readPassages = createReadPassages(dependencies);
  const standaloneOf = createStandalone(documents, rewrite);
  const rerank = createRerank(dependencies.reranker ?? (() => null));

  /** Returns the passages that the vector store has read, and reads the others in one statement. */
  async function read(ranked: readonly RankedChunk[]) {
    const known = ranked.flatMap(({ passage }) => passage ?? []);
    const missing = ranked.filter(({ passage }) => !passage).map(({ chunkId }) => chunkId);
    return [...known, ...(await chunks.passages(missing))];
  }

  async function retrieve(question: Question, options: RetrieveOptions): Promise<Retrieval> {
    const { settings, signal, filter, pageUrl = null, explain = false } = options;
    const { topK = settings.chat.top_k, minScore = settings.chat.min_score } = options;
    const limits = limitsFor(topK, settings, options.tokenLimit);
    const watch: Watch = new Stopwatch();
    const standalone = watch.time('rewrite', () => standaloneOf(question, options));
    // It is awaited later, and not at all if the first search has failed by then.
    standalone.catch(() => undefined);

    async function search(index: EmbeddingIndex): Promise<Search[]> {
      const failedLate = explain ? undefined : (error: unknown) => tellLate(error, options);
      const wanted = { settings, limits, filter, signal, failedLate };
      const find = async (query: SearchQuery): Promise<Search> => ({
        query,
        found: await findChunks(index, [query.text, ...question.dates.words].join(' '), wanted),
      });
      const [first, second] = await Promise.all([
        find({ text: question.gist, why: 'question' }),
        standalone.then((form) => form && find(form.query)),
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
    // Only after that: what is not public is sent to nobody.
    const reranked = await watch.time('rerank', () =>
      rerank(searches.at(-1)!.query.text, relevant, shown, { settings, signal }),
    );
    const cited = citedDocuments(question, shown);
    const readable = withPriors(reranked.relevant, shown, { pageUrl, cited, now: clock() });
    const { passages, outcomes, tokens } = await watch.time('pack', () =>
      packContext(readable, { topK, tokenLimit: limits.tokens }),
    );
    const toAnswer = statementQuestion(question, searches, await standalone);
    const reading = await watch.time('extract', () =>
      readPassages(toAnswer, settings, readable, passages),
    );
    const warnings = warningsOf(searches, reranked, options);
    return {
      passages,
      ...reading,
      confidence: confidenceOf(reading, ranked, wordsOnly),
      candidates: describeCandidates(inNewOrder(ranked, reranked), {
        ...{ asked, texts, shown, outcomes },
        places: reranked.places,
      }),
      queries: searches.map(({ query }) => query),
      warnings,
      embedder: isLexical(index) ? '' : index.embedder,
      reranker: reranked.reranker,
      wordsOnly,
      isLate: searches.some(({ found }) => found.isLate),
      topK,
      minScore,
      tokens: { used: tokens, limit: limits.tokens },
      ms: timingsOf(watch, searches, reranked),
    };
  }

  return (question: Question, options: RetrieveOptions): Promise<Retrieval> =>
    inSpan('retrieval', () => retrieve(question, options));
}
export type Retrieve = ReturnType<typeof createRetrieve>;
