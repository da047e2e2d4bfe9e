import { beforeAll } from '@jest/globals';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import type { OpenAiVendor } from '../../../server/providers/openai/connection.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

const vendors: readonly OpenAiVendor[] = ['openai', 'groq', 'openai_compatible'];

for (const provider of vendors) {
  const name = `${provider}, chat completions` as const;
  const model = 'gpt-4o-mini';

  describeLanguageModel(name, async () => {
    const server = await startOpenAiServer({ delayMs: 2 });
    const connection = { provider, apiKey: fakeApiKey, baseUrl: server.url, model };
    return {
      model: chatCompletions(connection),
      openCalls: server.openRequests,
      close: server.close,
    };
  });

  describeVendorLanguageModel(name, async (timeouts) => {
    const server = await startOpenAiServer();
    const connection = { provider, baseUrl: server.url, model, timeouts };
    const needsKey = provider !== 'openai_compatible';
    return {
      model: chatCompletions({ ...connection, apiKey: fakeApiKey }),
      withoutKey: needsKey ? chatCompletions({ ...connection, apiKey: '' }) : null,
      fail: (...faults) => server.script(...faults.map((fault) => namedBehaviours[fault]!)),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: fakeApiKey,
      close: server.close,
    };
  });

  describeCachedUsage(name, async () => {
    const server = await startOpenAiServer();
    const connection = { provider, apiKey: fakeApiKey, baseUrl: server.url, model };
    return {
      model: chatCompletions(connection),
      answerWith: (...answers) =>
        answers.forEach(({ usage, ...said }) =>
          server.script(answer({ text: [], ...said, ...(usage && { counted: usage }) })),
        ),
      close: server.close,
    };
  });
}

/** A model of each kind, and the effort that it is asked for without and with reasoning. */
const efforts = [
  ['openai', 'gpt-5.1', 'none', 'low'],
  ['openai', 'gpt-5-mini', 'minimal', 'low'],
  ['groq', 'qwen/qwen3-32b', 'none', 'default'],
  ['openai_compatible', 'local', undefined, 'low'],
] as const;

for (const [provider, model, off, on] of efforts) {
  const said = (body: Record<string, unknown>) => body['reasoning_effort'];
  describeReasoning(`${provider}, ${model}`, { said, off, on }, async () => {
    const server = await startOpenAiServer({ models: { [model]: 0 } });
    const connection = { provider, apiKey: fakeApiKey, baseUrl: server.url, model };
    return {
      model: chatCompletions(connection),
      bodies: () => server.requests.map(({ body }) => body),
      close: server.close,
    };
  });
}

describeLanguageModel('openai_compatible, an odd server', async () => {
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
