import {
  Kysely,
  MysqlAdapter,
  sql,
  type Dialect,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Selectable,
  type SelectQueryBuilder,
  type Transaction as KyselyTransaction,
  type UpdateObject,
} from 'kysely';
import { databaseFailure } from '../errors/database-failure.ts';
import { tablePrefix, type Schema } from './schema.ts';

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

/** Makes what is the same for all dialects. */
export function openKysely(
  dialect: Database['dialect'],
  kysely: Dialect,
  prefix: string,
): Omit<Database, 'version' | 'deletion'> {
  const failures = { locked: 0, full: 0, unreachable: 0, other: 0 };
  const query = new Kysely<Schema>({
    dialect: kysely,
    plugins: [tablePrefix(prefix)],
    log: (event) => {
      if (event.level === 'error') failures[databaseFailure(event.error) ?? 'other']++;
    },
  });
  return {
    dialect,
    query,
    prefix,
    failures,
    async execute(statements) {
      for (const statement of statements) await sql.raw(statement).execute(query);
    },
    transaction: (work) => runTransaction(query, work),
    close: () => query.destroy(),
  };
}

const waiting = new WeakMap<Transaction, (() => void)[]>();

/** Runs `then` after the commit, before the transaction's promise resolves. */
export function afterCommit(transaction: Transaction, then: () => void): void {
  waiting.set(transaction, [...(waiting.get(transaction) ?? []), then]);
}

/** Runs a transaction once, then the callbacks of `afterCommit`. @throws the error of `work`, also if ROLLBACK fails */
async function runTransaction<T>(
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

/** A table's row count or sum comes as text from MySQL and as bigint from others. */
export const toNumber = (value: string | number | bigint | null | undefined) => Number(value ?? 0);

type Table = keyof Schema;
type Key<T extends Table> = Partial<Selectable<Schema[T]>>;
/** Rows by key, whatever the table: Kysely's types do not follow a variable name. */
type AnyTable = Record<string, Record<string, unknown>>;
const ofAny = (query: Kysely<Schema>) => query as unknown as Kysely<AnyTable>;

/** Reads columns of the first row with these values. */
export function rowOf<T extends Table, Column extends keyof Selectable<Schema[T]> & string>(
  query: Kysely<Schema>,
  table: T,
  columns: readonly Column[],
  key: Key<T>,
): Promise<Pick<Selectable<Schema[T]>, Column> | undefined> {
  const rows = ofAny(query)
    .selectFrom(table as string)
    .select(columns);
  const found = rows.where((where) => where.and(key)).executeTakeFirst();
  return found as Promise<Pick<Selectable<Schema[T]>, Column> | undefined>;
}

/** Changes the rows with these values. Returns how many they are. */
export async function changeRows<T extends Table>(
  query: Kysely<Schema>,
  table: T,
  key: Key<T>,
  values: UpdateObject<Schema, T, T>,
): Promise<number> {
  const update = ofAny(query)
    .updateTable(table as string)
    .set(values as object);
  const { numUpdatedRows } = await update
    .where((where) => where.and(key))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes the rows with these values. Returns how many they were. */
export async function deleteRows<T extends Table>(
  query: Kysely<Schema>,
  table: T,
  key: Key<T>,
): Promise<number> {
  const rows = ofAny(query)
    .deleteFrom(table as string)
    .where((where) => where.and(key));
  return Number((await rows.executeTakeFirstOrThrow()).numDeletedRows);
}

const isMysql = (query: Kysely<Schema>) => query.getExecutor().adapter instanceof MysqlAdapter;

/** Inserts the rows that are not there. Returns whether there was one of them. */
export async function insertMissing<T extends Table>(
  query: Kysely<Schema>,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<boolean> {
  const insert = ofAny(query).insertInto(table).values(rows);
  const result = await (
    isMysql(query) ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
  ).executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Runs an INSERT that changes a row whose key is there. */
export async function insertOrChange<T extends Table>(
  query: Kysely<Schema>,
  insert: InsertQueryBuilder<Schema, T, InsertResult>,
  key: readonly (keyof Schema[T] & string)[],
  change: Record<string, unknown>,
): Promise<void> {
  const either = insert as unknown as InsertQueryBuilder<AnyTable, string, InsertResult>;
  await (
    isMysql(query)
      ? either.onDuplicateKeyUpdate(change)
      : either.onConflict((conflict) => conflict.columns(key).doUpdateSet(change))
  ).execute();
}

/** Runs a query of ids. */
export async function idsOf(selected: {
  execute: () => Promise<{ id: number }[]>;
}): Promise<number[]> {
  return (await selected.execute()).map(({ id }) => id);
}

/** Counts the rows of a query. */
export async function countOf<T extends Table>(
  rows: SelectQueryBuilder<Schema, T, object>,
): Promise<number> {
  const row = await rows.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirst();
  return toNumber((row as { n: number } | undefined)?.n);
}
