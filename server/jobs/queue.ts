import type { Transaction } from '../storage/database.ts';
import type { DocumentRow } from '../storage/documents.ts';

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
      'post_type' | 'published_at' | 'prominent' | 'etag' | 'last_modified' | 'checked_at'
    >
  >;

/** Thrown when a lease ended before the work; its new holder does the work. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Numbers of documents that a sweep has queued again. */
export interface Swept {
  /** The lease of their worker ended. */
  abandoned: number;
  /** Failed with a retryable error and due for another attempt. */
  retried: number;
  /** Made but never queued, because the process ended in between. */
  forgotten: number;
}

/** Queue of documents to process. Their states are `documentStatus` of the contract. */
export interface JobQueue {
  /** Queues documents. One that is being processed is processed again afterwards. */
  enqueue(documentIds: readonly number[], options?: { force?: boolean }): Promise<void>;
  /** Leases up to `limit` documents that are due, oldest first, or abandoned. None while paused. */
  claim(limit: number): Promise<Job[]>;
  /** Leases this document in any state. @throws AppError `conflict` when another worker holds it */
  claimNow(documentId: number, options?: { force?: boolean }): Promise<Job>;
  /** Extends the lease. @throws LeaseLost */
  heartbeat(job: Job): Promise<void>;
  /** Completes the job in one transaction with what `store` writes. @throws LeaseLost: nothing is stored. */
  complete(
    job: Job,
    outcome: Outcome,
    store: (transaction: Transaction) => Promise<void>,
  ): Promise<void>;
  /** Removes a document without source, unless it was enqueued again meanwhile. @throws LeaseLost */
  discard(job: Job): Promise<void>;
  /** Queues the document again if `error` is retryable and attempts are left; else marks it as failed. */
  fail(job: Job, error: unknown): Promise<void>;
  /** Ends the lease without a result: another worker may start at once. */
  release(job: Job): Promise<void>;
  /** Pauses or resumes the queue for all sidecars, across restarts. Running jobs end normally. */
  pause(paused: boolean): Promise<void>;
  isPaused(): Promise<boolean>;
  /** Queues stuck documents again. Called every minute. */
  sweep(): Promise<Swept>;
  /**
   * Gives one more attempt to each document that a fault of the program has failed, and returns their number. Called at
   * start: another program, or a healthy one, may read them.
   */
  retryFaults(): Promise<number>;
  /** The server that hands out jobs. */
  engine(): 'database' | 'redis' | 'redis_unreachable';
  /** Deletes data outside of the database. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** The queue on the documents table, which holds states and leases also with Redis. */
export interface DocumentQueue extends JobQueue {
  /** Leases this document if it is due or abandoned. */
  take(documentId: number): Promise<Job | null>;
  /** Returns the milliseconds until the document is due; null when it is not queued. */
  waits(documentId: number): Promise<number | null>;
}
