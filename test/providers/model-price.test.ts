import { describe, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { findTraits, type ModelPrice, modelTable } from '../../server/providers/model-traits.ts';
import { costOf, priceAt, type Priced, pricesOf } from '../../server/providers/model-price.ts';

const all = [...modelTable].flatMap(([provider, models]) =>
  models.flatMap(({ name, prices }) =>
    typeof name === 'string' && prices ? [[provider, { name, prices }] as const] : [],
  ),
);

test.each(all.map(([provider, model]) => [`${provider}:${model.name}`, provider, model] as const))(
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
    const { input, output, cached = 0, cacheWrite = input } = one;
    expect(cached).toBeLessThan(input);
    expect(cacheWrite).toBeGreaterThanOrEqual(input);
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
      const valid = prices.filter(({ from = date, until = date }) => from <= date && date <= until);
      expect([name, date, valid.length]).toEqual([name, date, 1]);
    }
  }
});
