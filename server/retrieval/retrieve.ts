import type {
  SearchCandidate,
  SearchOutcome,
  Confidence,
  SearchFilter,
  SearchQuery,
  SearchTimings,
} from '../contract/search.ts';
import type { Settings } from '../contract/settings.ts';
import type { Reranker } from '../providers/reranker.ts';
import { tellFailure } from '../providers/shared/vendor-error.ts';
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
import { isLexical } from '../embedding/index-state.ts';
import type { Visibility } from '../ingestion/visibility.ts';
import type { RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/question.ts';
import {
  noUsage,
  PassageFinder,
  Stopwatch,
  type FinderDependencies,
  type Watch,
} from './find-passages.ts';
import { ContextFiller, nothingMore, publicOf, type SiteTexts } from './context-filler.ts';
import { inNewOrder, rerank, rerankWarning, type Reranked } from './rerank.ts';
import { quoteSection, type Quotation, type QuotedQuestion } from './quote.ts';
import { inSpan } from '../runtime/spans.ts';

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
    const { chunkId, vector, lexical, cited, fused } = chunk;
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
      cited,
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

/** Logs and reports what has failed, and returns it in sentences. */
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

/** The passages that a language model is given for a question. */
export interface Context {
  /** Best first; a whole site in its own order. */
  passages: readonly ScoredPassage[];
  /** True if they are all of the site, or of its version in the question's language. */
  isWholeSite: boolean;
  /** Tokens of the model that rewrote the question; zero without. */
  usage: Usage;
  /** Returns what the search finds. Beside a whole site it runs only when this is called. */
  searched: () => Promise<Retrieval>;
}

export interface RetrieverDependencies extends FinderDependencies {
  chunks: Pick<Chunks, 'passages' | 'passagesOf'>;
  readNearby: ReadNearby;
  siteTexts: Pick<SiteTexts, 'otherLanguage' | 'others' | 'whole'>;
  clock: () => number;
  visibility: Pick<Visibility, 'onlyPublic'>;
  /** Absent: passages stay as they were found. */
  reranker?: (settings: Settings) => Reranker | null;
}

/** Finds the passages that a question is answered from. */
export class Retriever {
  readonly #given: RetrieverDependencies;
  readonly #finder: PassageFinder;
  readonly #filler: ContextFiller;

  constructor(given: RetrieverDependencies) {
    this.#given = given;
    this.#finder = new PassageFinder(given);
    this.#filler = new ContextFiller(given);
  }

  /** Gives a language model the whole site if it fits, else what is found; the built-in model what is found. */
  async context(question: Question, options: RetrieveOptions): Promise<Context> {
    const { siteTexts, visibility } = this.#given;
    const { budget, settings } = options;
    const site = budget === undefined ? null : await siteTexts.whole(question.language, budget);
    if (!site) {
      const found = await this.retrieve(question, options);
      const { passages, usage } = found;
      return { passages, isWholeSite: false, usage, searched: () => Promise.resolve(found) };
    }
    let found: Promise<Retrieval> | null = null;
    return {
      passages: await inSpan('visibility', () => visibility.onlyPublic(site, settings)),
      isWholeSite: true,
      usage: noUsage,
      // A model that is given everything needs no better question, and no context beside it.
      searched: () =>
        (found ??= this.retrieve(question, { ...options, budget: undefined, mayAsk: false })),
    };
  }

  /** Searches, ranks what is public, and packs the context. */
  retrieve(question: Question, options: RetrieveOptions): Promise<Retrieval> {
    return inSpan('retrieval', () => this.#retrieve(question, options));
  }

  async #retrieve(question: Question, options: RetrieveOptions): Promise<Retrieval> {
    const { visibility, clock, reranker = () => null } = this.#given;
    const { settings, signal, pageUrl = null, budget } = options;
    const { mayAsk = settings.llm.provider !== 'builtin' } = options;
    const { topK = settings.chat.top_k, minScore = settings.chat.min_score } = options;
    const limits = limitsFor(topK, settings, budget);
    const watch: Watch = new Stopwatch();
    const isFilled = budget !== undefined;
    const { index, searches, wordsOnly, ranked, texts, usage } = await this.#finder.find(question, {
      ...{ ...options, mayAsk, limits, minScore, watch },
    });
    const more = isFilled ? await this.#filler.read(question, pageUrl, limits.tokens) : nothingMore;
    const published = new Set(
      await watch.time('visibility', () =>
        visibility.onlyPublic([...texts, ...more.related, ...more.others], settings),
      ),
    );
    const isPublic = (passage: Passage) => published.has(passage);
    const shown = new Map(texts.filter(isPublic).map((passage) => [passage.chunkId, passage]));
    const compared: QuotedQuestion = {
      text: searches.at(-1)!.query.text,
      language: question.language,
      synonyms: settings.chat.synonyms,
      pageUrl,
      now: clock(),
      days: question.days,
      ...lastAnswer(question),
    };
    const found = shownOf(ranked, shown);
    const rankedSections = rankSections(found, compared);
    const first = new Set(rankedSections.map(({ passage }) => passage));
    const all = [...rankedSections, ...found.filter(({ passage }) => !first.has(passage))];
    const relevant = all.filter(({ chunk }) => chunk.relevant);
    // Only after the check: what is not public is sent to no vendor.
    const reranked = await watch.time('rerank', () =>
      rerank(reranker, compared.text, relevant, { settings, signal }),
    );
    const sections = inNewOrder(rankedSections, reranked);
    const near = inNewOrder(relevant, reranked).map(toCandidate);
    const { passages, tokens, outcomes } = await watch.time('pack', () => {
      const packing = { topK, tokenLimit: limits.tokens };
      if (!isFilled) return packContext(near, packing);
      const far = all.filter(({ chunk }) => !chunk.relevant).map(toCandidate);
      return this.#filler.fill({ found: near, far, ...publicOf(more, isPublic) }, packing);
    });
    const [best] = sections;
    return {
      passages,
      sections,
      // A reranker orders, and decides nothing.
      confidence: outcomeOf(rankedSections, compared),
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
      usage,
      ms: timingsOf(watch, searches, reranked),
    };
  }
}
