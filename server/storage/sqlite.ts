import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { SqliteDialect, sql, type SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isDiskFull } from '../errors/database-failure.ts';
import { openKysely, type Database } from './database.ts';
import { makePrivateDatabase } from '../secrets/private-files.ts';

/** Bytes: SQLite writes each page that changes to its journal first, also those of what is deleted. */
const size = 4 * 1024 * 1024;

/** Keeps a file beside SQLite's, whose room deletions get when the disk is full. */
export class DiskReserve {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.#keep();
  }

  /** Runs work that deletes. @throws the error of `work` */
  async forDeletion<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error) || !existsSync(this.#file)) throw error;
      rmSync(this.#file);
      return await work();
    } finally {
      this.#keep();
    }
  }

  /** Writes the file unless it exists or there is no room for it. */
  #keep(): void {
    if (existsSync(this.#file)) return;
    try {
      writeFileSync(this.#file, Buffer.alloc(size), { mode: 0o600 });
    } catch {
      rmSync(this.#file, { force: true });
    }
  }
}

/** Number of cached statements: preparing one takes longer than running most. */
const maxCached = 200;
/** Maximum characters of a cached statement: longer ones insert many rows and are rarely repeated. */
const maxCachedLength = 4000;

/** Adapts `node:sqlite` to the interface of Kysely's dialect. */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, StatementSync>({ max: maxCached });

  function prepared(text: string): StatementSync {
    const statement = statements.get(text) ?? database.prepare(text);
    if (text.length <= maxCachedLength) statements.set(text, statement);
    return statement;
  }

  return {
    close: () => database.close(),
    prepare(text) {
      const statement = prepared(text);
      return {
        // An INSERT without RETURNING has no columns; `columns()` came only with Node 22.16.
        reader: /^\s*(select|with|pragma|explain)\b|\breturning\b/i.test(text),
        all: (parameters) => statement.all(...(parameters as never[])),
        run(parameters) {
          // After an error such as a full disk SQLite may have rolled back by itself.
          if (text === 'rollback' && !database.isTransaction)
            return { changes: 0, lastInsertRowid: 0 };
          return statement.run(...(parameters as never[]));
        },
        iterate: (parameters) =>
          database.prepare(text).iterate(...(parameters as never[])) as IterableIterator<unknown>,
      };
    },
  };
}

/** Opens a path or `:memory:`. Only the owner may read the file: it contains conversations. */
export function openSqlite(file: string, prefix: string): Database {
  if (file !== ':memory:') makePrivateDatabase(file);
  const raw = new DatabaseSync(file);
  raw.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
  raw.exec('PRAGMA foreign_keys = ON');
  const reserve = file === ':memory:' ? null : new DiskReserve(`${file}-reserve`);
  const dialect = new SqliteDialect({ database: asKyselyDatabase(raw) });
  const opened = openKysely('sqlite', dialect, prefix);
  return {
    ...opened,
    async version() {
      const read = sql<{ version: string }>`select sqlite_version() as version`;
      return `SQLite ${(await read.execute(opened.query)).rows[0]?.version ?? ''}`;
    },
    deletion: (work) => (reserve ? reserve.forDeletion(work) : work()),
  };
}
