import { sql, type Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { columnOf } from './stored-vector.ts';

const pattern = /^vector_(\d{1,5})$/;
/** MySQL's limit; MariaDB's is higher. https://dev.mysql.com/doc/refman/9.0/en/vector.html */
const maxDimensions = 16_383;
/** Errors of `ALTER TABLE` on servers that do not know the type, or for accounts that may not alter tables. */
const unsupported = [
  1044, // access denied to the database
  1064, // syntax
  1142, // command denied
  4161, // unknown type: https://mariadb.com/docs/server/reference/error-codes/mariadb-error-codes-4100-to-4199/e4161
];

const chunksTable = ({ prefix }: Database) => sql.id(`${prefix}chunks`);

/** Returns the dimensions for which `chunks` has a VECTOR column. */
export async function vectorColumns(
  { dialect, prefix }: Database,
  executor: Kysely<Schema>,
): Promise<Set<number>> {
  if (dialect === 'sqlite') return new Set();
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = database() and table_name = ${`${prefix}chunks`}
  `.execute(executor);
  return new Set(rows.flatMap(({ name }) => Number(pattern.exec(name)?.[1] ?? []) || []));
}

/**
 * Adds a VECTOR column and returns whether there is one now. It is tried out, because versions do not tell:
 * MariaDB has the type from 11.7 on, MySQL from 9.0 on. Adding does not copy the table.
 */
export async function addVectorColumn(database: Database, dimensions: number): Promise<boolean> {
  if (database.dialect === 'sqlite' || dimensions > maxDimensions) return false;
  const type = sql`VECTOR(${sql.lit(Math.trunc(dimensions))})`;
  const column = sql`add column ${sql.id(columnOf(dimensions))} ${type} null`;
  try {
    await sql`alter table ${chunksTable(database)} ${column}`.execute(database.query);
    return true;
  } catch (error) {
    if (unsupported.includes((error as { errno?: number }).errno ?? 0)) return false;
    throw error;
  }
}

/** Drops a VECTOR column that has no vectors of chunks any more, and returns whether there was one. */
export async function dropUnusedColumn(database: Database, inUse: number): Promise<boolean> {
  for (const dimensions of await vectorColumns(database, database.query)) {
    if (dimensions === inUse || (await isColumnUsed(database, dimensions))) continue;
    const column = sql.id(columnOf(dimensions));
    await sql`alter table ${chunksTable(database)} drop column ${column}`.execute(database.query);
    return true;
  }
  return false;
}

/** Returns whether a chunk still has its vector in the column. */
async function isColumnUsed({ query }: Database, dimensions: number): Promise<boolean> {
  const found = await query
    .selectFrom('chunks')
    .select('id')
    .where('dimensions', '=', dimensions)
    .where('embedding', 'is', null)
    .where(sql<boolean>`${sql.ref(columnOf(dimensions))} is not null`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
