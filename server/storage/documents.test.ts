import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DocumentAnswers } from './document-answers.ts';
import { documentsQuery } from '../contract/knowledge.ts';
import { removeDocuments } from '../ingestion/knowledge-base.ts';
import { Chunks } from './chunks.ts';
import type { Database } from './database.ts';
import { Documents, listedAs, searchedAs } from './documents.ts';
import { memoryDatabase } from '../../test/storage/memory-database.ts';

let database: Database;
let documents: Documents;
beforeEach(async () => {
  database = await memoryDatabase();
  documents = new Documents(database, () => 1000);
});
afterEach(() => database.close());

const titles = [
  '100% cotton',
  '100 cotton',
  'under_score',
  'underscore',
  'Wow!',
  'Wow',
  'C:\\temp',
  "it's",
];

const searches: [string, string[]][] = [
  ['%', ['100% cotton']],
  ['0%', ['100% cotton']],
  ['_', ['under_score']],
  ['!', ['Wow!']],
  ['!%', []],
  ['\\', ['C:\\temp']],
  ["'", ["it's"]],
  ['wOw', ['Wow!', 'Wow']],
  ['post-3', ['underscore']],
  ['nothing', []],
];

test.each(searches)(
  'a search for %s finds what has it in title or address',
  async (search, expected) => {
    for (const [index, title] of titles.entries()) {
      const sourceUrl = `https://site.example/post-${index}/`;
      await documents.ensure({ kind: 'txt', sourceKey: `text:${index}`, title, sourceUrl });
    }
    const query = documentsQuery.parse({ search, order: 'asc' });
    const { rows, total } = await documents.list(query);
    expect(rows.map(({ title }) => title)).toEqual(expected);
    expect(total).toBe(expected.length);
  },
);

test('one source is one document, however often and at once it is named', async () => {
  const again = { kind: 'post', sourceKey: 'post:7', postId: 7 } as const;
  const rows = await Promise.all(Array.from({ length: 5 }, () => documents.ensure(again)));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  expect(rows[0]).toMatchObject({ status: 'pending', post_id: 7 });
});

test('chunks go with their document, and every sidecar can tell', async () => {
  const chunks = new Chunks(database);
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: 'text:1' });
  const made = { content: 'Swans', headingPath: '', page: null, offset: 0 };
  const ids = await database.transaction((transaction) =>
    chunks.replace(id, 'https://site.example/', [made, made], transaction),
  );
  expect((await chunks.passages(ids.toReversed())).map(({ chunkId }) => chunkId)).toEqual(
    ids.toReversed(),
  );
  const revision = () =>
    database.query
      .selectFrom('state')
      .select('number')
      .where('name', '=', 'chunks_revision')
      .executeTakeFirst();
  const before = await revision();
  const remove = async (id: number) => (await removeDocuments({ database, documents }, [id])) > 0;
  expect(await remove(id)).toBe(true);
  expect(await remove(id)).toBe(false);
  expect(await chunks.passages(ids)).toEqual([]);
  expect(await revision()).toEqual({ number: (before?.number ?? 0) + 1 });
});

test('the web pages that are also documents of the site are known by their address', async () => {
  const page = (path: string) =>
    documents.ensure({
      kind: 'url',
      sourceKey: `url:${path}`,
      sourceUrl: `https://site.example${path}`,
    });
  const post = await documents.ensure({
    kind: 'post',
    sourceKey: 'post:70',
    postId: 70,
    sourceUrl: 'https://site.example/visit/',
  });
  const same = await page('/visit/');
  const bare = await page('/visit');
  await page('/visit/map/');
  expect((await documents.pagesOf([post.id])).sort()).toEqual([same.id, bare.id].sort());
  expect(await documents.pagesOf([])).toEqual([]);
});

test('finds what was read from an address, with or without its last slash', async () => {
  const url = 'https://museum.example/dogs/';
  await documents.ensure({ kind: 'post', sourceKey: 'post:1', title: 'Dogs', sourceUrl: url });
  expect(await documents.atAddress(url)).toBeUndefined();
  await database.query.updateTable('documents').set({ status: 'completed' }).execute();
  for (const address of [url, 'https://museum.example/dogs'])
    expect(await documents.atAddress(address)).toMatchObject({ title: 'Dogs', source_url: url });
  expect(await documents.atAddress('https://museum.example/')).toBeUndefined();
});

test('a document of thousands of chunks is stored without holding up everything else', async () => {
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: 'text:1', title: 'Long' });
  const chunks = Array.from({ length: 12_000 }, (_, offset) => ({
    content: 'x'.repeat(1000),
    headingPath: '',
    page: null,
    offset,
  }));
  let turns = 0;
  const count = () => {
    turns++;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const stored = new Chunks(database);
  await database.transaction((transaction) => stored.replace(id, '', chunks, transaction));
  clearImmediate(immediate);
  expect(turns).toBeGreaterThan(5);
  const last = await stored.ofDocument(id, 500, 11_700);
  expect(last.map(({ position }) => position)).toEqual(
    chunks.slice(11_700).map(({ offset }) => offset),
  );
});

const has = (title: string, url: string, search: string) =>
  listedAs(title, url).includes(searchedAs(search));

test.each([
  ['a part of a word in any case', 'OPEN', true],
  ['letters without their marks', 'offnungs', true],
  ['the marks themselves', 'Öffnungszeiten', true],
  ['a Chinese part', '时间', true],
  ['a path', '/visit/', true],
  ['a whole address', 'https://www.site.example/visit/', true],
  ['other words', 'swan', false],
])('a document is found by %s', (_what, search, isFound) => {
  const title = 'Öffnungszeiten – Opening times 开放时间';
  expect(has(title, 'http://site.example/visit/', search)).toBe(isFound);
});

test('a text fits the column, with the end of the address', () => {
  const text = listedAs('😀'.repeat(300), `https://site.example/${'x'.repeat(300)}/end`);
  expect(text).toHaveLength(191);
  expect(text.endsWith('/end')).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});

describe('how many answers cite a document', () => {
  const day = 86_400_000;
  let now: number;
  let answers: DocumentAnswers;
  let first: number;
  let second: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 4, 17, 12);
    answers = new DocumentAnswers(database, () => now);
    first = (await documents.ensure({ kind: 'post', sourceKey: 'post:12', postId: 12 })).id;
    second = (await documents.ensure({ kind: 'post', sourceKey: 'post:13', postId: 13 })).id;
  });

  const counted = async () =>
    Object.fromEntries(
      (await answers.ofPosts([12, 13, 14])).map((post) => [post.post_id, post.answers]),
    );

  test('an answer counts once for each document that it cites', async () => {
    await answers.add([first, second, first]);
    await answers.add([first]);
    await answers.add([]);
    expect(await counted()).toEqual({ 12: 2, 13: 1 });
  });

  test('answers of the last 90 days count, and older ones are forgotten', async () => {
    await answers.add([first]);
    now += 89 * day;
    await answers.add([first]);
    expect(await counted()).toEqual({ 12: 2, 13: 0 });
    now += day;
    expect(await counted()).toEqual({ 12: 1, 13: 0 });
    await answers.forgetOld();
    const rows = await database.query.selectFrom('document_answers').select('answers').execute();
    expect(rows).toHaveLength(1);
  });

  test('a document that is removed takes its figures along, and no longer counts', async () => {
    await answers.add([first]);
    await database.query.deleteFrom('documents').where('id', '=', first).execute();
    await answers.add([first, second]);
    const rows = await database.query.selectFrom('document_answers').selectAll().execute();
    expect(rows).toMatchObject([{ document_id: second, answers: 1 }]);
  });
});
