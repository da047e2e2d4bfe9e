import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';
import { unlessDiskFull } from '../errors/database-failure.ts';

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

const maxKept = 10_000;

/**
 * Counters and claims in memory while the disk is full: limits hold, a call is refused the second time, and visitors
 * are answered.
 */
export function createKeptCounters() {
  const kept = new LRUCache<string, number>({ max: maxKept });
  return {
    /** Returns what `write` returns; on a full disk `by` more than was kept, or than `read` finds. */
    add: (
      name: string,
      by: number,
      { write, read }: Record<'write' | 'read', () => Promise<number>>,
    ): Promise<number> =>
      unlessDiskFull(
        async () => {
          const number = await write();
          kept.delete(name);
          return number;
        },
        async () => {
          const number = (kept.get(name) ?? (await read())) + by;
          kept.set(name, number);
          return number;
        },
      ),

    /** Returns what `write` returns; on a full disk whether the sum is within `max`. */
    addUpTo: (
      name: string,
      by: number,
      max: number,
      { write, read }: { write: () => Promise<boolean>; read: () => Promise<number> },
    ): Promise<boolean> =>
      unlessDiskFull(write, async () => {
        const number = (kept.get(name) ?? (await read())) + by;
        if (number <= max) kept.set(name, number);
        return number <= max;
      }),

    /** Returns what `write` returns; on a full disk true, and false from then on. */
    async claim(name: string, write: () => Promise<boolean>): Promise<boolean> {
      if (kept.has(name)) return false;
      return unlessDiskFull(write, () => {
        kept.set(name, 1);
        return true;
      });
    },
  };
}

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

/** Small values that several sidecars on one database share. */
export function createState(database: Database) {
  const { query, dialect } = database;
  const insert = (row: StateRow) => insertMissing(database, row);

  return {
    ...createCounters(database),

    /** Writes a row. @throws the database's error */
    probe: (now: number): Promise<void> =>
      upsertState(dialect, query, { name: 'probe', number: now }, { number: now }),

    /** Writes a text unless the name exists. False: it exists. `sweep` deletes it after `expiresAt` (ms). */
    writeMissing: (name: string, text: string, expiresAt: number | null = null): Promise<boolean> =>
      insert({ name, text, expires_at: expiresAt }),

    /** Takes or extends a lease until `until` (ms). False: another owner holds it. */
    async lease(name: string, owner: string, now: number, until: number): Promise<boolean> {
      const held = await query
        .updateTable('state')
        .set({ text: owner, expires_at: until })
        .where('name', '=', name)
        .where((where) => where.or([where('text', '=', owner), where('expires_at', '<', now)]))
        .executeTakeFirst();
      if (held.numUpdatedRows > 0n) return true;
      return insert({ name, text: owner, expires_at: until });
    },

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
