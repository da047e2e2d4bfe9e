import { expect, test } from '@jest/globals';
import { FittingRequest } from '../../server/chat/fitting-request.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { understand } from '../../server/question/understand.ts';
import { estimateTokens } from '../../server/text/estimate-tokens.ts';
import { passage } from '../retrieval/passage.ts';

const settings = settingsDefaults;
const text = 'The garden is open in summer, from ten to six. ';
const passages = [1, 2, 3, 4, 5].map((n) => ({
  ...passage(n),
  n,
  content: `${n}. ${text.repeat(8)}`,
}));
const history = [
  { role: 'user' as const, content: 'When is the garden open?', chunkIds: [] },
  { role: 'assistant' as const, content: text.repeat(8), chunkIds: [] },
];
const question = understand('And the café?', { history });
const input = { settings, question, siteName: '', passages, isWholeSite: false, tools: [] };

type Request = FittingRequest['request'];
const textOf = ({ messages }: Request) => messages.map(({ content }) => content).join('\n');
const tokensOf = (request: Request) => estimateTokens(textOf(request));
const sourcesOf = (request: Request) => textOf(request).match(/<source number/g)?.length ?? 0;

test('a question is asked with all its passages, and as long an answer as the owner wants', () => {
  const { request } = new FittingRequest(input, undefined);
  expect(sourcesOf(request)).toBe(5);
  expect(request.maxTokens).toBe(settings.chat.max_tokens);
});

test('a refusal that names the room is met at once', () => {
  const fitting = new FittingRequest(input, undefined);
  const shorter = fitting.shorten({ limit: 1200 })!;
  expect(sourcesOf(shorter)).toBeLessThan(5);
  expect(tokensOf(shorter) + shorter.maxTokens).toBeLessThanOrEqual(1200);
});

test('one that does not is met step by step, until nothing can be left out', () => {
  const fitting = new FittingRequest(input, undefined);
  const sizes = [tokensOf(fitting.request)];
  const sources = [];
  for (;;) {
    const shorter = fitting.shorten({ limit: undefined });
    if (!shorter) break;
    sizes.push(tokensOf(shorter));
    sources.push(sourcesOf(shorter));
    expect(textOf(shorter)).toContain('And the café?');
  }
  expect(sources.slice(0, 3)).toEqual([2, 1, 1]);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(new Set(sizes).size).toBe(sizes.length);
  expect(sizes.length).toBeGreaterThan(3);
});

test('the same room named again is met with less than before', () => {
  const fitting = new FittingRequest(input, 1200);
  const before = tokensOf(fitting.request);
  const shorter = fitting.shorten({ limit: 1200 })!;
  expect(tokensOf(shorter)).toBeLessThan(before);
});
