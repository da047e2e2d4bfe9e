import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createChunks } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import {
  joinSentenceVectors,
  readSentenceVectors,
} from '../../server/storage/vectors/sentence-vectors.ts';
import { createSettle } from '../../server/storage/vectors/settle-vectors.ts';
import { writeNextVectors, writeVectors } from '../../server/storage/vectors/write-vectors.ts';
import { memoryDatabase } from './memory-database.ts';

const active = { embedder: 'local:all-minilm-l6-v2', dimensions: 2 };
const next = { embedder: 'local:other', dimensions: 3 };

let database: Database;
let ids: number[];
let documentId: number;
const inTransaction = <T>(work: Parameters<Database['transaction']>[0]) =>
  database.transaction(work) as Promise<T>;
const read = (space: typeof active) => readSentenceVectors(database.query, space, ids);

beforeEach(async () => {
  database = await memoryDatabase();
  const documents = createDocuments(database, () => 1);
  documentId = (await documents.ensure({ kind: 'txt', sourceKey: 'a', title: 'A' })).id;
  const chunk = { content: 'One. Two.', headingPath: '', page: null, offset: 0 };
  ids = await inTransaction((transaction) =>
    createChunks(database).replace(documentId, '', [chunk, chunk], transaction),
  );
  await inTransaction(async (transaction) => {
    const vector = Float32Array.of(0.6, 0.8);
    const sentences = joinSentenceVectors([Float32Array.of(1, 0), Float32Array.of(-0.6, 0.8)]);
    await writeVectors(database, transaction, active, [
      { chunkId: ids[0]!, vector, sentences },
      { chunkId: ids[1]!, vector: null, sentences: null },
    ]);
    const others = joinSentenceVectors([Float32Array.of(0, 0, 1)]);
    const longer = Float32Array.of(0, 0, 1);
    await writeNextVectors(database, transaction, next, [
      { chunkId: ids[0]!, vector: longer, sentences: others },
      { chunkId: 999, vector: longer, sentences: others },
    ]);
  });
});
afterEach(() => database.close());

test('are read by chunk, in eight bits, for one space', async () => {
  expect([...(await read(active))]).toEqual([[ids[0], Int8Array.of(127, 0, -76, 102)]]);
  expect([...(await read(next))]).toEqual([[ids[0], Int8Array.of(0, 0, 127)]]);
  expect(await readSentenceVectors(database.query, active, [])).toEqual(new Map());
});

test('go with their chunk', async () => {
  await inTransaction((transaction) =>
    createChunks(database).replace(documentId, '', [], transaction),
  );
  expect(await database.query.selectFrom('sentence_vectors').selectAll().execute()).toEqual([]);
});

test('of a space that is neither active nor next are removed', async () => {
  const settle = createSettle(database, { active: next, next: null }, (work) =>
    database.transaction(work),
  );
  while (await settle());
  expect((await read(active)).size).toBe(0);
  expect((await read(next)).size).toBe(1);
});
