import type { Settings } from '../contract/settings.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import type { createQueryEmbeddings } from '../embedding/query-embeddings.ts';
import type { Nearest } from './nearest.ts';
import type { SearchFilter, VectorHit } from './vector-index.ts';
import type { LexicalHit, LexicalSearch } from './lexical/lexical-search.ts';
import { languageOf } from '../text/language.ts';
import { Stopwatch } from './stopwatch.ts';

export interface FindOptions {
  settings: Settings;
  /** Chunks in each ranking. */
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
  /** The error if there should be vectors but are none; else null. */
  failure: unknown;
  /** Milliseconds; `search` is the time for both rankings without the embedder. */
  ms: { embed: number; vectors: number; lexical: number; search: number };
}

/** Looks a text up by its meaning and by its words, at the same time. */
export function createFindChunks(dependencies: {
  vectorStore: { query: Nearest };
  lexical: LexicalSearch;
  embedQuery: ReturnType<typeof createQueryEmbeddings>;
}) {
  const { vectorStore, lexical, embedQuery } = dependencies;

  /**
   * If the embedder or the vector store fails, the words still find chunks.
   *
   * @throws the lexical search's error; the signal's reason
   */
  return async function findChunks(
    index: EmbeddingIndex,
    text: string,
    { settings, limits, minScore, filter, signal }: FindOptions,
  ): Promise<Found> {
    const watch = new Stopwatch<'embed' | 'vectors' | 'lexical'>();
    let failure: unknown = null;

    async function byMeaning(): Promise<VectorHit[]> {
      if (isLexical(index)) return [];
      const { embedder } = index;
      const topK = limits.vectors;
      try {
        const vector = await watch.time('embed', () => embedQuery(index, text, settings, signal));
        return await watch.time('vectors', () =>
          vectorStore.query({ embedder, vector, topK, minScore, filter }),
        );
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
        return [];
      }
    }

    const [vectors, words] = await Promise.all([
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
    const ms = {
      embed: watch.of('embed'),
      vectors: watch.of('vectors'),
      lexical: watch.of('lexical'),
      search: Math.max(watch.total - watch.of('embed'), watch.of('lexical')),
    };
    return { vectors, words, failure, ms };
  };
}
