import { expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { startVectorizeServer } from '../fakes/vectorize-server.ts';
import { indexOf, model, vectorizeSite } from '../fakes/vectorize-site.ts';
import { until } from '../fakes/wait.ts';
import { oneDatabase, secret } from './sidecar.ts';

const vector = (axis: number) => new Float32Array(model.dimensions).fill(1, axis, axis + 1);
const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };

test.each(oneDatabase)('the hosted index follows the chunks on %s', async (_name, databaseUrl) => {
  const server = await startVectorizeServer({ lagMs: 15 });
  server.create('site', model.dimensions);
  const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: databaseUrl() }));
  await migrate(database);
  const sidecar = vectorizeSite(database, { baseUrl: server.url });
  try {
    await sidecar.activate(model);
    const synced = (ids: readonly number[]) =>
      until('the index to have these vectors', async () => {
        const there = server.idsOf('site').map((id) => Number(id.split('-')[1]));
        const rows = await database.query.selectFrom('remote_vectors').selectAll().execute();
        return (
          JSON.stringify(there.sort((a, b) => a - b)) === JSON.stringify(ids) &&
          rows.length === ids.length &&
          (await sidecar.index.status()).mode === 'hosted'
        );
      });
    const search = async (axis: number, topK: number) => {
      const query = { embedder: model.embedder, vector: vector(axis), topK, minScore: -1 };
      return (await sidecar.index.search(query)).map(({ chunkId }) => chunkId);
    };
    const first = await sidecar.replace(1, [vector(0), vector(1)]);
    const second = await sidecar.replace(2, [vector(2), vector(3), vector(4)]);
    await synced([...first, ...second]);
    expect((await search(3, 5))[0]).toBe(second[1]);
    await sidecar.removeDocument(1);
    expect(await search(3, 3)).toHaveLength(3);
    const third = await sidecar.replace(3, [vector(5)]);
    await synced([...second, ...third]);
    expect((await search(5, 4))[0]).toBe(third[0]);
    expect(sidecar.local.queries).toBe(0);
    await sidecar.activate(indexOf('builtin', 0));
    await until('the index to be empty', () => server.idsOf('site').length === 0);
  } finally {
    await sidecar.close();
    await database.close();
    await server.close();
  }
});
