import { beforeAll } from '@jest/globals';
import { openaiEmbedder } from '../../../server/providers/openai/embedder.ts';
import { describeEmbedder } from '../../conformance/embedder.ts';
import { describeVendorEmbedder } from '../../conformance/vendor.ts';
import { namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

describeEmbedder('openai', async () => {
  const server = await startOpenAiServer();
  const embedder = openaiEmbedder({
    provider: 'openai',
    apiKey: fakeApiKey,
    baseUrl: server.url,
    model: 'text-embedding-3-small',
    dimensions: 256,
  });
  return { embedder, close: server.close };
});

describeEmbedder('openai_compatible', async () => {
  const server = await startOpenAiServer({ apiKey: null, models: { local: 64 } });
  const embedder = openaiEmbedder({
    provider: 'openai_compatible',
    apiKey: '',
    baseUrl: server.url,
    model: 'local',
    dimensions: 0,
  });
  return { embedder, close: server.close };
});

for (const provider of ['openai', 'openai_compatible'] as const) {
  describeVendorEmbedder(provider, async (timeouts) => {
    const server = await startOpenAiServer();
    const options = {
      provider,
      baseUrl: server.url,
      model: 'text-embedding-3-small',
      dimensions: 0,
      timeouts,
    };
    const needsKey = provider === 'openai';
    return {
      embedder: openaiEmbedder({ ...options, apiKey: fakeApiKey }),
      withoutKey: needsKey ? openaiEmbedder({ ...options, apiKey: '' }) : null,
      fail: (...faults) => server.script(...faults.map((fault) => namedBehaviours[fault]!)),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: fakeApiKey,
      close: server.close,
    };
  });
}
