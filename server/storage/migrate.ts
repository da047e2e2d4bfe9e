import { readFileSync, readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { ownFile } from '../runtime/program-files.ts';
import type { Database } from './database.ts';
import { readNumber, upsertState } from './state.ts';

const versionName = 'schema_version';

/** Returns whether a column or key exists already, from a process that ended before it wrote the version. */
const isRepeated = (error: unknown) => /duplicate (column|key) name/i.test(String(error));

/** Numbered files of `sql/<dialect>`, in order. */
function migrations(dialect: Database['dialect']) {
  const folder = ownFile(`sql/${dialect}/`);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      number: Number.parseInt(name, 10),
      text: readFileSync(new URL(name, folder), 'utf8'),
    }));
}

/** Splits a migration at `;`, after its comments were removed. String literals must contain neither. */
export function splitStatements(text: string): string[] {
  return text
    .replace(/(?<![ \t])[ \t]*--\s.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** The table with the schema's version has to exist before the others. */
const stateTable = {
  mysql:
    'CREATE TABLE IF NOT EXISTS `{prefix}state` (name VARCHAR(191) NOT NULL PRIMARY KEY, ' +
    'number BIGINT NOT NULL DEFAULT 0, text LONGTEXT NULL, expires_at BIGINT UNSIGNED NULL, ' +
    'KEY expires_at (expires_at)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC',
  sqlite:
    'CREATE TABLE IF NOT EXISTS "{prefix}state" (name TEXT NOT NULL PRIMARY KEY, ' +
    'number INTEGER NOT NULL DEFAULT 0, text TEXT, expires_at INTEGER)',
};

/**
 * Brings the tables up to date. Several sidecars may start at once: statements can be repeated, and a lock
 * lets only one of them through on MySQL.
 */
export async function migrate(database: Database): Promise<void> {
  const { dialect, prefix } = database;
  await database.execute([stateTable[dialect].replace('{prefix}', prefix)]);
  await database.query.connection().execute(async (connection) => {
    if (dialect === 'mysql') {
      const { rows } = await sql<{
        locked: number | null;
      }>`select get_lock(${prefix + 'migrate'}, 30) as locked`.execute(connection);
      if (rows[0]?.locked !== 1) throw new Error('Another sidecar is migrating the tables.');
    }
    try {
      const current = await readNumber(connection, versionName);
      for (const { number, text } of migrations(dialect)) {
        if (number <= current) continue;
        for (const statement of splitStatements(text.replaceAll('{prefix}rag_', prefix))) {
          await sql
            .raw(statement)
            .execute(connection)
            .catch((error: unknown) => {
              if (!isRepeated(error)) throw error;
            });
        }
        await upsertState(dialect, connection, { name: versionName, number }, { number });
      }
    } finally {
      if (dialect === 'mysql') {
        await sql`select release_lock(${prefix + 'migrate'})`.execute(connection);
      }
    }
  });
}
