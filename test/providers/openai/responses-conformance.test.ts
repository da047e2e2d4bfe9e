import { beforeAll, describe } from '@jest/globals';
import { responsesModel } from '../../../server/providers/openai/responses.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeToolUse, type ScriptedAnswer } from '../../conformance/tool-use.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

const connection = { provider: 'openai', apiKey: fakeApiKey, timeouts: patient } as const;

function script(server: OpenAiServer, answers: readonly ScriptedAnswer[]): void {
  for (const { usage, ...said } of answers) {
    server.script(answer({ text: [], ...said, ...(usage && { counted: usage }) }));
  }
}

describeLanguageModel('openai, responses', async () => {
  const server = await startOpenAiServer({ delayMs: 2 });
  return {
    model: responsesModel({ ...connection, baseUrl: server.url, model: 'gpt-4o-mini' }),
    openCalls: server.openRequests,
    close: server.close,
  };
});

describeVendorLanguageModel('openai, responses', async (timeouts) => {
  const server = await startOpenAiServer();
  const at = { ...connection, baseUrl: server.url, model: 'gpt-4o-mini', timeouts };
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
  describeToolUse(`openai, responses of ${model}`, async () => {
    const server = await startOpenAiServer();
    return {
      model: responsesModel({ ...connection, baseUrl: server.url, model }),
      answerWith: (...answers) => script(server, answers),
      close: server.close,
    };
  });
});

describeCachedUsage('openai, responses', async () => {
  const server = await startOpenAiServer();
  return {
    model: responsesModel({ ...connection, baseUrl: server.url, model: 'gpt-4o-mini' }),
    answerWith: (...answers) => script(server, answers),
    close: server.close,
  };
});

/** The effort that a model is asked for without and with reasoning. */
for (const [model, off, on] of [
  ['gpt-6-astra', 'low', 'low'],
  ['gpt-5.1', 'none', 'low'],
  ['gpt-5-mini', 'minimal', 'low'],
] as const) {
  const said = ({ reasoning }: Record<string, unknown>) =>
    (reasoning as { effort?: string } | undefined)?.effort;
  describeReasoning(`openai, responses of ${model}`, { said, off, on }, async () => {
    const server = await startOpenAiServer();
    return {
      model: responsesModel({ ...connection, baseUrl: server.url, model }),
      bodies: () => server.requests.map(({ body }) => body),
      close: server.close,
    };
  });
}
