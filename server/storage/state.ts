import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isDiskFull } from '../errors/database-failure.ts';
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

interface StateRow {
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

/** Counters and claims that are kept in memory at most, while the disk is full. */
const maxKept = 10_000;

/**
 * Small values that several sidecars on one database share. While the disk is full, counters and claims are kept in
 * memory: calls are still refused the second time, and visitors answered.
 */
export function createState(database: Database) {
  const { query, dialect } = database;
  const kept = new LRUCache<string, number>({ max: maxKept });

  /** False: a row of this name exists. */
  async function insertMissing(row: {
    name: string;
    text: string | null;
    expires_at: number | null;
  }) {
    const insert = query.insertInto('state').values(row);
    const result = await (
      dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
    ).executeTakeFirst();
    return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
  }

  return {
    /** Adds `by` atomically and returns the new value. `sweep` deletes a counter after `expiresAt` (ms). */
    async add(name: string, by: number, expiresAt: number | null = null): Promise<number> {
      const row = { name, number: by, expires_at: expiresAt };
      try {
        return await database.transaction(async (transaction) => {
          await upsertState(dialect, transaction, row, { number: sql`number + ${by}` });
          return readNumber(transaction, name);
        });
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        const number = (kept.get(name) ?? (await readNumber(query, name))) + by;
        kept.set(name, number);
        return number;
      }
    },

    /** Writes a row. @throws the database's error */
    probe: (now: number): Promise<void> =>
      upsertState(dialect, query, { name: 'probe', number: now }, { number: now }),

    /** False when `name` was claimed before and the claim has not been swept. */
    async claimOnce(name: string, expiresAt: number): Promise<boolean> {
      if (kept.has(name)) return false;
      try {
        return await insertMissing({ name, text: null, expires_at: expiresAt });
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        kept.set(name, 1);
        return true;
      }
    },

    /** Writes a text unless the name exists. False: it exists. */
    writeMissing: (name: string, text: string): Promise<boolean> =>
      insertMissing({ name, text, expires_at: null }),

    /** Takes or extends a lease until `until` (ms). False: another owner holds it. */
    async lease(name: string, owner: string, now: number, until: number): Promise<boolean> {
      const held = await query
        .updateTable('state')
        .set({ text: owner, expires_at: until })
        .where('name', '=', name)
        .where((where) => where.or([where('text', '=', owner), where('expires_at', '<', now)]))
        .executeTakeFirst();
      if (held.numUpdatedRows > 0n) return true;
      return insertMissing({ name, text: owner, expires_at: until });
    },

    readNumber: (name: string): Promise<number> => readNumber(query, name),

    async readText(name: string): Promise<string | null> {
      const row = await query
        .selectFrom('state')
        .select('text')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.text ?? null;
    },

    async writeText(name: string, text: string): Promise<void> {
      await upsertState(dialect, query, { name, text }, { text });
    },

    /** Returns rows whose names begin with `prefix`, which has no wildcards. */
    async texts(prefix: string): Promise<{ name: string; text: string }[]> {
      const rows = await query
        .selectFrom('state')
        .select(['name', 'text'])
        .where('name', 'like', `${prefix}%`)
        .execute();
      return rows.map(({ name, text }) => ({ name, text: text ?? '' }));
    },

    /** Replaces a text that still is `before`; null deletes it. False: it has changed. */
    async replaceText(name: string, before: string, after: string | null): Promise<boolean> {
      const result =
        after === null
          ? await query
              .deleteFrom('state')
              .where('name', '=', name)
              .where('text', '=', before)
              .executeTakeFirst()
          : await query
              .updateTable('state')
              .set({ text: after })
              .where('name', '=', name)
              .where('text', '=', before)
              .executeTakeFirst();
      return ('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows) > 0n;
    },

    async remove(name: string): Promise<void> {
      await query.deleteFrom('state').where('name', '=', name).execute();
    },

    async sweep(now: number): Promise<void> {
      await query.deleteFrom('state').where('expires_at', '<', now).execute();
    },
  };
}
export type State = ReturnType<typeof createState>;
