import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { describeVectorStore } from '../conformance/vector-store.ts';
import { startVectorizeServer } from '../fakes/vectorize-server.ts';
import { model, stateOf, vectorizeSite } from '../fakes/vectorize-site.ts';
import { databases, secret } from './sidecar.ts';

const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };

for (const [name, databaseUrl] of databases) {
  describeVectorStore(`vectorize, over ${name}`, async () => {
    const server = await startVectorizeServer({ lagMs: 15 });
    server.create('site', model.dimensions);
    const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: databaseUrl() }));
    await migrate(database);
    const sidecar = vectorizeSite(database, { baseUrl: server.url });
    await sidecar.settle(stateOf(model));
    sidecar.sync.look();
    return {
      ...sidecar,
      async close() {
        await sidecar.close();
        await database.close();
        await server.close();
      },
    };
  });
}
