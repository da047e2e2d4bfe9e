import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import { listedAs } from '../storage/listed-as.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Schema } from '../storage/schema.ts';
import { upsertState } from '../storage/state-rows.ts';
import { failureOf, never } from './failure.ts';
import { LeaseLost, type DocumentQueue, type Job, type Outcome, type Swept } from './queue.ts';
import { retryFaults, sweepDocuments } from './stuck-documents.ts';

/** Claims without an outcome, each of a process that ended, before a document fails. */
const maxClaims = 5;
const enqueueBatch = 500;
const pausedName = 'queue_paused';

const released = { lease_owner: null, lease_until: null };

const givenUp = new AppError('internal_error', {
  message: 'Reading this document has stopped the chat service several times.',
});

/** Queues the document if it was enqueued again during the job, else sets `status`. */
const unlessEnqueuedAgain = (job: Job, status: DocumentRow['status']) =>
  sql<
    DocumentRow['status']
  >`case when revision = ${job.document.revision} then ${status} else 'queued' end`;

/** 0 if it was enqueued again: MySQL's unsigned column refuses -1. */
const oneLess = sql<number>`case when attempts > 0 then attempts - 1 else 0 end`;

type Where = ExpressionBuilder<Schema, 'documents'>;

/**
 * Queue by leases on the documents table: it works on every database, needs no other server, and any number
 * of sidecars may share it. A claim is one conditional UPDATE, so exactly one worker gets it.
 */
class DatabaseQueue implements DocumentQueue {
  readonly #database: Database;
  readonly #query: Database['query'];
  /** Milliseconds. */
  readonly #lease: number;
  readonly #clock: () => number;

  constructor(database: Database, { lease, clock }: { lease: number; clock: () => number }) {
    this.#database = database;
    this.#query = database.query;
    this.#lease = lease;
    this.#clock = clock;
  }

