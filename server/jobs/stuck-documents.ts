import type { ExpressionBuilder, Kysely } from 'kysely';
import type { ErrorCode } from '../contract/errors.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Schema } from '../storage/schema.ts';
import { maxAttempts, never } from './failure.ts';

/**
 * Milliseconds after which a document that was made but not queued counts as forgotten: a request reads those that it
 * makes within this time, or queues them. One that takes longer finds a document in the queue, and reads it as well.
 */
const forgottenAfter = 60_000;
/** Milliseconds by which the clocks of sidecars may differ. */
const skew = 60_000;

type Where = ExpressionBuilder<Schema, 'documents'>;
type Condition = ReturnType<Where['and']>;
type Requeued = Pick<DocumentRow, 'status'> & {
  condition: (where: Where) => Condition;
  change?: { attempts?: number };
};

/** Numbers of documents that a sweep has queued again. */
export interface Swept {
  /** The lease of their worker ended. */
  abandoned: number;
  /** Failed with a retryable error and due for another attempt. */
  retried: number;
  /** Made but never queued, because the process ended in between. */
  forgotten: number;
}

/** Queues documents for now. Selects them first: an UPDATE by condition would lock all rows that it scans. */
async function requeue(
  query: Kysely<Schema>,
  now: number,
  { status, condition, change = {} }: Requeued,
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

/** One attempt is left. */
const last = { attempts: maxAttempts - 1 };

/**
 * Queues documents again that no worker would take: abandoned ones, failed ones that are due for another
 * attempt, and those that were made but never queued. A document of the future was written before the clock was set
 * back: it waits no longer than another one.
 */
export async function sweepDocuments(
  query: Kysely<Schema>,
  now: number,
  lease: number,
): Promise<Swept> {
  const isOfFuture = (where: Where) => where('updated_at', '>', now + skew);
  const waitsForFuture = (where: Where) =>
    where.and([isOfFuture(where), where('available_at', '>', now)]);
  const abandoned = await requeue(query, now, {
    status: 'processing',
    condition: (where) =>
      where.or([where('lease_until', '<', now), where('lease_until', '>', now + lease + skew)]),
  });
  const due = (where: Where) =>
    where.and([where('available_at', '>', never), where('available_at', '<=', now)]);
  const failed = await requeue(query, now, {
    status: 'failed',
    condition: (where) => where.or([due(where), waitsForFuture(where)]),
    change: last,
  });
  const postponed = await requeue(query, now, { status: 'queued', condition: waitsForFuture });
  const forgotten = await requeue(query, now, {
    status: 'pending',
    condition: (where) =>
      where.or([where('updated_at', '<', now - forgottenAfter), isOfFuture(where)]),
  });
  return { abandoned, retried: failed + postponed, forgotten };
}

const fault: ErrorCode = 'internal_error';

/** @param except The message of those that have ended the program: they are not read again by themselves. */
export const retryFaults = (query: Kysely<Schema>, now: number, except: string): Promise<number> =>
  requeue(query, now, {
    status: 'failed',
    condition: (where) =>
      where.and([where('error_code', '=', fault), where('error_message', '!=', except)]),
    change: last,
  });
