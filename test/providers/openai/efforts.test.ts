import { expect, test } from '@jest/globals';
import {
  cannotReason,
  effortFor,
  leastEffort,
} from '../../../server/providers/openai/reasoning.ts';

test.each([
  ['gpt-5', 'minimal'],
  ['gpt-5-mini-2025-08-07', 'minimal'],
  ['gpt-5-pro', 'high'],
  ['gpt-5.2-pro', 'medium'],
  ['gpt-5-codex', 'low'],
  ['gpt-5.1', 'none'],
  ['gpt-5.6-luna', 'none'],
  ['gpt-6-sol', 'none'],
  ['gpt-6-astra', 'low'],
  ['gpt-6.1-sol', 'low'],
  ['gpt-6.1-terra', 'none'],
  ['gpt-6.2-sol', 'low'],
  ['gpt-6.2-astra', 'low'],
  ['o3', 'low'],
  ['o4-mini', 'low'],
  ['ft:gpt-5-mini:org::id', 'minimal'],
  ['openai/gpt-oss-20b', 'low'],
  ['openai/gpt-5.6:free', 'none'],
  ['gpt-5-chat-latest', undefined],
  ['gpt-4o', undefined],
  ['our-deployment', undefined],
  ['anthropic/claude-opus-5', undefined],
])('%s takes at least %s', (model, least) => {
  expect(leastEffort(model)).toBe(least);
});

test.each([
  ['gpt-4o', true],
  ['gpt-35-turbo', true],
  ['chatgpt-4o-latest', true],
  ['gpt-5', false],
  ['our-deployment', false],
])('%s cannot reason: %s', (model, expected) => {
  expect(cannotReason(model)).toBe(expected);
});

test.each([
  [null, 'none', [], 'none'],
  [null, 'low', [], 'low'],
  [null, 'none', ['effort none'], 'minimal'],
  [null, 'none', ['effort none', 'effort minimal'], 'low'],
  ['low', 'high', [], 'high'],
  ['low', 'none', ['effort low'], 'medium'],
  ['high', 'none', ['effort high'], 'medium'],
  ['high', 'none', ['reasoning_effort'], undefined],
] as const)('asked for %s, at least %s, refused %j: %s', (asked, least, refused, expected) => {
  expect(effortFor(asked, least, new Set<string>(refused))).toBe(expected);
});
