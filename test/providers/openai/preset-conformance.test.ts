import { beforeAll, describe, expect, test } from '@jest/globals';
import type { PresetId } from '../../../server/contract/presets.ts';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import { findPreset } from '../../../server/providers/model-traits.ts';
import { collect, groundedRequest, questions, textOf } from '../../conformance/language-model.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { answer } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../../fakes/openai-server.ts';
import { presetDialects } from '../../fakes/preset-rules.ts';

beforeAll(async () => void (await import('openai')));

async function start(preset: PresetId, model: string, clock?: () => number) {
  const server = await startOpenAiServer({
    models: { [model]: 0 },
    dialect: presetDialects[preset],
  });
  const connection = { provider: 'openai_compatible', apiKey: fakeApiKey, preset, model } as const;
  return {
    ...server,
    model: chatCompletions({ ...connection, baseUrl: server.url, ...(clock && { clock }) }),
    bodies: () => server.requests.map(({ body }) => body),
  };
}

/** Each preset with a model that reasons unless it is told not to. */
const wires = [
  [
    'openrouter',
    'z-ai/glm-5.1',
    { reasoning: { effort: 'none' } },
    { reasoning: { effort: 'low' } },
  ],
  ['mistral', 'mistral-small-latest', {}, { reasoning_effort: 'high' }],
  ['mistral', 'mistral-large-4-0', { reasoning_effort: 'low' }, { reasoning_effort: 'low' }],
  [
    'deepseek',
    'deepseek-flash',
    { thinking: { type: 'disabled' } },
    { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
  ],
  ['xai', 'grok-4.3', { reasoning_effort: 'none' }, { reasoning_effort: 'low' }],
  [
    'together',
    'zai-org/GLM-5.1',
    { reasoning: { enabled: false } },
    { reasoning: { enabled: true } },
  ],
  ['together', 'openai/gpt-oss-20b', { reasoning_effort: 'low' }, { reasoning_effort: 'low' }],
  ['lm_studio', 'qwen/qwen3.5-9b', {}, { reasoning_effort: 'low' }],
  [
    'llama_cpp',
    'qwen3.5-9b',
    { chat_template_kwargs: { enable_thinking: false } },
    { chat_template_kwargs: { enable_thinking: true } },
  ],
  [
    'vllm',
    'Qwen/Qwen3.5-9B',
    { chat_template_kwargs: { enable_thinking: false } },
    { chat_template_kwargs: { enable_thinking: true } },
  ],
] as const;

const names = ['reasoning', 'reasoning_effort', 'thinking', 'chat_template_kwargs'];
const said = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

for (const [preset, model, off, on] of wires) {
  describeReasoning(`openai_compatible, ${preset} ${model}`, { said, off, on }, () =>
    start(preset, model),
  );
}

const ask = async (server: Awaited<ReturnType<typeof start>>) =>
  textOf(await collect(server.model, groundedRequest(questions.hours)));

describe('a model that cannot be kept from reasoning is told to reason little', () => {
  test.each([
    ['openrouter', 'stealth/mandatory', { reasoning: { effort: 'minimal' } }],
    ['xai', 'grok-4.5', { reasoning_effort: 'low' }],
  ] as const)('%s', async (preset, model, least) => {
    const server = await start(preset, model);
    expect(await ask(server)).not.toBe('');
    expect(said(server.bodies().at(-1)!)).toEqual(least);
    const before = server.requests.length;
    await ask(server);
    expect(server.requests).toHaveLength(before + 1);
    await server.close();
  });
});

test('a model without reasoning is not told of it again, until a day has passed', async () => {
  let now = 0;
  const server = await start('xai', 'grok-3', () => now);
  await ask(server);
  await ask(server);
  expect(server.bodies().map(said)).toEqual([{ reasoning_effort: 'none' }, {}, {}]);
  now = 25 * 60 * 60 * 1000;
  await ask(server);
  expect(said(server.bodies()[3]!)).toEqual({ reasoning_effort: 'none' });
  await server.close();
});

test('Mistral is asked for no usage, which it tells, and to stop once its model has reasoned', async () => {
  const server = await start('mistral', 'mistral-small-latest');
  server.script(answer({ text: ['Yes.'], reasoning: ['Hm.'] }));
  await ask(server);
  await ask(server);
  expect(server.bodies().map(said)).toEqual([{}, { reasoning_effort: 'none' }]);
  await server.close();
});

test.each([
  ['mistral-large-4', ['medium']],
  ['mistral-medium-3-5', ['high']],
  // It knows no reasoning, which its refusal tells.
  ['ministral-8b-latest', ['high', undefined]],
] as const)('Mistral’s %s is told the effort that it takes', async (model, sent) => {
  const server = await start('mistral', model);
  const request = { ...groundedRequest(questions.hours), reasoningEffort: 'medium' as const };
  expect(textOf(await collect(server.model, request))).not.toBe('');
  const efforts = server.bodies().map((body) => body['reasoning_effort']);
  expect(efforts).toEqual(sent);
  expect(server.bodies().every((body) => 'max_tokens' in body && 'temperature' in body)).toBe(true);
  await server.close();
});

test('a model that reasons although it was told not to gets room for it', async () => {
  const server = await start('vllm', 'deepseek-r1');
  server.script(answer({ text: [], reasoning: ['Hm, '], finish: 'length' }));
  expect(await ask(server)).not.toBe('');
  const [first, second] = server.bodies().map(({ max_tokens: limit }) => Number(limit));
  expect(second).toBe(first! + 4096);
  await server.close();
});

test.each([
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['https://openrouter.ai/api/v1/chat/completions', 'openrouter'],
  ['https://api.deepseek.com/v1', 'deepseek'],
  ['https://openrouter.ai.example.org/api/v1', undefined],
  ['http://127.0.0.1:1234/v1', 'lm_studio'],
  ['http://gpu.example.org:8000/v1', 'vllm'],
  ['https://gpu.example.org:8000/v1', undefined],
  ['https://llm.example.org/v1', undefined],
  ['', undefined],
])('%s is the preset %s', (url, preset) => {
  expect(findPreset(url)).toBe(preset);
});
