import { beforeAll, describe } from '@jest/globals';
import { responsesModel } from '../../../server/providers/openai/responses.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { describeToolUse } from '../../conformance/tool-use.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

const timeouts = {
  connectMs: 1500,
  answerMs: 1500,
  reasoningMs: 1500,
  idleMs: 750,
  retryDelayMs: 5,
};
const connection = { provider: 'openai', apiKey: fakeApiKey, timeouts } as const;

describeLanguageModel('responses', async () => {
  const server = await startOpenAiServer({ delayMs: 2 });
  return {
    model: responsesModel({ ...connection, baseUrl: server.url, model: 'gpt-4o-mini' }),
    openCalls: server.openRequests,
    close: server.close,
  };
});

describeVendorLanguageModel('responses', async () => {
  const server = await startOpenAiServer();
  const at = { ...connection, baseUrl: server.url, model: 'gpt-4o-mini' };
  return {
    model: responsesModel(at),
    withoutKey: responsesModel({ ...at, apiKey: '' }),
    fail: (...faults) => server.script(...faults.map((fault) => namedBehaviours[fault]!)),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey: fakeApiKey,
    close: server.close,
  };
});

/** One of each kind: takes no tools with reasoning elsewhere, always reasons, may stop, reasons little. */
describe.each(['gpt-6-astra', 'gpt-6-luna', 'gpt-5.1', 'gpt-5-mini', 'o3-mini'])('%s', (model) => {
  describeToolUse(`responses: ${model}`, async () => {
    const server = await startOpenAiServer();
    return {
      model: responsesModel({ ...connection, baseUrl: server.url, model }),
      answerWith: (...answers) =>
        answers.forEach(({ usage, ...said }) =>
          server.script(answer({ text: [], ...said, ...(usage && { counted: usage }) })),
        ),
      close: server.close,
    };
  });
});
