import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Transaction = KyselyTransaction<Schema>;

/** One connection pool to the site's database. Table names are without prefix. */
export interface Database {
  readonly dialect: 'mysql' | 'sqlite';
  readonly query: Kysely<Schema>;
  /** Before each table's name: `wp_rag_`. */
  readonly prefix: string;
  /** Such as `MariaDB 10.11.19` or `SQLite 3.50.4`. */
  version(): Promise<string>;
  /** Runs statements that are not queries of the builder, one by one: migrations. */
  execute(statements: readonly string[]): Promise<void>;
  /**
   * Everything in `work` or nothing. Throws what `work` throws; repeats it when the database
   * gave up because of a deadlock with another transaction, so `work` has no other effects.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A table's row count or sum comes as text from MySQL and as bigint from others. */
export const toNumber = (value: string | number | bigint | null | undefined) => Number(value ?? 0);
