import { sql } from 'kysely';
import type { Settings } from '../contract/settings.ts';
import { toAppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import { createOften } from '../runtime/often.ts';
import type { Passage } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { Reconcile } from './reconcile.ts';
import type { RemoveDocument } from './remove.ts';

interface Dependencies {
  database: Database;
  bridge: Bridge;
  removeDocument: RemoveDocument;
  clock: () => number;
  log: Log;
}

/** Milliseconds for which a reconcile counts: longer than its interval, because one may fail. */
const trustPeriod = 15 * 60_000;
/** Ids per call of the bridge. */
const maxIds = 100;

/** MySQL's ER_NO_SUCH_TABLE, ER_TABLEACCESS_DENIED_ERROR, ER_COLUMNACCESS_DENIED_ERROR. */
const unreachable: readonly unknown[] = [1146, 1142, 1143];
const isUnreachable = (error: unknown) =>
  error instanceof Error && 'errno' in error && unreachable.includes(error.errno);

/** Returns the id of the post or file that a passage comes from; null for other sources. */
const siteIdOf = ({ postId, attachmentId }: Passage) => postId ?? attachmentId;
const siteIdsOf = (passages: readonly Passage[]) => [
  ...new Set(passages.flatMap((passage) => siteIdOf(passage) ?? [])),
];

/**
 * Checks at query time that the sources of passages are still public. Otherwise the text of a withdrawn
 * post would be used until the next reconcile if its event was lost.
 */
export function createVisibility({ database, bridge, removeDocument, clock, log }: Dependencies) {
  const postsTable = sql.table(database.prefix.replace(/rag_$/, 'posts'));
  const isFirst = createOften();
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
        const isHidden = (passage: P) => hidden.has(siteIdOf(passage) ?? 0);
        remove(passages.filter(isHidden));
        return passages.filter((passage) => !isHidden(passage));
      } catch (error) {
        if (isFirst(log, toAppError(error).code, 'visibility'))
          log.warn({ err: error }, 'the site did not tell which sources are public');
        const others = passages.filter((passage) => !ids.includes(siteIdOf(passage) ?? 0));
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
