import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import type { Database } from '../../server/storage/database.ts';
import { migrate } from '../../server/storage/migrate.ts';
import type { VectorStoreHarness } from '../conformance/vector-store.ts';
import { openRelationalStore, type OpenedStore } from '../fakes/relational-store.ts';
import { vectorDocuments } from '../fakes/vector-documents.ts';
import { secret } from './sidecar.ts';

const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };

export type RelationalHarness = VectorStoreHarness & OpenedStore & { database: Database };

/** The site's own index on a database with fresh tables. `memory`: bytes that the in-memory index may use. */
export async function openVectorStore(url: string, memory = 2 ** 29): Promise<RelationalHarness> {
  const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: url }));
  await migrate(database);
  return { database, ...vectorDocuments(database), ...openRelationalStore(database, { memory }) };
}
