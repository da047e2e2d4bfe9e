import { createRemoveDocument } from '../../server/ingestion/remove.ts';
import { readConfig } from '../../server/config.ts';
import { relationalVectorStore } from '../../server/providers/vector-stores/relational.ts';
import { openDatabase } from '../../server/services.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { describeVectorStore } from '../conformance/vector-store.ts';
import { databases, secret } from './sidecar.ts';

const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };

for (const [name, databaseUrl] of databases) {
  describeVectorStore(`relational, on ${name}`, async () => {
    const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: databaseUrl() }));
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
        const written = vectors.map(() => ({
          content: 'x',
          headingPath: '',
          page: null,
          offset: 0,
        }));
        return database.transaction(async (transaction) => {
          const ids = await chunks.replace(documentId, '', written, transaction);
          const pairs = ids.map((chunkId, index) => ({ chunkId, vector: vectors[index]! }));
          await store.replace({ documentId, embedder, vectors: pairs }, transaction);
          await raiseChunksRevision(database, transaction, documentId);
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
}
