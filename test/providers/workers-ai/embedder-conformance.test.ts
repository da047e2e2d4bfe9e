import { describe } from '@jest/globals';
import { workersAiEmbedder } from '../../../server/providers/workers-ai/embedder.ts';
import { describeEmbedder } from '../../conformance/embedder.ts';
import { describeVendorEmbedder } from '../../conformance/vendor.ts';
import {
  fakeAccount,
  fakeToken,
  startWorkersAiServer,
  workersAiFaults,
} from '../../fakes/workers-ai-server.ts';

const connection = { apiKey: fakeToken, accountId: fakeAccount, dimensions: 0 };

describe.each([
  '@cf/baai/bge-base-en-v1.5',
  '@cf/baai/bge-m3',
  '@cf/google/embeddinggemma-300m',
  '@cf/qwen/qwen3-embedding-0.6b',
])('%s', (model) => {
  describeEmbedder(`workers_ai, ${model}`, async () => {
    const server = await startWorkersAiServer();
    const embedder = workersAiEmbedder({ ...connection, baseUrl: server.url, model });
    return { embedder, close: server.close };
  });
});

describeVendorEmbedder('workers_ai', async (timeouts) => {
  const server = await startWorkersAiServer();
  const options = { ...connection, baseUrl: server.url, model: '@cf/baai/bge-m3', timeouts };
  return {
    embedder: workersAiEmbedder(options),
    withoutKey: workersAiEmbedder({ ...options, apiKey: '' }),
    fail: (...faults) => server.script(...faults.map((fault) => workersAiFaults[fault])),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey: fakeToken,
    close: server.close,
  };
});
