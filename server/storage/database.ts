import type { Kysely, Transaction as KyselyTransaction, LogEvent } from 'kysely';
import type { Schema } from './schema.ts';
import { databaseFailure } from '../errors/database-failure.ts';

export type Transaction = KyselyTransaction<Schema>;

/** One connection pool to the site's database. Table names are without prefix. */
export interface Database {
  readonly dialect: 'mysql' | 'sqlite';
  readonly query: Kysely<Schema>;
  /** Prefix of all tables: `wp_rag_`. */
  readonly prefix: string;
  /** Number of statements that the database has refused since the start. */
  readonly failures: Readonly<Record<'locked' | 'full' | 'unreachable' | 'other', number>>;
  /** Returns a text such as `MariaDB 10.11.19` or `SQLite 3.50.4`. */
  version(): Promise<string>;
  /** Runs raw statements one by one: migrations. */
  execute(statements: readonly string[]): Promise<void>;
  /**
   * Runs `work` in a transaction and throws its errors. Repeats it when the database
   * reports a deadlock, so `work` must have no other effects.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs work that deletes, once more with room that is kept for it if the disk is full. */
  readonly deletion: <T>(work: () => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

/** A table's row count or sum comes as text from MySQL and as bigint from others. */
export const toNumber = (value: string | number | bigint | null | undefined) => Number(value ?? 0);

const waiting = new WeakMap<Transaction, (() => void)[]>();

/** Runs `then` after the commit, before the transaction's promise resolves. */
export function afterCommit(transaction: Transaction, then: () => void): void {
  waiting.set(transaction, [...(waiting.get(transaction) ?? []), then]);
}

/** Runs a transaction once, then the callbacks of `afterCommit`. @throws the error of `work`, also if ROLLBACK fails */
export async function runTransaction<T>(
  query: Kysely<Schema>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let used: Transaction | undefined;
  let failed: { error: unknown } | undefined;
  const result = await query
    .transaction()
    .execute(async (transaction) => {
      used = transaction;
      try {
        return await work(transaction);
      } catch (error) {
        failed = { error };
        throw error;
      }
    })
    .catch((error: unknown) => {
      throw failed ? failed.error : error;
    });
  for (const then of (used && waiting.get(used)) ?? []) then();
  return result;
}

/** Counts the statements that a database refuses, for Kysely's `log`. */
export function countFailures() {
  const failures = { locked: 0, full: 0, unreachable: 0, other: 0 };
  return {
    failures: failures as Readonly<typeof failures>,
    log: (event: LogEvent): void => {
      if (event.level === 'error') failures[databaseFailure(event.error) ?? 'other']++;
    },
  };
}
