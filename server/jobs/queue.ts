import type { Transaction } from '../storage/database.ts';
import type { DocumentRow } from '../storage/documents.ts';

/** One document, held by one worker until its lease ends. */
export interface Job {
  document: DocumentRow;
  /** Names this hold on the document; nobody else's. */
  lease: string;
}

/** What processing found out about the document. */
export type Outcome = Pick<
  DocumentRow,
  'title' | 'source_url' | 'language' | 'bytes' | 'content_hash' | 'chunk_count' | 'source_modified'
> &
  Partial<Pick<DocumentRow, 'post_type' | 'etag' | 'last_modified' | 'checked_at'>>;

/** Thrown when a lease ended before the work did; whoever holds the document now does it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** How many documents a sweep has put back into the queue, by what had become of them. */
export interface Swept {
  /** Their worker is gone. */
  abandoned: number;
  /** Failed for a passing reason, long enough ago to try once more. */
  retried: number;
  /** Made, but never queued: the process ended in between. */
  forgotten: number;
}

/** Documents that wait to be processed. The lifecycle is the contract's: see contract.md, Document. */
export interface JobQueue {
  /** A document that is being processed is processed once more afterwards. */
  enqueue(documentIds: readonly number[], options?: { force?: boolean }): Promise<void>;
  /** Up to `limit` documents that are ready, oldest first, or whose worker is gone. None while paused. */
  claim(limit: number): Promise<Job[]>;
  /** This document, whatever its state. @throws AppError `conflict` when somebody holds it. */
  claimNow(documentId: number, options?: { force?: boolean }): Promise<Job>;
  /** Prolongs the lease. @throws LeaseLost */
  heartbeat(job: Job): Promise<void>;
  /** Completes the job in one transaction with what `store` writes. @throws LeaseLost: nothing is stored. */
  complete(
    job: Job,
    outcome: Outcome,
    store: (transaction: Transaction) => Promise<void>,
  ): Promise<void>;
  /** The source is gone: removes the document, unless it was asked for again meanwhile. @throws LeaseLost */
  discard(job: Job): Promise<void>;
  /** Queues it again later if `error` may pass and attempts are left; otherwise it has failed. */
  fail(job: Job, error: unknown): Promise<void>;
  /** Gives the document back untouched: another worker may begin at once. */
  release(job: Job): Promise<void>;
  /** The owner's brake; holds for every sidecar and after a restart. What is being processed ends. */
  pause(paused: boolean): Promise<void>;
  isPaused(): Promise<boolean>;
  /** Puts back into the queue what has got stuck. Called every minute. */
  sweep(): Promise<Swept>;
  /** What hands out jobs; without Redis, the database does. */
  engine(): 'database' | 'redis' | 'redis_unreachable';
  /** Deletes what is kept outside of the database. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** The queue on the documents table, which is the truth also when another server says what is next. */
export interface DocumentQueue extends JobQueue {
  /** This document, if it is ready. */
  take(documentId: number): Promise<Job | null>;
  /** Milliseconds until the document is ready; null when it does not wait. */
  waits(documentId: number): Promise<number | null>;
}
