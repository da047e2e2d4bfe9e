import { beforeAll } from '@jest/globals';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

const timeouts = { connectMs: 1500, answerMs: 1500, idleMs: 750, retryDelayMs: 5 };

describeLanguageModel('chat completions', async () => {
  const server = await startOpenAiServer({ delayMs: 2 });
  const connection = { provider: 'openai', apiKey: fakeApiKey, baseUrl: server.url } as const;
  return {
    model: chatCompletions({ ...connection, model: 'gpt-4o-mini' }),
    openCalls: server.openRequests,
    close: server.close,
  };
});

describeLanguageModel('chat completions of an odd compatible server', async () => {
  const server = await startOpenAiServer({
    apiKey: null,
    models: { local: 0 },
    refuses: ['stream_options', 'max_completion_tokens'],
  });
  const odd = answer({ writeBytes: 3, comments: true, usage: 'none' });
  server.script(...Array.from({ length: 20 }, () => odd));
  const connection = { provider: 'openai_compatible', apiKey: '', baseUrl: server.url } as const;
  return {
    model: chatCompletions({ ...connection, model: 'local' }),
    openCalls: server.openRequests,
    close: server.close,
  };
});

describeVendorLanguageModel('chat completions', async () => {
  const server = await startOpenAiServer();
  const connection = { provider: 'openai', baseUrl: server.url, timeouts } as const;
  return {
    model: chatCompletions({ ...connection, apiKey: fakeApiKey, model: 'gpt-4o-mini' }),
    withoutKey: chatCompletions({ ...connection, apiKey: '', model: 'gpt-4o-mini' }),
    fail: (...faults) => server.script(...faults.map((fault) => namedBehaviours[fault]!)),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey: fakeApiKey,
    close: server.close,
  };
});