  readonly #waiting = (where: Where) =>
    where.and([where('status', '=', 'queued'), where('available_at', '<=', this.#clock())]);
  readonly #abandoned = (where: Where) =>
    where.and([where('status', '=', 'processing'), where('lease_until', '<', this.#clock())]);
  readonly #ready = (where: Where) => where.or([this.#waiting(where), this.#abandoned(where)]);
  readonly #notHeld = (where: Where) =>
    where.or([where('status', '!=', 'processing'), this.#abandoned(where)]);
  readonly #notPaused = (where: Where) =>
    where.not(
      where.exists(where.selectFrom('state').select('name').where('name', '=', pausedName)),
    );

  async #takeIf(
    condition: (where: Where) => ReturnType<Where['and']>,
    id: number,
    change: { forced?: number; attempts?: number } = {},
  ): Promise<Job | null> {
    const lease = randomUUID();
    const now = this.#clock();
    const result = await this.#query
      .updateTable('documents')
      .set({
        status: 'processing',
        lease_owner: lease,
        lease_until: now + this.#lease,
        updated_at: now,
        attempts: sql<number>`attempts + 1`,
        ...change,
      })
      .where('id', '=', id)
      .where(condition)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return null;
    const document = await this.#query
      .selectFrom('documents')
      .selectAll()
      .where('id', '=', id)
      .where('lease_owner', '=', lease)
      .executeTakeFirst();
    return document ? { document, lease } : null;
  }

  async take(id: number): Promise<Job | null> {
    const job = await this.#takeIf(this.#ready, id);
    if (job === null || job.document.attempts <= maxClaims) return job;
    await this.fail(job, givenUp);
    return null;
  }

  /** Finds documents to claim. An index for each condition gives the order, so the queue's length costs nothing. */
  async #candidates(limit: number): Promise<number[]> {
    const matching = this.#query
      .selectFrom('documents')
      .select('id')
      .where(this.#notPaused)
      .limit(limit);
    const found = await Promise.all([
      matching.where(this.#waiting).orderBy('available_at').orderBy('id').execute(),
      matching.where(this.#abandoned).orderBy('lease_until').execute(),
    ]);
    return found.flat().map(({ id }) => id);
  }

  #held(job: Job, executor = this.#query) {
    return executor
      .updateTable('documents')
      .where('id', '=', job.document.id)
      .where('lease_owner', '=', job.lease);
  }

  async fail(job: Job, error: unknown): Promise<void> {
    const { revision, attempts } = job.document;
    const { again, isAttempt, wait, shown } = failureOf(error, attempts);
    const later = wait === null ? never : this.#clock() + wait;
    await this.#held(job)
      .set({
        ...released,
        ...shown,
        ...(!isAttempt && { attempts: oneLess }),
        status: again ? 'queued' : unlessEnqueuedAgain(job, 'failed'),
        available_at: sql<number>`case when revision = ${revision} then ${later} else available_at end`,
        updated_at: this.#clock(),
      })
      .execute();
  }

  async enqueue(documentIds: readonly number[], { force = false } = {}): Promise<void> {
    for (let start = 0; start < documentIds.length; start += enqueueBatch) {
      await this.#query
        .updateTable('documents')
        .set({
          status: sql`case when status = 'processing' then status else 'queued' end`,
          revision: sql<number>`revision + 1`,
          attempts: 0,
          available_at: this.#clock(),
          error_code: null,
          error_message: null,
          ...(force && { forced: 1 }),
          updated_at: this.#clock(),
        })
        .where('id', 'in', documentIds.slice(start, start + enqueueBatch))
        .execute();
    }
  }

  async claim(limit: number): Promise<Job[]> {
    for (;;) {
      const ids = await this.#candidates(limit);
      const taken = await Promise.all(ids.slice(0, limit).map((id) => this.take(id)));
      const jobs = taken.filter((job) => job !== null);
      // Other workers took all of them, or they failed: more may follow.
      if (jobs.length > 0 || ids.length === 0) return jobs;
    }
  }

  async waits(documentId: number): Promise<number | null> {
    const row = await this.#query
      .selectFrom('documents')
      .select('available_at')
      .where('id', '=', documentId)
      .where('status', '=', 'queued')
      .executeTakeFirst();
    return row ? Math.max(0, row.available_at - this.#clock()) : null;
  }

  async claimNow(documentId: number, { force = false } = {}): Promise<Job> {
    const change = { attempts: 1, ...(force && { forced: 1 }) };
    const job = await this.#takeIf(this.#notHeld, documentId, change);
    if (!job) throw new AppError('conflict');
    return job;
  }

  async heartbeat(job: Job): Promise<void> {
    const result = await this.#held(job)
      .set({ lease_until: this.#clock() + this.#lease })
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw new LeaseLost();
  }

  complete(
    job: Job,
    outcome: Outcome,
    store: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    return this.#database.transaction(async (transaction) => {
      const now = this.#clock();
      const result = await this.#held(job, transaction)
        .set({
          ...outcome,
          listed_as: listedAs(outcome.title, outcome.source_url),
          ...released,
          status: unlessEnqueuedAgain(job, 'completed'),
          forced: sql<number>`case when revision = ${job.document.revision} then 0 else forced end`,
          error_code: null,
          error_message: null,
          updated_at: now,
          processed_at: now,
        })
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) throw new LeaseLost();
      await store(transaction);
    });
  }

  discard(job: Job): Promise<void> {
    return this.#database.transaction(async (transaction) => {
      const { id, revision } = job.document;
      const removed = await transaction
        .deleteFrom('documents')
        .where('id', '=', id)
        .where('lease_owner', '=', job.lease)
        .where('revision', '=', revision)
        .executeTakeFirst();
      if (removed.numDeletedRows > 0n) return raiseChunksRevision(this.#database, transaction, id);
      const kept = await this.#held(job, transaction)
        .set({ ...released, status: 'queued', updated_at: this.#clock() })
        .executeTakeFirst();
      if (kept.numUpdatedRows === 0n) throw new LeaseLost();
    });
  }

  async release(job: Job): Promise<void> {
    await this.#held(job)
      .set({
        ...released,
        status: 'queued',
        attempts: oneLess,
      })
      .execute();
  }

  async pause(paused: boolean): Promise<void> {
    if (paused)
      await upsertState(this.#database.dialect, this.#query, { name: pausedName }, { number: 1 });
    else await this.#query.deleteFrom('state').where('name', '=', pausedName).execute();
  }

  async isPaused(): Promise<boolean> {
    const found = await this.#query
      .selectFrom('state')
      .select('name')
      .where('name', '=', pausedName)
      .executeTakeFirst();
    return found !== undefined;
  }

  sweep(): Promise<Swept> {
    return sweepDocuments(this.#query, this.#clock(), this.#lease);
  }

  retryFaults(): Promise<number> {
    return retryFaults(this.#query, this.#clock(), givenUp.message);
  }

  engine(): 'database' {
    return 'database';
  }

  async forget(): Promise<void> {}
  async close(): Promise<void> {}
}

export const createDatabaseQueue = (
  database: Database,
  options: { lease: number; clock: () => number },
): DocumentQueue => new DatabaseQueue(database, options);
