import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { Database } from '../../server/storage/database.ts';
import { droppedTables, migrate, splitStatements } from '../../server/storage/migrate.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { openSqlite } from '../../server/storage/sqlite.ts';
import { readNumber } from '../../server/storage/state.ts';
import { memoryDatabase } from './memory-database.ts';

const statements: [string, string, string[]][] = [
  ['two statements', 'CREATE a; CREATE b;', ['CREATE a', 'CREATE b']],
  ['no semicolon at the end', 'CREATE a;\nCREATE b', ['CREATE a', 'CREATE b']],
  ['a semicolon in a comment', '-- this; and that\nCREATE a;', ['CREATE a']],
  [
    'an indented comment',
    'CREATE a (\n  -- first; second\n  x INT\n);',
    ['CREATE a (\n\n  x INT\n)'],
  ],
  ['a comment behind code', 'CREATE a (x INT); -- why; not', ['CREATE a (x INT)']],
  ['an apostrophe in a comment', "-- it's; so\nCREATE a;", ['CREATE a']],
  ['only comments', '-- nothing;\n-- here', []],
  ['nothing', '\n\n', []],
];

test.each(statements)('a migration with %s', (_case, text, expected) => {
  expect(splitStatements(text)).toEqual(expected);
});

const tablesOf = async (database: Database) => {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(
    database.query,
  );
  return rows.map(({ name }) => name).sort();
};

describe('migrate', () => {
  const opened: Database[] = [];
  const folders: string[] = [];
  const open = (file: string, prefix = 'wp_rag_') => {
    const database = openSqlite(file, prefix);
    opened.push(database);
    return database;
  };
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  const newFile = () => {
    const folder = mkdtempSync(join(tmpdir(), 'itih-migrate-'));
    folders.push(folder);
    return join(folder, 'site.sqlite');
  };

  test('makes every table under the site’s prefix, and no other', async () => {
    const database = await memoryDatabase('blog_7_rag_');
    opened.push(database);
    expect(await tablesOf(database)).toEqual(
      droppedTables.map((name) => `blog_7_rag_${name}`).sort(),
    );
  });

  test('keeps two sites of one database apart', async () => {
    const file = newFile();
    const [one, two] = [open(file, 'one_rag_'), open(file, 'two_rag_')];
    await migrate(one);
    await migrate(two);
    await createDocuments(one, Date.now).ensure({ kind: 'txt', sourceKey: 'text:1' });
    expect((await createDocuments(one, Date.now).counts()).total).toBe(1);
    expect((await createDocuments(two, Date.now).counts()).total).toBe(0);
  });

  test('changes nothing the second time', async () => {
    const database = await memoryDatabase();
    opened.push(database);
    const documents = createDocuments(database, Date.now);
    await documents.ensure({ kind: 'txt', sourceKey: 'text:1', body: 'kept' });
    const version = await readNumber(database.query, 'schema_version');
    await migrate(database);
    expect(await readNumber(database.query, 'schema_version')).toBe(version);
    expect(version).toBeGreaterThan(0);
    expect((await documents.counts()).total).toBe(1);
  });

  test('is done once however many sidecars start at once', async () => {
    const file = newFile();
    const sidecars = Array.from({ length: 4 }, () => open(file));
    await Promise.all(sidecars.map((each) => migrate(each)));
    for (const database of sidecars) {
      expect(await readNumber(database.query, 'schema_version')).toBeGreaterThan(0);
    }
  });
});
