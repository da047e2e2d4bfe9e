import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../contract/settings.ts';
import { hasDirection } from './batch-embedder.ts';
import type { EmbeddingIndexes } from './embedding-indexes.ts';
import { unlessAborted } from '../net/unless-aborted.ts';
import type { EmbeddingIndex } from './index-state.ts';

/** Milliseconds that a question waits for its vector. */
const max = { local: 50, vendor: 800 };
/** Calls of an embedder that are remembered, and how many of them tell how long it takes. */
const remembered = 50;
const enough = 10;
const share = 0.95;

/** Learns how long embedders take for a question, to wait for most vectors and for no vector longer than that. */
class QueryPatience {
  readonly #durations = new Map<string, number[]>();

  took(index: EmbeddingIndex, ms: number): void {
    const before = this.#durations.get(spaceName(index)) ?? [];
    this.#durations.set(spaceName(index), [...before, ms].slice(-remembered));
  }

  /** Returns milliseconds: for a model on this machine always the same, for a vendor what 95 % of its calls take. */
  of(index: EmbeddingIndex): number {
    if (index.choice.provider === 'local') return max.local;
    const known = (this.#durations.get(spaceName(index)) ?? []).toSorted((a, b) => a - b);
    if (known.length < enough) return max.vendor;
    const usual = known[Math.ceil(share * known.length) - 1]!;
    return Math.min(max.vendor, Math.max(max.local, Math.ceil(usual)));
  }
}

const spaceName = ({ embedder, dimensions }: EmbeddingIndex) => `${embedder} ${dimensions}`;

const size = 1000;
const ttl = 60 * 60 * 1000;

/** A vector without dimensions: the model does not read the question's language. */
const unread = new Float32Array(0);

export interface QueryOptions {
  signal: AbortSignal;
  /** Absent: the vector is waited for. Else null is returned if it is late, and this is called if it is not made then. */
  failedLate?: ((error: unknown) => void) | undefined;
}

/**
 * Embeds questions and caches their vectors for an hour. Equal questions at the same time share one call, which goes on
 * without those who have left or found the vector late: its vector is for the next. A question in a language that the
 * model does not read has a vector without dimensions, which is near nothing.
 */
export class QueryEmbeddings {
  readonly #indexes: Pick<EmbeddingIndexes, 'embedder' | 'requireDimensions'>;
  readonly #patience = new QueryPatience();
  readonly #known = new LRUCache<string, Float32Array>({ max: size, ttl });
  readonly #running = new Map<string, { call: Promise<Float32Array>; begun: number }>();

  constructor(indexes: Pick<EmbeddingIndexes, 'embedder' | 'requireDimensions'>) {
    this.#indexes = indexes;
  }

  /** Returns the vector of a question; null if it is late, see `QueryOptions`. @throws AppError of the embedder */
  async embed(
    index: EmbeddingIndex,
    question: string,
    settings: Settings,
    { signal, failedLate }: QueryOptions,
  ): Promise<Float32Array | null> {
    signal.throwIfAborted();
    const { provider, model, base_url } = index.choice;
    const parts = JSON.stringify([provider, model, base_url, index.dimensions, question]);
    // A visitor's words are not to be found here after they have deleted them.
    const key = createHash('sha256').update(parts).digest('base64');
    const vector = this.#known.get(key);
    if (vector) return vector;
    const { call, begun } = this.#running.get(key) ?? this.#begin(key, index, question, settings);
    if (!failedLate) return unlessAborted(call, signal);
    const { promise: late, resolve } = Promise.withResolvers<null>();
    // Two waits for one vector are not longer than one.
    const left = this.#patience.of(index) - (performance.now() - begun);
    const timer = setTimeout(() => resolve(null), left);
    void late.then(() => call.catch(failedLate));
    try {
      return await Promise.race([unlessAborted(call, signal), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #begin(key: string, index: EmbeddingIndex, question: string, settings: Settings) {
    const call = this.#call(index, question, settings).then((vector) => {
      this.#known.set(key, vector);
      return vector;
    });
    const started = { call, begun: performance.now() };
    this.#running.set(key, started);
    const ended = () => void this.#running.delete(key);
    call.then(ended, ended);
    return started;
  }

  async #call(index: EmbeddingIndex, question: string, settings: Settings): Promise<Float32Array> {
    const { signal } = new AbortController();
    const begun = performance.now();
    const options = { purpose: 'query', signal } as const;
    const [vector] = await this.#indexes.embedder(index, settings).embed([question], options);
    if (!vector) throw new Error('The embedder gave no vector.');
    this.#patience.took(index, performance.now() - begun);
    await this.#indexes.requireDimensions(index, [vector]);
    return hasDirection(vector) ? vector : unread;
  }
}
export type EmbedQuery = QueryEmbeddings['embed'];
