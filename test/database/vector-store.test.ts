import { describe, expect, test } from '@jest/globals';
import { createRemoveDocument } from '../../server/ingestion/remove.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/services.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import { holdIndexState, writeIndexState } from '../../server/storage/index-state.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { describeVectorStore } from '../conformance/vector-store.ts';
import { openRelationalStore } from '../fakes/relational-store.ts';
import { databases, secret } from './sidecar.ts';

const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };

for (const [name, databaseUrl] of databases) {
  describeVectorStore(`relational, on ${name}`, async () => {
    const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: databaseUrl() }));
    await migrate(database);
    const documents = createDocuments(database, Date.now);
    const chunks = createChunks(database);
    const opened = openRelationalStore(database);
    const { store } = opened;
    const remove = createRemoveDocument(database, documents);
    const rows = new Map<number, number>();

    async function rowOf(document: number): Promise<number> {
      const sourceKey = `document ${document}`;
      const known = rows.get(document) ?? (await documents.ensure({ kind: 'txt', sourceKey })).id;
      rows.set(document, known);
      return known;
    }

    return {
      store,
      async replace(document, embedder, vectors) {
        const documentId = await rowOf(document);
        const written = vectors.map(() => ({
          content: 'x',
          headingPath: '',
          page: null,
          offset: 0,
        }));
        return database.transaction(async (transaction) => {
          const ids = await chunks.replace(documentId, '', written, transaction);
          const pairs = ids.map((chunkId, index) => ({ chunkId, vector: vectors[index]! }));
          const dimensions = vectors[0]?.length ?? 0;
          await store.replace({ documentId, embedder, dimensions, vectors: pairs }, transaction);
          await raiseChunksRevision(database, transaction, documentId);
          return ids;
        });
      },
      async add(vectors, ...touched) {
        const documentIds = await Promise.all(touched.map(rowOf));
        await database.transaction(async (transaction) => {
          await store.add(vectors, transaction);
          await raiseChunksRevision(database, transaction, ...documentIds);
        });
      },
      async settle(state) {
        await database.transaction(async (transaction) => {
          await holdIndexState(database, transaction);
          await writeIndexState(database, transaction, state);
        });
        for (let settled = 1; settled > 0;) {
          settled = await database.transaction(async (transaction) => {
            const done = await store.settle(state, transaction);
            await raiseChunksRevision(database, transaction, ...done.documents);
            return done.settled;
          });
        }
      },
      async removeDocument(document) {
        await remove(await rowOf(document));
        rows.delete(document);
      },
      close: () => opened.close(),
    };
  });
}

describe.each(databases)('the vectors of two sidecars on %s', (_name, databaseUrl) => {
  test('are the same, whichever of them has changed or removed a document', async () => {
    const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: databaseUrl() }));
    await migrate(database);
    const documents = createDocuments(database, Date.now);
    const [mine, other] = [openRelationalStore(database), openRelationalStore(database)];
    const written = { content: 'x', headingPath: '', page: null, offset: 0 };
    const write = async (documentId: number, vector: Float32Array) =>
      database.transaction(async (transaction) => {
        const ids = await createChunks(database).replace(documentId, '', [written], transaction);
        const vectors = ids.map((chunkId) => ({ chunkId, vector }));
        const made = { documentId, embedder: 'test:model', dimensions: 2, vectors };
        await mine.store.replace(made, transaction);
        await raiseChunksRevision(database, transaction, documentId);
        return ids;
      });
    const found = async () => {
      const question = { embedder: 'test:model', vector: east, topK: 9, minScore: 0.5 };
      const [here, there] = await Promise.all([
        mine.store.query(question),
        other.store.query(question),
      ]);
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
    await createRemoveDocument(database, documents)(second!.id);
    expect(await found()).toEqual([]);
    await other.copy.close();
    await mine.close();
  });
});
