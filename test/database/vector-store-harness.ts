import { readConfig } from '../../server/config.ts';
import { createRemoveDocument } from '../../server/ingestion/remove.ts';
import { openDatabase } from '../../server/services.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { holdIndexState, writeIndexState } from '../../server/storage/index-state.ts';
import { migrate } from '../../server/storage/migrate.ts';
import type { VectorStoreHarness } from '../conformance/vector-store.ts';
import { openRelationalStore, type OpenedStore } from '../fakes/relational-store.ts';
import { secret } from './sidecar.ts';

const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };

export type RelationalHarness = VectorStoreHarness &
  Pick<OpenedStore, 'copy' | 'tend'> & { database: Database; close: () => Promise<void> };

/** The relational store on a database with fresh tables. `memory`: bytes that the copy may take. */
export async function openVectorStore(url: string, memory = 2 ** 29): Promise<RelationalHarness> {
  const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: url }));
  await migrate(database);
  const documents = createDocuments(database, Date.now);
  const chunks = createChunks(database);
  const opened = openRelationalStore(database, { memory });
  const { store, copy } = opened;
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
    copy,
    tend: () => opened.tend(),
    database,
    async replace(document, embedder, vectors) {
      const documentId = await rowOf(document);
      const written = vectors.map(() => ({ content: 'x', headingPath: '', page: null, offset: 0 }));
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
}
