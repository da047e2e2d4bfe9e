import { describe, expect, test } from '@jest/globals';
import { findTraits } from '../../server/providers/find-traits.ts';
import { costOf } from '../../server/providers/model-price.ts';
import { modelTable } from '../../server/providers/model-table.ts';

const all = Object.entries(modelTable).flatMap(([provider, { models }]) =>
  models.flatMap(({ name, price }) =>
    typeof name === 'string' && price ? [[provider, { name, price }] as const] : [],
  ),
);

test.each(all.map(([provider, model]) => [`${provider}:${model.name}`, provider, model] as const))(
  '%s is found by its name and by a version of it, and no other of the list is',
  (_id, provider, model) => {
    const priceOf = (name: string) => findTraits(provider, name).price;
    expect(priceOf(model.name)).toBe(model.price);
    expect(priceOf(`${model.name}-2026-10-01`)).toBe(model.price);
    expect(priceOf(`${model.name}-20261001`)).toBe(model.price);
    expect(priceOf(`${model.name}-huge`)).not.toBe(model.price);
  },
);

test.each(all)('%s: what comes from the cache costs less, and what is written more', (_id, one) => {
  const { input, output, cached = 0, cacheWrite = input } = one.price;
  expect(cached).toBeLessThan(input);
  expect(cacheWrite).toBeGreaterThanOrEqual(input);
  expect(output).toBeGreaterThan(input);
});

describe('the cost', () => {
  const usage = {
    prompt_tokens: 1_000_000,
    completion_tokens: 100_000,
    cached_tokens: 600_000,
    cache_write_tokens: 100_000,
  };

  test('has a price for each kind of token', () => {
    const cost = 0.3 * 2 + 0.6 * 0.1 + 0.1 * 2.5 + 0.1 * 10;
    expect(costOf('anthropic:claude-sonnet-5-5', usage, [])).toBeCloseTo(cost);
  });

  test('is not known for a model without a price, and for one at another address', () => {
    expect(costOf('openai:my-own', usage, [])).toBeUndefined();
    expect(costOf('openai_compatible:gpt-6-sol', usage, [])).toBeUndefined();
    expect(costOf('', usage, [])).toBeUndefined();
  });

  test('is the owner’s where they name a price; the cache costs as much as they say', () => {
    const own = { model: 'openai_compatible:my/own', input: 1, output: 2 };
    expect(costOf(own.model, usage, [own])).toBeCloseTo(1 + 0.2);
    expect(costOf(own.model, usage, [{ ...own, cached: 0.5 }])).toBeCloseTo(0.4 + 0.3 + 0.2);
    const sized = { model: 'openai:gpt-6-sol', context: 8192 };
    expect(costOf(sized.model, usage, [sized])).toBe(costOf(sized.model, usage, []));
    const cheaper = { model: 'openai:gpt-6-sol', input: 0, output: 0 };
    expect(costOf(cheaper.model, usage, [cheaper])).toBe(0);
  });

  test('of the built-in model is nothing', () => {
    expect(costOf('builtin:extractive-1', usage, [])).toBe(0);
  });
});
