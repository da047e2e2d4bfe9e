import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { z } from 'zod';
import { presets } from '../../server/contract/presets.ts';
import { providers } from '../../server/contract/providers.ts';
import { pricesAsOf } from '../../server/providers/model-traits.ts';
import { ownFile } from '../../server/runtime/program-files.ts';
import { noVulnerable } from '../../tools/eslint/no-vulnerable.ts';

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
    by: z.literal('level'),
    least: z.enum(['minimal', 'low']),
    has_medium: z.boolean(),
  }),
  z.strictObject({ by: z.literal('budget'), least: z.int().nonnegative() }),
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
const table = z.strictObject({ as_of: z.iso.date(), lists: z.record(z.string(), list) });
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
