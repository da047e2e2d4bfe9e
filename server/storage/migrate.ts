import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { Database } from './database.ts';
import { tableNames, type Schema } from './schema.ts';
import { ownFile } from '../runtime/program-files.ts';
import { readNumber, upsertState } from './state.ts';

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

type Connection = Kysely<Schema>;

const versionName = 'schema_version';
/** The same of the last compatible migration: an older program, put back, does not look for it and goes on. */
const compatibleName = 'schema_compatible';
/** Number of the next version's statements that are done. */
const stepName = 'schema_step';
/** Milliseconds to wait for another sidecar's migration; the caller tries again. */
const maxWait = 30_000;

/**
 * MySQL's errors for a change of tables that is there already, or whose object is gone: a table, a column, a key.
 * https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html
 */
const repeated: readonly unknown[] = [1050, 1051, 1060, 1061, 1091];

interface Migration {
  number: number;
  /** Older programs can use the tables after it: its name ends in `.compatible.sql`. */
  isCompatible: boolean;
  statements: string[];
}

/** Splits a migration at `;`, after its comments were removed. String literals must contain neither. */
export function splitStatements(text: string): string[] {
  return text
    .replace(/(?<![ \t])[ \t]*--\s.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Reads the numbered files of a folder, in order. */
function migrationsIn(folder: URL, prefix: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      number: Number.parseInt(name, 10),
      isCompatible: name.endsWith('.compatible.sql'),
      statements: splitStatements(
        readFileSync(new URL(name, folder), 'utf8').replaceAll('{prefix}rag_', prefix),
      ),
    }));
}

/** The table with the schema's version has to exist before the others. */
const stateTable = {
  mysql:
    'CREATE TABLE IF NOT EXISTS `{prefix}state` (\n  name VARCHAR(191) NOT NULL PRIMARY KEY,\n' +
    '  number BIGINT NOT NULL DEFAULT 0,\n  text LONGTEXT NULL,\n  expires_at BIGINT UNSIGNED NULL,\n' +
    '  KEY expires_at (expires_at)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC',
  sqlite:
    'CREATE TABLE IF NOT EXISTS "{prefix}state" (\n  name TEXT NOT NULL PRIMARY KEY,\n' +
    '  number INTEGER NOT NULL DEFAULT 0,\n  text TEXT,\n  expires_at INTEGER)',
};

/** SQLite's SQLITE_BUSY. https://www.sqlite.org/rescode.html#busy */
const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === 5;

/** Waits until no other sidecar writes: without blocking this process, as SQLite's own waiting does. */
async function beginAlone(connection: Connection): Promise<void> {
  await sql`pragma busy_timeout = 0`.execute(connection);
  try {
    for (const end = performance.now() + maxWait; ; await sleep(50)) {
      try {
        await sql`begin immediate`.execute(connection);
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
      }
    }
  } finally {
    await sql`pragma busy_timeout = 5000`.execute(connection);
  }
}

async function inTransaction(
  connection: Connection,
  begin: () => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  await begin();
  try {
    await work();
    await sql`commit`.execute(connection);
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the name of MySQL's lock. Names are the whole server's, on which several databases have the same prefix, and
 * have at most 64 characters. https://dev.mysql.com/doc/refman/8.4/en/locking-functions.html
 */
async function lockName(connection: Connection, prefix: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select database() as name`.execute(connection);
  const text = `${rows[0]?.name}.${prefix}`;
  return `itih_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
}

/** Applies what the tables do not have yet. @throws AppError `newer_database` */
async function applyAll(
  dialect: Database['dialect'],
  connection: Connection,
  migrations: Migration[],
  step: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const set = (name: string, number: number) =>
    upsertState(connection, { name, number }, { number });
  const version = await readNumber(connection, versionName);
  const current = Math.max(version, await readNumber(connection, compatibleName));
  const known = migrations.at(-1)?.number ?? 0;
  if (version > known) {
    throw new AppError('newer_database', {
      message:
        `The tables were made by a newer sidecar (version ${version} of the schema; this program knows ${known}): ` +
        'start the newer program, or restore a backup from before the update.',
    });
  }
  for (const { number, isCompatible, statements } of migrations) {
    if (number <= current) continue;
    const done = await readNumber(connection, stepName);
    for (let index = done; index < statements.length; index++) {
      await step(async () => {
        await sql
          .raw(statements[index]!)
          .execute(connection)
          .catch((error: unknown) => {
            // A process that ended before it could count the first of these.
            const isDone = index === done && repeated.includes((error as { errno?: number }).errno);
            if (!isDone) throw error;
          });
        await set(stepName, index + 1);
      });
    }
    await step(async () => {
      await set(isCompatible ? compatibleName : versionName, number);
      await set(stepName, 0);
    });
  }
}

/**
 * Brings the tables up to date, whatever version made them and wherever an earlier process was stopped. SQLite does
 * everything in one transaction, which also keeps other sidecars out. MySQL commits with each change of tables, so
 * the statements are counted, each in one transaction with its count; a lock keeps others out.
 * https://dev.mysql.com/doc/refman/8.4/en/implicit-commit.html
 *
 * @throws AppError `newer_database`, `foreign_tables`
 */
export async function migrate(
  database: Database,
  folder = ownFile(`sql/${database.dialect}/`),
): Promise<void> {
  const { dialect, prefix } = database;
  const migrations = migrationsIn(folder, prefix);
  await database.query.connection().execute(async (connection) => {
    const makeState = async () => {
      const state = stateTable[dialect].replace('{prefix}', prefix);
      await refuseForeignTables(dialect, connection, [state]);
      const columns = await columnsOf(dialect, connection, `${prefix}state`);
      const current = columns.length > 0 ? await readNumber(connection, versionName) : 0;
      const pending = migrations.filter(({ number }) => number > current);
      await refuseForeignTables(
        dialect,
        connection,
        pending.flatMap(({ statements }) => statements),
      );
      await sql.raw(state).execute(connection);
    };
    if (dialect === 'sqlite') {
      return inTransaction(
        connection,
        () => beginAlone(connection),
        async () => {
          await makeState();
          await applyAll(dialect, connection, migrations, (work) => work());
        },
      );
    }
    await makeState();
    const lock = await lockName(connection, prefix);
    const { rows } = await sql<{ locked: number | null }>`
      select get_lock(${lock}, ${maxWait / 1000}) as locked`.execute(connection);
    if (Number(rows[0]?.locked) !== 1) throw new Error('Another sidecar is migrating the tables.');
    try {
      await applyAll(dialect, connection, migrations, (work) =>
        inTransaction(connection, () => sql`start transaction`.execute(connection), work),
      );
    } finally {
      await sql`select release_lock(${lock})`.execute(connection);
    }
  });
}

/** Tables of the schema, and of what was there before. */
export const droppedTables = ['next_vectors', 'sentence_vectors', ...tableNames] as const;

/** Removes all tables of this prefix. */
export async function dropTables(database: Database): Promise<void> {
  const { dialect, prefix } = database;
  const quote = dialect === 'mysql' ? '`' : '"';
  await database.execute(
    droppedTables.map((name) => `DROP TABLE IF EXISTS ${quote}${prefix}${name}${quote}`),
  );
  // VACUUM rewrites the file, in which deleted rows would stay readable.
  if (dialect === 'sqlite') await database.execute(['VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)']);
}
