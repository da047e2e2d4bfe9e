import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { figuresReply } from '../../server/contract/figures.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createDayCounts, troubleOf } from '../../server/chat/day-counts.ts';
import { createReadBudget } from '../../server/chat/budget.ts';
import { createFigures, createSummary } from '../../server/chat/figures.ts';
import { dayName, localDate } from '../../server/runtime/local-date.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { forRequest } from '../../server/runtime/request-id.ts';
import { createChatFigures, createUnreadRatings } from '../../server/storage/chat-figures.ts';
import { createChats, type Chats, type AssistantTurn } from '../../server/storage/chats.ts';
import type { Database } from '../../server/storage/database.ts';
import { createSessions } from '../../server/storage/sessions.ts';
import { createState } from '../../server/storage/state.ts';
import { memoryDatabase } from '../storage/memory-database.ts';
import { noReadings } from '../runtime/no-readings.ts';

const timeZone = 'Pacific/Auckland';
const hour = 3_600_000;
/** An hour before midnight in Auckland. */
const evening = Date.UTC(2026, 10, 21, 10);
let now: number;
let database: Database;
let chats: Chats;
beforeEach(async () => {
  now = evening;
  database = await memoryDatabase();
  chats = createChats(database, () => now);
});
afterEach(() => database.close());

const limits = { ...settingsDefaults.limits, daily_tokens: 1000, monthly_tokens: 0 };

function build() {
  const clock = () => now;
  const settings = {
    get: () => Promise.resolve({ ...settingsDefaults, limits }),
    site: () => ({ home_url: 'https://site.example', time_zone: timeZone }) as never,
  };
  const chatFigures = createChatFigures(database);
  const state = createState(database);
  const dayCounts = createDayCounts({ state, settings, clock, log: createLog('silent') });
  return {
    dayCounts,
    summary: createSummary({ settings, chatFigures, clock }),
    figures: createFigures({
      settings,
      chatFigures,
      clock,
      unreadRatings: createUnreadRatings(database),
      readBudget: createReadBudget({ state, clock }),
      dayCounts,
      failedDocuments: () => Promise.resolve(2),
      openGaps: () => Promise.resolve(3),
    }),
  };
}

async function ask(message: string, over: Partial<AssistantTurn> = {}) {
  const session = await createSessions(database, () => now).open('', '', '');
  const question = { content: message, pageUrl: null, language: 'en' };
  const questionId = await chats.addQuestion(session.id, question);
  const day = dayName(localDate(now, timeZone));
  const asked = { sessionId: session.id, questionId, message, language: 'en', page: '', day };
  const turn: AssistantTurn = {
    content: 'At noon.',
    citations: [],
    extras: { statements: [], closest: [], next_questions: [] },
    reasoning: '',
    toolCalls: [],
    model: 'builtin:extractive-1',
    finishReason: 'stop',
    outcome: 'answered',
    confidence: null,
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    responseTime: 40,
    requestId: '',
    ...over,
  };
  const id = await chats.addAnswer({ ...asked, isFirst: true }, turn);
  return { session: session.id, id };
}

test('nothing has zeros for each day', async () => {
  const { period, budget, attention } = await build().figures(7);
  const days = period.days.map(({ day }) => day);
  expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-11-15', '2026-11-21']);
  expect(period).toMatchObject({ questions: 0, median_ms: null, p95_ms: null, top_questions: [] });
  expect(budget).toEqual({ day: { used: 0, limit: 1000 }, month: { used: 0, limit: 0 } });
  expect(attention).toEqual({ failed_documents: 2, unread_down: 0, open_gaps: 3 });
});

