import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Schema } from './schema.ts';

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
