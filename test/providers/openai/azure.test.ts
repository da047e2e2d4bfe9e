import { afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  azureAddress,
  hasResponses,
  isAzureAddress,
} from '../../../server/providers/openai/connection.ts';
import { openAiModel } from '../../../server/providers/openai/language-model.ts';
import { collect, groundedRequest, questions, textOf } from '../../conformance/language-model.ts';
import { apiError } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';

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
  [`${site}/openai/deployments/chat/chat/completions${version}`, `${site}/openai/deployments/chat`],
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
