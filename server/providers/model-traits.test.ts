import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import { z } from 'zod';
import { presets } from '../contract/presets.ts';
import { embeddingProviders, type ProviderId, providers } from '../contract/providers.ts';
import {
  alwaysReasons,
  findTraits,
  type ModelPrice,
  modelTable,
  pricesAsOf,
} from './model-traits.ts';
import { ownFile } from '../runtime/program-files.ts';
import { noVulnerable } from '../../tools/eslint/no-vulnerable.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { Providers, type ProviderKind } from './registry.ts';
import { anthropicModels } from '../../test/fakes/anthropic-models.ts';
import { AppError } from '../errors/app-error.ts';
import { vendorRefused } from './shared/vendor-error.ts';
import { costOf, hundredAnswers, priceAt, type Priced, pricesOf } from './model-price.ts';

describe('the table', () => {
  const tokens = z.int().positive();
  const dollars = z.number().nonnegative();
  const price = z.strictObject({
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
    input: dollars,
    output: dollars,
    cached: dollars.optional(),
    cache_write: dollars.optional(),
  });
  const reasoning = z.union([
    z.null(),
    z.literal('unknown'),
    z.strictObject({
      by: z.literal('effort'),
      least: z.enum(['none', 'minimal', 'low', 'medium', 'high']),
    }),
    z.strictObject({ by: z.enum(['switch', 'itself']) }),
    z.strictObject({
      by: z.literal('thinking'),
      modes: z.array(z.enum(['adaptive', 'enabled'])),
      unasked: z.boolean(),
      off: z.array(z.enum(['between_tools', 'disabled', 'effort'])),
    }),
  ]);
  const traits = {
    reasoning: reasoning.optional(),
    context: tokens.optional(),
    max_output: tokens.optional(),
    thinking_room: tokens.optional(),
    tools: z.boolean().optional(),
    tools_with_reasoning: z.union([z.literal(true), z.literal('responses')]).optional(),
    prices: z.array(price).min(1).optional(),
    /** Where it was found, if not on the page of the list, or what the page does not say. */
    source: z.string().min(1).optional(),
  };
  const row = z.union([
    z.strictObject({ name: z.string().min(1), ...traits }),
    z.strictObject({ pattern: z.string().min(1), ...traits }),
  ]);
  const list = z.strictObject({
    page: z.url({ protocol: /^https$/ }),
    rows: z.array(row),
    also: z.array(z.string()).optional(),
  });

  const told = JSON.parse(readFileSync(ownFile('server/providers/models.json'), 'utf8')) as unknown;
  const embeddings = z.strictObject({
    page: z.url({ protocol: /^https$/ }),
    source: z.string().optional(),
    models: z.record(
      z.string(),
      z.strictObject({ dimensions: tokens.optional(), price: dollars.optional() }),
    ),
  });
  const table = z.strictObject({
    as_of: z.iso.date(),
    embeddings: z.partialRecord(z.enum(embeddingProviders), embeddings),
    lists: z.record(z.string(), list),
  });
  const data = table.parse(told);

  test('the table says nothing that the program does not read', () => {
    expect(data).toEqual(told);
    expect(pricesAsOf).toBe(data.as_of);
  });

  test('its lists are those of providers and presets, and those that they share', () => {
    const shared = new Set(Object.values(data.lists).flatMap(({ also = [] }) => also));
    for (const id of Object.keys(data.lists))
      expect(id in providers || id in presets || shared.has(id)).toBe(true);
    for (const id of shared) expect(Object.keys(data.lists)).toContain(id);
  });

  test('its patterns are linear', () => {
    const patterns = Object.values(data.lists).flatMap(({ rows }) =>
      rows.flatMap((one) => ('pattern' in one ? [one.pattern] : [])),
    );
    const code = patterns.map((pattern) => `/${pattern}/.test(name);`).join('\n');
    const found = new Linter().verify(code, {
      plugins: { redos: { rules: { 'no-vulnerable': noVulnerable({}) } } },
      rules: { 'redos/no-vulnerable': 'error' },
    });
    expect(patterns.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });
});

describe('traits', () => {
  test.each([
    ['anthropic', 'claude-opus-5-5', 1_000_000, 128_000],
    ['openai', 'gpt-6.2-sol', 1_050_000, 128_000],
    ['gemini', 'gemini-3.8-flash', 1_048_576, 65_536],
    ['workers_ai', '@cf/meta/llama-3.3-70b-instruct-fp8-fast', 24_000, undefined],
    ['openai_compatible', 'gpt-6.2-sol', undefined, undefined],
    ['nobody', 'gpt-6.2-sol', undefined, undefined],
  ])('%s:%s has a context of %p and answers of %p tokens', (provider, model, context, output) => {
    const traits = findTraits(provider, model);
    expect([traits.context, traits.max_output]).toEqual([context, output]);
  });

  test.each([
    ['openai', 'gpt-6-astra', true],
    ['openai', 'gpt-6-sol', false],
    ['openai', 'gpt-4o', false],
    ['openai_compatible', 'openai/gpt-oss-20b:free', true],
    ['groq', 'qwen/qwen3-32b', false],
    ['gemini', 'gemini-3.8-flash', true],
    ['gemini', 'gemini-2.5-pro', true],
    ['gemini', 'gemini-2.5-flash', false],
    ['workers_ai', '@cf/deepseek-ai/deepseek-r1-distill-qwen-32b', true],
    ['workers_ai', '@cf/qwen/qwen3-30b-a3b-fp8', false],
    ['openai_compatible', 'mistral-large-4-0', true],
    ['ollama', 'gpt-oss:20b', true],
  ])('%s:%s always reasons: %s', (provider, model, expected) => {
    expect(alwaysReasons(findTraits(provider, model).reasoning)).toBe(expected);
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
    ['claude-opus-5', { unasked: true, off: ['disabled', 'effort'] }],
    ['claude-opus-6', { unasked: true, off: ['effort'] }],
    ['claude-sonnet-5-5', { unasked: true, off: ['between_tools', 'disabled', 'effort'] }],
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
      return new Providers({ openai: kind } as never).models(settings, 'llm', 'openai', signal);
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
    const all = new Providers({ [provider]: kind } as never);
    const [choice] = await all.models(settings, 'llm', provider, signal);
    expect(choice?.price_missing).toBe(missing);
  });
});

describe('the list of models', () => {
  const listing = (models: ProviderKind['models']) => {
    const kind: ProviderKind = {
      languageModel: () => {
        throw new AppError('not_configured');
      },
      models,
    };
    const kinds = new Proxy({} as Record<ProviderId, ProviderKind>, { get: () => kind });
    const { signal } = new AbortController();
    return new Providers(kinds).models(settingsDefaults, 'llm', 'groq', signal);
  };

  test('an owner whose list of models cannot be had reads what the vendor said', async () => {
    const refused = vendorRefused('Groq', { status: 401, message: 'Invalid API Key' }, []);
    await expect(listing(() => Promise.reject(refused))).rejects.toMatchObject({
      code: 'provider_error',
      message: 'Groq refused the API key (401): Invalid API Key',
    });
  });

  test('what no vendor said stays hidden', async () => {
    const failed = new Error('a detail of the process');
    await expect(listing(() => Promise.reject(failed))).rejects.toMatchObject({
      code: 'internal_error',
      message: 'Something went wrong.',
    });
  });
});

describe('prices', () => {
  const all = [...modelTable].flatMap(([provider, models]) =>
    models.flatMap(({ name, prices }) =>
      typeof name === 'string' && prices ? [[provider, { name, prices }] as const] : [],
    ),
  );

  test.each(
    all.map(([provider, model]) => [`${provider}:${model.name}`, provider, model] as const),
  )(
    '%s is found by its name and by a version of it, and no other of the list is',
    (_id, provider, { name, prices }) => {
      const found = (model: string) => findTraits(provider, model).prices;
      expect(found(name)).toBe(prices);
      expect(found(`${name}-2026-10-01`)).toBe(prices);
      expect(found(`${name}-20261001`)).toBe(prices);
      expect(found(`${name}-huge`)).not.toBe(prices);
    },
  );

  const each = all.flatMap(([provider, { name, prices }]) =>
    prices.map((price): [string, ModelPrice] => [`${provider}:${name}`, price]),
  );
  test.each(each)(
    '%s: what comes from the cache costs less, and what is written more',
    (_id, one) => {
      const { input, output, cached = 0, cache_write: written = input } = one;
      expect(cached).toBeLessThan(input);
      expect(written).toBeGreaterThanOrEqual(input);
      expect(output).toBeGreaterThan(input);
    },
  );

  const llmAt = (base_url: string): Priced => ({
    traits: [],
    openai_compatible: { ...settingsDefaults.llm.openai_compatible, base_url },
  });
  const here = llmAt('');
  const today = Date.UTC(2026, 10, 26);

  describe('the cost', () => {
    const usage = {
      prompt_tokens: 1_000_000,
      completion_tokens: 100_000,
      cached_tokens: 600_000,
      cache_write_tokens: 100_000,
    };
    const withOwn = (own: Priced['traits'][number]) => ({ ...here, traits: [own] });

    test('has a price for each kind of token', () => {
      const cost = 0.3 * 2 + 0.6 * 0.1 + 0.1 * 2.5 + 0.1 * 10;
      expect(costOf('anthropic:claude-sonnet-5-5', usage, here, today)).toBeCloseTo(cost);
      const astra = 0.3 * 8 + 0.6 * 0.4 + 0.1 * 10 + 0.1 * 40;
      expect(costOf('openai:gpt-6.2-astra', usage, here, today)).toBeCloseTo(astra);
    });

    test('is not known for a model without a price, and for one at another address', () => {
      expect(costOf('openai:my-own', usage, here, today)).toBeUndefined();
      expect(costOf('openai_compatible:gpt-6-sol', usage, here, today)).toBeUndefined();
      expect(costOf('', usage, here, today)).toBeUndefined();
    });

    test('of a compatible server is that of its own list', () => {
      const id = 'openai_compatible:deepseek-v4-pro';
      const counted = { prompt_tokens: 1_000_000, completion_tokens: 0 };
      const cost = (address: string) => costOf(id, counted, llmAt(address), today);
      expect(cost('https://api.deepseek.com')).toBeCloseTo(1.32);
      expect(cost('https://openrouter.ai/api/v1')).toBeUndefined();
      expect(cost('http://127.0.0.1:8000/v1')).toBeUndefined();
    });

    test('is the owner’s where they name a price; the cache costs as much as they say', () => {
      const own = { model: 'openai_compatible:my/own', input: 1, output: 2 };
      expect(costOf(own.model, usage, withOwn(own), today)).toBeCloseTo(1 + 0.2);
      expect(costOf(own.model, usage, withOwn({ ...own, cached: 0.5 }), today)).toBeCloseTo(0.9);
      const sized = { model: 'openai:gpt-6-sol', context: 8192 };
      const table = costOf(sized.model, usage, here, today);
      expect(costOf(sized.model, usage, withOwn(sized), today)).toBe(table);
      const cheaper = { model: 'openai:gpt-6-sol', input: 0, output: 0 };
      expect(costOf(cheaper.model, usage, withOwn(cheaper), today)).toBe(0);
    });

    test('of the built-in model is nothing', () => {
      expect(costOf('builtin:extractive-1', usage, here, today)).toBe(0);
    });
  });

  test.each([
    ['gemini-4-argon', Date.UTC(2026, 10, 30, 23, 59), 2, 10, 0.1],
    ['gemini-4-argon', Date.UTC(2026, 11, 1), 4, 20, 0.2],
    ['gemini-3.6-flash', Date.UTC(2026, 11, 31, 23, 59), 0.75, 3.75, 0.075],
    ['gemini-3.6-flash', Date.UTC(2027, 0, 1), 1.5, 7.5, 0.15],
  ])('%s has the price of its day, %d', (model, at, input, output, cached) => {
    const price = priceAt(pricesOf(`gemini:${model}`, here), at);
    expect(price).toMatchObject({ input, output, cached });
  });

  test('each day has one price', () => {
    for (const [, { name, prices }] of all) {
      for (let day = today; day < Date.UTC(2027, 1, 1); day += 86_400_000) {
        const date = new Date(day).toISOString().slice(0, 10);
        const valid = prices.filter(
          ({ from = date, until = date }) => from <= date && date <= until,
        );
        expect([name, date, valid.length]).toEqual([name, date, 1]);
      }
    }
  });

  const named = (table: object) =>
    Object.entries(table as Record<string, { recommended?: string; address: string }>).flatMap(
      ([id, { recommended, address }]) => (recommended ? [[id, recommended, address]] : []),
    ) as [string, string, string][];
  const llm = settingsDefaults.llm;

  test.each(named(providers))('%s recommends %s, whose price is known', (id, model) => {
    const provider = id as 'openai';
    const chosen = { ...llm, provider, [provider]: { ...llm[provider], model } };
    const price = hundredAnswers(chosen, today);
    expect(price).toBeGreaterThan(0);
    expect(price).toBeLessThan(1);
  });

  test.each(named(presets))('%s recommends %s, whose price is known', (_id, model, base_url) => {
    const openai_compatible = { ...llm.openai_compatible, base_url, model };
    const price = hundredAnswers(
      { ...llm, provider: 'openai_compatible', openai_compatible },
      today,
    );
    expect(price).toBeGreaterThan(0);
    expect(price).toBeLessThan(1);
  });

  test('a hundred answers cost nothing built in, and what nobody knows elsewhere', () => {
    expect(hundredAnswers(llm, today)).toBe(0);
    const unknown = { ...llm, provider: 'openai' as const, openai: { ...llm.openai, model: 'x' } };
    expect(hundredAnswers(unknown, today)).toBeNull();
  });
});
