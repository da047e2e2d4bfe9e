import type {
  SearchCandidate,
  SearchOutcome,
  Confidence,
  SearchQuery,
  SearchTimings,
} from '../contract/search.ts';
import type { Settings } from '../contract/settings.ts';
import type { Reranker } from '../providers/reranker.ts';
import { vendorErrorOf, vendorTimedOut, tellFailure } from '../providers/shared/vendor-error.ts';
import type { Passage, Chunks, ReadNearby } from '../storage/chunks.ts';
import {
  type FoundSection,
  outcomeOf,
  rankSections,
  type RankedSection,
} from './section-ranker.ts';
import {
  type PackOutcome,
  packContext,
  type Candidate,
  type ScoredPassage,
} from './pack-context.ts';
import type { RankedChunk, Search } from './rank-candidates.ts';
import type { Usage } from '../contract/chat.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { isLexical } from '../embedding/index-state.ts';
import type { Compare, Nearest } from './nearest.ts';
import type { SearchFilter } from './vector-index.ts';
import { createQueryEmbeddings, type EmbedQuery } from '../embedding/query-embeddings.ts';
import type { Visibility } from '../ingestion/posts.ts';
import type { Rewrite, RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/question.ts';
import type { Documents } from '../storage/documents.ts';
import { createFindPassages, Stopwatch, type Watch, createStandalone } from './find-passages.ts';
import type { LexicalSearch } from './lexical/lexical-index.ts';
import { ContextFiller, nothingMore, publicOf, type SiteTexts } from './context-filler.ts';
import { quoteSection, type Quotation, type QuotedQuestion } from './quote.ts';
import { inSpan } from '../runtime/spans.ts';

/** Milliseconds. A visitor waits for it; without an answer the order of the search is as good as before. */
const limitMs = 1500;

interface Reranked {
  /** Places and scores by chunk; empty if nothing was ranked again. */
  places: ReadonlyMap<number, NonNullable<SearchCandidate['reranked']>>;
  /** `provider:model` of what ranked; empty: nobody did. */
  reranker: string;
  /** The error of a reranker that was asked in vain; else null. */
  failure: unknown;
}

const textOf = ({ title, headingPath, content }: Passage) =>
  [title, headingPath, content].filter(Boolean).join('\n');

/** Says for the owner why the order of the search stayed. */
export function rerankWarning(failure: unknown): string {
  const why = vendorErrorOf(failure)?.message ?? 'The reranker could not be used.';
  return `The passages stay in the order in which they were found. ${why}`;
}

/** Asks a model for the order of the best passages that may be shown. */
export function createRerank(rerankerOf: (settings: Settings) => Reranker | null) {
  /**
   * @param sections Best first, and public: they are sent to a vendor.
   * @throws the signal's reason
   */
  return async function rerank(
    question: string,
    sections: readonly FoundSection[],
    { settings, signal }: Pick<RewriteOptions, 'settings' | 'signal'>,
  ): Promise<Reranked> {
    const asFound: Reranked = { places: new Map(), reranker: '', failure: null };
    const asked = sections.slice(0, settings.rerank.candidates);
    if (asked.length < 2) return asFound;
    const limit = AbortSignal.timeout(limitMs);
    try {
      const reranker = rerankerOf(settings);
      if (!reranker) return asFound;
      const texts = asked.map(({ passage }) => textOf(passage));
      const scores = await reranker.rerank(question, texts, {
        signal: AbortSignal.any([signal, limit]),
        topN: texts.length,
      });
      const places = scores.map(({ index, score }, at) => {
        return [asked[index]!.chunk.chunkId, { rank: at + 1, score }] as const;
      });
      return { places: new Map(places), reranker: reranker.id, failure: null };
    } catch (error) {
      signal.throwIfAborted();
      const late = limit.aborted && vendorTimedOut('The reranker', `no answer in ${limitMs} ms`);
      return { ...asFound, failure: late || error };
    }
  };
}

interface Known {
  /** Texts that exist. */
  texts: readonly Passage[];
  /** Texts that are public. */
  shown: ReadonlyMap<number, Passage>;
  outcomes: ReadonlyMap<number, PackOutcome>;
  /** Places and scores of the chunks that were ranked again. */
  places: Reranked['places'];
}

const excerptLength = 240;

/** Describes all candidates with their outcomes; a chunk that was not read, or is not public, has no text. */
function describeCandidates(
  ranked: readonly RankedChunk[],
  { texts, shown, outcomes, places }: Known,
): SearchCandidate[] {
  const wasRead = new Set(texts.map(({ chunkId }) => chunkId));

  function outcomeFor(chunk: RankedChunk): SearchOutcome {
    if (!wasRead.has(chunk.chunkId)) return 'gone';
    if (!shown.has(chunk.chunkId)) return 'not_public';
    if (!chunk.relevant) return 'below_min_score';
    return outcomes.get(chunk.chunkId)?.outcome ?? 'top_k';
  }

  return ranked.map((chunk) => {
    const { chunkId, vector, lexical, carried, fused } = chunk;
    const passage = shown.get(chunkId);
    return {
      chunk_id: chunkId,
      document_id: passage?.documentId ?? null,
      kind: passage?.kind ?? null,
      title: passage?.title ?? '',
      url: passage?.url ?? '',
      heading_path: passage?.headingPath ?? '',
      excerpt: passage?.content.slice(0, excerptLength) ?? '',
      vector,
      lexical,
      carried,
      fused,
      reranked: places.get(chunkId) ?? null,
      outcome: outcomeFor(chunk),
      with: outcomes.get(chunkId)?.with ?? null,
    };
  });
}

export interface Retrieval {
  /** The passages that an answer is written from, best first. */
  passages: readonly ScoredPassage[];
  /** The public sections that were compared with the question, best first; see `rankSections`. */
  sections: readonly RankedSection[];
  /** Tells how the chat answers without a language model. */
  confidence: Confidence;
  /** The question as the sections were compared with it. */
  question: QuotedQuestion;
  /** Quotes the best section; null without one. */
  quote: () => Quotation | null;
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
  /** Tokens of the model that rewrote the question; zero without. */
  usage: Usage;
  ms: SearchTimings;
}

export interface RetrieveOptions extends RewriteOptions {
  /** The page that the visitor is on. */
  pageUrl?: string | null | undefined;
  topK?: number | undefined;
  /** Tokens that a language model's passages may fill; absent: for the built-in one, which is given `topK` passages. */
  budget?: number | undefined;
  /** Whether a language model may write the question anew; by default if there is one. */
  mayAsk?: boolean | undefined;
  minScore?: number | undefined;
  filter?: SearchFilter | undefined;
  /** Waits for the question's vector. */
  explain?: boolean | undefined;
}

/** Chunks in each ranking. All are read; lower ranks are hardly ever used and cost time. */
const minCandidates = { vectors: 30, words: 30 };
const limitsFor = (topK: number, { rerank, chat }: Settings, tokens = chat.context_tokens) => {
  const ranked = rerank.provider === '' ? 0 : rerank.candidates;
  return {
    vectors: Math.max(minCandidates.vectors, 2 * topK, ranked),
    words: Math.max(minCandidates.words, 2 * topK, ranked),
    tokens,
  };
};

const rounded = (ms: number) => Math.round(ms * 100) / 100;

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
    pack: rounded(watch.of('pack')),
    total: rounded(watch.total),
  };
}

