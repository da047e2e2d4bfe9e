import type { Settings } from '../contract/settings.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import type { EmbedQuery, QueryOptions } from '../embedding/query-embeddings.ts';
import { languageOf } from '../text/language.ts';
import type { LexicalHit, LexicalSearch } from './lexical/lexical-index.ts';
import type { Compare, Nearest } from './nearest.ts';
import { Stopwatch } from './stopwatch.ts';
import type { SearchFilter, VectorHit } from './vector-index.ts';

export interface FindOptions extends QueryOptions {
  settings: Settings;
  /** Chunks in each ranking. */
  limits: { vectors: number; words: number };
  filter: SearchFilter | undefined;
}

/** Two rankings of chunks, each best first. */
export interface Found {
  /** The nearest chunks, and those of `words` that have a vector. */
  vectors: VectorHit[];
  words: LexicalHit[];
  /** Whether the question was compared by its meaning. */
  hasVectors: boolean;
  /** The error if there should be vectors but are none; else null. */
  failure: unknown;
  /** The question's vector came too late for this search. */
  isLate: boolean;
  /** Milliseconds; `search` is the time for both rankings without the embedder. */
  ms: { embed: number; vectors: number; lexical: number; search: number };
}

const byScore = (a: VectorHit, b: VectorHit) => b.score - a.score || a.chunkId - b.chunkId;

/** Looks a text up by its meaning and by its words, at the same time. */
export function createFindChunks(dependencies: {
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
