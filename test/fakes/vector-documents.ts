import { removeDocuments } from '../../server/ingestion/knowledge-base.ts';
import {
  holdActiveIndex,
  writeActiveIndex,
  type EmbeddingIndex,
} from '../../server/embedding/index-state.ts';
import { Chunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { Documents } from '../../server/storage/documents.ts';
import {
  VectorColumn,
  dropUnusedColumn,
  writeVectors,
} from '../../server/storage/vectors/vectors.ts';
import type { EmbeddingSpace } from '../../server/storage/vectors/stored-vector.ts';
import type { VectorStoreHarness } from '../conformance/vector-store.ts';

const written = { content: 'x', headingPath: '', page: null, offset: 0 };

const asIndex = (space: EmbeddingSpace): EmbeddingIndex => ({
  ...space,
  choice: { provider: 'ollama', model: '', base_url: '', dimensions: 0 },
});

/** Documents in a database with vectors, as ingestion and the builder write them. */
export function vectorDocuments(database: Database): Omit<VectorStoreHarness, 'vectors' | 'close'> {
  const documents = new Documents(database, Date.now);
  const chunks = new Chunks(database);
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
        const dimensions = vectors.find(Boolean)?.length ?? 0;
        await writeVectors(database, transaction, { embedder, dimensions }, pairs);
        await raiseChunksRevision(database, transaction, documentId);
        return ids;
      });
    },

    write: (space, vectors) =>
      database.transaction(async (transaction) => {
        await writeVectors(database, transaction, space, vectors);
        const of = await transaction
          .selectFrom('chunks')
          .select('document_id')
          .distinct()
          .where(
            'id',
            'in',
            vectors.map(({ chunkId }) => chunkId),
          )
          .execute();
        const changed = of.map(({ document_id }) => document_id);
        await raiseChunksRevision(database, transaction, ...changed);
      }),

    setSpace: (space) =>
      database.transaction(async (transaction) => {
        await holdActiveIndex(database, transaction);
        await writeActiveIndex(transaction, asIndex(space));
      }),

    async settle(space) {
      const column = new VectorColumn(database, space, (work) =>
        database.transaction(async (transaction) => {
          const result = await work(transaction);
          await raiseChunksRevision(database, transaction);
          return result;
        }),
      );
      while ((await column.step()) || (await dropUnusedColumn(database, space.dimensions)));
    },

    async removeDocument(document) {
      await removeDocuments({ database, documents }, [await rowOf(document)]);
      rows.delete(document);
    },
  };
}
