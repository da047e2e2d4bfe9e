import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import { listedAs, type DocumentRow } from '../storage/documents.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { upsertState } from '../storage/state.ts';
import { isMachineFault } from '../errors/machine-fault.ts';
import type { ErrorCode } from '../contract/errors.ts';

/** One document, held by one worker until its lease ends. */
export interface Job {
  document: DocumentRow;
  /** Unique id of the lease. */
  lease: string;
}

/** Columns of the document that processing has found out. */
export type Outcome = Pick<
  DocumentRow,
  'title' | 'source_url' | 'language' | 'bytes' | 'content_hash' | 'chunk_count' | 'source_modified'
> &
  Partial<
    Pick<
      DocumentRow,
      | 'post_type'
      | 'published_at'
      | 'prominent'
      | 'etag'
      | 'last_modified'
      | 'checked_at'
      | 'page_hash'
    >
  >;

/** Thrown when a lease ended before the work; its new holder does the work. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export const maxAttempts = 3;
/** `available_at` of a document that is not retried. */
const never = 0;
/** Milliseconds between attempts after the first three: an outage may last for days. */
const laterAttempts = 3_600_000;

/**
 * Errors of the document itself. The first attempts are retried, because memory may have been short, but not the
 * later ones, which wait for the end of an outage.
 */
const ofTheDocument: readonly ErrorCode[] = ['too_large', 'unsupported_type', 'no_text'];

/** Milliseconds until work is tried again for which the machine lacked something. */
const machineWait = 10_000;

/** Returns the milliseconds before the next attempt, with jitter. */
const backOff = (attempts: number) =>
  (attempts < maxAttempts ? 5000 * 6 ** (attempts - 1) : laterAttempts) * (0.5 + Math.random());

interface Failure {
  /** False: the document has failed. */
  again: boolean;
  /** Whether it was an attempt to read the document at all. */
  isAttempt: boolean;
  /** Milliseconds until the next attempt; null: none. */
  wait: number | null;
  /** Code and message for the owner: the message of a foreign error may contain addresses, paths or text of the site. */
  shown: { error_code: string; error_message: string };
}

/** Decides how to continue after an error. */
function failureOf(error: unknown, attempts: number): Failure {
  const known = error instanceof AppError ? error : new AppError('internal_error');
  const ofMachine = isMachineFault(error);
  const transient = known !== error || known.retryable;
  const again = ofMachine || (transient && attempts < maxAttempts);
  const later = again || (transient && !ofTheDocument.includes(known.code));
  const asked = (known.retryAfter ?? 0) * 1000;
  return {
    again,
    isAttempt: !ofMachine,
    wait: later ? Math.round(Math.max(asked, ofMachine ? machineWait : backOff(attempts))) : null,
    shown: { error_code: known.code, error_message: known.message.slice(0, 500) },
  };
}

/**
 * Milliseconds after which a document that was made but not queued counts as forgotten: a request reads those that it
 * makes within this time, or queues them. One that takes longer finds a document in the queue, and reads it as well.
 */
const forgottenAfter = 60_000;
/** Milliseconds by which the clocks of sidecars may differ. */
const skew = 60_000;

type Where = ExpressionBuilder<Schema, 'documents'>;
type Condition = ReturnType<Where['and']>;
/** Numbers of documents that a sweep has queued again. */
export interface Swept {
  /** The lease of their worker ended. */
  abandoned: number;
  /** Failed with a retryable error and due for another attempt. */
  retried: number;
  /** Made but never queued, because the process ended in between. */
  forgotten: number;
}

/** One attempt is left. */
const last = { attempts: maxAttempts - 1 };

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

/**
 * Queue of documents to process, by leases on the documents table: it works on every database, and any number of
 * sidecars may share it. A claim is one conditional UPDATE, so exactly one worker gets it. States are `documentStatus`
 * of the contract.
 */
export class JobQueue {
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
    condition: (where: Where) => Condition,
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

  /** Leases this document if it is due or abandoned. */
  async #take(id: number): Promise<Job | null> {
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

  /** Queues the document again if `error` is retryable and attempts are left; else marks it as failed. */
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

  /** Queues documents. One that is being processed is processed again afterwards. */
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

