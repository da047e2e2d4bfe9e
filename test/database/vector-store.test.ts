import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../server/storage/database.ts';
import { describeVectorStore } from '../conformance/vector-store.ts';
import { openRelationalStore, openVectorStore } from '../fakes/relational-store.ts';
import { vectorDocuments } from '../fakes/vector-documents.ts';
import { until } from '../fakes/wait.ts';
import { databases, emptied, mariadb, onEngines, openTables } from './sidecar.ts';
import { isFull } from '../full-runs.ts';

const isAll = isFull || onEngines;

describe.each(databases)('%s', (name, url) => {
  let tables: Database;
  beforeAll(async () => {
    tables = await openTables(url());
  });
  afterAll(() => tables.close());
  const open = (memory?: number) => async () => openVectorStore(await emptied(tables), memory);

  // Their statements are the same in both.
  if (isAll || name === 'MariaDB') describeVectorStore('relational', open());
  if (isAll || name === 'SQLite') describeVectorStore('relational without memory', open(0));
});

test('two sidecars find the same, whichever of them has changed or removed a document', async () => {
  const url = mariadb();
  const [one, two] = [await openTables(url), await openTables(url)];
  const [here, there] = [vectorDocuments(one), vectorDocuments(two)];
  const stores = [openRelationalStore(one), openRelationalStore(two)];
  const space = { embedder: 'test:model', dimensions: 2 };
  await here.setSpace(space);
  const [east, north] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  const found = (expected: readonly number[]) =>
    until(`both find ${expected.join()}`, async () => {
      const question = { embedder: space.embedder, vector: east, topK: 9, minScore: 0.5 };
      const hits = await Promise.all(stores.map(({ vectors }) => vectors.nearest(question)));
      const ids = hits.map((each) => each.map(({ chunkId }) => chunkId));
      return ids.every((each) => String(each) === String(expected));
    });
  await found([]);
  const first = await here.replace(1, space.embedder, [east]);
  await found(first);
  const second = await there.replace(2, space.embedder, [east]);
  await found([...first, ...second]);
  await there.replace(1, space.embedder, [north]);
  await found(second);
  await here.removeDocument(2);
  await found([]);
  expect(await one.query.selectFrom('chunks').select('id').execute()).toHaveLength(1);
  for (const store of stores) await store.close();
});
