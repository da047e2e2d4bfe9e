import type { BridgePost } from '../contract/bridge.ts';

interface Wanted {
  id: number;
  resolve: (post: BridgePost | null) => void;
  reject: (error: unknown) => void;
}

/** Gives those of the ids that are public posts; the shim takes up to 100 at once. */
type FetchPosts = (ids: readonly number[]) => Promise<BridgePost[]>;

const mostAtOnce = 100;

/**
 * Single posts, fetched together: what is asked for while a call is under way goes into the next
 * one. A call costs a start of WordPress, whatever it carries. Null: gone, or not public.
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
      // One whose shortcode ends PHP, or never ends, must not take the others with it.
      if (ids.length > 1)
        for (const id of ids) void fetchTogether(batch.filter((one) => one.id === id));
      else for (const { reject } of batch) reject(error);
    }
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      await fetchTogether(batch);
    }
    calling = false;
  }

  return function loadPost(id: number): Promise<BridgePost | null> {
    return new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      // Those who ask in the same moment, such as workers that claimed together, go together.
      if (!calling) {
        calling = true;
        queueMicrotask(() => void work());
      }
    });
  };
}
