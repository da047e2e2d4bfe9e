import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** 0 for a name that is not there. */
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

/** Inserts the row, or makes `change` to the one that is there, in one statement. */
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

/** Small shared facts: what several sidecars on one database must agree on. */
export function createState(database: Database) {
  const { query, dialect } = database;

  /** False: a row of this name was there. */
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
    /** Adds `by` atomically and gives the new value. A counter past `expiresAt` (ms) is swept. */
    async add(name: string, by: number, expiresAt: number | null = null): Promise<number> {
      return database.transaction(async (transaction) => {
        const row = { name, number: by, expires_at: expiresAt };
        await upsertState(dialect, transaction, row, { number: sql`number + ${by}` });
        return readNumber(transaction, name);
      });
    },

    /** False when somebody has claimed `name` before and the claim has not been swept. */
    claimOnce: (name: string, expiresAt: number): Promise<boolean> =>
      insertMissing({ name, text: null, expires_at: expiresAt }),

    /** Unless there is one of this name: then it stays. */
    writeMissing: (name: string, text: string): Promise<boolean> =>
      insertMissing({ name, text, expires_at: null }),

    /** Takes or prolongs what one process at a time may do, until `until` (ms). False: another has it. */
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

    /** Rows whose names begin with `prefix`, which has no wildcards. */
    async texts(prefix: string): Promise<{ name: string; text: string }[]> {
      const rows = await query
        .selectFrom('state')
        .select(['name', 'text'])
        .where('name', 'like', `${prefix}%`)
        .execute();
      return rows.map(({ name, text }) => ({ name, text: text ?? '' }));
    },

    /** Null: removes it. False, and nothing is done, when somebody else has changed it since. */
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