/** Returns the chunks whose passages may be shown with these. */
const shownOf = (chunks: readonly RankedChunk[], shown: ReadonlyMap<number, Passage>) =>
  chunks.flatMap((chunk) => {
    const passage = shown.get(chunk.chunkId);
    return passage ? [{ chunk, passage }] : [];
  });

/** Returns the chunks and the text of the last answer; nothing if the question stands alone. */
function lastAnswer({ isFollowUp, history }: Question) {
  const last = isFollowUp ? history.findLast(({ role }) => role === 'assistant') : undefined;
  return { cited: new Set(last?.chunkIds), lastAnswer: last?.content ?? '' };
}

/** Logs and tells what did not answer, and returns the same in sentences. */
function warningsOf(
  searches: readonly Search[],
  reranked: Reranked,
  { settings, log, heard }: RetrieveOptions,
): string[] {
  const warnings = [];
  const failed = searches.find(({ found }) => found.failure !== null);
  if (failed) {
    const { failure } = failed.found;
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

/** Puts the sections that were ranked again first; the others keep their order. */
function inNewOrder<Section extends FoundSection>(
  sections: readonly Section[],
  { places }: Reranked,
): Section[] {
  const placeOf = ({ chunk }: FoundSection) => places.get(chunk.chunkId)?.rank ?? Infinity;
  return sections.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

/** Puts the chunks of sections first, in their order and with their score. */
function candidatesOf(
  ranked: readonly RankedChunk[],
  sections: readonly RankedSection[],
): RankedChunk[] {
  const known = new Set(sections.map(({ chunk }) => chunk.chunkId));
  return [
    ...sections.map(({ chunk, score }) => ({ ...chunk, fused: score })),
    ...ranked.filter(({ chunkId }) => !known.has(chunkId)),
  ];
}

const toCandidate = ({ passage, chunk }: FoundSection): Candidate => ({
  passage,
  score: chunk.score,
});

interface Dependencies {
  indexes: EmbeddingIndexes;
  chunks: Pick<Chunks, 'passages' | 'passagesOf'>;
  readNearby: ReadNearby;
  siteTexts: Pick<SiteTexts, 'otherLanguage' | 'others'>;
  documents: Pick<Documents, 'atAddress'>;
  vectorStore: { query: Nearest; compare: Compare };
  lexical: LexicalSearch;
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
  const { indexes, documents, visibility, rewrite, siteTexts, clock } = dependencies;
  const { embedQuery = createQueryEmbeddings(indexes) } = dependencies;
  const findPassages = createFindPassages({ ...dependencies, embedQuery });
  const filler = new ContextFiller(dependencies);
  const standaloneOf = createStandalone(documents, rewrite);
  const rerank = createRerank(dependencies.reranker ?? (() => null));

  async function retrieve(question: Question, options: RetrieveOptions): Promise<Retrieval> {
    const { settings, signal, pageUrl = null } = options;
    const { topK = settings.chat.top_k, minScore = settings.chat.min_score, budget } = options;
    const limits = limitsFor(topK, settings, budget);
    const watch: Watch = new Stopwatch();
    const isFilled = budget !== undefined;
    const { mayAsk = settings.llm.provider !== 'builtin' } = options;
    const language = mayAsk ? await siteTexts.otherLanguage(question.language) : '';
    const standalone = watch.time('rewrite', () =>
      standaloneOf(question, { ...options, mayAsk, language }),
    );
    // Awaited later, and not at all if the first search has failed by then.
    standalone.catch(() => undefined);

    const { index, searches, wordsOnly, ranked, texts } = await findPassages(question, {
      ...{ ...options, limits, minScore, standalone, watch },
    });
    const more = isFilled ? await filler.read(question, pageUrl, limits.tokens) : nothingMore;
    const open = new Set(
      await watch.time('visibility', () =>
        visibility.onlyPublic([...texts, ...more.wanted, ...more.others], settings),
      ),
    );
    const isOpen = (passage: Passage) => open.has(passage);
    const shown = new Map(texts.filter(isOpen).map((passage) => [passage.chunkId, passage]));
    const form = await standalone;
    const compared: QuotedQuestion = {
      text: searches.at(-1)!.query.text,
      language: question.language,
      synonyms: settings.chat.synonyms,
      pageUrl,
      now: clock(),
      days: question.days,
      ...lastAnswer(question),
    };
    const all = shownOf(ranked, shown);
    const found = rankSections(all, compared);
    const known = new Set(found.map(({ passage }) => passage));
    const whole = [...found, ...all.filter(({ passage }) => !known.has(passage))];
    const isNear = ({ chunk }: FoundSection) => chunk.relevant;
    // Only after that: what is not public is sent to nobody.
    const reranked = await watch.time('rerank', () =>
      rerank(compared.text, whole.filter(isNear), { settings, signal }),
    );
    const sections = inNewOrder(found, reranked);
    const near = inNewOrder(whole.filter(isNear), reranked).map(toCandidate);
    const { passages, tokens, outcomes } = await watch.time('pack', () => {
      const packing = { topK, tokenLimit: limits.tokens };
      if (!isFilled) return packContext(near, packing);
      const far = whole.filter((each) => !isNear(each)).map(toCandidate);
      return filler.fill({ found: near, far, ...publicOf(more, isOpen) }, packing);
    });
    // A reranker orders, and decides nothing.
    const confidence = outcomeOf(found, compared);
    const [best] = sections;
    return {
      passages,
      sections,
      confidence,
      question: compared,
      quote: () => (best ? quoteSection(best, sections, compared) : null),
      candidates: describeCandidates(candidatesOf(ranked, sections), {
        ...{ texts, shown, outcomes },
        places: reranked.places,
      }),
      queries: searches.map(({ query }) => query),
      warnings: warningsOf(searches, reranked, options),
      embedder: isLexical(index) ? '' : index.embedder,
      reranker: reranked.reranker,
      wordsOnly,
      isLate: searches.some(({ found }) => found.isLate),
      topK,
      minScore,
      tokens: { used: tokens, limit: limits.tokens },
      usage: form.usage,
      ms: timingsOf(watch, searches, reranked),
    };
  }

  return (question: Question, options: RetrieveOptions): Promise<Retrieval> =>
    inSpan('retrieval', () => retrieve(question, options));
}
export type Retrieve = ReturnType<typeof createRetrieve>;
