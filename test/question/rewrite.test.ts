import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createRewrite, needsRewrite } from '../../server/question/rewrite.ts';
import { understand } from '../../server/question/understand.ts';
import type { Usage } from '../../server/contract/chat.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from '../../server/providers/language-model.ts';

const log = createLog('silent');
const settings = {
  ...settingsDefaults,
  llm: { ...settingsDefaults.llm, provider: 'openai' as const },
};
const history = [
  { role: 'user' as const, content: 'When is the mill museum open?', chunkIds: [] },
  { role: 'assistant' as const, content: `Daily from nine. ${'x'.repeat(5000)}`, chunkIds: [] },
];

let said: string;
let finish: ModelEvent;
let requests: ModelRequest[];
let fail: (() => unknown) | null;
let usage: Usage;
/** Milliseconds before the first word. */
let late: number;
let withinBudget: jest.Mock<(model: LanguageModel) => LanguageModel>;
let controller: AbortController;
beforeEach(() => {
  said = 'Is the mill museum open on Sundays?';
  finish = { type: 'finish', reason: 'stop' };
  requests = [];
  fail = null;
  usage = { prompt_tokens: 0, completion_tokens: 0 };
  late = 0;
  withinBudget = jest.fn((model: LanguageModel) => model);
  controller = new AbortController();
});

const model: LanguageModel = {
  id: 'fake:model',
  async *stream(request, { signal }) {
    requests.push(request);
    await Promise.resolve();
    signal.throwIfAborted();
    if (fail) throw fail();
    if (late > 0) await sleep(late, undefined, { signal });
    yield { type: 'reasoning', text: 'Hm.' };
    yield { type: 'text', text: said.slice(0, 5) };
    yield { type: 'text', text: said.slice(5) };
    yield { type: 'usage', usage };
    yield finish;
  },
};

let now = 0;
const makeRewrite = () =>
  createRewrite({ providers: { languageModel: () => model }, withinBudget, clock: () => now });
const whole = (over = settings, by = makeRewrite(), language = '') =>
  by(understand('and on Sundays?', { history }), language, {
    settings: over,
    signal: controller.signal,
    log,
  });
const rewrite = async (...options: Parameters<typeof whole>) => (await whole(...options)).text;

test('one short, sober call says what the question means', async () => {
  expect(await rewrite()).toBe('Is the mill museum open on Sundays?');
  expect(requests).toHaveLength(1);
  const [request] = requests;
  expect(request).toMatchObject({ temperature: 0, tools: [], toolChoice: 'none' });
  expect(request?.maxTokens).toBeLessThanOrEqual(100);
  const prompt = request?.messages.at(-1)?.content ?? '';
  expect(prompt).toContain('When is the mill museum open?');
  expect(prompt).toContain('and on Sundays?');
  expect(prompt.length).toBeLessThan(2000);
});

test('it is paid from the owner’s budget', async () => {
  await rewrite();
  expect(withinBudget).toHaveBeenCalledTimes(1);
  withinBudget.mockImplementation(() => {
    throw new AppError('budget_exhausted');
  });
  expect(await rewrite()).toBeNull();
});

test('the built-in model is not asked', async () => {
  expect(await rewrite(settingsDefaults as typeof settings)).toBeNull();
  expect(requests).toEqual([]);
});

describe('nothing comes of', () => {
  test.each([
    ['an empty answer', ' '],
    ['an essay', 'First, let us see.\nThe museum is open.'],
    ['a long line', 'x'.repeat(500)],
  ])('%s', async (_case, text) => {
    said = text;
    expect(await rewrite()).toBeNull();
  });

  test.each(['length', 'refusal'] as const)('an answer that ends with %s', async (reason) => {
    finish = { type: 'finish', reason };
    expect(await rewrite()).toBeNull();
  });

  test('a failure', async () => {
    fail = () => new AppError('provider_error');
    expect(await rewrite()).toBeNull();
  });
});

test.each([
  ['"Is the mill open?"', 'Is the mill open?'],
  ['„Ist die Mühle offen?“', 'Ist die Mühle offen?'],
  ['「博物館は開いていますか？」', '博物館は開いていますか？'],
])('%s is said without quotation marks', async (text, expected) => {
  said = text;
  expect(await rewrite()).toBe(expected);
});

test('a model that only thinks is not asked again for an hour', async () => {
  const by = makeRewrite();
  finish = { type: 'finish', reason: 'length' };
  for (let times = 0; times < 4; times++) expect(await rewrite(settings, by)).toBeNull();
  expect(requests).toHaveLength(2);
  now += 3600 * 1000;
  finish = { type: 'finish', reason: 'stop' };
  expect(await rewrite(settings, by)).toBe(said);
  finish = { type: 'finish', reason: 'length' };
  await rewrite(settings, by);
  finish = { type: 'finish', reason: 'stop' };
  expect(await rewrite(settings, by)).toBe(said);
});

test.each([
  ['copies the conversation', 'Visitor: and on Sundays?\nAssistant: Daily from nine.'],
  ['does not end', 'x'.repeat(500)],
  ['writes nothing', ' '],
])('a model that %s is not asked again either', async (_case, text) => {
  const by = makeRewrite();
  said = text;
  for (let times = 0; times < 4; times++) expect(await rewrite(settings, by)).toBeNull();
  expect(requests).toHaveLength(2);
});

test('a model that refuses one question is asked about the next', async () => {
  const by = makeRewrite();
  finish = { type: 'finish', reason: 'refusal' };
  for (let times = 0; times < 4; times++) expect(await rewrite(settings, by)).toBeNull();
  expect(requests).toHaveLength(4);
});

test('a question is written in the language of the site where it has another', async () => {
  await rewrite(settings, makeRewrite(), 'de');
  expect(requests[0]?.messages[0]?.content).toContain('in German');
  await rewrite();
  expect(requests[1]?.messages[0]?.content).toContain('Keep its language');
});

test('its tokens are told, also of one that is of no use', async () => {
  usage = { prompt_tokens: 230, completion_tokens: 12 };
  expect((await whole()).usage).toEqual(usage);
  said = ' ';
  expect(await whole()).toEqual({ text: null, usage });
});

test.each([
  ['says the question before again', 'When is the mill museum open?'],
  ['names nothing', 'What about it?'],
])('a model that %s has lost the question, which counts as a failure', async (_case, text) => {
  const by = makeRewrite();
  said = text;
  for (let times = 0; times < 4; times++) expect(await rewrite(settings, by)).toBeNull();
  expect(requests).toHaveLength(2);
});

test('a model that takes more than a second is not waited for', async () => {
  late = 5000;
  const started = performance.now();
  expect(await rewrite()).toBeNull();
  expect(performance.now() - started).toBeLessThan(3000);
});

test('a question is written anew if it has a past or another language, unless it is long', () => {
  const past = understand('Where can I park?', { history });
  expect(needsRewrite(past, '')).toBe(true);
  expect(needsRewrite(understand('Where can I park?'), '')).toBe(false);
  expect(needsRewrite(understand('Where can I park?'), 'de')).toBe(true);
  expect(needsRewrite({ ...past, gist: 'x'.repeat(301) }, '')).toBe(false);
});

test('who leaves ends it', async () => {
  controller.abort(new Error('gone'));
  await expect(rewrite()).rejects.toThrow('gone');
});
