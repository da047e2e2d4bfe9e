import { createRemoveDocument } from '../../server/ingestion/remove.ts';
import type { VectorStore } from '../../server/providers/vector-store.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { holdIndexState, writeIndexState } from '../../server/embedding/index-state.ts';
import type { VectorStoreHarness } from '../conformance/vector-store.ts';

const written = { content: 'x', headingPath: '', page: null, offset: 0 };

/** Documents in a database, and their vectors in a store, as ingestion writes them. */
export function vectorDocuments(
  database: Database,
  store: VectorStore,
): Omit<VectorStoreHarness, 'store' | 'close'> {
  const documents = createDocuments(database, Date.now);
  const chunks = createChunks(database);
  const remove = createRemoveDocument(database, documents);
  const rows = new Map<number, number>();

  async function rowOf(document: number): Promise<number> {
    const sourceKey = `document ${document}`;
    const known = rows.get(document) ?? (await documents.ensure({ kind: 'txt', sourceKey })).id;
    rows.set(document, known);
    return known;
  }

  return {
    async replace(document, embedder, vectors) {
      const documentId = await rowOf(document);
      return database.transaction(async (transaction) => {
        const ids = await chunks.replace(
          documentId,
          '',
          vectors.map(() => written),
          transaction,
        );
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
  };
}
