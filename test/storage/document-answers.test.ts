import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../server/storage/database.ts';
import {
  createDocumentAnswers,
  type DocumentAnswers,
} from '../../server/storage/document-answers.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { memoryDatabase } from './memory-database.ts';

const day = 86_400_000;
let now: number;
let database: Database;
let answers: DocumentAnswers;
let first: number;
let second: number;
beforeEach(async () => {
  now = Date.UTC(2026, 4, 17, 12);
  database = await memoryDatabase();
  answers = createDocumentAnswers(database, () => now);
  const documents = createDocuments(database, () => now);
  first = (await documents.ensure({ kind: 'post', sourceKey: 'post:12', postId: 12 })).id;
  second = (await documents.ensure({ kind: 'post', sourceKey: 'post:13', postId: 13 })).id;
});
afterEach(() => database.close());

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

test('a post without a document is left out; the others say how they are', async () => {
  expect(await answers.ofPosts([14])).toEqual([]);
  const [post] = await answers.ofPosts([12]);
  expect(post).toEqual({
    post_id: 12,
    document_id: first,
    status: 'pending',
    error: null,
    chunk_count: 0,
    created_at: '2026-05-17T12:00:00.000Z',
    modified: '',
    checked_at: null,
    answers: 0,
  });
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