test('a day ends at midnight of the site, and the period before it is counted apart', async () => {
  now = evening - 24 * hour;
  await ask('Long ago?');
  now = evening;
  await ask('When are the swans fed?');
  now = evening + 2 * hour;
  const rated = await ask('when are the SWANS fed', { outcome: 'refused', responseTime: 80 });
  await chats.rate(rated.session, rated.id, 'down', null);
  const usage = { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 60 };
  await ask('Where?', { model: 'openai:gpt', usage, outcome: 'failed', responseTime: 10 });
  const reply = await build().figures(2);
  expect(figuresReply.parse(reply)).toEqual(reply);
  const { period } = reply;
  expect(period.days.map(({ day, questions, down }) => [day, questions, down])).toEqual([
    ['2026-11-21', 1, 0],
    ['2026-11-22', 2, 1],
  ]);
  const noCost = { prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0, usd: 0 };
  const outcomes = { answered: 0, closest: 0, refused: 1, failed: 1, stopped: 0 };
  const cost = { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 60, usd: null };
  expect(period.days[1]).toMatchObject({ outcomes, cost });
  expect(period.days[0]?.cost.usd).toBe(0);
  expect(period).toMatchObject({ questions: 3, questions_before: 1, sessions: 3, up: 0, down: 1 });
  expect([period.median_ms, period.p95_ms]).toEqual([40, 80]);
  expect(period.models).toEqual([
    { model: 'builtin:extractive-1', answers: 2, ...noCost },
    { model: 'openai:gpt', answers: 1, ...cost },
  ]);
  expect(period.top_questions).toEqual([
    { question: 'when are the SWANS fed', count: 2, outcome: 'refused' },
    { question: 'Where?', count: 1, outcome: 'failed' },
  ]);
  expect(reply.attention.unread_down).toBe(1);
});

test('figures stay when conversations are deleted', async () => {
  const { session } = await ask('When?');
  await createSessions(database, () => now).removeAll([session]);
  const { period } = await build().figures(1);
  expect(period).toMatchObject({ questions: 1, sessions: 1, top_questions: [] });
});

test('a rating is counted on the day of its answer, the latest one only', async () => {
  const { session, id } = await ask('When?');
  now = evening + 5 * hour;
  await chats.rate(session, id, 'down', null);
  await chats.rate(session, id, 'up', null);
  const { period } = await build().figures(2);
  expect(period.days.map(({ up, down }) => [up, down])).toEqual([
    [1, 0],
    [0, 0],
  ]);
});

test('the tokens of the budget are those that are reserved or used', async () => {
  await createState(database).add('tokens:2026-11-21', 250, now + hour);
  const { budget } = await build().figures(1);
  expect(budget.day).toEqual({ used: 250, limit: 1000 });
});

test('the summary counts all days', async () => {
  now = evening - 100 * 24 * hour;
  const { session, id } = await ask('Long ago?', {
    responseTime: 9000,
    usage: { prompt_tokens: 10, completion_tokens: 3 },
  });
  await chats.rate(session, id, 'up', null);
  now = evening;
  await ask('Today?');
  expect(await build().summary()).toEqual({
    sessions: 2,
    questions: 2,
    questions_today: 1,
    up: 1,
    down: 0,
    median_ms: 40,
    prompt_tokens: 10,
    completion_tokens: 3,
  });
});

test('the built-in model is free, whatever it reads', async () => {
  await ask('Where?', { usage: { prompt_tokens: 300, completion_tokens: 20 } });
  const { period } = await build().figures(1);
  expect(period.models).toMatchObject([{ model: 'builtin:extractive-1', usd: 0 }]);
  expect(period.days[0]?.cost).toMatchObject({ prompt_tokens: 300, completion_tokens: 20, usd: 0 });
});

test('what a model with a known price used is priced, by day and by model', async () => {
  const usage = { prompt_tokens: 3000, completion_tokens: 100, cached_tokens: 2000 };
  await ask('When?', { model: 'anthropic:claude-sonnet-5-5', usage });
  const { period } = await build().figures(1);
  const usd = (1000 * 2 + 2000 * 0.1 + 100 * 10) / 1_000_000;
  expect(period.days[0]?.cost.usd).toBeCloseTo(usd, 10);
  expect(period.models[0]?.usd).toBeCloseTo(usd, 10);
});

