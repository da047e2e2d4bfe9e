import { LRUCache } from 'lru-cache';
import type { Settings } from '../contract/settings.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { Providers } from '../providers/registry.ts';
import type { VectorStore } from '../providers/vector-store.ts';
import type { Chunks, Passage } from '../storage/chunks.ts';
import type { Visibility } from '../wordpress/visibility.ts';

export interface ScoredPassage extends Passage {
  /** On the scale of `min_score`. */
  score: number;
}

export interface Retrieval {
  /** Best first. */
  passages: ScoredPassage[];
  embedder: string;
  /** Milliseconds of each stage; `hydrate` is to read them and to see that they are public still. */
  ms: { embed: number; search: number; hydrate: number };
}

export interface RetrieveOptions {
  settings: Settings;
  topK?: number | undefined;
  minScore?: number | undefined;
  signal: AbortSignal;
}

const cacheSize = 1000;
const cacheTime = 60 * 60 * 1000;

/** Finds the passages that are about a question. */
export function createRetrieve(dependencies: {
  providers: Providers;
  chunks: Chunks;
  vectorStore: VectorStore;
  visibility: Pick<Visibility, 'onlyPublic'>;
}) {
  const { providers, chunks, vectorStore, visibility } = dependencies;
  /** An embedder made of other settings may give other vectors under the same id. */
  const caches = new WeakMap<Embedder, LRUCache<string, Float32Array>>();

  async function embedQuery(embedder: Embedder, question: string, signal: AbortSignal) {
    const embedded = caches.get(embedder) ?? new LRUCache({ max: cacheSize, ttl: cacheTime });
    caches.set(embedder, embedded);
    const known = embedded.get(question);
    if (known) return known;
    const [vector] = await embedder.embed([question], { purpose: 'query', signal });
    if (!vector) throw new Error('The embedder gave no vector.');
    embedded.set(question, vector);
    return vector;
  }

  return async function retrieve(question: string, options: RetrieveOptions): Promise<Retrieval> {
    const { settings, signal } = options;
    const minScore = options.minScore ?? settings.chat.min_score;
    const embedder = providers.embedder(settings);

    const started = performance.now();
    const vector = await embedQuery(embedder, question, signal);
    const searching = performance.now();
    const nearest = await vectorStore.query({
      embedder: embedder.id,
      vector,
      topK: options.topK ?? settings.chat.top_k,
      minScore,
    });
    const scores = new Map(nearest.map(({ chunkId, score }) => [chunkId, score]));
    const hydrating = performance.now();
    const found = await chunks.passages([...scores.keys()]);
    const passages = await visibility.onlyPublic(found, settings);
    return {
      passages: passages.map((passage) => ({
        ...passage,
        score: scores.get(passage.chunkId) ?? 0,
      })),
      embedder: embedder.id,
      ms: {
        embed: searching - started,
        search: hydrating - searching,
        hydrate: performance.now() - hydrating,
      },
    };
  };
}
export type Retrieve = ReturnType<typeof createRetrieve>;
