/**
 * Databases of every released version, brought forward with their data. A release adds the folder of its version to
 * `test/fixtures/releases/`: its `sql/<dialect>/` as one file, and rows. The first version has rows only, as its tables
 * still change.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase } from '../../server/composition/services.ts';
import { parseDatabaseUrl } from '../../server/config/database-config.ts';
import type { Database } from '../../server/storage/database.ts';
import { migrate, splitStatements } from '../../server/storage/migrate.ts';
import { readNumber } from '../../server/storage/state.ts';
import { until } from '../fakes/wait.ts';
import { compileCache } from '../program.ts';
import { databases } from './sidecar.ts';
import { isFull, sampled } from '../full-runs.ts';

jest.setTimeout(120_000);

const releases = join(import.meta.dirname, '../fixtures/releases');
const scratch = mkdtempSync(join(tmpdir(), 'itih-migrations-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A next version that changes tables and data; the second statement must be applied once and only once. */
const next = [
  'ALTER TABLE {prefix}rag_documents ADD COLUMN weight INT NOT NULL DEFAULT 5',
  'UPDATE {prefix}rag_documents SET attempts = attempts + 10, weight = id * 2',
  'CREATE INDEX {prefix}rag_documents_weight ON {prefix}rag_documents (weight)',
  'CREATE TABLE {prefix}rag_novel (id INT NOT NULL PRIMARY KEY)',
  'INSERT INTO {prefix}rag_novel SELECT id FROM {prefix}rag_chunks',
  'ALTER TABLE {prefix}rag_chats DROP COLUMN extras',
];
/** Statements before which a migration is killed. */
const killedBefore = isFull ? [...next.keys()] : [3];
/** Takes long enough to be killed in. */
const slow = {
  mysql: 'DO SLEEP(0.8)',
  sqlite:
    'UPDATE {prefix}rag_state SET text = (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL ' +
    "SELECT i + 1 FROM n WHERE i < 4000000) SELECT max(i) FROM n) WHERE name = 'schema_version'",
};

let made = 0;
/** Makes a folder with this program's migrations and a next one. */
function folderWith(dialect: Database['dialect'], statements: readonly string[]): string {
  const folder = join(scratch, `sql-${made++}`);
  mkdirSync(folder);
  cpSync(join(import.meta.dirname, '../../sql', dialect), folder, { recursive: true });
  writeFileSync(join(folder, '900_next.sql'), `${statements.join(';\n')};\n`);
  return folder;
}

const rows = async (database: Database, table: string, columns: string) =>
  (
    await sql`select ${sql.raw(columns)} from ${sql.table(database.prefix + table)} order by id`.execute(
      database.query,
    )
  ).rows;

async function expectKept(database: Database, attempts: readonly number[]): Promise<void> {
  expect(await rows(database, 'documents', 'id, title, body, attempts')).toEqual([
    { id: 1, title: 'Opening hours', body: null, attempts: attempts[0] },
    { id: 2, title: 'Größe', body: "It's 5 °C — 日本 🚲", attempts: attempts[1] },
  ]);
  expect(await rows(database, 'chunks', 'id, document_id, content')).toEqual([
    { id: 11, document_id: 1, content: 'We are open from nine to five.' },
    { id: 12, document_id: 1, content: 'Closed on Sundays.' },
  ]);
  expect(await rows(database, 'chats', 'id, session_id, content')).toEqual([
    { id: 21, session_id: 3, content: 'When are you open?' },
    { id: 22, session_id: 3, content: 'From nine to five [1].' },
  ]);
}

async function expectNext(database: Database): Promise<void> {
  await expectKept(database, [11, 13]);
  expect(await rows(database, 'documents', 'weight')).toEqual([{ weight: 2 }, { weight: 4 }]);
  expect(await rows(database, 'novel', 'id')).toEqual([{ id: 11 }, { id: 12 }]);
  await expect(rows(database, 'chats', 'extras')).rejects.toThrow(/extras/);
  expect(await readNumber(database.query, 'schema_version')).toBe(900);
}

const migrating = (url: string, folder: string) =>
  fork(join(import.meta.dirname, 'migrate-process.ts'), [url, folder], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...compileCache },
  });

