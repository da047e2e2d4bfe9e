import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql, type Compilable } from 'kysely';
import type { Database } from './database.ts';
import { Documents } from './documents.ts';
import { droppedTables, migrate, splitStatements } from './migrate.ts';
import { tableNames } from './schema.ts';
import { DiskReserve, openSqlite } from './sqlite.ts';
import { readNumber } from './state.ts';

let folder: string;
const opened: Database[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-sqlite-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(folder, { recursive: true });
});
const open = (prefix = 'wp_rag_') => {
  const database = openSqlite(join(folder, 'site.sqlite'), prefix);
  opened.push(database);
  return database;
};

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
];

test.each(statements)('a migration with %s', (_case, text, expected) => {
  expect(splitStatements(text)).toEqual(expected);
});

describe('migrate', () => {
  test('makes every table under the site’s prefix, no other, and no second time', async () => {
    const database = open('blog_7_rag_');
    await migrate(database);
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(
      database.query,
    );
    const names = droppedTables.map((name) => `blog_7_rag_${name}`);
    expect(rows.map(({ name }) => name).sort()).toEqual(names.sort());
    await new Documents(database, Date.now).ensure({ kind: 'txt', sourceKey: 'text:1' });
    const version = await readNumber(database.query, 'schema_version');
    await migrate(database);
    expect(await readNumber(database.query, 'schema_version')).toBe(version);
    expect(version).toBeGreaterThan(0);
    expect((await new Documents(database, Date.now).counts()).total).toBe(1);
  });

  test('is done once however many sidecars start at once', async () => {
    const sidecars = Array.from({ length: 4 }, () => open());
    await Promise.all(sidecars.map((each) => migrate(each)));
    for (const database of sidecars) {
      expect(await readNumber(database.query, 'schema_version')).toBeGreaterThan(0);
    }
  });
});

const queries = ({ query }: Database): Record<string, Compilable> => ({
  'a join with aliases': query
    .selectFrom('chunks as c')
    .leftJoin('documents', 'documents.id', 'c.document_id')
    .select(['c.id', 'documents.title']),
  'a query inside another that was built before': query
    .deleteFrom('chats')
    .where('session_id', 'in', query.selectFrom('chat_sessions').select('id')),
  'a table in SQL text': query.selectFrom('chats').select(sql`${sql.ref('chats.id')}`.as('n')),
  'an update': query.updateTable('state').set({ number: 1 }).where('state.name', '=', 'x'),
  'an insert that may change': query
    .insertInto('state')
    .values({ name: 'x', text: null, expires_at: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ text: 'y' })),
  'a with': query
    .with('recent', (q) => q.selectFrom('chats').selectAll())
    .selectFrom('recent')
    .select('id'),
});

test('every kind of query names the site’s tables', () => {
  for (const [name, built] of Object.entries(queries(open()))) {
    const text = built.compile().sql;
    const quoted = [...text.matchAll(/"([^"]+)"/g)].map(([, each]) => each);
    expect([name, quoted.some((each) => each?.startsWith('wp_rag_'))]).toEqual([name, true]);
    expect(quoted.filter((each) => (tableNames as readonly unknown[]).includes(each))).toEqual([]);
    expect(text).not.toContain('wp_rag_wp_rag_');
  }
});

test('a value that is the name of a table stays a value', () => {
  const named = open().query.selectFrom('documents').select('id').where('title', '=', 'chunks');
  const { sql: text, parameters } = named.compile();
  expect(text).toBe('select "id" from "wp_rag_documents" where "title" = ?');
  expect(parameters).toEqual(['chunks']);
});

describe('the room that is kept for deletions', () => {
  const full = () => Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const file = () => join(folder, 'itih.sqlite-reserve');

  test('a deletion on a full disk gets the room that is kept, which is kept again', async () => {
    const reserve = new DiskReserve(file());
    expect(statSync(file()).blocks * 512).toBeGreaterThanOrEqual(4 * 1024 * 1024);
    const work = () => (existsSync(file()) ? Promise.reject(full()) : Promise.resolve('deleted'));
    expect(await reserve.forDeletion(work)).toBe('deleted');
    expect(existsSync(file())).toBe(true);
  });

  test('any other error gives no room, and is not repeated', async () => {
    const reserve = new DiskReserve(file());
    let calls = 0;
    const work = () => {
      calls++;
      return Promise.reject(new Error('broken'));
    };
    await expect(reserve.forDeletion(work)).rejects.toThrow('broken');
    expect([calls, existsSync(file())]).toEqual([1, true]);
  });

  test('a folder without room for it has none', async () => {
    const reserve = new DiskReserve(join(folder, 'missing', 'reserve'));
    await expect(reserve.forDeletion(() => Promise.reject(full()))).rejects.toThrow('full');
  });
});
