import { describe, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { alwaysReasons, findTraits, pricesAsOf } from '../../server/providers/model-traits.ts';
import { createProviders } from '../../server/providers/registry.ts';
import { anthropicModels } from '../fakes/anthropic-models.ts';

test.each([
  ['anthropic', 'claude-opus-5-5', 1_000_000, 128_000],
  ['anthropic', 'claude-haiku-4-5-20251001', 200_000, 64_000],
  ['openai', 'gpt-6.2-sol', 1_050_000, 128_000],
  ['openai', 'gpt-4-0613', 8_192, 8_192],
  ['anthropic', 'claude-fable-5-2', 1_000_000, 128_000],
  ['openai', 'gpt-6.2-astra', 1_050_000, 128_000],
  ['gemini', 'gemini-3.8-flash', 1_048_576, 65_536],
  ['workers_ai', '@cf/meta/llama-3.3-70b-instruct-fp8-fast', 24_000, undefined],
  ['openai_compatible', 'gpt-6.2-sol', undefined, undefined],
  ['openai', 'our-own', undefined, undefined],
  ['nobody', 'gpt-6.2-sol', undefined, undefined],
])('%s:%s has a context of %p and answers of %p tokens', (provider, model, context, output) => {
  const traits = findTraits(provider, model);
  expect([traits.context, traits.maxOutput]).toEqual([context, output]);
});

test.each([
  ['openai', 'gpt-5-mini', true],
  ['openai', 'gpt-6-astra', true],
  ['openai', 'gpt-6.2-sol', true],
  ['openai', 'gpt-6-sol', false],
  ['openai', 'o3-mini', true],
  ['openai', 'gpt-4o', false],
  ['openai_compatible', 'openai/gpt-oss-20b:free', true],
  ['groq', 'qwen/qwen3-32b', false],
  ['gemini', 'gemini-3.8-flash', true],
  ['gemini', 'gemini-3.1-flash-lite', true],
  ['gemini', 'gemini-2.5-pro', true],
  ['gemini', 'gemini-2.5-flash', false],
  ['gemini', 'gemma-4-31b-it', false],
  ['workers_ai', '@cf/openai/gpt-oss-20b', true],
  ['workers_ai', '@cf/deepseek-ai/deepseek-r1-distill-qwen-32b', true],
  ['workers_ai', '@cf/moonshotai/kimi-k3', true],
  ['workers_ai', '@cf/qwen/qwen3-30b-a3b-fp8', false],
  ['openai_compatible', 'mistral-large-4-0', true],
  ['ollama', 'gpt-oss:20b', true],
  ['ollama', 'qwen3:8b', false],
])('%s:%s always reasons: %s', (provider, model, expected) => {
  expect(alwaysReasons(findTraits(provider, model).reasoning)).toBe(expected);
});

test.each([
  '@cf/qwen/qwen3-30b-a3b-fp8',
  '@cf/qwen/qwen3.5-35b-a3b',
  '@cf/qwen/qwen3.6-27b',
  '@cf/moonshotai/kimi-k2.6',
])('%s can be kept from reasoning', (model) => {
  expect(findTraits('workers_ai', model).reasoning).toEqual({ by: 'switch' });
});

test('the size of a model may be that of its server', () => {
  const contextAt = (url: string) => findTraits('openai_compatible', 'grok-4.6', url).context;
  expect(contextAt('https://api.x.ai/v1')).toBe(500_000);
  expect(contextAt('https://llm.example.org/v1')).toBeUndefined();
});

test.each(Object.entries(anthropicModels))('%s thinks as documented', (id, model) => {
  const { reasoning } = findTraits('anthropic', id);
  expect(reasoning).toMatchObject({ by: 'thinking', unasked: model.thinksUnasked });
  expect(alwaysReasons(reasoning)).toBe(model.thinksUnasked && model.modes.join() === 'adaptive');
});

test.each([
  ['claude-3-5-haiku-20241022', null],
  ['claude-3-7-sonnet-latest', { modes: ['enabled', 'adaptive'], unasked: false, off: [] }],
  ['claude-sonnet-4-20250514', { modes: ['enabled', 'adaptive'], unasked: false, off: [] }],
  ['anthropic/claude-haiku-4.5', { modes: ['enabled', 'adaptive'], unasked: false, off: [] }],
  ['claude-opus-4-8', { modes: ['adaptive', 'enabled'], unasked: false, off: [] }],
  ['claude-opus-5', { unasked: true, off: ['disabled', 'effort'] }],
  ['claude-opus-5-20260724', { unasked: true, off: ['disabled', 'effort'] }],
  ['claude-opus-5.5', { unasked: true, off: ['effort'] }],
  ['claude-opus-6', { unasked: true, off: ['effort'] }],
  ['claude-sonnet-5-5', { unasked: true, off: ['between_tools', 'disabled', 'effort'] }],
  ['claude-haiku-5-5', { unasked: true, off: ['disabled', 'effort'] }],
  ['claude-mythos-preview', { unasked: true, off: [] }],
])('%s thinks so: %j', (model, expected) => {
  const { reasoning } = findTraits('anthropic', model);
  if (expected === null) expect(reasoning).toBeNull();
  else expect(reasoning).toMatchObject(expected);
});

describe('a model to choose', () => {
  const listed = [
    { id: 'gpt-6.2-sol', label: 'GPT' },
    { id: 'my-own', label: 'My own', context: 4096, price: { input: 9, output: 9 } },
  ];
  const kind = { languageModel: () => ({}), models: () => Promise.resolve(listed) };
  const { signal } = new AbortController();
  const choices = (traits: typeof settingsDefaults.llm.traits) => {
    const settings = { ...settingsDefaults, llm: { ...settingsDefaults.llm, traits } };
    return createProviders({ openai: kind } as never).models(settings, 'llm', 'openai', signal);
  };

  test('has what the table knows; what its provider says stays', async () => {
    expect(await choices([])).toEqual([
      {
        ...{ id: 'gpt-6.2-sol', label: 'GPT', context: 1_050_000, tools: true },
        ...{ reasons: true, always_reasons: true, price: { input: 2, output: 10 } },
        price_as_of: pricesAsOf,
      },
      // Its provider tells a price, but costs are counted by that of the table or the owner.
      { ...listed[1], price_missing: true },
    ]);
  });

  test('has the owner’s own figures before all others', async () => {
    const own = { model: 'openai:my-own', input: 1, output: 2, context: 8192 };
    expect((await choices([own]))[1]).toEqual({
      ...listed[1],
      context: 8192,
      price: { input: 1, output: 2 },
    });
  });
});

test.each([
  ['ollama', '', undefined],
  ['openai_compatible', 'http://127.0.0.1:8080/v1', undefined],
  ['openai_compatible', 'https://openrouter.ai/api/v1', true],
  ['azure', '', true],
] as const)('a price of %s at "%s" is missing: %s', async (provider, base_url, missing) => {
  const { llm } = settingsDefaults;
  const connection = { ...llm.openai_compatible, base_url };
  const settings = { ...settingsDefaults, llm: { ...llm, openai_compatible: connection } };
  const kind = {
    languageModel: () => ({}),
    models: () => Promise.resolve([{ id: 'my-own', label: 'My own' }]),
  };
  const { signal } = new AbortController();
  const all = createProviders({ [provider]: kind } as never);
  const [choice] = await all.models(settings, 'llm', provider, signal);
  expect(choice?.price_missing).toBe(missing);
});
