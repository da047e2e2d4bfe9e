import { sql, type ExpressionBuilder } from 'kysely';
import { toNumber, type Database } from './database.ts';
import { withheld, type DocumentRow } from './documents.ts';
import type { Schema } from './schema.ts';

/** Columns for a look at a post as a guest. */
const lookedColumns = [
  ...(['id', 'post_id', 'status', 'title', 'source_url', 'language', 'post_type'] as const),
  ...(['etag', 'last_modified', 'checked_at'] as const),
] as const;
export type LookedRow = Pick<DocumentRow, (typeof lookedColumns)[number]>;

interface LookPlan {
  due: number;
  withheldDue: number;
  before: number;
  share: number;
  least: number;
}

/** Posts that were never looked at, in one run. */
const maxFirstLooks = 1000;

/** Queries of posts by when they were last looked at as a guest; 0: never. */
export function createLookedPosts({ query }: Database) {
  return {
    /** Returns the ids of posts that guests are not shown. */
    async withheldPosts(): Promise<number[]> {
      const rows = await query.selectFrom('documents').select('id').where(withheld).execute();
      return rows.map(({ id }) => id);
    },

    /**
     * Returns posts to look at as a guest, those longest ago first: never before, or before `before` where one was last
     * looked at before `due` (ms). `share` is the part of all posts that is looked at, at least `least`.
     */
    async postsToLookAt({
      due,
      withheldDue,
      before,
      share,
      least,
    }: LookPlan): Promise<LookedRow[]> {
      const looked = (where: ExpressionBuilder<Schema, 'documents'>) =>
        where.or([
          where.and([where('post_id', 'is not', null), where('status', '=', 'completed')]),
          withheld(where),
        ]);
      const count = await query
        .selectFrom('documents')
        .select((select) => [
          select.fn.countAll<number>().as('n'),
          sql<number>`sum(case when checked_at = 0 then 1 else 0 end)`.as('never'),
        ])
        .where(looked)
        .executeTakeFirst();
      const never = Math.min(toNumber(count?.never), maxFirstLooks);
      const limit = Math.max(never, least, Math.ceil(toNumber(count?.n) * share));
      const rows = await query
        .selectFrom('documents')
        .select(lookedColumns)
        .where(looked)
        .where('checked_at', '<', before)
        .orderBy('checked_at')
        .limit(limit)
        .execute();
      const isDue = ({ checked_at, status }: LookedRow) =>
        checked_at < (status === 'failed' ? withheldDue : due);
      return rows.some(isDue) ? rows : [];
    },

    /** Returns those of these documents that are posts which were last looked at before `before` (ms). */
    async postsLookedAtBefore(ids: readonly number[], before: number): Promise<LookedRow[]> {
      if (ids.length === 0) return [];
      return query
        .selectFrom('documents')
        .select(lookedColumns)
        .where('id', 'in', ids)
        .where('post_id', 'is not', null)
        .where('status', '=', 'completed')
        .where('checked_at', '<', before)
        .execute();
    },

    /** Stores when a post was looked at, unless a worker has it. */
    async noteLook(
      id: number,
      seen: Pick<DocumentRow, 'checked_at'> & Partial<Pick<DocumentRow, 'etag' | 'last_modified'>>,
    ): Promise<void> {
      await query
        .updateTable('documents')
        .set(seen)
        .where('id', '=', id)
        .where('status', 'in', ['completed', 'failed'])
        .execute();
    },
  };
}
export type LookedPosts = ReturnType<typeof createLookedPosts>;
