import { describeVectorStore } from '../../conformance/vector-store.ts';
import { startVectorizeServer } from '../../fakes/vectorize-server.ts';
import { model, stateOf, vectorizeSite } from '../../fakes/vectorize-site.ts';
import { memoryDatabase } from '../../storage/memory-database.ts';

for (const [lagging, lagMs] of [
  ['that has processed everything at once', 0],
  ['that lags behind a little', 15],
  ['that never comes to process anything', 'held'],
] as const) {
  describeVectorStore(`vectorize, ${lagging}`, async () => {
    const server = await startVectorizeServer({ lagMs });
    server.create('site', model.dimensions);
    const database = await memoryDatabase();
    const site = vectorizeSite(database, { baseUrl: server.url });
    await site.settle(stateOf(model));
    site.sync.look();
    return {
      ...site,
      async close() {
        await site.close();
        await database.close();
        await server.close();
      },
    };
  });
}
