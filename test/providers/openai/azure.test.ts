import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openaiEmbedder } from '../../../server/providers/openai/embedder.ts';
import { openAiModel } from '../../../server/providers/openai/language-model.ts';
import { describeEmbedder } from '../../conformance/embedder.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import {
  collect,
  describeLanguageModel,
  groundedRequest,
  questions,
  textOf,
} from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeToolUse, type ToolUseHarness } from '../../conformance/tool-use.ts';
import { describeVendorEmbedder, describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, apiError, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import {
  azureAddress,
  hasResponses,
  isAzureAddress,
} from '../../../server/providers/openai/connection.ts';
import { sampleOf } from '../../full-runs.ts';

describe('the port', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  const connection = { provider: 'azure', apiKey: fakeApiKey, timeouts: patient } as const;

  /** The resource's address, and that of a deployment as its page shows it. */
  const addresses = [
    ['new', ''],
    ['of old', '/openai/deployments/gpt-4o-mini/chat/completions?api-version=2024-10-21'],
  ] as const;

  for (const [name, path] of sampleOf(addresses)) {
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

  for (const [name, path] of sampleOf([
    ['new', '/openai/v1/'],
    ['of old', '?api-version=2024-10-21'],
  ] as const)) {
    const options = { ...connection, model: 'text-embedding-3-small', dimensions: 0 };
    describeEmbedder(`azure, ${name}`, async () => {
      const server = await startOpenAiServer({ azure: true });
      const embedder = openaiEmbedder({
        ...options,
        baseUrl: server.origin + path,
        dimensions: 256,
      });
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
});

describe('Azure', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  let server: OpenAiServer | undefined;
  afterEach(() => server?.close());

  const site = 'https://our.openai.azure.com';
  const version = '?api-version=2024-10-21';

  test.each([
    [site, `${site}/openai/v1`],
    [`${site}/`, `${site}/openai/v1`],
    [`${site}/openai`, `${site}/openai/v1`],
    [`${site}/openai/v1/`, `${site}/openai/v1`],
    [`${site}/openai/v1?api-version=preview`, `${site}/openai/v1`],
    [`${site}/openai/v1/chat/completions`, `${site}/openai/v1`],
    [`${site}/openai/deployments/chat`, `${site}/openai/v1`],
    [
      'https://our.services.ai.azure.com/api/projects/p',
      'https://our.services.ai.azure.com/openai/v1',
    ],
    ['https://gate.example.com/team/openai/v1', 'https://gate.example.com/team/openai/v1'],
    [`${site}${version}`, `${site}/openai/deployments/our%20model`],
    [`${site}/openai/${version}`, `${site}/openai/deployments/our%20model`],
    [
      `${site}/openai/deployments/chat/chat/completions${version}`,
      `${site}/openai/deployments/chat`,
    ],
    ['', ''],
  ])('%s is %s', (baseUrl, root) => {
    expect(azureAddress(baseUrl).root('our model')).toBe(root);
  });

  test.each([
    ['openai', '', true],
    ['openai', 'https://api.openai.com/v1', true],
    ['openai', 'https://eu.api.openai.com/v1', true],
    ['openai', `${site}/openai/v1`, true],
    ['openai', `${site}${version}`, false],
    ['openai', 'https://llm.example.com/v1', false],
    ['openai', 'https://api.openai.com.example.com/v1', false],
    ['azure', site, true],
    ['azure', 'https://gate.example.com', true],
    ['azure', `${site}${version}`, false],
    ['openai_compatible', 'https://api.openai.com/v1', false],
    ['groq', '', false],
  ] as const)('%s at %s has responses: %s', (provider, baseUrl, expected) => {
    expect(hasResponses({ provider, baseUrl, apiKey: '' })).toBe(expected);
  });

  test('knows its hosts', () => {
    expect(isAzureAddress('https://our.cognitiveservices.azure.com/')).toBe(true);
    expect(isAzureAddress('https://openai.azure.com.example.com/')).toBe(false);
  });

  test('asks a deployment without responses by chat completions, for a day', async () => {
    server = await startOpenAiServer({ azure: true, models: { 'DeepSeek-V3': 0 } });
    let now = 0;
    const model = openAiModel({
      provider: 'azure',
      apiKey: fakeApiKey,
      baseUrl: server.origin,
      model: 'DeepSeek-V3',
      clock: () => now,
    });
    const refusal = apiError(400, { message: 'The requested operation is unsupported.' });
    const ask = () => collect(model, groundedRequest(questions.hours));
    server.script(refusal);
    expect(textOf(await ask())).toContain('seven');
    await ask();
    now += 24 * 3600 * 1000;
    await ask();
    const [responses, chat] = ['/openai/v1/responses', '/openai/v1/chat/completions'];
    expect(server.requests.map(({ path }) => path)).toEqual([responses, chat, chat, responses]);
  });
});