test('each day’s tokens cost what they cost on that day', async () => {
  const usage = { prompt_tokens: 1_000_000, completion_tokens: 0 };
  for (const day of [30, 31]) {
    // The second is the first of December, from which on the model costs twice as much.
    now = Date.UTC(2026, 10, day, 1);
    await ask('Open?', { model: 'gemini:gemini-4-argon', usage });
  }
  const { period } = await build().figures(2);
  expect(period.days.map(({ cost }) => cost.usd)).toEqual([2, 4]);
  expect(period.models[0]?.usd).toBe(6);
});

test('what was turned away, waited and failed is counted in the day of the site', async () => {
  const sidecar = build();
  const metrics = createMetrics(noReadings, sidecar.dayCounts.count);
  metrics.turnedAway('relayed');
  metrics.turnedAway('requests');
  metrics.waited(999, false);
  now += 86_400_000;
  for (let n = 0; n < 3; n++) metrics.turnedAway('starting');
  metrics.turnedAway('relayed');
  metrics.waited(1000, true);
  metrics.failed('openai', 'key');
  metrics.tookOver('openai:gpt-6', 'builtin:extractive');
  await sidecar.dayCounts.settle();
  // Another sidecar of the site.
  const other = build();
  const further = createMetrics(noReadings, other.dayCounts.count);
  further.turnedAway('relayed');
  further.failed('openai', 'key');
  const { days } = (await other.figures(3)).period;
  expect(days.map(({ waited, turned_away, failures }) => [waited, turned_away, failures])).toEqual([
    [0, 0, 0],
    [0, 1, 0],
    [1, 5, 2],
  ]);
  const today = other.dayCounts.today();
  expect(days.at(-1)?.day).toBe(today);
  expect(troubleOf((await other.dayCounts.between(today, today)).get(today))).toEqual({
    waited: 1,
    turned_away: [
      { reason: 'starting', count: 3 },
      { reason: 'relayed', count: 2 },
    ],
    failures: [{ provider: 'openai', failure: 'key', count: 2 }],
    stood_in: { builtin: 1, other: 0 },
  });
});

test('a question that a widget repeats counts once, and not as turned away if it is answered then', async () => {
  const { dayCounts } = build();
  const metrics = createMetrics(noReadings, dayCounts.count);
  await metrics.open();
  forRequest('request-one', () => metrics.turnedAway('relayed'));
  forRequest('request-one', () => metrics.turnedAway('total'));
  forRequest('request-two', () => metrics.turnedAway('total'));
  forRequest('request-two', () => metrics.waited(5, false));
  const today = dayCounts.today();
  expect(troubleOf((await dayCounts.between(today, today)).get(today))).toMatchObject({
    waited: 1,
    turned_away: [{ reason: 'total', count: 1 }],
  });
  expect((await metrics.text()).body).toContain('itih_turned_away_total{reason="total"} 2');
});

test('what is counted while others are written is not lost', async () => {
  const { dayCounts } = build();
  dayCounts.count('waited');
  dayCounts.count('took_over:builtin');
  const writing = dayCounts.settle();
  await Promise.resolve();
  await Promise.resolve();
  dayCounts.count('took_over:builtin');
  await writing;
  const [known] = (await dayCounts.between(dayCounts.today(), dayCounts.today())).values();
  expect(known?.get('took_over:builtin')).toBe(2);
});

test('counts outlast a database that is away', async () => {
  let isAway = true;
  const state = createState(database);
  const { add } = state;
  state.add = (...given) => (isAway ? Promise.reject(new Error('away')) : add(...given));
  const settings = { site: () => null };
  const counts = createDayCounts({ state, settings, clock: () => now, log: createLog('silent') });
  counts.count('waited');
  counts.count('waited');
  await counts.settle();
  isAway = false;
  const [known] = (await counts.between(counts.today(), counts.today())).values();
  expect(known?.get('waited')).toBe(2);
});
