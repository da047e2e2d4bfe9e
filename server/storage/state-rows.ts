import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Reads a number; 0 for a missing name. */
export async function readNumber(query: Kysely<Schema>, name: string): Promise<number> {
  const row = await query
    .selectFrom('state')
    .select('number')
    .where('name', '=', name)
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}

export interface StateRow {
  name: string;
  number?: number;
  text?: string | null;
  expires_at?: number | null;
}

/** Inserts a row, or applies `change` to an existing one, in one statement. */
export async function upsertState(
  dialect: Database['dialect'],
  executor: Kysely<Schema>,
  row: StateRow,
  change: Record<string, unknown>,
): Promise<void> {
  const insert = executor
    .insertInto('state')
    .values({ text: null, expires_at: null, number: 0, ...row });
  await (
    dialect === 'mysql'
      ? insert.onDuplicateKeyUpdate(change)
      : insert.onConflict((conflict) => conflict.column('name').doUpdateSet(change))
  ).execute();
}

/** False: a row of this name exists. */
export async function insertMissing({ query, dialect }: Database, row: StateRow): Promise<boolean> {
  const insert = query.insertInto('state').values(row);
  const result = await (
    dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
  ).executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}
