import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../contract/settings.ts';
import { hasDirection } from './embed-passages.ts';
import type { EmbeddingIndexes } from './embedding-indexes.ts';
import { unlessAborted } from '../net/unless-aborted.ts';
import type { EmbeddingIndex } from './index-state.ts';

const size = 1000;
const ttl = 60 * 60 * 1000;

/** A vector without dimensions: the model does not read the question's language. */
const unread = new Float32Array(0);

/** A call that several questions wait for. */
interface Shared {
  vector: Promise<Float32Array>;
  waiting: number;
  call: AbortController;
}

/**
 * Embeds questions and caches their vectors for an hour. Equal questions at the same time share one call,
 * which is aborted when none of them waits any more. A question in a language that the model does not read has a
 * vector without dimensions, which is near nothing.
 */
export function createQueryEmbeddings(
  indexes: Pick<EmbeddingIndexes, 'embedder' | 'requireDimensions'>,
) {
  const known = new LRUCache<string, Float32Array>({ max: size, ttl });
  const running = new Map<string, Shared>();

  function begin(key: string, index: EmbeddingIndex, question: string, settings: Settings): Shared {
    const call = new AbortController();
    const embed = async () => {
      const embedder = indexes.embedder(index, settings);
      const options = { purpose: 'query', signal: call.signal } as const;
      const [vector] = await embedder.embed([question], options);
      if (!vector) throw new Error('The embedder gave no vector.');
      await indexes.requireDimensions(index, [vector]);
      const read = hasDirection(vector) ? vector : unread;
      known.set(key, read);
      return read;
    };
    const shared = { vector: embed(), waiting: 0, call };
    running.set(key, shared);
    const ended = () => {
      if (running.get(key) === shared) running.delete(key);
    };
    shared.vector.then(ended, ended);
    return shared;
  }

  return async function embedQuery(
    index: EmbeddingIndex,
    question: string,
    settings: Settings,
    signal: AbortSignal,
  ): Promise<Float32Array> {
    signal.throwIfAborted();
    const { choice, dimensions } = index;
    const { provider, model, base_url } = choice;
    const asked = JSON.stringify([provider, model, base_url, dimensions, question]);
    // A visitor's words are not to be found here after they have deleted them.
    const key = createHash('sha256').update(asked).digest('base64');
    const vector = known.get(key);
    if (vector) return vector;
    const shared = running.get(key) ?? begin(key, index, question, settings);
    shared.waiting++;
    try {
      return await unlessAborted(shared.vector, signal);
    } finally {
      shared.waiting--;
      if (shared.waiting === 0) {
        if (running.get(key) === shared) running.delete(key);
        shared.call.abort(signal.reason);
      }
    }
  };
}
