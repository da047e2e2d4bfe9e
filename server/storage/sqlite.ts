import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect, sql, type SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';
import { runTransaction } from './after-commit.ts';
import type { Database } from './database.ts';
import { makePrivateDatabase } from '../secrets/private-files.ts';
import type { Schema } from './schema.ts';
import { tablePrefix } from './table-prefix.ts';

/** Statements that are kept: preparing one takes longer than most take to run. */
const keptStatements = 200;
/** Characters; longer ones insert many rows, and seldom as many again. */
const longestKept = 4000;

/** `node:sqlite` in the shape that Kysely's dialect asks for. */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = new LRUCache<string, StatementSync>({ max: keptStatements });

  function prepared(text: string): StatementSync {
    const statement = kept.get(text) ?? database.prepare(text);
    if (text.length <= longestKept) kept.set(text, statement);
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
        run: (parameters) => statement.run(...(parameters as never[])),
        iterate: (parameters) =>
          database.prepare(text).iterate(...(parameters as never[])) as IterableIterator<unknown>,
      };
    },
  };
}

/** `file` is a path or `:memory:`. Only its owner may read it: it holds conversations. */
export function openSqlite(file: string, prefix: string): Database {
  if (file !== ':memory:') makePrivateDatabase(file);
  const raw = new DatabaseSync(file);
  raw.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
  raw.exec('PRAGMA foreign_keys = ON');
  const query = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: asKyselyDatabase(raw) }),
    plugins: [tablePrefix(prefix)],
  });
  return {
    dialect: 'sqlite',
    query,
    prefix,
    async version() {
      const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(
        query,
      );
      return `SQLite ${rows[0]?.version ?? ''}`;
    },
    async execute(statements) {
      for (const statement of statements) await sql.raw(statement).execute(query);
    },
    transaction: (work) => runTransaction(query, work),
    close: () => query.destroy(),
  };
}
