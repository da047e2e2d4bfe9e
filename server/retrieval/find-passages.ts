import type { Usage } from '../contract/chat.ts';
import type { SearchFilter, SearchQuery } from '../contract/search.ts';
import { joinQuestions, refersBack } from '../question/follow-ups.ts';
import { needsRewrite, type Rewrite, type RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/question.ts';
import type { Documents } from '../storage/documents.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import type { EmbedQuery } from '../embedding/query-embeddings.ts';
import { tellFailure } from '../providers/shared/vendor-error.ts';
import { inSpan } from '../runtime/spans.ts';
import type { Chunks, Passage } from '../storage/chunks.ts';
import { sameSpace } from '../storage/vectors/stored-vector.ts';
import { languageOf } from '../text/language.ts';
import type { LexicalSearch } from './lexical/lexical-index.ts';
import type { SiteTexts } from './context-filler.ts';
import { rankCandidates, type RankedChunk, type Search } from './rank-candidates.ts';
import type { VectorHit } from './vector-index.ts';
import { byScore, type VectorSearch } from './vector-search.ts';

/** The form of a question that can be understood alone. */
interface Standalone {
  /** Null: the question stands alone as it is. */
  query: SearchQuery | null;
  /** Tokens of the model that wrote it. */
  usage: Usage;
}

export const noUsage: Usage = { prompt_tokens: 0, completion_tokens: 0 };

/** Measures steps in milliseconds; each is a span, too. */
export class Stopwatch<Step extends string> {
  readonly #started = performance.now();
  readonly #steps = new Map<Step, number>();

  /** Runs a step and remembers its time; a step that runs again replaces it. */
  async time<Result>(step: Step, work: () => Result | Promise<Result>): Promise<Result> {
    const started = performance.now();
    const result = await inSpan(step, work);
    this.#steps.set(step, performance.now() - started);
    return result;
  }

  /** Returns 0 for a step that has not ended. */
  of(step: Step): number {
    return this.#steps.get(step) ?? 0;
  }

  get total(): number {
    return performance.now() - this.#started;
  }
}
export type Watch = Stopwatch<'rewrite' | 'read' | 'visibility' | 'rerank' | 'pack'>;

/** Right passages often have few of the question's words, so half of `min_score` is the floor of coverage. */
const coverageShare = 0.5;

interface FindOptions extends RewriteOptions {
  /** The page that the visitor is on. */
  pageUrl?: string | null | undefined;
  /** Whether a model may write the question anew. */
  mayAsk: boolean;
  filter?: SearchFilter | undefined;
  /** Waits for the question's vector. */
  explain?: boolean | undefined;
  /** Chunks in each ranking. */
  limits: { vectors: number; words: number };
  minScore: number;
  watch: Watch;
}

export interface FinderDependencies {
  indexes: EmbeddingIndexes;
  chunks: Pick<Chunks, 'passages'>;
  documents: Pick<Documents, 'atAddress'>;
  siteTexts: Pick<SiteTexts, 'otherLanguage'>;
  vectors: Pick<VectorSearch, 'nearest' | 'compare'>;
  lexical: LexicalSearch;
  embedQuery: EmbedQuery;
  rewrite: Rewrite;
}

/** A question's ranking, and the texts of it that were read. */
interface FoundPassages {
  /** The index that was searched. */
  index: EmbeddingIndex;
  searches: readonly Search[];
  wordsOnly: boolean;
  ranked: RankedChunk[];
  texts: Passage[];
  /** Tokens of the model that wrote the question anew. */
  usage: Usage;
}

/** Searches for a question, as it was written and in the form that stands alone, and reads what it finds. */
export class PassageFinder {
  readonly #given: FinderDependencies;

  constructor(given: FinderDependencies) {
    this.#given = given;
  }

  /** Searches again if another space became active meanwhile: the old vectors may be gone in part. */
  async find(question: Question, options: FindOptions): Promise<FoundPassages> {
    const { indexes } = this.#given;
    const { minScore, watch } = options;
    const { history, isFollowUp, gist, weekdays } = question;
    const standalone = watch.time('rewrite', () => this.#standalone(question, options));
    // Awaited later, and not at all if the first search has failed by then.
    standalone.catch(() => undefined);
    const lastAnswer = history.findLast(({ role }) => role === 'assistant');
    let index = await indexes.known();
    for (;;) {
      const searchFor = (query: SearchQuery) => this.#search(index, query, weekdays, options);
      const [first, second] = await Promise.all([
        searchFor({ text: gist, why: 'question' }),
        standalone.then(({ query }) => query && searchFor(query)),
      ]);
      const searches = second ? [first, second] : [first];
      const cited = isFollowUp && second ? (lastAnswer?.chunkIds ?? []) : [];
      const floors = { minScore, coverage: coverageShare * minScore, isFollowUp };
      const ranked = rankCandidates(searches, cited, floors);
      const [texts, now] = await watch.time('read', () =>
        Promise.all([this.#read(ranked), indexes.latest()]),
      );
      // A model may read the question's language but not the site's, or no chunk has its vector yet.
      const wordsOnly = searches.every(({ found }) => found.vectors.length === 0);
      const { usage } = await standalone;
      if (sameSpace(now, index)) return { index, searches, wordsOnly, ranked, texts, usage };
      index = now;
    }
  }

  /** Returns the question rewritten by a model, else joined to an earlier question, else to the title of the current page. */
  async #standalone(
    question: Question,
    { pageUrl = null, mayAsk, ...options }: FindOptions,
  ): Promise<Standalone> {
    const { documents, siteTexts, rewrite } = this.#given;
    const language = mayAsk ? await siteTexts.otherLanguage(question.language) : '';
    const { text, usage } =
      mayAsk && needsRewrite(question, language)
        ? await rewrite(question, language, options)
        : { text: null, usage: noUsage };
    if (text !== null) {
      return { query: text === question.text ? null : { text, why: 'rewritten' }, usage };
    }
    const joined = question.isFollowUp ? joinQuestions(question) : null;
    if (joined !== null) return { query: { text: joined, why: 'joined' }, usage };
    const { gist } = question;
    const page = pageUrl !== null && refersBack(gist) ? await documents.atAddress(pageUrl) : null;
    return { query: page?.title ? { text: `${page.title}: ${gist}`, why: 'page' } : null, usage };
  }

  /**
   * Looks a text up by its meaning and by its words, at the same time. If the embedder or the vector store fails, or
   * the question's vector is late, the words still find chunks.
   *
   * @throws the lexical search's error; the signal's reason
   */
  async #search(
    index: EmbeddingIndex,
    query: SearchQuery,
    weekdays: readonly string[],
    options: FindOptions,
  ): Promise<Search> {
    const { vectors: store, lexical, embedQuery } = this.#given;
    const { settings, limits, filter, signal, explain } = options;
    const text = [query.text, ...weekdays].join(' ');
    const failedLate = explain ? undefined : (error: unknown) => reportLate(error, options);
    const watch = new Stopwatch<'embed' | 'vectors' | 'lexical' | 'compare'>();
    let failure: unknown = null;
    let isLate = false;
    let vector: Float32Array | null = null;

    async function byMeaning(): Promise<VectorHit[]> {
      if (isLexical(index)) return [];
      const { embedder } = index;
      const topK = limits.vectors;
      try {
        const made = await watch.time('embed', () =>
          embedQuery(index, text, settings, { signal, failedLate }),
        );
        isLate = made === null;
        // The embedder cannot read the question's language.
        if (!made?.length) return [];
        vector = made;
        return await watch.time('vectors', () =>
          store.nearest({ embedder, vector: made, topK, minScore: -1, filter }),
        );
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
        vector = null;
        return [];
      }
    }

    const lexicalOptions = {
      ...{ limit: limits.words, filter, language: languageOf(text, '') },
      synonyms: settings.chat.synonyms,
    };
    const [nearest, words] = await Promise.all([
      byMeaning(),
      watch.time('lexical', () => lexical(text, lexicalOptions)),
    ]);
    const near = new Set(nearest.map(({ chunkId }) => chunkId));
    const others = words.map(({ chunkId }) => chunkId).filter((id) => !near.has(id));
    const compared = vector
      ? await watch.time('compare', () => store.compare({ ...index, vector: vector! }, others))
      : [];
    const ms = {
      embed: watch.of('embed'),
      vectors: watch.of('vectors') + watch.of('compare'),
      lexical: watch.of('lexical'),
      search: Math.max(watch.total - watch.of('embed'), watch.of('lexical')),
    };
    const vectors = [...nearest, ...compared].sort(byScore);
    return { query, found: { vectors, words, failure, isLate, ms } };
  }

  /** Returns the passages that the vector store has read, and reads the others in one statement. */
  async #read(ranked: readonly RankedChunk[]): Promise<Passage[]> {
    const known = ranked.flatMap(({ passage }) => passage ?? []);
    const missing = ranked.filter(({ passage }) => !passage).map(({ chunkId }) => chunkId);
    return [...known, ...(await this.#given.chunks.passages(missing))];
  }
}

/** Logs and reports that the embedder failed, after a question was answered without its vector. */
function reportLate(error: unknown, { settings, log, heard }: RewriteOptions): void {
  log.warn({ err: error }, 'a late vector was not made');
  tellFailure(heard, settings.embeddings.provider, error);
}
