import type { Settings } from '../contract/settings.ts';
import type { Nearest } from './nearest.ts';
import type { SearchFilter, VectorHit } from './vector-index.ts';
import type { LexicalHit, LexicalSearch } from './lexical/lexical-search.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import type { createQueryEmbeddings } from '../embedding/query-embeddings.ts';

export interface FindOptions {
  settings: Settings;
  /** Of each ranking. */
  limits: { vectors: number; words: number };
  /** Cosine. */
  minScore: number;
  filter: SearchFilter | undefined;
  signal: AbortSignal;
}

/** Two rankings of chunks, each best first. */
export interface Found {
  vectors: VectorHit[];
  words: LexicalHit[];
  /** Why there are no vectors although there should be. */
  failure: unknown;
  /** Milliseconds; `search` is the time in which one waits for one of the rankings and not for the embedder. */
  ms: { embed: number; vectors: number; lexical: number; search: number };
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now();
  return { value: await work(), ms: performance.now() - started };
}

/** Looks a text up by its meaning and by its words, at the same time. */
export function createFindChunks(dependencies: {
  vectorStore: { query: Nearest };
  lexical: LexicalSearch;
  embedQuery: ReturnType<typeof createQueryEmbeddings>;
}) {
  const { vectorStore, lexical, embedQuery } = dependencies;

  async function byMeaning(index: EmbeddingIndex, text: string, options: FindOptions) {
    const { settings, limits, minScore, filter, signal } = options;
    if (isLexical(index)) return { hits: [], embed: 0, vectors: 0 };
    const { value: vector, ms: embed } = await timed(() =>
      embedQuery(index, text, settings, signal),
    );
    const { value: hits, ms: vectors } = await timed(() =>
      vectorStore.query({
        embedder: index.embedder,
        vector,
        topK: limits.vectors,
        minScore,
        filter,
      }),
    );
    return { hits, embed, vectors };
  }

  /**
   * When the embedder or the vector store fails, the words still find what they can.
   *
   * @throws what the lexical search throws; the signal's reason
   */
  return async function findChunks(
    index: EmbeddingIndex,
    text: string,
    options: FindOptions,
  ): Promise<Found> {
    const { limits, filter, signal } = options;
    const started = performance.now();
    let failure: unknown = null;
    const [meaning, words] = await Promise.all([
      byMeaning(index, text, options).catch((error: unknown) => {
        signal.throwIfAborted();
        failure = error;
        return { hits: [], embed: 0, vectors: 0 };
      }),
      timed(() => lexical(text, { limit: limits.words, filter })),
    ]);
    const { hits: vectors, ...ms } = meaning;
    const search = performance.now() - started - ms.embed;
    return {
      vectors,
      words: words.value,
      failure,
      ms: { ...ms, lexical: words.ms, search: Math.max(search, words.ms) },
    };
  };
}
