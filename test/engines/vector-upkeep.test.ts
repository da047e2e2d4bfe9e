import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { VectorStoreStatus } from '../../server/contract/admin.ts';
import type { EmbeddingIndex } from '../../server/embedding/index-state.ts';
import { createState } from '../../server/storage/state.ts';
import { createVectorCapabilities } from '../../server/retrieval/relational/vector-capabilities.ts';
import { vectorColumns } from '../../server/retrieval/relational/vector-columns.ts';
import { databases } from '../database/sidecar.ts';
import { openVectorStore, type RelationalHarness } from '../database/vector-store-harness.ts';
import { hashedEmbedding } from '../fakes/hashed-embedding.ts';

const dimensions = 24;
const indexOf = (embedder: string, size: number) =>
  ({ embedder, dimensions: size, choice: {} }) as EmbeddingIndex;
const first = indexOf('test:first', dimensions);
const vectorOf = (text: string, size = dimensions) => hashedEmbedding(text, size);
const texts = Array.from({ length: 60 }, (_, number) => `page ${number} of ${number % 7} stories`);

const can = (name: string) => ({
  column: !name.startsWith('MySQL 5'),
  index: name.startsWith('MariaDB 11'),
});

const nearest = async (
  { store }: RelationalHarness,
  { embedder, dimensions: size }: EmbeddingIndex,
) => store.query({ embedder, vector: vectorOf(texts[12]!, size), topK: 5, minScore: -1 });

describe.each(databases)('vectors on %s', (name, url) => {
  test('are stored as the database can', async () => {
    const harness = await openVectorStore(url());
    const { database } = harness;
    const found = await createVectorCapabilities(database, createState(database))();
    expect(found).toMatchObject({ ...can(name), refused: null });
    await harness.settle({ active: first, next: null });
    await harness.replace(
      1,
      first.embedder,
      texts.slice(0, 30).map((text) => vectorOf(text)),
    );
    const before = await nearest(harness, first);
    await harness.tend();
    expect([...(await vectorColumns(database))]).toEqual(can(name).column ? [dimensions] : []);
    expect(await nearest(harness, first)).toEqual(before);
    await harness.replace(
      2,
      first.embedder,
      texts.slice(30).map((text) => vectorOf(text)),
    );
    const asText = await database.query
      .selectFrom('chunks')
      .select('id')
      .where('embedding', 'is not', null)
      .execute();
    expect(asText).toHaveLength(can(name).column ? 0 : texts.length);
    await harness.close();
  });

  test('survive a change of their length', async () => {
    const harness = await openVectorStore(url());
    const next = indexOf('test:next', 40);
    await harness.settle({ active: first, next });
    const ids = await harness.replace(
      1,
      first.embedder,
      texts.map((text) => vectorOf(text)),
    );
    await harness.tend();
    const vectors = ids.map((chunkId, at) => ({ chunkId, vector: vectorOf(texts[at]!, 40) }));
    await harness.add({ ...next, vectors }, 1);
    await harness.tend();
    const expected = await nearest(harness, next);
    expect(expected[0]).toMatchObject({ chunkId: ids[12] });
    await harness.settle({ active: next, next: null });
    expect(await nearest(harness, next)).toEqual(expected);
    await harness.tend();
    expect([...(await vectorColumns(harness.database))]).toEqual(can(name).column ? [40] : []);
    expect(await nearest(harness, next)).toEqual(expected);
    await harness.close();
  });

  test('are ranked by the database when memory has no room, if it can', async () => {
    const harness = await openVectorStore(url(), 0);
    const status = (): Promise<VectorStoreStatus> => harness.store.status();
    await harness.settle({ active: first, next: null });
    const half = texts.slice(0, 30).map((text) => vectorOf(text));
    const ids = await harness.replace(1, first.embedder, half);
    expect(await status()).toMatchObject({ mode: 'table' });
    const exact = await nearest(harness, first);
    await harness.tend();
    const { mode, reason } = await status();
    expect(mode).toBe(can(name).index ? 'native' : 'table');
    expect(reason).toContain('ITIH_SEARCH_MEMORY_MB');
    expect(await nearest(harness, first)).toEqual(exact);
    const more = await harness.replace(2, first.embedder, [vectorOf(texts[12]!)]);
    const both = (await nearest(harness, first)).slice(0, 2).map(({ chunkId }) => chunkId);
    expect(both).toEqual([ids[12], ...more]);
    await harness.removeDocument(1);
    expect((await nearest(harness, first)).map(({ chunkId }) => chunkId)).toEqual(more);
    await harness.tend();
    expect((await nearest(harness, first)).map(({ chunkId }) => chunkId)).toEqual(more);
    if (can(name).index) {
      const table = sql.id(`${harness.database.prefix}native_vectors`);
      const { rows } = await sql`select chunk_id from ${table}`.execute(harness.database.query);
      expect(rows).toHaveLength(1);
    }
    await harness.close();
  });
});
