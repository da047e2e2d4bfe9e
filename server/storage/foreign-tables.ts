import { sql, type Kysely } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

const created = /^CREATE TABLE (?:IF NOT EXISTS )?[`"](\w+)[`"] \(/;
const column = /^ {2}(?!(?:PRIMARY|UNIQUE|KEY|CONSTRAINT|FOREIGN)\b)(\w+) /gm;

/** Returns the names of a table's columns; none if there is no such table. */
export async function columnsOf(
  dialect: Database['dialect'],
  connection: Kysely<Schema>,
  table: string,
): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table})`
      : sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = database() and table_name = ${table}`;
  return (await query.execute(connection)).rows.map(({ name }) => name);
}

/**
 * Refuses tables of other programs under the names that `statements` would create: `CREATE TABLE IF NOT EXISTS` would
 * pass them by, and uninstalling would drop them. A table that has all columns is this program's, made by an earlier,
 * interrupted run.
 *
 * @throws AppError `foreign_tables`
 */
export async function refuseForeignTables(
  dialect: Database['dialect'],
  connection: Kysely<Schema>,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) {
    const table = created.exec(statement)?.[1];
    const there = table ? await columnsOf(dialect, connection, table) : [];
    const missing = [...statement.matchAll(column)].find(([, name]) => !there.includes(name ?? ''));
    if (there.length === 0 || !missing) continue;
    throw new AppError('foreign_tables', {
      message:
        `The table ${table} is not this program's, because it has no column "${missing[1]}". ` +
        'Nothing was changed. Set ITIH_DATABASE_URL to a database of its own, such as sqlite:/var/lib/itih/itih.sqlite.',
    });
  }
}
