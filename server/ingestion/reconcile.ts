import type { DocumentStatus } from '../contract/knowledge.ts';
import type { Log } from '../runtime/log.ts';
import { oneAtATime } from '../runtime/one-at-a-time.ts';
import type { Chunks } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import type { Documents } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { IndexPosts } from './index-posts.ts';
import type { RemoveDocument } from './remove.ts';

interface Dependencies {
  database: Database;
  documents: Documents;
  chunks: Chunks;
  bridge: Bridge;
  settings: SettingsStore;
  indexPosts: IndexPosts;
  removeDocument: RemoveDocument;
  clock: () => number;
  log: Log;
}

type Digest = Awaited<ReturnType<Bridge['digest']>>;
type StoredPost = Awaited<ReturnType<Documents['postsBetween']>>[number];

/** Document of a post or a file of the media library. */
interface Stored {
  id: number;
  siteId: number;
  source_url: string;
  status: DocumentStatus;
  updated_at: number;
}

const postBatch = 500;
const fileBatch = 100;

function isStale({ status, source_modified, updated_at }: StoredPost, modified: string): boolean {
  // Left by a process that ended between creating the document and queueing it.
  if (status === 'pending') return true;
  if (status === 'completed') return source_modified !== modified;
  // A failed post is tried again only after its author has changed it.
  return status === 'failed' && Date.parse(modified) > updated_at;
}

/**
 * Compares the stored posts and files with those that the site shows to the public: queues what is new or
 * changed, removes what is gone, updates addresses and what is prominent. Corrects lost events.
 */
export function createReconcile(dependencies: Dependencies) {
  const { database, documents, chunks, bridge, settings, indexPosts, clock, log } = dependencies;
  const { removeDocument } = dependencies;
  const runExclusive = oneAtATime();

  /** Updates an address without reading the source again. */
  const relocate = (id: number, sourceUrl: string): Promise<void> =>
    database.transaction(async (transaction) => {
      await documents.relocate(id, sourceUrl, transaction);
      await chunks.relocate(id, sourceUrl, transaction);
    });

  async function run(): Promise<void> {
    const sum = { queued: 0, removed: 0, moved: 0, promoted: 0 };

    /** Removes documents that are not public any more and relocates those with another permalink. */
    async function settle(
      stored: readonly Stored[],
      stillPublic: Digest['posts'],
      askedAt: number,
    ) {
      const permalinks = new Map(stillPublic.map(({ id, permalink }) => [id, permalink]));
      for (const { id, siteId, source_url, status, updated_at } of stored) {
        // The site's answer is older than this document.
        if (updated_at >= askedAt) continue;
        const permalink = permalinks.get(siteId);
        if (permalink === undefined) {
          sum.removed++;
          await removeDocument(id);
        } else if (status === 'completed' && permalink !== '' && permalink !== source_url) {
          sum.moved++;
          await relocate(id, permalink);
        }
      }
    }

    /** Menus and front pages change without the posts that they name. */
    async function settleProminence(stored: readonly StoredPost[], { posts }: Digest) {
      const prominent = new Map(posts.map((post) => [post.id, post.prominent]));
      for (const wanted of [true, false]) {
        const ids = stored
          .filter((row) => prominent.get(row.post_id ?? 0) === wanted)
          .filter((row) => (row.prominent === 1) !== wanted)
          .map((row) => row.id);
        sum.promoted += ids.length;
        await documents.setProminent(ids, wanted);
      }
    }

    async function reconcilePosts(): Promise<void> {
      const { post_types: postTypes, auto_index: mayIndex } = (await settings.get()).indexing;
      for (let after: number | null = 0; after !== null;) {
        const askedAt = clock();
        const digest: Digest = await bridge.digest(after, postBatch, postTypes);
        const { posts, next } = digest;
        const stored = await documents.postsBetween(after, next ?? Number.MAX_SAFE_INTEGER);
        const byPost = new Map(stored.map((row) => [row.post_id, row]));
        const stale = posts.filter(({ id, modified }) => {
          const row = byPost.get(id);
          return mayIndex && (!row || isStale(row, modified));
        });
        sum.queued += stale.length;
        await indexPosts.enqueuePosts(
          stale.map(({ id }) => id),
          false,
        );
        const rows = stored.map((row) => ({ ...row, siteId: row.post_id ?? 0 }));
        await settle(rows, posts, askedAt);
        const older = stored.filter(({ updated_at }) => updated_at < askedAt);
        await settleProminence(older, digest);
        after = next;
      }
    }

    async function reconcileFiles(): Promise<void> {
      let files = await documents.filesAfter(0, fileBatch);
      for (let last = files.at(-1); last; last = files.at(-1)) {
        const askedAt = clock();
        const rows = files.map((row) => ({ ...row, siteId: row.attachment_id ?? 0 }));
        await settle(rows, await bridge.standing(rows.map(({ siteId }) => siteId)), askedAt);
        files = await documents.filesAfter(last.id, fileBatch);
      }
    }

    await reconcilePosts();
    await reconcileFiles();
    if (sum.queued + sum.removed + sum.moved + sum.promoted > 0)
      log.info(sum, 'reconciled with the site');
  }

  let waiting: Promise<void> | null = null;
  /** Runs once at a time. A call during a run waits for the next run: settings may have changed. */
  return function reconcile(): Promise<void> {
    waiting ??= runExclusive(() => {
      waiting = null;
      return run();
    });
    return waiting;
  };
}
export type Reconcile = ReturnType<typeof createReconcile>;