  /** Leases up to `limit` documents that are due, oldest first, or abandoned. None while paused. */
  async claim(limit: number): Promise<Job[]> {
    for (;;) {
      const ids = await this.#candidates(limit);
      const taken = await Promise.all(ids.slice(0, limit).map((id) => this.#take(id)));
      const jobs = taken.filter((job) => job !== null);
      // Other workers took all of them, or they failed: more may follow.
      if (jobs.length > 0 || ids.length === 0) return jobs;
    }
  }

  /** Leases this document in any state. @throws AppError `conflict` when another worker holds it */
  async claimNow(documentId: number, { force = false } = {}): Promise<Job> {
    const change = { attempts: 1, ...(force && { forced: 1 }) };
    const job = await this.#takeIf(this.#notHeld, documentId, change);
    if (!job) throw new AppError('conflict');
    return job;
  }

  /** Extends the lease. @throws LeaseLost */
  async heartbeat(job: Job): Promise<void> {
    const result = await this.#held(job)
      .set({ lease_until: this.#clock() + this.#lease })
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw new LeaseLost();
  }

  /** Completes the job in one transaction with what `store` writes. @throws LeaseLost: nothing is stored. */
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

  /** Removes a document without source, unless it was enqueued again meanwhile. @throws LeaseLost */
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

  /** Ends the lease without a result: another worker may start at once. */
  async release(job: Job): Promise<void> {
    await this.#held(job)
      .set({ ...released, status: 'queued', attempts: oneLess })
      .execute();
  }

  /** Pauses or resumes the queue for all sidecars, across restarts. Running jobs end normally. */
  async pause(paused: boolean): Promise<void> {
    if (paused) await upsertState(this.#query, { name: pausedName }, { number: 1 });
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

  /** Queues documents for now. Selects them first: an UPDATE by condition would lock all rows that it scans. */
  async #requeue(
    status: DocumentRow['status'],
    condition: (where: Where) => Condition,
    change: { attempts?: number } = {},
  ): Promise<number> {
    const rows = await this.#query
      .selectFrom('documents')
      .select('id')
      .where('status', '=', status)
      .where(condition)
      .execute();
    const now = this.#clock();
    const queued = { ...released, status: 'queued', available_at: now, updated_at: now } as const;
    let requeued = 0n;
    for (const { id } of rows) {
      const result = await this.#query
        .updateTable('documents')
        .set({ ...queued, ...change })
        .where('id', '=', id)
        .where('status', '=', status)
        .where(condition)
        .executeTakeFirst();
      requeued += result.numUpdatedRows;
    }
    return Number(requeued);
  }

  /**
   * Queues documents again that no worker would take: abandoned ones, failed ones that are due for another
   * attempt, and those that were made but never queued; called every minute. A document of the future was written
   * before the clock was set back: it waits no longer than another one.
   */
  async sweep(): Promise<Swept> {
    const now = this.#clock();
    const isOfFuture = (where: Where) => where('updated_at', '>', now + skew);
    const waitsForFuture = (where: Where) =>
      where.and([isOfFuture(where), where('available_at', '>', now)]);
    const isDue = (where: Where) =>
      where.and([where('available_at', '>', never), where('available_at', '<=', now)]);
    const abandoned = await this.#requeue('processing', (where) =>
      where.or([
        where('lease_until', '<', now),
        where('lease_until', '>', now + this.#lease + skew),
      ]),
    );
    const failed = await this.#requeue(
      'failed',
      (where) => where.or([isDue(where), waitsForFuture(where)]),
      last,
    );
    const postponed = await this.#requeue('queued', waitsForFuture);
    const forgotten = await this.#requeue('pending', (where) =>
      where.or([where('updated_at', '<', now - forgottenAfter), isOfFuture(where)]),
    );
    return { abandoned, retried: failed + postponed, forgotten };
  }

  /**
   * Gives one more attempt to each document that a fault of the program has failed, and returns their number. Called at
   * start: another program, or a healthy one, may read them. Those that have ended the program are not read again by
   * themselves.
   */
  retryFaults(): Promise<number> {
    const { code, message } = givenUp;
    return this.#requeue(
      'failed',
      (where) => where.and([where('error_code', '=', code), where('error_message', '!=', message)]),
      last,
    );
  }
}
