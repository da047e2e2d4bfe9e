/** The vendors that only embed, in a whole sidecar: their vectors are made, stored and compared. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import type { EmbeddingVendorId } from '../fakes/embedding-rules.ts';
import { startEmbeddingServer } from '../fakes/embedding-server.ts';
import { until } from '../fakes/wait.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

const vendors: [EmbeddingVendorId, string, number, object, object][] = [
  ['voyage', 'voyage-4-large', 256, { input_type: 'document' }, { input_type: 'query' }],
  ['cohere', 'embed-v4.0', 512, { input_type: 'search_document' }, { input_type: 'search_query' }],
  [
    'jina',
    'jina-embeddings-v5-text-small',
    128,
    { task: 'retrieval.passage' },
    { task: 'retrieval.query' },
  ],
  ['mistral', 'codestral-embed', 256, { output_dimension: 256 }, { output_dimension: 256 }],
];

describe.each(oneDatabase)('embeddings on %s', (_name, url) => {
  let sidecar: Sidecar;
  beforeAll(async () => {
    sidecar = await startSidecar(url());
    await sidecar.publish(1, 'Hours', '<p>The swimming pool opens at seven in the morning.</p>');
    await sidecar.publish(2, 'Lorries', '<p>Our car park is closed to lorries at night.</p>');
  });
  afterAll(() => sidecar.stop());

  test.each(vendors)('%s', async (provider, model, dimensions, document, query) => {
    const vendor = await startEmbeddingServer(provider);
    try {
      const connection = { api_key: vendor.apiKey, base_url: vendor.url, model };
      const { status } = await sidecar.shim.admin('PUT', '/settings', {
        body: { embeddings: { provider, dimensions, [provider]: connection } },
      });
      expect(status).toBe(200);
      await until('all texts have their vectors', async () => {
        const { body } = await sidecar.shim.admin<StatusReply>('GET', '/status');
        const { embedder, building } = body.index;
        return embedder.startsWith(`${provider}:${model}`) && building === null;
      });
      const { body } = await sidecar.shim.admin<SearchReply>('POST', '/search', {
        body: { query: 'When does the pool open in the morning?' },
      });
      expect(body.embedder).toContain(`${provider}:${model}`);
      expect(body.candidates[0]).toMatchObject({ title: 'Hours', vector: { rank: 1 } });
      const bodies = vendor.requests.map((request) => request.body);
      expect(bodies).toContainEqual(expect.objectContaining(document));
      expect(bodies.at(-1)).toMatchObject(query);
    } finally {
      await vendor.close();
    }
  });
});
