import type { BridgePost } from '../contract/bridge.ts';

interface Wanted {
  id: number;
  resolve: (post: BridgePost | null) => void;
  reject: (error: unknown) => void;
}

/** Returns those of up to 100 ids that are public posts. */
type FetchPosts = (ids: readonly number[]) => Promise<BridgePost[]>;

const maxBatch = 100;

/**
 * Loads single posts in batches: posts that are requested during a call go into the next
 * one, because each call starts WordPress once. Null: missing, or not public.
 */
export function createPostLoader(fetchPosts: FetchPosts) {
  let waiting: Wanted[] = [];
  let calling = false;

  async function fetchTogether(batch: readonly Wanted[]): Promise<void> {
    const ids = [...new Set(batch.map(({ id }) => id))];
    try {
      const found = new Map((await fetchPosts(ids)).map((post) => [post.id, post]));
      for (const { id, resolve } of batch) resolve(found.get(id) ?? null);
    } catch (error) {
      // A post whose shortcode ends PHP, or never ends, must not fail the others.
      if (ids.length > 1)
        for (const id of ids) void fetchTogether(batch.filter((one) => one.id === id));
      else for (const { reject } of batch) reject(error);
    }
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await fetchTogether(batch);
    }
    calling = false;
  }

  return function loadPost(id: number): Promise<BridgePost | null> {
    return new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      // Concurrent requests, such as those of workers that claimed together, share a call.
      if (!calling) {
        calling = true;
        queueMicrotask(() => void work());
      }
    });
  };
}
