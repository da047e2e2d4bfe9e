import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { unlessDiskFull } from '../errors/database-failure.ts';
import {
  changeRows,
  deleteRows,
  insertMissing,
  insertOrChange,
  rowOf,
  type Database,
} from './database.ts';
import type { Schema } from './schema.ts';

/** Reads a number; 0 for a missing name. */
export async function readNumber(query: Kysely<Schema>, name: string): Promise<number> {
  return Number((await rowOf(query, 'state', ['number'], { name }))?.number ?? 0);
}

interface StateRow {
  name: string;
  number?: number;
  text?: string | null;
  expires_at?: number | null;
}

/** Inserts a row, or applies `change` to an existing one, in one statement. */
export function upsertState(
  query: Kysely<Schema>,
  row: StateRow,
  change: Record<string, unknown>,
): Promise<void> {
  const values = { text: null, expires_at: null, number: 0, ...row };
  return insertOrChange(query, query.insertInto('state').values(values), ['name'], change);
}

/** Counters and claims that are kept in memory while the disk is full. */
const maxUnwritten = 10_000;

/**
 * Small values that several sidecars on one database share. While the disk is full, counters and claims go on in the
 * memory of this process: limits hold, a call is refused the second time, and visitors are answered.
 */
export class State {
  readonly #database: Database;
  readonly #query: Database['query'];
  /** Counters and claims that the disk has no room for. */
  readonly #unwritten = new LRUCache<string, number>({ max: maxUnwritten });

  constructor(database: Database) {
    this.#database = database;
    this.#query = database.query;
  }

  /** Adds `by` atomically and returns the new value. `sweep` deletes a counter after `expiresAt` (ms). */
  add(name: string, by: number, expiresAt: number | null = null): Promise<number> {
    return unlessDiskFull(
      async () => {
        const number = await this.#database.transaction(async (transaction) => {
          const row = { name, number: by, expires_at: expiresAt };
          await upsertState(transaction, row, { number: sql`number + ${by}` });
          return readNumber(transaction, name);
        });
        this.#unwritten.delete(name);
        return number;
      },
      async () => {
        const number = await this.#unwrittenSum(name, by);
        this.#unwritten.set(name, number);
        return number;
      },
    );
  }

  /** Adds `by` unless the sum would exceed `max`. False: it would. Atomic. `sweep` deletes as for `add`. */
  addUpTo(name: string, by: number, max: number, expiresAt: number): Promise<boolean> {
    const change = async () => {
      const { numUpdatedRows } = await this.#query
        .updateTable('state')
        .set({ number: sql`number + ${by}` })
        .where('name', '=', name)
        .where('number', '<=', max - by)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    };
    return unlessDiskFull(
      async () => {
        if (await change()) return true;
        const row = { name, number: by, text: null, expires_at: expiresAt };
        return by <= max && ((await insertMissing(this.#query, 'state', [row])) || change());
      },
      async () => {
        const number = await this.#unwrittenSum(name, by);
        if (number <= max) this.#unwritten.set(name, number);
        return number <= max;
      },
    );
  }

  /** False when `name` was claimed before and the claim has not been swept. */
  async claimOnce(name: string, expiresAt: number): Promise<boolean> {
    if (this.#unwritten.has(name)) return false;
    return unlessDiskFull(
      () => this.#insert(name, null, expiresAt),
      () => {
        this.#unwritten.set(name, 1);
        return true;
      },
    );
  }

  /** Reads the numbers of those names that exist. */
  async readNumbers(names: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#query
      .selectFrom('state')
      .select(['name', 'number'])
      .where('name', 'in', names)
      .execute();
    return new Map(rows.map((row) => [row.name, Number(row.number)]));
  }

  /** Reads the numbers whose names are between these, in the order of their characters. */
  async numbers(from: string, to: string): Promise<Map<string, number>> {
    const rows = await this.#query
      .selectFrom('state')
      .select(['name', 'number'])
      .where('name', '>=', from)
      .where('name', '<', to)
      .execute();
    return new Map(rows.map((row) => [row.name, Number(row.number)]));
  }

  /** Reads a number; 0 for a missing name. */
  readNumber(name: string): Promise<number> {
    return readNumber(this.#query, name);
  }

  /** Writes a row. @throws the database's error */
  probe(now: number): Promise<void> {
    return upsertState(this.#query, { name: 'probe', number: now }, { number: now });
  }

  /** Writes a text unless the name exists. False: it exists. `sweep` deletes it after `expiresAt` (ms). */
  writeMissing(name: string, text: string, expiresAt: number | null = null): Promise<boolean> {
    return this.#insert(name, text, expiresAt);
  }

  /** Takes or extends a lease until `until` (ms). False: another owner has it. */
  async lease(name: string, owner: string, now: number, until: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#query
      .updateTable('state')
      .set({ text: owner, expires_at: until })
      .where('name', '=', name)
      .where((where) => where.or([where('text', '=', owner), where('expires_at', '<', now)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n || this.#insert(name, owner, until);
  }

  async readText(name: string): Promise<string | null> {
    return (await rowOf(this.#query, 'state', ['text'], { name }))?.text ?? null;
  }

  writeText(name: string, text: string): Promise<void> {
    return upsertState(this.#query, { name, text }, { text });
  }

  /** Returns rows whose names begin with `prefix`, which has no wildcards. */
  async texts(prefix: string): Promise<{ name: string; text: string }[]> {
    const rows = await this.#query
      .selectFrom('state')
      .select(['name', 'text'])
      .where('name', 'like', `${prefix}%`)
      .execute();
    return rows.map(({ name, text }) => ({ name, text: text ?? '' }));
  }

  /** Replaces a text that still is `before`; null deletes it. False: it has changed. */
  async replaceText(name: string, before: string, after: string | null): Promise<boolean> {
    const key = { name, text: before };
    const changed =
      after === null
        ? await deleteRows(this.#query, 'state', key)
        : await changeRows(this.#query, 'state', key, { text: after });
    return changed > 0;
  }

  async remove(name: string): Promise<void> {
    await deleteRows(this.#query, 'state', { name });
  }

  async sweep(now: number): Promise<void> {
    await this.#query.deleteFrom('state').where('expires_at', '<', now).execute();
  }

  #insert(name: string, text: string | null, expiresAt: number | null): Promise<boolean> {
    return insertMissing(this.#query, 'state', [{ name, text, expires_at: expiresAt }]);
  }

  async #unwrittenSum(name: string, by: number): Promise<number> {
    return (this.#unwritten.get(name) ?? (await this.readNumber(name))) + by;
  }
}
