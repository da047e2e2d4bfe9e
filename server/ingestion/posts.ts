import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SiteEvent } from '../contract/bridge.ts';
import type { IndexPostsRequest } from '../contract/knowledge.ts';
import type { Settings } from '../contract/settings.ts';
import { toAppError } from '../errors/app-error.ts';
import { LogThrottle } from '../runtime/log-throttle.ts';
import { oneAtATime } from '../runtime/one-at-a-time.ts';
import type { Passage } from '../storage/chunks.ts';
import type { DocumentRow, Documents } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { Context } from './context.ts';
import type { ReindexChanged, RemoveDocument } from './documents.ts';

/** Progress of a run through all posts; kept in the database, so that it continues after a restart. */
interface Run {
  after: number;
  postTypes: string[];
  force: boolean;
  /** Identifies the start: of two starts with the same request only the later one continues. */
  start: string;
}

const runPrefix = 'indexing:';
const pageSize = 500;

/** Returns the same name for runs with the same request; other runs proceed independently. */
function nameOf({ postTypes, force }: Run): string {
  const request = JSON.stringify([[...postTypes].sort(), force]);
  return runPrefix + hash('sha256', request).slice(0, 16);
}

/** Queues posts for indexing, all of them page by page. */
export function createIndexPosts(context: Context) {
  const { documents, queue, state, bridge, settings, log, look } = context;
  /** Starts of the runs that this process is executing. */
  const running = new Set<string>();

  async function enqueuePosts(postIds: readonly number[], force: boolean): Promise<void> {
    const posts = postIds.map(
      (id) => ({ kind: 'post', sourceKey: `post:${id}`, postId: id }) as const,
    );
    await queue.enqueue(await documents.ensureAll(posts), { force });
    look();
  }

  /** Queues one page and returns the rest of the run, null at its end. */
  async function queuePage(run: Run) {
    const { posts, next, total } = await bridge.digest(run.after, pageSize, run.postTypes);
    const ids = posts.map((post) => post.id);
    await enqueuePosts(ids, run.force);
    return { queued: posts.length, total, rest: next === null ? null : { ...run, after: next } };
  }

  /** Continues a run until its end, or until another sidecar or a later start has taken it over. */
  async function continueRun(name: string, text: string): Promise<void> {
    const { start } = JSON.parse(text) as Run;
    if (running.has(start)) return;
    running.add(start);
    try {
      for (let before: string | null = text; before !== null;) {
        const { rest } = await queuePage(JSON.parse(before) as Run);
        const after: string | null = rest && JSON.stringify(rest);
        if (!(await state.replaceText(name, before, after))) return;
        before = after;
      }
    } finally {
      running.delete(start);
    }
  }

  return {
    enqueuePosts,

    /** Queues the given posts, or the first page of all; the other pages follow in the background. */
    async start(request: IndexPostsRequest): Promise<{ queued: number; total: number }> {
      const { ids, force } = request;
      if (ids) {
        await enqueuePosts(ids, force);
        return { queued: ids.length, total: ids.length };
      }
      const postTypes = request.post_types ?? (await settings.get()).indexing.post_types;
      const run = { after: 0, postTypes, force, start: randomUUID() };
      const { queued, total, rest } = await queuePage(run);
      if (rest) {
        const text = JSON.stringify(rest);
        await state.writeText(nameOf(rest), text);
        continueRun(nameOf(rest), text).catch((error: unknown) => {
          log.error({ err: error }, 'indexing of posts was interrupted; retrying within a minute');
        });
      }
      return { queued, total };
    },

    /** Continues runs that a restart or an error of the site has interrupted. */
    async resume(): Promise<void> {
      for (const { name, text } of await state.texts(runPrefix)) await continueRun(name, text);
    },
  };
}
export type IndexPosts = ReturnType<typeof createIndexPosts>;

type Digest = Awaited<ReturnType<Bridge['digest']>>;
type StoredPost = Awaited<ReturnType<Documents['postsBetween']>>[number];

