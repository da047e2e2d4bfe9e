import { describe, expect, test } from '@jest/globals';
import { createRemoveDocument } from '../../server/ingestion/documents.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { writeVectors } from '../../server/storage/vectors/vectors.ts';
import { describeVectorStore } from '../conformance/vector-store.ts';
import { openRelationalStore } from '../fakes/relational-store.ts';
import { databases } from './sidecar.ts';
import { openVectorStore } from './vector-store-harness.ts';

for (const [name, databaseUrl] of databases) {
  describeVectorStore(`relational, on ${name}`, () => openVectorStore(databaseUrl()));
  describeVectorStore(`relational without memory, on ${name}`, () =>
    openVectorStore(databaseUrl(), 0),
  );
}

describe.each(databases)('the vectors of two sidecars on %s', (_name, databaseUrl) => {
  test('are the same, whichever of them has changed or removed a document', async () => {
    const opened = await openVectorStore(databaseUrl());
    const { database } = opened;
    const space = { embedder: 'test:model', dimensions: 2 };
    await opened.setSpace(space);
    const documents = createDocuments(database, Date.now);
    const other = openRelationalStore(database);
    const written = { content: 'x', headingPath: '', page: null, offset: 0 };
    const write = async (documentId: number, vector: Float32Array) =>
      database.transaction(async (transaction) => {
        const ids = await createChunks(database).replace(documentId, '', [written], transaction);
        const vectors = ids.map((chunkId) => ({ chunkId, vector }));
        await writeVectors(database, transaction, space, vectors);
        await raiseChunksRevision(database, transaction, documentId);
        return ids;
      });
    const found = async () => {
      const question = { embedder: 'test:model', vector: east, topK: 9, minScore: 0.5 };
      const [here, there] = await Promise.all([opened.nearest(question), other.nearest(question)]);
      expect(there).toEqual(here);
      return here.map(({ chunkId }) => chunkId);
    };
    const [first, second] = await Promise.all(
      ['a', 'b'].map((sourceKey) => documents.ensure({ kind: 'txt', sourceKey })),
    );
    const east = Float32Array.of(1, 0);
    expect(await found()).toEqual([]);
    const ids = [...(await write(first!.id, east)), ...(await write(second!.id, east))];
    expect(await found()).toEqual(ids);
    await write(first!.id, Float32Array.of(0, 1));
    expect(await found()).toEqual([ids[1]]);
    await createRemoveDocument({ database, documents })(second!.id);
    expect(await found()).toEqual([]);
    await other.memory.close();
    await opened.close();
  });
});
