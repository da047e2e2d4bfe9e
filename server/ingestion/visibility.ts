import { sql } from 'kysely';
import type { Settings } from '../contract/settings.ts';
import type { RemoveDocument } from './remove.ts';
import type { Reconcile } from './reconcile.ts';
import type { Log } from '../runtime/log.ts';
import type { Passage } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import type { Bridge } from '../wordpress/bridge.ts';

interface Dependencies {
  database: Database;
  bridge: Bridge;
  removeDocument: RemoveDocument;
  clock: () => number;
  log: Log;
}

/** Milliseconds that a comparison with the whole site is good for: one may fail in between. */
const comparisonLasts = 15 * 60_000;
/** The most that the site is asked about by id. */
const mostAtOnce = 100;

/** MySQL's ER_NO_SUCH_TABLE, ER_TABLEACCESS_DENIED_ERROR, ER_COLUMNACCESS_DENIED_ERROR. */
const outOfReach: readonly unknown[] = [1146, 1142, 1143];
const isOutOfReach = (error: unknown) =>
  error instanceof Error && 'errno' in error && outOfReach.includes(error.errno);

/** The site's own number of what a passage is from; null for what is not the site's. */
const siteIdOf = ({ postId, attachmentId }: Passage) => postId ?? attachmentId;

/**
 * The last look before a text is used: whether what it was taken from is public at this moment. Without
 * it, a text would be used until the next comparison when the site's event was lost.
 */
export function createVisibility({ database, bridge, removeDocument, clock, log }: Dependencies) {
  const postsTable = sql.table(database.prefix.replace(/rag_$/, 'posts'));
  let besidePosts = database.dialect === 'mysql';
  let comparedAt = -Infinity;
  let doubtedAt = -Infinity;

  /** Ids that the site's own table, where it is in reach, does not show as public. About 1 ms. */
  async function suspects(
    passages: readonly Passage[],
    { post_types: types, exclude_ids: excluded }: Settings['indexing'],
  ): Promise<number[]> {
    const ids = [...new Set(passages.flatMap((passage) => siteIdOf(passage) ?? []))];
    if (!besidePosts || ids.length === 0) return [];
    const rows = await sql<{ id: number; type: string; status: string }>`
      select ID as id, post_type as type, post_status as status from ${postsTable}
      where post_password = '' and ID in (${sql.join(ids)})`
      .execute(database.query)
      .then((result) => result.rows)
      .catch((error: unknown) => {
        if (!isOutOfReach(error)) throw error;
        besidePosts = false;
        log.info({ err: error }, 'the site’s posts are not beside the sidecar’s tables');
        return null;
      });
    if (!rows) return [];
    const open = rows.filter(({ id, type, status }) =>
      type === 'attachment'
        ? status === 'inherit' || status === 'publish'
        : status === 'publish' && types.includes(type) && !excluded.includes(id),
    );
    const standing = new Set(open.map(({ id }) => id));
    return ids.filter((id) => !standing.has(id));
  }

  const compared = () => comparedAt >= doubtedAt && clock() - comparedAt < comparisonLasts;

  /** The site decides, in PHP, about everything that is in doubt. */
  async function hidden(ids: readonly number[]): Promise<Set<number>> {
    const found = new Set(ids);
    for (let start = 0; start < ids.length; start += mostAtOnce) {
      const standing = await bridge.standing(ids.slice(start, start + mostAtOnce));
      for (const { id } of standing) found.delete(id);
    }
    return found;
  }

  function forget(passages: readonly Passage[]): void {
    for (const documentId of new Set(passages.map((passage) => passage.documentId))) {
      log.info({ document: documentId }, 'no longer public: removed');
      removeDocument(documentId).catch((error: unknown) => {
        log.warn({ err: error, document: documentId }, 'what is no longer public is still stored');
      });
    }
  }

  return {
    /**
     * Those of the passages that anybody may read now; the documents of the others are removed. Where the
     * site has to be asked and does not answer, what is the site's is left out.
     *
     * @throws AppError `sidecar_unavailable` when for that reason nothing is left
     */
    async onlyPublic<P extends Passage>(
      passages: readonly P[],
      { indexing }: Pick<Settings, 'indexing'>,
    ): Promise<P[]> {
      const ids = compared()
        ? await suspects(passages, indexing)
        : [...new Set(passages.flatMap((passage) => siteIdOf(passage) ?? []))];
      if (ids.length === 0) return [...passages];
      try {
        const gone = await hidden(ids);
        const isGone = (passage: P) => gone.has(siteIdOf(passage) ?? 0);
        forget(passages.filter(isGone));
        return passages.filter((passage) => !isGone(passage));
      } catch (error) {
        log.warn({ err: error }, 'the site cannot say what is public');
        const others = passages.filter((passage) => !ids.includes(siteIdOf(passage) ?? 0));
        if (others.length === 0) throw error;
        return others;
      }
    },

    /** Until the next comparison that begins after this call, the site is asked about every passage. */
    doubt(): void {
      doubtedAt = clock();
    },

    /** A comparison whose success is remembered. It may have begun later than it was asked for, never earlier. */
    confirmedBy(reconcile: Reconcile): Reconcile {
      return async () => {
        const begunAt = clock();
        await reconcile();
        comparedAt = Math.max(comparedAt, begunAt);
      };
    },
  };
}
export type Visibility = ReturnType<typeof createVisibility>;
