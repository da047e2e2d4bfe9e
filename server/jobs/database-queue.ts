import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Schema } from '../storage/schema.ts';
import { upsertState } from '../storage/state.ts';
import { failureOf, never } from './failure.ts';
import { LeaseLost, type DocumentQueue, type Job } from './queue.ts';
import { createSweep } from './stuck-documents.ts';

/** Workers that may go away with a document, process and all, before it is given up. */
const maxClaims = 5;
const enqueueBatch = 500;
const pausedName = 'queue_paused';

const released = { lease_owner: null, lease_until: null };

const givenUp = new AppError('internal_error', {
  message: 'Reading this document has stopped the chat service several times.',
});

/**
 * Leases on the documents table: works on every database, needs no other server, and any number
 * of sidecars may share it. A claim is one conditional UPDATE, so exactly one worker gets it.
 */
export function createDatabaseQueue(
  database: Database,
  options: { lease: number; clock: () => number },
): DocumentQueue {
  const { query } = database;
  const { lease: leaseTime, clock } = options;

  type Where = ExpressionBuilder<Schema, 'documents'>;
  const waiting = (where: Where) =>
    where.and([where('status', '=', 'queued'), where('available_at', '<=', clock())]);
  const abandoned = (where: Where) =>
    where.and([where('status', '=', 'processing'), where('lease_until', '<', clock())]);
  const ready = (where: Where) => where.or([waiting(where), abandoned(where)]);
  const notHeld = (where: Where) =>
    where.or([where('status', '!=', 'processing'), abandoned(where)]);
  const notPaused = (where: Where) =>
    where.not(
      where.exists(where.selectFrom('state').select('name').where('name', '=', pausedName)),
    );

  async function takeIf(
    condition: typeof ready,
    id: number,
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

  async function take(id: number): Promise<Job | null> {
    const job = await takeIf(ready, id);
    if (job === null || job.document.attempts <= maxClaims) return job;
    await fail(job, givenUp);
    return null;
  }

  /** Each condition has an index in whose order the rows are read, so the queue's length costs nothing. */
  async function candidates(limit: number): Promise<number[]> {
    const matching = query.selectFrom('documents').select('id').where(notPaused).limit(limit);
    const found = await Promise.all([
      matching.where(waiting).orderBy('available_at').orderBy('id').execute(),
      matching.where(abandoned).orderBy('lease_until').execute(),
    ]);
    return found.flat().map(({ id }) => id);
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
    const { revision, attempts } = job.document;
    const { again, wait, shown } = failureOf(error, attempts);
    const later = wait === null ? never : clock() + wait;
    await held(job)
      .set({
        ...released,
        ...shown,
        status: again ? 'queued' : unlessAskedAgain(job, 'failed'),
        available_at: sql<number>`case when revision = ${revision} then ${later} else available_at end`,
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
      for (;;) {
        const ids = await candidates(limit);
        const taken = await Promise.all(ids.slice(0, limit).map(take));
        const jobs = taken.filter((job) => job !== null);
        // All of them went to other workers, or were given up: there may be more behind them.
        if (jobs.length > 0 || ids.length === 0) return jobs;
      }
    },

    take,

    async waits(documentId) {
      const row = await query
        .selectFrom('documents')
        .select('available_at')
        .where('id', '=', documentId)
        .where('status', '=', 'queued')
        .executeTakeFirst();
      return row ? Math.max(0, row.available_at - clock()) : null;
    },

    async claimNow(documentId, { force = false } = {}) {
      const change = { attempts: 1, ...(force && { forced: 1 }) };
      const job = await takeIf(notHeld, documentId, change);
      if (!job) throw new AppError('conflict');
      return job;
    },

    async heartbeat(job) {
      const result = await held(job)
        .set({ lease_until: clock() + leaseTime })
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw new LeaseLost();
    },

    complete: (job, outcome, store) =>
      database.transaction(async (transaction) => {
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
        await store(transaction);
      }),

    discard: (job) =>
      database.transaction(async (transaction) => {
        const { id, revision } = job.document;
        const removed = await transaction
          .deleteFrom('documents')
          .where('id', '=', id)
          .where('lease_owner', '=', job.lease)
          .where('revision', '=', revision)
          .executeTakeFirst();
        if (removed.numDeletedRows > 0n) return raiseChunksRevision(database, transaction, id);
        const kept = await transaction
          .updateTable('documents')
          .set({ ...released, status: 'queued', updated_at: clock() })
          .where('id', '=', id)
          .where('lease_owner', '=', job.lease)
          .executeTakeFirst();
        if (kept.numUpdatedRows === 0n) throw new LeaseLost();
      }),

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

    async pause(paused) {
      if (paused) await upsertState(database.dialect, query, { name: pausedName }, { number: 1 });
      else await query.deleteFrom('state').where('name', '=', pausedName).execute();
    },

    async isPaused() {
      const found = await query
        .selectFrom('state')
        .select('name')
        .where('name', '=', pausedName)
        .executeTakeFirst();
      return found !== undefined;
    },

    sweep: createSweep(database, clock),

    engine: () => 'database',

    forget: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
