import type { Settings } from '../contract/settings.ts';
import { isLexical, type EmbeddingIndex } from '../embedding/index-state.ts';
import type { createQueryEmbeddings } from '../embedding/query-embeddings.ts';
import { languageOf } from '../text/language.ts';
import type { LexicalHit, LexicalSearch } from './lexical/lexical-search.ts';
import type { Nearest } from './nearest.ts';
import { bestOf, cosines } from './sentence-cosines.ts';
import { Stopwatch } from './stopwatch.ts';
import type { SearchFilter, VectorHit } from './vector-index.ts';

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
  /** The cosines of the sentences of the chunks found, in order; empty if the space has none. */
  sentenceCosines: Map<number, Float32Array>;
  /** The largest of them, by chunk. */
  sentences: Map<number, number>;
  /** Compares the sentences of more chunks. */
  compareSentences: (chunkIds: readonly number[]) => Promise<Map<number, Float32Array>>;
  /** Whether the question was compared by its meaning. */
  hasVectors: boolean;
  /** The error if there should be vectors but are none; else null. */
  failure: unknown;
  /** Milliseconds; `search` is the time for both rankings without the embedder. */
  ms: { embed: number; vectors: number; lexical: number; search: number };
}

/** Returns the sentence vectors of chunks: rows of int8, scaled by 127. */
export type SentenceVectors = (
  index: EmbeddingIndex,
  chunkIds: readonly number[],
) => Promise<Map<number, Int8Array>>;

/** Chunks whose sentences are compared, of each ranking. */
const maxCompared = 30;

/** Looks a text up by its meaning and by its words, at the same time. */
export function createFindChunks(dependencies: {
  vectorStore: { query: Nearest };
  lexical: LexicalSearch;
  sentenceVectors: SentenceVectors;
  embedQuery: ReturnType<typeof createQueryEmbeddings>;
}) {
  const { vectorStore, lexical, sentenceVectors, embedQuery } = dependencies;

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
    const watch = new Stopwatch<'embed' | 'vectors' | 'lexical' | 'sentences'>();
    let failure: unknown = null;
    let question: Float32Array | null = null;

    async function byMeaning(): Promise<VectorHit[]> {
      if (isLexical(index)) return [];
      const { embedder } = index;
      const topK = limits.vectors;
      try {
        const vector = await watch.time('embed', () => embedQuery(index, text, settings, signal));
        // The embedder cannot read the question's language.
        if (vector.length === 0) return [];
        question = vector;
        return await watch.time('vectors', () =>
          vectorStore.query({ embedder, vector, topK, minScore, filter }),
        );
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
        question = null;
        return [];
      }
    }

    async function compareSentences(chunkIds: readonly number[]) {
      if (!question) return new Map<number, Float32Array>();
      return cosines(question, await sentenceVectors(index, chunkIds));
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
    const first = [vectors, words].flatMap((ranking) => ranking.slice(0, maxCompared));
    const sentenceCosines = await watch.time('sentences', () =>
      compareSentences([...new Set(first.map(({ chunkId }) => chunkId))]),
    );
    const ms = {
      embed: watch.of('embed'),
      vectors: watch.of('vectors') + watch.of('sentences'),
      lexical: watch.of('lexical'),
      search: Math.max(watch.total - watch.of('embed'), watch.of('lexical')),
    };
    const sentences = bestOf(sentenceCosines);
    // A local model may read the question's language, but not the site's: then no chunk has vectors.
    const isCompared =
      vectors.length > 0 || sentences.size > 0 || index.choice.provider !== 'local';
    const hasVectors = question !== null && isCompared;
    return {
      ...{ vectors, words, sentenceCosines, sentences, hasVectors, failure, ms },
      compareSentences,
    };
  };
}
