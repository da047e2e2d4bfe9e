import { sql } from 'kysely';
import type { Database } from './database.ts';
import { createKeptCounters } from './kept-counters.ts';
import { insertMissing, readNumber, upsertState, type StateRow } from './state-rows.ts';

async function addUpTo(
  database: Database,
  row: StateRow & { number: number },
  max: number,
): Promise<boolean> {
  const { name, number: by } = row;
  const update = async () => {
    const result = await database.query
      .updateTable('state')
      .set({ number: sql`number + ${by}` })
      .where('name', '=', name)
      .where('number', '<=', max - by)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  };
  if (await update()) return true;
  return by <= max && ((await insertMissing(database, row)) || update());
}

/** Counters and claims that several sidecars on one database share. */
export function createCounters(database: Database) {
  const { query, dialect } = database;
  const kept = createKeptCounters();

  return {
    /** Adds `by` atomically and returns the new value. `sweep` deletes a counter after `expiresAt` (ms). */
    add: (name: string, by: number, expiresAt: number | null = null): Promise<number> =>
      kept.add(name, by, {
        write: () =>
          database.transaction(async (transaction) => {
            const row = { name, number: by, expires_at: expiresAt };
            await upsertState(dialect, transaction, row, { number: sql`number + ${by}` });
            return readNumber(transaction, name);
          }),
        read: () => readNumber(query, name),
      }),

    /** Adds `by` unless the sum would exceed `max`. False: it would. Atomic. `sweep` deletes as for `add`. */
    addUpTo: (name: string, by: number, max: number, expiresAt: number): Promise<boolean> =>
      kept.addUpTo(name, by, max, {
        write: () =>
          addUpTo(database, { name, number: by, text: null, expires_at: expiresAt }, max),
        read: () => readNumber(query, name),
      }),

    /** False when `name` was claimed before and the claim has not been swept. */
    claimOnce: (name: string, expiresAt: number): Promise<boolean> =>
      kept.claim(name, () => insertMissing(database, { name, text: null, expires_at: expiresAt })),

    /** Reads the numbers of those names that exist. */
    async readNumbers(names: readonly string[]): Promise<Map<string, number>> {
      const rows = await query
        .selectFrom('state')
        .select(['name', 'number'])
        .where('name', 'in', names)
        .execute();
      return new Map(rows.map((row) => [row.name, Number(row.number)]));
    },

    /** Reads the numbers whose names are between these, in the order of their characters. */
    async numbers(from: string, to: string): Promise<Map<string, number>> {
      const rows = await query
        .selectFrom('state')
        .select(['name', 'number'])
        .where('name', '>=', from)
        .where('name', '<', to)
        .execute();
      return new Map(rows.map((row) => [row.name, Number(row.number)]));
    },

    readNumber: (name: string): Promise<number> => readNumber(query, name),
  };
}
