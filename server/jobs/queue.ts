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
>;

/** Thrown when a lease ended before the work did; whoever holds the document now does it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Documents that wait to be processed. The lifecycle is the contract's: see contract.md, Document. */
export interface JobQueue {
  /** A document that is being processed is processed once more afterwards. */
  enqueue(documentIds: readonly number[], options?: { force?: boolean }): Promise<void>;
  /** Up to `limit` documents that are ready, oldest first, or whose worker is gone. */
  claim(limit: number): Promise<Job[]>;
  /** This document, whatever its state. @throws AppError `conflict` when somebody holds it. */
  claimNow(documentId: number, options?: { force?: boolean }): Promise<Job>;
  /** Prolongs the lease. @throws LeaseLost */
  heartbeat(job: Job): Promise<void>;
  /** Part of the transaction that stores the chunks. @throws LeaseLost: roll back. */
  complete(job: Job, outcome: Outcome, transaction: Transaction): Promise<void>;
  /** Queues it again later if `error` may pass and attempts are left; otherwise it has failed. */
  fail(job: Job, error: unknown): Promise<void>;
  /** Gives the document back untouched: another worker may begin at once. */
  release(job: Job): Promise<void>;
}
