import type { Usage } from '../contract/chat.ts';
import type { SearchQuery } from '../contract/search.ts';
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
import { byScore, type Compare, type Nearest } from './nearest.ts';
import { rankCandidates, type RankedChunk, type Search } from './rank-candidates.ts';
import type { SearchFilter, VectorHit } from './vector-index.ts';

/** The form of a question that can be understood alone. */
export interface Standalone {
  /** Null: the question stands alone as it is. */
  query: SearchQuery | null;
  /** Tokens of the model that was asked for it. */
  usage: Usage;
}

interface StandaloneOptions extends RewriteOptions {
  pageUrl?: string | null | undefined;
  /** Whether a model may be asked. */
  mayAsk: boolean;
  /** The site's language, if the question has another one that the site does not have; else empty. */
  language: string;
}

const nothing: Standalone = {
  query: null,
  usage: { prompt_tokens: 0, completion_tokens: 0 },
};

/** Completes questions that say little by themselves. */
export function createStandalone(documents: Pick<Documents, 'atAddress'>, rewrite: Rewrite) {
  /** Joins a question to the title of the page that the visitor is on. */
  async function onPage({ gist }: Question, pageUrl: string): Promise<Standalone> {
    if (!refersBack(gist)) return nothing;
    const page = await documents.atAddress(pageUrl);
    if (!page?.title) return nothing;
    return { ...nothing, query: { text: `${page.title}: ${gist}`, why: 'page' } };
  }

  /** Rewritten by a model, else joined to an earlier question, else to the visitor's page. */
  return async function standaloneOf(
    question: Question,
    { pageUrl = null, mayAsk, language, ...options }: StandaloneOptions,
  ): Promise<Standalone> {
    const { text, usage } =
      mayAsk && needsRewrite(question, language)
        ? await rewrite(question, language, options)
        : { text: null, usage: nothing.usage };
    if (text !== null) {
      const query = text === question.text ? null : { text, why: 'rewritten' as const };
      return { query, usage };
    }
    const joined = question.isFollowUp ? joinQuestions(question) : null;
    if (joined !== null) return { query: { text: joined, why: 'joined' }, usage };
    return pageUrl === null
      ? { ...nothing, usage }
      : { ...(await onPage(question, pageUrl)), usage };
  };
}

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

interface Wanted extends RewriteOptions {
  filter?: SearchFilter | undefined;
  /** Waits for the question's vector. */
  explain?: boolean | undefined;
  /** Chunks in each ranking. */
  limits: { vectors: number; words: number };
  minScore: number;
  standalone: Promise<Standalone>;
  watch: Watch;
}

interface Dependencies {
  indexes: EmbeddingIndexes;
  chunks: Pick<Chunks, 'passages'>;
  vectorStore: { query: Nearest; compare: Compare };
  lexical: LexicalSearch;
  embedQuery: EmbedQuery;
}

/** A question's ranking, and the texts of it that were read. */
interface FoundPassages {
  /** The index that was searched. */
  index: EmbeddingIndex;
  searches: readonly Search[];
  wordsOnly: boolean;
  ranked: RankedChunk[];
  texts: Passage[];
}

/** Logs and tells that the embedder failed, after a question was answered without its vector. */
function tellLate(error: unknown, { settings, log, heard }: RewriteOptions): void {
  log.warn({ err: error }, 'a late vector was not made');
  tellFailure(heard, settings.embeddings.provider, error);
}

function createFind({ vectorStore, lexical, embedQuery }: Dependencies) {
  /**
   * Looks a text up by its meaning and by its words, at the same time. If the embedder or the vector store fails, or
   * the question's vector is late, the words still find chunks.
   *
   * @throws the lexical search's error; the signal's reason
   */
  return async function find(
    index: EmbeddingIndex,
    query: SearchQuery,
    weekdays: readonly string[],
    wanted: Wanted,
  ): Promise<Search> {
    const { settings, limits, filter, signal, explain } = wanted;
    const text = [query.text, ...weekdays].join(' ');
    const failedLate = explain ? undefined : (error: unknown) => tellLate(error, wanted);
    const watch = new Stopwatch<'embed' | 'vectors' | 'lexical' | 'compare'>();
    let failure: unknown = null;
    let isLate = false;
    let question: Float32Array | null = null;

    async function byMeaning(): Promise<VectorHit[]> {
      if (isLexical(index)) return [];
      const { embedder } = index;
      const topK = limits.vectors;
      try {
        const vector = await watch.time('embed', () =>
          embedQuery(index, text, settings, { signal, failedLate }),
        );
        isLate = vector === null;
        // The embedder cannot read the question's language.
        if (!vector?.length) return [];
        question = vector;
        return await watch.time('vectors', () =>
          vectorStore.query({ embedder, vector, topK, minScore: -1, filter }),
        );
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
        question = null;
        return [];
      }
    }

    const options = {
      ...{ limit: limits.words, filter, language: languageOf(text, '') },
      synonyms: settings.chat.synonyms,
    };
    const [nearest, words] = await Promise.all([
      byMeaning(),
      watch.time('lexical', () => lexical(text, options)),
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
    return { query, found: { vectors, words, failure, isLate, ms } };
  };
}

/** Searches for a question, as it was asked and in the form that stands alone, and reads what it finds. */
export function createFindPassages(dependencies: Dependencies) {
  const { indexes, chunks } = dependencies;
  const find = createFind(dependencies);

  async function search(
    index: EmbeddingIndex,
    { gist, weekdays }: Question,
    wanted: Wanted,
  ): Promise<Search[]> {
    const [first, second] = await Promise.all([
      find(index, { text: gist, why: 'question' }, weekdays, wanted),
      wanted.standalone.then(({ query }) => query && find(index, query, weekdays, wanted)),
    ]);
    return second ? [first, second] : [first];
  }

  /** Returns the passages that the vector store has read, and reads the others in one statement. */
  async function readRanked(ranked: readonly RankedChunk[]): Promise<Passage[]> {
    const known = ranked.flatMap(({ passage }) => passage ?? []);
    const missing = ranked.filter(({ passage }) => !passage).map(({ chunkId }) => chunkId);
    return [...known, ...(await chunks.passages(missing))];
  }

  /** Searches again if another space became active meanwhile: the old vectors may be gone in part. */
  return async function findPassages(question: Question, wanted: Wanted): Promise<FoundPassages> {
    const { minScore, watch } = wanted;
    const { history, isFollowUp } = question;
    const lastAnswer = history.findLast(({ role }) => role === 'assistant');
    let index = await indexes.known();
    for (;;) {
      const searches = await search(index, question, wanted);
      const carried = isFollowUp && searches.length > 1 ? (lastAnswer?.chunkIds ?? []) : [];
      const floors = { minScore, coverage: coverageShare * minScore, isFollowUp };
      const ranked = rankCandidates(searches, carried, floors);
      const [texts, now] = await watch.time('read', () =>
        Promise.all([readRanked(ranked), indexes.latest()]),
      );
      // A model may read the question's language but not the site's, or no chunk has its vector yet.
      const wordsOnly = searches.every(({ found }) => found.vectors.length === 0);
      if (sameSpace(now, index)) return { index, searches, wordsOnly, ranked, texts };
      index = now;
    }
  };
}
