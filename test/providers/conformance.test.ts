import { builtinEmbedder } from '../../server/providers/embedders/builtin.ts';
import { builtinAnswerer } from '../../server/providers/language-models/builtin.ts';
import { relationalVectorStore } from '../../server/providers/vector-stores/relational.ts';
import { createChunks } from '../../server/storage/chunks.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { createRemoveDocument } from '../../server/ingestion/remove.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { openSqlite } from '../../server/storage/sqlite.ts';
import { describeEmbedder } from '../conformance/embedder.ts';
import { describeLanguageModel } from '../conformance/language-model.ts';
import { describeVectorStore } from '../conformance/vector-store.ts';
import { memoryVectorStore } from '../fakes/memory-vector-store.ts';

describeEmbedder('built-in', () => ({ embedder: builtinEmbedder() }));
describeLanguageModel('built-in', () => ({ model: builtinAnswerer() }));

describeVectorStore('memory', () => {
  const store = memoryVectorStore();
  let lastId = 0;
  return {
    store,
    async replace(documentId, embedder, vectors) {
      const numbered = vectors.map((vector) => ({ chunkId: ++lastId, vector }));
      await store.replace({ documentId, embedder, vectors: numbered }, undefined as never);
      return numbered.map(({ chunkId }) => chunkId);
    },
    removeDocument(documentId) {
      store.remove(documentId);
      return Promise.resolve();
    },
  };
});

describeVectorStore('relational, on SQLite', async () => {
  const database = openSqlite(':memory:', 'test_');
  await migrate(database);
  const documents = createDocuments(database, Date.now);
  const chunks = createChunks(database);
  const store = relationalVectorStore(database);
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
      const written = vectors.map(() => ({ content: 'x', headingPath: '', page: null, offset: 0 }));
      return database.transaction(async (transaction) => {
        const ids = await chunks.replace(documentId, '', written, transaction);
        const pairs = ids.map((chunkId, index) => ({ chunkId, vector: vectors[index]! }));
        await store.replace({ documentId, embedder, vectors: pairs }, transaction);
        return ids;
      });
    },
    async removeDocument(document) {
      await remove(await rowOf(document));
      rows.delete(document);
    },
    close: () => database.close(),
  };
});
