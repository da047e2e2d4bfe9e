import { afterAll, expect, test } from '@jest/globals';
import { sql, type Compilable } from 'kysely';
import { tableNames } from '../../server/storage/schema.ts';
import { openSqlite } from '../../server/storage/sqlite.ts';

const database = openSqlite(':memory:', 'wp_rag_');
const { query } = database;
afterAll(() => database.close());

const queries: [string, Compilable][] = [
  ['a column with its table', query.selectFrom('documents').select('documents.id')],
  [
    'a join',
    query
      .selectFrom('chunks')
      .innerJoin('documents', 'documents.id', 'chunks.document_id')
      .select(['chunks.id', 'documents.title as title']),
  ],
  [
    'aliases',
    query
      .selectFrom('chunks as c')
      .leftJoin('documents as d', 'd.id', 'c.document_id')
      .select(['c.id', 'd.title']),
  ],
  [
    'a subquery',
    query
      .selectFrom('documents')
      .selectAll('documents')
      .where((where) =>
        where.exists(
          where
            .selectFrom('chunks')
            .select('chunks.id')
            .whereRef('chunks.document_id', '=', 'documents.id'),
        ),
      ),
  ],
  [
    'a query inside another that was built before',
    query
      .deleteFrom('chats')
      .where('session_id', 'in', query.selectFrom('chat_sessions').select('id')),
  ],
  ['a table in SQL text', query.selectFrom('chats').select(sql`${sql.ref('chats.id')}`.as('n'))],
  ['an update', query.updateTable('state').set({ number: 1 }).where('state.name', '=', 'x')],
  [
    'an insert that may change',
    query
      .insertInto('state')
      .values({ name: 'x', text: null, expires_at: null })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ text: 'y' })),
  ],
  [
    'a with',
    query
      .with('recent', (q) => q.selectFrom('chats').selectAll())
      .selectFrom('recent')
      .select('id'),
  ],
];

test.each(queries)('%s names the site’s tables', (_case, built) => {
  const text = built.compile().sql;
  const quoted = [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  expect(quoted.filter((name) => name?.startsWith('wp_rag_')).length).toBeGreaterThan(0);
  expect(quoted.filter((name) => (tableNames as readonly unknown[]).includes(name))).toEqual([]);
  expect(text).not.toContain('wp_rag_wp_rag_');
});

test('a value that is the name of a table stays a value', () => {
  const { sql: text, parameters } = query
    .selectFrom('documents')
    .select('id')
    .where('title', '=', 'chunks')
    .compile();
  expect(text).toBe('select "id" from "wp_rag_documents" where "title" = ?');
  expect(parameters).toEqual(['chunks']);
});
