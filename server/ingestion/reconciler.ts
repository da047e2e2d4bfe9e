import { oneAtATime } from '../runtime/one-at-a-time.ts';
import { versionOf, type DocumentRow, type Documents } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { Context } from './context.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import type { IndexPosts } from './posts.ts';
import type { Visibility } from './visibility.ts';

type Digest = Awaited<ReturnType<Bridge['digest']>>;
type StoredPost = Awaited<ReturnType<Documents['postsBetween']>>[number];

/** Document of a post or a file of the media library. */
type Stored = Pick<DocumentRow, 'id' | 'source_url' | 'status' | 'updated_at'> &
  Partial<Pick<DocumentRow, 'post_id' | 'attachment_id'>>;
const siteIdOf = ({ post_id, attachment_id }: Stored) => post_id ?? attachment_id ?? 0;

const postBatch = 500;
const fileBatch = 100;

function isStale(
  { status, source_modified, updated_at }: StoredPost,
  post: Digest['posts'][number],
): boolean {
  // Left by a process that ended between creating the document and queueing it.
  if (status === 'pending') return true;
  if (status === 'completed') return source_modified !== versionOf(post);
  // A failed post is tried again only after its author has changed it.
  return status === 'failed' && Date.parse(post.modified) > updated_at;
}

interface Parts {
  indexPosts: Pick<IndexPosts, 'enqueue'>;
  knowledge: Pick<KnowledgeBase, 'remove'>;
  visibility: Pick<Visibility, 'trust'>;
}

/** Numbers of documents that one run has changed. */
interface Changes {
  queued: number;
  removed: number;
  moved: number;
  promoted: number;
}

/**
 * Compares the stored posts and files with those that the site shows to the public: queues what is new or
 * changed, removes what is gone, updates addresses and what is prominent. Corrects lost events.
 */
export class Reconciler {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #exclusive = oneAtATime();
  #waiting: Promise<void> | null = null;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Runs once at a time. A call during a run waits for the next run: settings may have changed. */
  run(): Promise<void> {
    this.#waiting ??= this.#exclusive(async () => {
      this.#waiting = null;
      const startedAt = this.#context.clock();
      const changes: Changes = { queued: 0, removed: 0, moved: 0, promoted: 0 };
      await this.#reconcilePosts(changes);
      await this.#reconcileFiles(changes);
      this.#parts.visibility.trust(startedAt);
      if (Object.values(changes).some((count: number) => count > 0))
        this.#context.log.info({ ...changes }, 'reconciled with the site');
    });
    return this.#waiting;
  }

  async #reconcilePosts(changes: Changes): Promise<void> {
    const { settings, bridge, documents, clock } = this.#context;
    const { post_types: postTypes, auto_index: mayIndex } = (await settings.get()).indexing;
    for (let after: number | null = 0; after !== null;) {
      const requestedAt = clock();
      const digest: Digest = await bridge.digest(after, postBatch, postTypes);
      const { posts, next } = digest;
      const stored = await documents.postsBetween(after, next ?? Number.MAX_SAFE_INTEGER);
      const byPost = new Map(stored.map((row) => [row.post_id, row]));
      const stale = posts.filter((post) => {
        const row = byPost.get(post.id);
        return mayIndex && (!row || isStale(row, post));
      });
      changes.queued += stale.length;
      await this.#parts.indexPosts.enqueue(stale.map(({ id }) => id));
      // Later writes are newer than the site's answer.
      const older = stored.filter(({ updated_at }) => updated_at < requestedAt);
      await this.#settle(older, posts, changes);
      await this.#settleProminence(stored, digest, changes);
      after = next;
    }
  }

  async #reconcileFiles(changes: Changes): Promise<void> {
    const { documents, bridge, clock } = this.#context;
    let files = await documents.filesAfter(0, fileBatch);
    for (let last = files.at(-1); last; last = files.at(-1)) {
      const requestedAt = clock();
      const stillPublic = await bridge.standing(files.map(siteIdOf));
      const older = files.filter(({ updated_at }) => updated_at < requestedAt);
      await this.#settle(older, stillPublic, changes);
      files = await documents.filesAfter(last.id, fileBatch);
    }
  }

  /** Removes documents that are not public any more and relocates those with another permalink. */
  async #settle(
    stored: readonly Stored[],
    stillPublic: Digest['posts'],
    changes: Changes,
  ): Promise<void> {
    const permalinks = new Map(stillPublic.map(({ id, permalink }) => [id, permalink]));
    for (const row of stored) {
      const permalink = permalinks.get(siteIdOf(row));
      if (permalink === undefined) {
        changes.removed++;
        await this.#parts.knowledge.remove(row.id);
      } else if (row.status === 'completed' && permalink && permalink !== row.source_url) {
        changes.moved++;
        await this.#relocate(row.id, permalink);
      }
    }
  }

  /** Updates an address without reading the source again. */
  #relocate(id: number, sourceUrl: string): Promise<void> {
    const { database, documents, chunks } = this.#context;
    return database.transaction(async (transaction) => {
      await documents.relocate(id, sourceUrl, transaction);
      await chunks.relocate(id, sourceUrl, transaction);
    });
  }

  /** Menus and front pages change without the posts that they name. `Ingest` sets it for a post's first text alone. */
  async #settleProminence(
    stored: readonly StoredPost[],
    { posts }: Digest,
    changes: Changes,
  ): Promise<void> {
    const prominent = new Map(posts.map((post) => [post.id, post.prominent]));
    for (const wanted of [true, false]) {
      const ids = stored
        .filter((row) => prominent.get(row.post_id ?? 0) === wanted)
        .filter((row) => (row.prominent === 1) !== wanted)
        .map((row) => row.id);
      changes.promoted += ids.length;
      await this.#context.documents.setProminent(ids, wanted);
    }
  }
}
