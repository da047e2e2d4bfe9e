import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { describeJobQueue } from '../conformance/job-queue.ts';
import { oneDatabase, secret } from './sidecar.ts';

for (const [name, databaseUrl] of oneDatabase) {
  describeJobQueue(name, async () => {
    const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };
    const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: databaseUrl() }));
    await migrate(database);
    return database;
  });
}
