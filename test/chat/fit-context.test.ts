import { expect, test } from '@jest/globals';
import { answerTokens, fitContext } from '../../server/chat/fit-context.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { understand } from '../../server/question/understand.ts';
import { estimateTokens } from '../../server/text/estimate-tokens.ts';

const turn = (n: number) => ({
  role: n % 2 ? ('assistant' as const) : ('user' as const),
  content: `Turn ${n}. ${'The garden is open in summer, from ten to six. '.repeat(40)}`,
  chunkIds: [],
});
const history = [0, 1, 2, 3].map(turn);
const question = understand('When is the garden open?', { history });

const settings = settingsDefaults;

test('a model that nothing is known of is sent as much as ever', () => {
  expect(fitContext(settings, question, undefined)).toEqual({ question });
});

test('a large context changes nothing that is sent', () => {
  const { question: fitted, tokenLimit } = fitContext(settings, question, 200_000);
  expect(fitted.history).toEqual(history);
  expect(tokenLimit).toBeGreaterThan(100_000);
});

test.each([4096, 8192])('a context of %p holds turns, passages and the answer', (context) => {
  const { question: fitted, tokenLimit = 0 } = fitContext(settings, question, context);
  const turns = fitted.history.map(({ content }) => estimateTokens(content));
  const sum = turns.reduce((total, tokens) => total + tokens, tokenLimit);
  expect(sum + settingsDefaults.chat.max_tokens).toBeLessThan(context);
  expect(tokenLimit).toBeGreaterThanOrEqual(1000);
});

test('the earliest turns are left out first', () => {
  const { question: fitted } = fitContext(settings, question, 4096);
  expect(fitted.history.length).toBeLessThan(history.length);
  expect(fitted.history).toEqual(history.slice(history.length - fitted.history.length));
});

test('a context without any room leaves the best passage alone', () => {
  expect(fitContext(settings, question, 512)).toMatchObject({
    tokenLimit: 0,
    question: { history: [] },
  });
});

test('a small context is for passages, too, not for the longest answer alone', () => {
  const { tokenLimit } = fitContext(settings, understand('When is the garden open?'), 2048);
  expect(tokenLimit).toBeGreaterThan(600);
});

test('an answer has what the prompt leaves of the context, and no more than the owner wants', () => {
  const tokens = (words: number, context: number | undefined) =>
    answerTokens(settings, [{ role: 'user', content: 'garden '.repeat(words) }], context);
  const { max_tokens } = settings.chat;
  expect(tokens(1000, undefined)).toBe(max_tokens);
  expect(tokens(1000, 32_000)).toBe(max_tokens);
  expect(tokens(1000, 2048)).toBeLessThan(max_tokens);
  expect(tokens(1000, 2048)).toBeGreaterThan(500);
  expect(tokens(10_000, 2048)).toBe(512);
});
