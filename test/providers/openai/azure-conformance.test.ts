import { beforeAll } from '@jest/globals';
import { openaiEmbedder } from '../../../server/providers/openai/embedder.ts';
import { openAiModel } from '../../../server/providers/openai/language-model.ts';
import { describeEmbedder } from '../../conformance/embedder.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeToolUse, type ToolUseHarness } from '../../conformance/tool-use.ts';
import { describeVendorEmbedder, describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

const connection = { provider: 'azure', apiKey: fakeApiKey, timeouts: patient } as const;

/** The resource's address, and that of a deployment as its page shows it. */
const addresses = [
  ['new', ''],
  ['of old', '/openai/deployments/gpt-4o-mini/chat/completions?api-version=2024-10-21'],
] as const;

for (const [name, path] of addresses) {
  describeLanguageModel(`azure, ${name}`, async () => {
    const server = await startOpenAiServer({ azure: true, delayMs: 2 });
    const baseUrl = server.origin + path;
    return {
      model: openAiModel({ ...connection, baseUrl, model: 'gpt-4o-mini' }),
      openCalls: server.openRequests,
      close: server.close,
    };
  });

  describeVendorLanguageModel(`azure, ${name}`, async (timeouts) => {
    const server = await startOpenAiServer({ azure: true });
    const at = { ...connection, baseUrl: server.origin + path, model: 'gpt-4o-mini', timeouts };
    return {
      model: openAiModel(at),
      withoutKey: openAiModel({ ...at, apiKey: '' }),
      fail: (...faults) => server.script(...faults.map((fault) => namedBehaviours[fault]!)),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: fakeApiKey,
      close: server.close,
    };
  });

  const reasoningModel = async () => {
    const server = await startOpenAiServer({ azure: true });
    const baseUrl = server.origin + path.replace('4o-mini', '5-mini');
    return {
      model: openAiModel({ ...connection, baseUrl, model: 'gpt-5-mini' }),
      bodies: () => server.requests.map(({ body }) => body),
      answerWith: (...answers: Parameters<ToolUseHarness['answerWith']>) =>
        answers.forEach(({ usage, ...said }) =>
          server.script(answer({ text: [], ...said, ...(usage && { counted: usage }) })),
        ),
      close: server.close,
    };
  };
  const said = ({ reasoning, reasoning_effort }: Record<string, unknown>) =>
    reasoning_effort ?? (reasoning as { effort?: string } | undefined)?.effort;
  describeToolUse(`azure, ${name}`, reasoningModel);
  describeCachedUsage(`azure, ${name}`, reasoningModel);
  describeReasoning(`azure, ${name}`, { said, off: 'minimal', on: 'low' }, reasoningModel);
}

for (const [name, path] of [
  ['new', '/openai/v1/'],
  ['of old', '?api-version=2024-10-21'],
] as const) {
  const options = { ...connection, model: 'text-embedding-3-small', dimensions: 0 };
  describeEmbedder(`azure, ${name}`, async () => {
    const server = await startOpenAiServer({ azure: true });
    const embedder = openaiEmbedder({ ...options, baseUrl: server.origin + path, dimensions: 256 });
    return { embedder, close: server.close };
  });

  describeVendorEmbedder(`azure, ${name}`, async (timeouts) => {
    const server = await startOpenAiServer({ azure: true });
    const at = { ...options, baseUrl: server.origin + path, timeouts };
    return {
      embedder: openaiEmbedder(at),
      withoutKey: openaiEmbedder({ ...at, apiKey: '' }),
      fail: (...faults) => server.script(...faults.map((fault) => namedBehaviours[fault]!)),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: fakeApiKey,
      close: server.close,
    };
  });
}
