import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Schema } from '../storage/schema.ts';
import { LeaseLost, type Job, type JobQueue } from './queue.ts';

const maxAttempts = 3;
/** Workers that may go away with a document, process and all, before it is given up. */
const maxClaims = 5;
const enqueueBatch = 500;

/** Milliseconds before the next attempt, doubled spread so that a crowd does not come back at once. */
const backoff = (attempts: number) => 5000 * 6 ** (attempts - 1) * (0.5 + Math.random());

const released = { lease_owner: null, lease_until: null };

const givenUp = new AppError('internal_error', {
  message: 'Reading this document has stopped the chat service several times.',
});

/** Only what may be shown: a foreign message can hold addresses, paths or text of the site. */
function describe(error: unknown): { error_code: string; error_message: string } {
  const known = error instanceof AppError ? error : new AppError('internal_error');
  return { error_code: known.code, error_message: known.message.slice(0, 500) };
}

const maybeTransient = (error: unknown) => !(error instanceof AppError) || error.retryable;

/**
 * Leases on the documents table: works on every database, needs no other server, and any number
 * of sidecars may share it. A claim is one conditional UPDATE, so exactly one worker gets it.
 */
export function createDatabaseQueue(
  database: Database,
  options: { lease: number; clock: () => number },
): JobQueue {
  const { query } = database;
  const { lease: leaseTime, clock } = options;

  type Where = ExpressionBuilder<Schema, 'documents'>;
  const abandoned = (where: Where) =>
    where.and([where('status', '=', 'processing'), where('lease_until', '<', clock())]);
  const ready = (where: Where) =>
    where.or([
      where.and([where('status', '=', 'queued'), where('available_at', '<=', clock())]),
      abandoned(where),
    ]);
  const notHeld = (where: Where) =>
    where.or([where('status', '!=', 'processing'), abandoned(where)]);

  async function take(
    id: number,
    condition: typeof ready,
    change: { forced?: number; attempts?: number } = {},
  ): Promise<Job | null> {
    const lease = randomUUID();
    const now = clock();
    const result = await query
      .updateTable('documents')
      .set({
        status: 'processing',
        lease_owner: lease,
        lease_until: now + leaseTime,
        updated_at: now,
        attempts: sql<number>`attempts + 1`,
        ...change,
      })
      .where('id', '=', id)
      .where(condition)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return null;
    const document = await query
      .selectFrom('documents')
      .selectAll()
      .where('id', '=', id)
      .where('lease_owner', '=', lease)
      .executeTakeFirst();
    return document ? { document, lease } : null;
  }

  const held = (job: Job) =>
    query
      .updateTable('documents')
      .where('id', '=', job.document.id)
      .where('lease_owner', '=', job.lease);

  /** Back to the queue if somebody asked again meanwhile, else to `status`. */
  const unlessAskedAgain = (job: Job, status: DocumentRow['status']) =>
    sql<
      DocumentRow['status']
    >`case when revision = ${job.document.revision} then ${status} else 'queued' end`;

  async function fail(job: Job, error: unknown): Promise<void> {
    const again = maybeTransient(error) && job.document.attempts < maxAttempts;
    const { revision, attempts } = job.document;
    const wait = error instanceof AppError && error.retryAfter ? error.retryAfter * 1000 : 0;
    const later = clock() + Math.round(Math.max(wait, backoff(attempts)));
    await held(job)
      .set({
        ...released,
        ...describe(error),
        status: again ? 'queued' : unlessAskedAgain(job, 'failed'),
        available_at: again
          ? sql<number>`case when revision = ${revision} then ${later} else available_at end`
          : sql<number>`available_at`,
        updated_at: clock(),
      })
      .execute();
  }

  return {
    async enqueue(documentIds, { force = false } = {}) {
      for (let start = 0; start < documentIds.length; start += enqueueBatch) {
        await query
          .updateTable('documents')
          .set({
            status: sql`case when status = 'processing' then status else 'queued' end`,
            revision: sql<number>`revision + 1`,
            attempts: 0,
            available_at: clock(),
            error_code: null,
            error_message: null,
            ...(force && { forced: 1 }),
            updated_at: clock(),
          })
          .where('id', 'in', documentIds.slice(start, start + enqueueBatch))
          .execute();
      }
    },

    async claim(limit) {
      const candidates = await query
        .selectFrom('documents')
        .select('id')
        .where(ready)
        .orderBy('available_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      const taken = await Promise.all(candidates.map(({ id }) => take(id, ready)));
      const jobs = taken.filter((job) => job !== null);
      const hopeless = jobs.filter(({ document }) => document.attempts > maxClaims);
      for (const job of hopeless) await fail(job, givenUp);
      return jobs.filter((job) => !hopeless.includes(job));
    },

    async claimNow(documentId, { force = false } = {}) {
      const job = await take(documentId, notHeld, { attempts: 1, ...(force && { forced: 1 }) });
      if (!job) throw new AppError('conflict');
      return job;
    },

    async heartbeat(job) {
      const result = await held(job)
        .set({ lease_until: clock() + leaseTime })
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw new LeaseLost();
    },

    async complete(job, outcome, transaction) {
      const now = clock();
      const result = await transaction
        .updateTable('documents')
        .set({
          ...outcome,
          ...released,
          status: unlessAskedAgain(job, 'completed'),
          forced: sql<number>`case when revision = ${job.document.revision} then 0 else forced end`,
          error_code: null,
          error_message: null,
          updated_at: now,
          processed_at: now,
        })
        .where('id', '=', job.document.id)
        .where('lease_owner', '=', job.lease)
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw new LeaseLost();
    },

    fail,

    async release(job) {
      await held(job)
        .set({
          ...released,
          status: 'queued',
          // Already none when it was asked for again: MySQL's unsigned column refuses -1.
          attempts: sql<number>`case when attempts > 0 then attempts - 1 else 0 end`,
        })
        .execute();
    },
  };
}
