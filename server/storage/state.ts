import type { Database } from './database.ts';
import { createCounters } from './counters.ts';
import { insertMissing, upsertState, type StateRow } from './state-rows.ts';

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
