import { expect, test } from '@jest/globals';
import { fitContext } from '../../server/chat/fit-context.ts';
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

function settingsWith(context: number | undefined, fallback: 'builtin' | 'openai' = 'builtin') {
  const { llm } = settingsDefaults;
  const model = 'tiny';
  return {
    ...settingsDefaults,
    llm: {
      ...llm,
      provider: 'openai_compatible' as const,
      fallback,
      openai_compatible: { ...llm.openai_compatible, model },
      openai: { ...llm.openai, model: 'gpt-4' },
      traits: context === undefined ? [] : [{ model: `openai_compatible:${model}`, context }],
    },
  };
}

test('a model that nothing is known of is sent as much as ever', () => {
  expect(fitContext(settingsWith(undefined), question)).toEqual({ question });
});

test('a large context changes nothing that is sent', () => {
  const { question: fitted, tokenLimit } = fitContext(settingsWith(200_000), question);
  expect(fitted.history).toEqual(history);
  expect(tokenLimit).toBeGreaterThan(100_000);
});

test.each([4096, 8192])('a context of %p holds turns, passages and the answer', (context) => {
  const { question: fitted, tokenLimit = 0 } = fitContext(settingsWith(context), question);
  const turns = fitted.history.map(({ content }) => estimateTokens(content));
  const sum = turns.reduce((total, tokens) => total + tokens, tokenLimit);
  expect(sum + settingsDefaults.chat.max_tokens).toBeLessThan(context);
  expect(tokenLimit).toBeGreaterThanOrEqual(1000);
});

test('the earliest turns are left out first', () => {
  const { question: fitted } = fitContext(settingsWith(4096), question);
  expect(fitted.history.length).toBeLessThan(history.length);
  expect(fitted.history).toEqual(history.slice(history.length - fitted.history.length));
});

test('the smaller context of two models counts', () => {
  const alone = fitContext(settingsWith(200_000), question);
  const both = fitContext(settingsWith(200_000, 'openai'), question);
  expect(both.tokenLimit).toBeLessThan(alone.tokenLimit!);
  expect(both.tokenLimit).toBeLessThan(8_192);
});

test('a context without any room leaves the best passage alone', () => {
  expect(fitContext(settingsWith(1024), question)).toMatchObject({
    tokenLimit: 0,
    question: { history: [] },
  });
});
