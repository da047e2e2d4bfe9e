import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import type { Database } from '../../server/storage/database.ts';
import { migrate } from '../../server/storage/migrate.ts';
import type { VectorStoreHarness } from '../conformance/vector-store.ts';
import { openRelationalStore, type OpenedStore } from '../fakes/relational-store.ts';
import { vectorDocuments } from '../fakes/vector-documents.ts';
import { secret } from './sidecar.ts';

const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };

export type RelationalHarness = VectorStoreHarness &
  Pick<OpenedStore, 'copy' | 'tend'> & { database: Database; close: () => Promise<void> };

/** The relational store on a database with fresh tables. `memory`: bytes that the copy may take. */
export async function openVectorStore(url: string, memory = 2 ** 29): Promise<RelationalHarness> {
  const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: url }));
  await migrate(database);
  const opened = openRelationalStore(database, { memory });
  const { store, copy } = opened;
  return {
    store,
    copy,
    tend: () => opened.tend(),
    database,
    ...vectorDocuments(database, store),
    close: () => opened.close(),
  };
}
