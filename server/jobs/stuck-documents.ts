import type { ExpressionBuilder, Kysely } from 'kysely';
import type { DocumentRow } from '../storage/documents.ts';
import type { Schema } from '../storage/schema.ts';
import { maxAttempts, never } from './failure.ts';
import type { Swept } from './queue.ts';

/** Milliseconds after which a document that was made but not queued counts as forgotten. */
const forgottenAfter = 300_000;

type Where = ExpressionBuilder<Schema, 'documents'>;
type Condition = ReturnType<Where['and']>;

/**
 * Queues documents again that no worker would take: abandoned ones, failed ones that are due for another
 * attempt, and those that were made but never queued.
 */
export async function sweepDocuments(query: Kysely<Schema>, now: number): Promise<Swept> {
  /** Selects the documents first: an UPDATE by condition would lock all rows that it scans. */
  async function requeue(
    status: DocumentRow['status'],
    condition: (where: Where) => Condition,
    change: { attempts?: number } = {},
  ): Promise<number> {
    const rows = await query
      .selectFrom('documents')
      .select('id')
      .where('status', '=', status)
      .where(condition)
      .execute();
    const queued = { status: 'queued', lease_owner: null, lease_until: null } as const;
    let requeued = 0n;
    for (const { id } of rows) {
      const result = await query
        .updateTable('documents')
        .set({ ...queued, available_at: now, updated_at: now, ...change })
        .where('id', '=', id)
        .where('status', '=', status)
        .where(condition)
        .executeTakeFirst();
      requeued += result.numUpdatedRows;
    }
    return Number(requeued);
  }

  return {
    abandoned: await requeue('processing', (where) => where.and([where('lease_until', '<', now)])),
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
}