/** Document of a post or a file of the media library. */
type Stored = Pick<DocumentRow, 'id' | 'source_url' | 'status' | 'updated_at'> &
  Partial<Pick<DocumentRow, 'post_id' | 'attachment_id'>>;
const siteIdOf = ({ post_id, attachment_id }: Stored) => post_id ?? attachment_id ?? 0;

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
export function createReconcile(context: Context, indexPosts: IndexPosts, remove: RemoveDocument) {
  const { database, documents, chunks, bridge, settings, clock, log } = context;
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
      for (const row of stored) {
        const { id, source_url, status, updated_at } = row;
        // The site's answer is older than this document.
        if (updated_at >= askedAt) continue;
        const permalink = permalinks.get(siteIdOf(row));
        if (permalink === undefined) {
          sum.removed++;
          await remove(id);
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
        await settle(stored, posts, askedAt);
        const older = stored.filter(({ updated_at }) => updated_at < askedAt);
        await settleProminence(older, digest);
        after = next;
      }
    }

    async function reconcileFiles(): Promise<void> {
      let files = await documents.filesAfter(0, fileBatch);
      for (let last = files.at(-1); last; last = files.at(-1)) {
        const askedAt = clock();
        await settle(files, await bridge.standing(files.map(siteIdOf)), askedAt);
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

/** Milliseconds for which a reconcile counts: longer than its interval, because one may fail. */
const trustPeriod = 15 * 60_000;
/** Ids per call of the bridge. */
const maxIds = 100;

/** MySQL's ER_NO_SUCH_TABLE, ER_TABLEACCESS_DENIED_ERROR, ER_COLUMNACCESS_DENIED_ERROR. */
const unreachable: readonly unknown[] = [1146, 1142, 1143];
const isUnreachable = (error: unknown) =>
  error instanceof Error && 'errno' in error && unreachable.includes(error.errno);

/** Returns the id of the post or file that a passage comes from; null for other sources. */
const sourceIdOf = ({ postId, attachmentId }: Passage) => postId ?? attachmentId;
const siteIdsOf = (passages: readonly Passage[]) => [
  ...new Set(passages.flatMap((passage) => sourceIdOf(passage) ?? [])),
];

/**
 * Checks at query time that the sources of passages are still public. Otherwise the text of a withdrawn
 * post would be used until the next reconcile if its event was lost.
 */
export function createVisibility(
  { database, bridge, clock, log }: Context,
  removeDocument: RemoveDocument,
) {
  const postsTable = sql.table(database.prefix.replace(/rag_$/, 'posts'));
  const throttle = new LogThrottle();
  let canReadPosts = database.dialect === 'mysql';
  let trustedFrom = -Infinity;
  let distrustedFrom = -Infinity;

  /** Returns the ids that `wp_posts`, if it can be read, does not show as public. About 1 ms. */
  async function findHidden(
    ids: readonly number[],
    { post_types: types, exclude_ids: excluded }: Settings['indexing'],
  ): Promise<number[]> {
    if (!canReadPosts || ids.length === 0) return [];
    const rows = await sql<{ id: number; type: string; status: string }>`
      select ID as id, post_type as type, post_status as status from ${postsTable}
      where post_password = '' and ID in (${sql.join(ids)})`
      .execute(database.query)
      .then((result) => result.rows)
      .catch((error: unknown) => {
        if (!isUnreachable(error)) throw error;
        canReadPosts = false;
        log.info({ err: error }, 'wp_posts is not in this database');
        return null;
      });
    if (!rows) return [];
    const isPublic = ({ id, type, status }: (typeof rows)[number]) =>
      type === 'attachment'
        ? status === 'inherit' || status === 'publish'
        : status === 'publish' && types.includes(type) && !excluded.includes(id);
    const stillPublic = new Set(rows.filter(isPublic).map(({ id }) => id));
    return ids.filter((id) => !stillPublic.has(id));
  }

  /** Asks WordPress, which applies all of its rules, and returns the ids that are not public. */
  async function askSite(ids: readonly number[]): Promise<Set<number>> {
    const hidden = new Set(ids);
    for (let start = 0; start < ids.length; start += maxIds) {
      const stillPublic = await bridge.standing(ids.slice(start, start + maxIds));
      for (const { id } of stillPublic) hidden.delete(id);
    }
    return hidden;
  }

  function remove(passages: readonly Passage[]): void {
    for (const documentId of new Set(passages.map((passage) => passage.documentId))) {
      log.info({ document: documentId }, 'no longer public: removed');
      removeDocument(documentId).catch((error: unknown) => {
        log.warn({ err: error, document: documentId }, 'removing a withdrawn document failed');
      });
    }
  }

  return {
    /**
     * Returns the passages whose sources are public now and removes the documents of the others. If the
     * site has to be asked and does not answer, its passages are left out.
     *
     * @throws AppError `sidecar_unavailable` if nothing is left for that reason
     */
    async onlyPublic<P extends Passage>(
      passages: readonly P[],
      { indexing }: Pick<Settings, 'indexing'>,
    ): Promise<P[]> {
      const isTrusted = trustedFrom >= distrustedFrom && clock() - trustedFrom < trustPeriod;
      const all = siteIdsOf(passages);
      const ids = isTrusted ? await findHidden(all, indexing) : all;
      if (ids.length === 0) return [...passages];
      try {
        const hidden = await askSite(ids);
        const isHidden = (passage: P) => hidden.has(sourceIdOf(passage) ?? 0);
        remove(passages.filter(isHidden));
        return passages.filter((passage) => !isHidden(passage));
      } catch (error) {
        if (throttle.isFirst(log, toAppError(error).code, 'visibility'))
          log.warn({ err: error }, 'the site did not tell which sources are public');
        const others = passages.filter((passage) => !ids.includes(sourceIdOf(passage) ?? 0));
        if (others.length === 0) throw error;
        return others;
      }
    },

    /** Makes every check ask the site, until a reconcile that starts after this call has succeeded. */
    distrust(): void {
      distrustedFrom = clock();
    },

    /** Wraps a reconcile: for a while after a success, only suspicious sources are checked at the site. */
    trustAfter(reconcile: Reconcile): Reconcile {
      return async () => {
        const startedAt = clock();
        await reconcile();
        trustedFrom = Math.max(trustedFrom, startedAt);
      };
    },
  };
}
export type Visibility = ReturnType<typeof createVisibility>;

interface EventParts {
  indexPosts: IndexPosts;
  removeDocument: RemoveDocument;
  reconcile: Reconcile;
  reindexChanged: ReindexChanged;
  visibility: Pick<Visibility, 'distrust'>;
}

/** Applies changes of the site. Removals are complete when `siteChanged` resolves. */
export function createSiteEvents({ documents, settings, log }: Context, parts: EventParts) {
  const { indexPosts, removeDocument, reconcile, reindexChanged, visibility } = parts;

  /** Embedder, chunk sizes, post types or exclusions may have changed. */
  function settingsChanged(): void {
    settings.invalidate();
    visibility.distrust();
    reindexChanged()
      .then(reconcile)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'reconciling with the site failed; retrying on schedule');
      });
  }

  async function siteChanged(events: readonly SiteEvent[]): Promise<void> {
    const idsOf = (type: 'post_changed' | 'post_removed') =>
      events.flatMap((event) => (event.type === type ? [event.post_id] : []));
    const removed = await documents.idsOf(idsOf('post_removed'));
    // An owner may also have added the address of a post as a web page.
    removed.push(...(await documents.pagesOf(removed)));
    for (const id of removed) await removeDocument(id);
    await indexPosts.enqueuePosts(idsOf('post_changed'), false);
    if (events.some(({ type }) => type === 'settings_changed')) settingsChanged();
  }

  return { siteChanged, settingsChanged };
}
