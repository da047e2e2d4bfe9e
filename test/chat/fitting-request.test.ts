import { beforeEach, expect, jest, test, describe } from '@jest/globals';
import {
  createModelContexts,
  type ModelContexts,
  answerTokens,
  fitContext,
  FittingRequest,
} from '../../server/chat/fitting-request.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { ModelChoice, Providers } from '../../server/providers/registry.ts';
import { understand } from '../../server/question/understand.ts';
import { estimateTokens } from '../../server/text/estimate-tokens.ts';
import { passage } from '../retrieval/passage.ts';

describe('the room of a model', () => {
  let now: number;
  const models = jest.fn<(...asked: unknown[]) => Promise<ModelChoice[]>>();
  let contexts: ModelContexts;
  beforeEach(() => {
    now = 0;
    models.mockReset().mockResolvedValue([]);
    const providers = { models } as unknown as Pick<Providers, 'models'>;
    contexts = createModelContexts({ providers, clock: () => now });
  });

  const model = 'tiny';
  const listed = (id: string, context: number): ModelChoice => ({ id, label: id, context });

  function settingsWith({
    base_url = 'http://127.0.0.1:8080/v1',
    context,
    fallback = 'builtin',
  }: {
    base_url?: string;
    context?: number;
    fallback?: 'builtin' | 'openai';
  } = {}): Settings {
    const { llm } = settingsDefaults;
    return {
      ...settingsDefaults,
      llm: {
        ...llm,
        provider: 'openai_compatible',
        fallback,
        openai_compatible: { ...llm.openai_compatible, base_url, model },
        openai: { ...llm.openai, model: 'gpt-4' },
        traits: context === undefined ? [] : [{ model: `openai_compatible:${model}`, context }],
      },
    };
  }

  test('the built-in model has room for everything', async () => {
    expect(await contexts.smallest(settingsDefaults)).toBeUndefined();
    expect(models).not.toHaveBeenCalled();
  });

  test('the smaller context of two models counts', async () => {
    expect(await contexts.smallest(settingsWith({ context: 200_000 }))).toBe(200_000);
    const both = settingsWith({ context: 200_000, fallback: 'openai' });
    expect(await contexts.smallest(both)).toBe(8192);
  });

  test('a server of one’s own is asked for its list, once in ten minutes', async () => {
    models.mockResolvedValue([listed('other', 99_999), listed(model, 4096)]);
    expect(await contexts.smallest(settingsWith())).toBe(4096);
    expect(await contexts.smallest(settingsWith())).toBe(4096);
    expect(models).toHaveBeenCalledTimes(1);
    now += 10 * 60 * 1000;
    models.mockResolvedValue([listed(model, 16_384)]);
    expect(await contexts.smallest(settingsWith())).toBe(16_384);
  });

  test('the only model of a list answers by any name', async () => {
    models.mockResolvedValue([listed('/models/Tiny.gguf', 4096)]);
    expect(await contexts.smallest(settingsWith())).toBe(4096);
  });

  test('a vendor on the Internet is not asked', async () => {
    await contexts.smallest(settingsWith({ base_url: 'https://openrouter.ai/api/v1' }));
    expect(models).not.toHaveBeenCalled();
  });

  test('a server that does not answer keeps a visitor waiting for a moment, and only once', async () => {
    models.mockReturnValue(new Promise(() => undefined));
    const began = performance.now();
    expect(await contexts.smallest(settingsWith())).toBeUndefined();
    expect(await contexts.smallest(settingsWith())).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(5000);
    expect(models).toHaveBeenCalledTimes(1);
  });

  test('a list that cannot be read says nothing', async () => {
    models.mockRejectedValue(new Error('No list.'));
    expect(await contexts.smallest(settingsWith())).toBeUndefined();
  });

  test('a refusal is believed before the owner, until the server may have been started anew', async () => {
    contexts.learn('openai_compatible:tiny', 2048);
    expect(await contexts.smallest(settingsWith({ context: 8192 }))).toBe(2048);
    now += 10 * 60 * 1000;
    expect(await contexts.smallest(settingsWith({ context: 8192 }))).toBe(8192);
  });
});

describe('a context', () => {
  const turn = (n: number) => ({
    role: n % 2 ? ('assistant' as const) : ('user' as const),
    content: `Turn ${n}. ${'The garden is open in summer, from ten to six. '.repeat(40)}`,
    chunkIds: [],
  });
  const history = [0, 1, 2, 3].map(turn);
  const question = understand('When is the garden open?', { history });

  const settings = settingsDefaults;

  test('a model that nothing is known of is sent as much as ever', () => {
    expect(fitContext(settings, question, undefined)).toEqual({ question, tokenLimit: Infinity });
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
});

describe('a request', () => {
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
});
