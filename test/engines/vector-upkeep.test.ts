import { describe, expect, test } from '@jest/globals';
import type { VectorStoreStatus } from '../../server/contract/admin.ts';
import type { EmbeddingSpace } from '../../server/storage/vectors/stored-vector.ts';
import { vectorColumns } from '../../server/storage/vectors/vectors.ts';
import { databases, openTables } from '../database/sidecar.ts';
import { openVectorStore, type RelationalHarness } from '../fakes/relational-store.ts';
import { hashedEmbedding } from '../fakes/hashed-embedding.ts';

const dimensions = 24;
const first: EmbeddingSpace = { embedder: 'test:first', dimensions };
const vectorOf = (text: string, size = dimensions) => hashedEmbedding(text, size);
const texts = Array.from({ length: 60 }, (_, number) => `page ${number} of ${number % 7} stories`);
const vectors = texts.map((text) => vectorOf(text));

const can = (name: string) => ({
  column: !name.startsWith('MySQL 5') && !/SQLite|MariaDB( 10|$)/.test(name),
  rank: name.startsWith('MariaDB 11'),
});

const nearest = async (
  harness: RelationalHarness,
  { embedder, dimensions: size }: EmbeddingSpace,
  filter = {},
) =>
  harness.vectors.nearest({
    ...{ embedder, filter },
    vector: vectorOf(texts[12]!, size),
    topK: 5,
    minScore: -1,
  });

const columnsOf = async ({ database }: RelationalHarness) => [
  ...(await vectorColumns(database, database.query)),
];

describe.each(databases)('vectors on %s', (name, url) => {
  test('are stored as the database can', async () => {
    const harness = openVectorStore(await openTables(url()));
    const { database } = harness;
    await harness.setSpace(first);
    await harness.replace(1, first.embedder, vectors.slice(0, 30));
    const before = await nearest(harness, first);
    await harness.settle(first);
    expect(await columnsOf(harness)).toEqual(can(name).column ? [dimensions] : []);
    expect(await nearest(harness, first)).toEqual(before);
    await harness.replace(2, first.embedder, vectors.slice(30));
    const asText = await database.query
      .selectFrom('chunks')
      .select('id')
      .where('embedding', 'is not', null)
      .execute();
    expect(asText).toHaveLength(can(name).column ? 0 : texts.length);
    await harness.close();
  });

  test('take the place of those of another length, whose column leaves', async () => {
    const harness = openVectorStore(await openTables(url()));
    const next: EmbeddingSpace = { embedder: 'test:next', dimensions: 40 };
    await harness.setSpace(first);
    await harness.settle(first);
    const ids = await harness.replace(1, first.embedder, vectors);
    await harness.setSpace(next);
    await harness.settle(next);
    const made = ids.map((chunkId, at) => ({ chunkId, vector: vectorOf(texts[at]!, 40) }));
    await harness.write(next, made.slice(0, 30));
    await harness.settle(next);
    expect(await columnsOf(harness)).toEqual(can(name).column ? [dimensions, 40] : []);
    await harness.write(next, made.slice(30));
    expect((await nearest(harness, next))[0]).toMatchObject({ chunkId: ids[12] });
    await harness.settle(next);
    expect((await nearest(harness, next))[0]).toMatchObject({ chunkId: ids[12] });
    expect(await columnsOf(harness)).toEqual(can(name).column ? [40] : []);
    await harness.close();
  });

  test('are ranked by the database when memory has no room, if it can', async () => {
    const harness = openVectorStore(await openTables(url()), 0);
    const status = (): Promise<VectorStoreStatus> => harness.index.status();
    await harness.setSpace(first);
    const ids = await harness.replace(1, first.embedder, vectors.slice(0, 30));
    expect(await status()).toMatchObject({ mode: 'table' });
    const exact = await nearest(harness, first);
    await harness.settle(first);
    const { mode, reason } = await status();
    expect(mode).toBe(can(name).rank ? 'native' : 'table');
    expect(reason).toContain('ITIH_SEARCH_MEMORY_MB');
    expect(await nearest(harness, first)).toEqual(exact);
    const more = await harness.replace(2, first.embedder, [vectorOf(texts[12]!)]);
    const both = (await nearest(harness, first)).slice(0, 2).map(({ chunkId }) => chunkId);
    expect(both).toEqual([ids[12], ...more]);
    expect(await nearest(harness, first, { kinds: ['txt'] })).toHaveLength(5);
    expect(await nearest(harness, first, { kinds: ['pdf'] })).toEqual([]);
    expect(await nearest(harness, first, { document_ids: [] })).toEqual([]);
    await harness.removeDocument(1);
    expect((await nearest(harness, first)).map(({ chunkId }) => chunkId)).toEqual(more);
    await harness.close();
  });
});
