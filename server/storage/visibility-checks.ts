import { sql, type ExpressionBuilder } from 'kysely';
import { idsOf, toNumber, type Database } from './database.ts';
import { withheld, type DocumentRow } from './documents.ts';
import type { Schema } from './schema.ts';

/** Columns by which a post is checked as a guest. */
const columns = [
  ...(['id', 'post_id', 'status', 'title', 'source_url', 'language', 'post_type'] as const),
  ...(['etag', 'last_modified', 'page_hash', 'checked_at'] as const),
] as const;
export type CheckedPost = Pick<DocumentRow, (typeof columns)[number]>;

interface Plan {
  /** Milliseconds since 1970. */
  due: number;
  withheldDue: number;
  before: number;
  share: number;
  least: number;
}

/** Posts that were never checked, in one run. */
const maxFirst = 1000;

/** Queries of posts by when their visibility to guests was last checked; 0: never. */
export class VisibilityChecks {
  readonly #query: Database['query'];

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** Returns the ids of posts that guests are not shown. */
  withheld(): Promise<number[]> {
    return idsOf(this.#query.selectFrom('documents').select('id').where(withheld));
  }

  /**
   * Returns posts to check, those longest ago first: never before, or before `before` where one was last checked before
   * `due`. `share` is the part of all posts that is checked, at least `least`.
   */
  async due({ due, withheldDue, before, share, least }: Plan): Promise<CheckedPost[]> {
    const checked = (where: ExpressionBuilder<Schema, 'documents'>) =>
      where.or([
        where.and([where('post_id', 'is not', null), where('status', '=', 'completed')]),
        withheld(where),
      ]);
    const count = await this.#query
      .selectFrom('documents')
      .select((select) => [
        select.fn.countAll<number>().as('n'),
        sql<number>`sum(case when checked_at = 0 then 1 else 0 end)`.as('never'),
      ])
      .where(checked)
      .executeTakeFirst();
    const never = Math.min(toNumber(count?.never), maxFirst);
    const posts = await this.#query
      .selectFrom('documents')
      .select(columns)
      .where(checked)
      .where('checked_at', '<', before)
      .orderBy('checked_at')
      .limit(Math.max(never, least, Math.ceil(toNumber(count?.n) * share)))
      .execute();
    const isDue = ({ checked_at, status }: CheckedPost) =>
      checked_at < (status === 'failed' ? withheldDue : due);
    return posts.some(isDue) ? posts : [];
  }

  /** Returns those of these documents that are posts which were last checked before `before` (ms). */
  async checkedBefore(ids: readonly number[], before: number): Promise<CheckedPost[]> {
    if (ids.length === 0) return [];
    return this.#query
      .selectFrom('documents')
      .select(columns)
      .where('id', 'in', ids)
      .where('post_id', 'is not', null)
      .where('status', '=', 'completed')
      .where('checked_at', '<', before)
      .execute();
  }

  /** Stores when a post was checked, unless a worker has it. */
  async note(
    id: number,
    seen: Pick<DocumentRow, 'checked_at'> & Partial<Pick<DocumentRow, 'etag' | 'last_modified'>>,
  ): Promise<void> {
    await this.#query
      .updateTable('documents')
      .set(seen)
      .where('id', '=', id)
      .where('status', 'in', ['completed', 'failed'])
      .execute();
  }
}
