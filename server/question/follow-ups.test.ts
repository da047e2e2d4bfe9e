import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, beforeEach, jest } from '@jest/globals';
import { refersBack, joinQuestions } from './follow-ups.ts';
import { understand } from './understand.ts';
import { AppError } from '../errors/app-error.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { createLog } from '../runtime/log.ts';
import { Rewriter, needsRewrite } from './rewrite.ts';
import type { Usage } from '../contract/chat.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../providers/language-model.ts';

test.each([
  'and on Sundays?',
  'Why?',
  'What about dogs?',
  'How do I get there?',
  'Seniors?',
  'is it far?',
  'How long?',
  'Is that also true for students?',
  'und sonntags?',
  'Gilt das auch für Kinder?',
  'et le dimanche ?',
  'C’est combien ?',
  '¿Y los domingos?',
  'а по воскресеньям?',
  'وماذا عن يوم الأحد؟',
  'और रविवार को?',
  'แล้ววันอาทิตย์ล่ะ',
  '那周日呢？',
  '它多少钱？',
  'それはいくらですか？',
  '그럼 일요일은요?',
])('%s', (question) => {
  expect(refersBack(question)).toBe(true);
});

test.each([
  'What are the opening hours of the museum?',
  'Is there parking?',
  'opening times',
  'Gibt es Parkplätze?',
  'How many children visited the park that opened in 1990 in Warsaw?',
  'Kann ich meine Bestellung kostenlos zurücksenden?',
  '¿Cuánto cuesta la entrada para niños en el museo?',
  'Сколько стоит билет в музей для детей?',
  'พิพิธภัณฑ์เปิดกี่โมงถึงกี่โมงในวันเสาร์',
  '博物馆的开放时间是什么时候？',
  '美術館の入場料は大人いくらですか？',
  '박물관 입장료는 어른이 얼마입니까?',
  '',
  '?!',
])('%s stands alone', (question) => {
  expect(refersBack(question)).toBe(false);
});

const ask = (text: string, earlier: readonly string[], about = '') => {
  const history = earlier.flatMap((content) => [
    { role: 'user' as const, content, chunkIds: [] },
    { role: 'assistant' as const, content: 'Yes.', chunkIds: [], about },
  ]);
  const circumstances = { now: Date.UTC(2026, 10, 22), timeZone: 'UTC', page: '' };
  return understand(text, { history, locale: 'en', circumstances });
};

test.each([
  [
    'and for seniors?',
    'How much is a ticket for adults?',
    'and for seniors? How much is a ticket ?',
  ],
  ['and on Sundays?', 'When are you open on Mondays?', 'and on Sundays? When are you open ?'],
  ['is it far?', 'Where is the car park?', 'is it far? Where is the car park? Audio tours'],
  ['How long?', 'Can I borrow a wheelchair?', 'How long? Can I borrow a wheelchair?'],
  [
    'und für Senioren?',
    'Was kostet der Eintritt für Erwachsene?',
    'und für Senioren? Was kostet der Eintritt ?',
  ],
  ['Und morgen?', 'Hat die Bibliothek heute offen?', 'Und morgen? Hat die Bibliothek offen?'],
])('%s after %s', (text, earlier, expected) => {
  const question = ask(text, [earlier], 'Audio tours');
  expect(question.isFollowUp).toBe(true);
  expect(joinQuestions(question)).toBe(expected);
});

test('the topic is that of the last question that stands alone', () => {
  const earlier = ['Where do I park?', 'How much is a ticket?', 'and for seniors?'];
  expect(joinQuestions(ask('and on Sundays?', earlier))).toBe(
    'and on Sundays? How much is a ticket?',
  );
});

test('of a long question, the words with a topic are kept', () => {
  const long =
    'Hello, we are a group of twelve visitors from Norway and would like to know if you could tell us the price of a guided harbour walk';
  expect(joinQuestions(ask('and on Sundays?', [long]))).toBe(
    'and on Sundays? hello group twelve visitors norway price guided harbour',
  );
});

test('the first question has nothing to be joined to', () => {
  expect(joinQuestions(ask('and on Sundays?', []))).toBeNull();
});

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
  new Rewriter({ providers: { languageModel: () => model }, withinBudget, clock: () => now })
    .rewrite;
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

test('nothing comes of a failure', async () => {
  fail = () => new AppError('provider_error');
  expect(await rewrite()).toBeNull();
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
  ['says the question before again', 'When is the mill museum open?'],
  ['names nothing', 'What about it?'],
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

test('a model that takes more than a second is not waited for', async () => {
  late = 60_000;
  expect(await rewrite()).toBeNull();
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
