import type { IndexPosts } from './index-posts.ts';
import type { RelocateDocument } from './relocate.ts';
import type { RemoveDocument } from './remove.ts';
import type { Log } from '../runtime/log.ts';
import type { DocumentStatus } from '../contract/knowledge.ts';
import type { Documents } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  documents: Documents;
  bridge: Bridge;
  settings: SettingsStore;
  indexPosts: IndexPosts;
  removeDocument: RemoveDocument;
  relocateDocument: RelocateDocument;
  clock: () => number;
  log: Log;
}

type Digest = Awaited<ReturnType<Bridge['digest']>>;

interface Page {
  posts: Digest['posts'];
  /** The range of ids that the page speaks for: `after < id <= through`. */
  after: number;
  through: number;
  /** When the site was asked, in milliseconds. */
  askedAt: number;
}

const pageSize = 500;
/** The most that the site is asked about by id. */
const filesAtOnce = 100;

/** What is stored of a post or a file of the media library. */
interface Stored {
  id: number;
  siteId: number;
  source_url: string;
  status: DocumentStatus;
  updated_at: number;
}

type Sum = Record<'queued' | 'removed' | 'moved', number>;

function add(sum: Sum, more: Partial<Sum>): void {
  sum.queued += more.queued ?? 0;
  sum.removed += more.removed ?? 0;
  sum.moved += more.moved ?? 0;
}

type Known = Awaited<ReturnType<Documents['postsBetween']>>[number];

/** Events make the knowledge base fast, this makes it true: it ends as what the site says it is. */
export function createReconcile(dependencies: Dependencies) {
  const { documents, bridge, settings, indexPosts, clock, log } = dependencies;
  const { removeDocument, relocateDocument } = dependencies;
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

  /** What is not standing on the site goes; what stands elsewhere is cited from there. */
  async function settle(stored: readonly Stored[], standing: Digest['posts'], askedAt: number) {
    const permalinks = new Map(standing.map(({ id, permalink }) => [id, permalink]));
    const sum = { removed: 0, moved: 0 };
    for (const { id, siteId, source_url, status, updated_at } of stored) {
      // What came or changed since the site was asked is for the next comparison.
      if (updated_at >= askedAt) continue;
      const permalink = permalinks.get(siteId);
      if (permalink === undefined) {
        sum.removed++;
        await removeDocument(id);
      } else if (status === 'completed' && permalink !== '' && permalink !== source_url) {
        sum.moved++;
        await relocateDocument(id, permalink);
      }
    }
    return sum;
  }

  async function reconcilePage({ posts, after, through, askedAt }: Page, mayIndex: boolean) {
    const known = await documents.postsBetween(after, through);
    const byPost = new Map(known.map((row) => [row.post_id, row]));
    const wanted = posts.filter(({ id, modified }) => {
      const row = byPost.get(id);
      return mayIndex && (!row || isStale(row, modified));
    });
    await indexPosts.enqueuePosts(
      wanted.map(({ id }) => id),
      false,
    );
    const stored = known.map((row) => ({ ...row, siteId: row.post_id ?? 0 }));
    return { queued: wanted.length, ...(await settle(stored, posts, askedAt)) };
  }

  async function reconcilePosts(sum: Sum): Promise<void> {
    const { post_types: postTypes, auto_index: mayIndex } = (await settings.get()).indexing;
    for (let after: number | null = 0; after !== null;) {
      const askedAt = clock();
      const { posts, next }: Digest = await bridge.digest(after, pageSize, postTypes);
      const through = next ?? Number.MAX_SAFE_INTEGER;
      add(sum, await reconcilePage({ posts, after, through, askedAt }, mayIndex));
      after = next;
    }
  }

  async function reconcileFiles(sum: Sum): Promise<void> {
    for (let after = 0; ;) {
      const files = await documents.filesAfter(after, filesAtOnce);
      const last = files.at(-1);
      if (!last) return;
      const askedAt = clock();
      const stored = files.map((row) => ({ ...row, siteId: row.attachment_id ?? 0 }));
      const standing = await bridge.standing(stored.map(({ siteId }) => siteId));
      add(sum, await settle(stored, standing, askedAt));
      after = last.id;
    }
  }

  async function run(): Promise<void> {
    const sum: Sum = { queued: 0, removed: 0, moved: 0 };
    await reconcilePosts(sum);
    await reconcileFiles(sum);
    if (sum.queued + sum.removed + sum.moved > 0) log.info(sum, 'reconciled with the site');
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
