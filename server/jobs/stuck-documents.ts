import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Schema } from '../storage/schema.ts';
import { maxAttempts, never } from './failure.ts';
import type { Swept } from './queue.ts';

/** Milliseconds after which a document that was made, but not queued, has been forgotten. */
const forgottenAfter = 300_000;

type Where = ExpressionBuilder<Schema, 'documents'>;
type Condition = ReturnType<Where['and']>;

/** Puts documents back into the queue that nobody would ever take up again. */
export function createSweep({ query }: Database, clock: () => number) {
  /**
   * Those of `status` that meet the condition. They are looked for first, because an UPDATE by condition
   * locks what it passes, and workers are there, too.
   */
  async function requeue(
    status: DocumentRow['status'],
    condition: (where: Where) => Condition,
    change: { attempts?: number } = {},
  ): Promise<number> {
    const now = clock();
    const rows = await query
      .selectFrom('documents')
      .select('id')
      .where('status', '=', status)
      .where(condition)
      .execute();
    let requeued = 0n;
    for (const { id } of rows) {
      const result = await query
        .updateTable('documents')
        .set({
          status: 'queued',
          lease_owner: null,
          lease_until: null,
          available_at: now,
          updated_at: now,
          ...change,
        })
        .where('id', '=', id)
        .where('status', '=', status)
        .where(condition)
        .executeTakeFirst();
      requeued += result.numUpdatedRows;
    }
    return Number(requeued);
  }

  return async function sweep(): Promise<Swept> {
    const now = clock();
    return {
      abandoned: await requeue('processing', (where) =>
        where.and([where('lease_until', '<', now)]),
      ),
      // One attempt is left to each.
      retried: await requeue(
        'failed',
        (where) => where.and([where('available_at', '>', never), where('available_at', '<=', now)]),
        { attempts: maxAttempts - 1 },
      ),
      forgotten: await requeue('pending', (where) =>
        where.and([where('updated_at', '<', now - forgottenAfter)]),
      ),
    };
  };
}
