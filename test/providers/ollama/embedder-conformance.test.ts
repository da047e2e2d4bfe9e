import { ollamaEmbedder } from '../../../server/providers/ollama/ollama.ts';
import { describeEmbedder } from '../../conformance/embedder.ts';
import { describeVendorEmbedder } from '../../conformance/vendor.ts';
import { ollamaFaults, startOllamaServer } from '../../fakes/ollama-server.ts';

describeEmbedder('ollama', async () => {
  const server = await startOllamaServer();
  const embedder = ollamaEmbedder({
    apiKey: '',
    baseUrl: server.url,
    model: 'nomic-embed-text',
    dimensions: 256,
  });
  return { embedder, close: server.close };
});

describeVendorEmbedder('ollama', async (timeouts) => {
  const apiKey = 'fake-key-of-ollama';
  const server = await startOllamaServer({ apiKey });
  return {
    embedder: ollamaEmbedder({
      apiKey,
      baseUrl: server.url,
      model: 'embeddinggemma',
      dimensions: 0,
      timeouts,
    }),
    withoutKey: null,
    fail: (...faults) => server.script(...faults.map((fault) => ollamaFaults[fault])),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey,
    close: server.close,
  };
});