describe.each(readdirSync(releases))('a database of version %s', (release) => {
  describe.each(databases)('on %s', (name, databaseUrl) => {
    /** Fills a fresh database as that version did. */
    async function restore() {
      const isFile = name === 'SQLite';
      const url = isFile ? `sqlite:${join(scratch, `${made++}.sqlite`)}` : databaseUrl();
      const database = openDatabase({ database: parseDatabaseUrl(url) });
      const { dialect, prefix } = database;
      await migrate(database, pathToFileURL(`${folderWithout()}/`));
      const released = join(releases, release, `${dialect}.sql`);
      const tables = existsSync(released)
        ? released
        : join(import.meta.dirname, '../../sql', dialect, '001_tables.sql');
      for (const file of [tables, join(releases, release, 'rows.sql')]) {
        const text = readFileSync(file, 'utf8');
        await database.execute(splitStatements(text.replaceAll('{prefix}rag_', prefix)));
      }
      await database.execute([
        `INSERT INTO ${prefix}state (name, number) VALUES ('schema_version', 1)`,
      ]);
      return { url, database };
    }
    /** Without a migration only the table of the state is made. */
    function folderWithout(): string {
      const folder = join(scratch, `empty-${made++}`);
      mkdirSync(folder);
      return folder;
    }

    test('keeps its data in this version and the next', async () => {
      const { database } = await restore();
      await migrate(database);
      await expectKept(database, [1, 3]);
      await migrate(database, pathToFileURL(`${folderWith(database.dialect, next)}/`));
      await expectNext(database);
      await database.close();
    });

    test.each(killedBefore)(
      'is whole after the migration was killed before statement %i',
      async (place) => {
        const { url, database } = await restore();
        const folder = folderWith(
          database.dialect,
          next.toSpliced(place, 0, slow[database.dialect]),
        );
        const step = () => readNumber(database.query, 'schema_step');
        const child = migrating(url, folder);
        await once(child, 'message');
        // A transaction of SQLite shows nothing until its end.
        if (database.dialect === 'sqlite') await sleep(250);
        else await until('the slow statement', () => step().then((at) => at === place));
        child.kill('SIGKILL');
        await once(child, 'exit');
        // SQLite's transaction is rolled back whole; MySQL keeps the steps.
        const done = database.dialect === 'mysql' ? place : 0;
        expect(await readNumber(database.query, 'schema_version')).toBe(1);
        expect(await step()).toBe(done);
        await migrate(database, pathToFileURL(`${folder}/`));
        await expectNext(database);
        await database.close();
      },
    );

    test('is brought forward once by two sidecars that start together', async () => {
      const { url, database } = await restore();
      const folder = folderWith(database.dialect, [slow[database.dialect], ...next]);
      const children = [migrating(url, folder), migrating(url, folder)];
      const statuses = await Promise.all(children.map((child) => once(child, 'exit')));
      expect(statuses).toEqual([
        [0, null],
        [0, null],
      ]);
      await expectNext(database);
      await database.close();
    });

    test('is refused by an older program, in one sentence', async () => {
      const { database } = await restore();
      await migrate(database, pathToFileURL(`${folderWith(database.dialect, next)}/`));
      await expect(migrate(database)).rejects.toMatchObject({
        code: 'newer_database',
        message: expect.stringMatching(
          /^The tables were made by a newer sidecar \(version 900 of the schema; this program knows \d+\): start the newer program, or restore a backup/,
        ) as unknown as string,
      });
      await expectNext(database);
      await database.close();
    });
  });
});

describe.each(databases)('a table of another program in %s', (_name, url) => {
  test.each(sampled(['documents', 'chunks', 'chat_sessions', 'mcp_servers', 'state'], 4))(
    'under the name rag_%s is refused in words, and everything is left as it was',
    async (table) => {
      const database = openDatabase({ database: parseDatabaseUrl(url()) });
      const name = `${database.prefix}${table}`;
      const theirs = sql.table(name);
      await sql`create table ${theirs} (id int, name varchar(50), url varchar(99))`.execute(
        database.query,
      );
      await sql`insert into ${theirs} (id, name) values (7, 'theirs')`.execute(database.query);
      for (let times = 0; times < 2; times++) {
        await expect(migrate(database)).rejects.toMatchObject({
          code: 'foreign_tables',
          message: expect.stringMatching(
            RegExp(`^The table ${name} is not this program's, .* Set ITIH_DATABASE_URL to`),
          ) as unknown as string,
        });
      }
      const rows = await sql`select id, name, url from ${theirs}`.execute(database.query);
      expect(rows.rows).toEqual([{ id: 7, name: 'theirs', url: null }]);
      const others = table === 'documents' ? 'chunks' : 'documents';
      const made = sql`select * from ${sql.table(`${database.prefix}${others}`)}`;
      await expect(made.execute(database.query)).rejects.toThrow();
      await sql`drop table ${theirs}`.execute(database.query);
      await migrate(database);
      await database.close();
    },
  );
});
