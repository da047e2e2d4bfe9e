import type { IndexPosts } from '../ingestion/index-posts.ts';
import type { RemoveDocument } from '../ingestion/remove.ts';
import type { Log } from '../log.ts';
import type { Documents } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  documents: Documents;
  bridge: Bridge;
  settings: SettingsStore;
  indexPosts: IndexPosts;
  removeDocument: RemoveDocument;
  clock: () => number;
  log: Log;
}

interface Page {
  posts: readonly { id: number; modified: string }[];
  /** The range of ids that the page speaks for: `after < id <= through`. */
  after: number;
  through: number;
  /** When the site was asked, in milliseconds. */
  askedAt: number;
}

const pageSize = 500;

type Known = Awaited<ReturnType<Documents['postsBetween']>>[number];

/** Events make the knowledge base fast, this makes it true: it ends as what the site says it is. */
export function createReconcile(dependencies: Dependencies) {
  const { documents, bridge, settings, indexPosts, removeDocument, clock, log } = dependencies;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function isStale(known: Known, modified: string): boolean {
    // A process that ended between taking a post up and queueing it has left this.
    if (known.status === 'pending') return true;
    if (known.status === 'completed') return known.source_modified !== modified;
    // What failed is tried again only after the author has changed it.
    if (known.status === 'failed') return Date.parse(modified) > known.updated_at;
    return false;
  }

  async function reconcilePage({ posts, after, through, askedAt }: Page, mayIndex: boolean) {
    const known = await documents.postsBetween(after, through);
    const byPost = new Map(known.map((row) => [row.post_id, row]));
    const wanted = posts.filter(({ id, modified }) => {
      const row = byPost.get(id);
      return mayIndex && (!row || isStale(row, modified));
    });
    const onSite = new Set(posts.map(({ id }) => id));
    // What came or changed since the site was asked is for the next comparison.
    const surplus = known.filter(
      ({ post_id, updated_at }) => !onSite.has(post_id ?? 0) && updated_at < askedAt,
    );
    await indexPosts.enqueuePosts(
      wanted.map(({ id }) => id),
      false,
    );
    for (const { id } of surplus) await removeDocument(id);
    return { queued: wanted.length, removed: surplus.length };
  }

  async function run(): Promise<void> {
    const { post_types: postTypes, auto_index: mayIndex } = (await settings.get()).indexing;
    const sum = { queued: 0, removed: 0 };
    for (let after: number | null = 0; after !== null;) {
      const askedAt = clock();
      const { posts, next }: Awaited<ReturnType<Bridge['digest']>> = await bridge.digest(
        after,
        pageSize,
        postTypes,
      );
      const through = next ?? Number.MAX_SAFE_INTEGER;
      const done = await reconcilePage({ posts, after, through, askedAt }, mayIndex);
      sum.queued += done.queued;
      sum.removed += done.removed;
      after = next;
    }
    if (sum.queued + sum.removed > 0) log.info(sum, 'reconciled with the site');
  }

  function begin(): Promise<void> {
    running = run().finally(() => {
      running = null;
    });
    return running;
  }

  /** One run at a time. A call during a run waits for the next: settings may be others now. */
  return function reconcile(): Promise<void> {
    if (!running) return begin();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
export type Reconcile = ReturnType<typeof createReconcile>;
