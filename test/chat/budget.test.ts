import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import {
  createBudget,
  type WithinBudget,
  createBudgetCounters,
  type BudgetCounters,
} from '../../server/chat/budget.ts';
import { createLog } from '../../server/runtime/log.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from '../../server/providers/language-model.ts';
import type { Database } from '../../server/storage/database.ts';
import { createState, type State } from '../../server/storage/state.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const evening = Date.UTC(2026, 4, 31, 23, 0);
const signal = new AbortController().signal;
const word = (times: number) => 'yes '.repeat(times).trim();
/** Its prompt has 100 tokens: reserves 125 for it and 100 for the answer. */
const request: ModelRequest = {
  messages: [{ role: 'user', content: word(100) }],
  maxTokens: 100,
  temperature: 0,
  reasoningEffort: null,
  tools: [],
  toolChoice: 'none',
};

let now: number;
let database: Database;
let state: State;
let counters: BudgetCounters;
let withinBudget: WithinBudget;
let told: [unit: string, tokens: number, isFull: boolean][];

function open(given: State) {
  const used: Parameters<typeof createBudgetCounters>[0]['used'] = ({ unit }, tokens, isFull) =>
    told.push([unit, tokens, isFull ?? false]);
  counters = createBudgetCounters({
    state: given,
    clock: () => now,
    log: createLog('silent'),
    used,
  });
  withinBudget = createBudget(counters);
}

beforeEach(async () => {
  now = evening;
  told = [];
  database = await memoryDatabase();
  state = createState(database);
  open(state);
});
afterEach(() => database.close());

/** Says so once the vendor has begun to answer, as adapters do. */
const says = (...events: ModelEvent[]): LanguageModel => ({
  id: 'fake:model',
  async *stream(_request, { charged }) {
    await Promise.resolve();
    charged?.();
    yield* events;
  },
});
const fails = (charges: number, ...events: ModelEvent[]): LanguageModel => ({
  id: 'fake:model',
  async *stream(_request, { charged }) {
    await Promise.resolve();
    for (let each = 0; each < charges; each++) charged?.();
    yield* events;
    throw new Error('cut');
  },
});
const text = (times: number): ModelEvent => ({ type: 'text', text: word(times) });
const usage = (prompt_tokens: number, completion_tokens: number): ModelEvent => ({
  type: 'usage',
  usage: { prompt_tokens, completion_tokens },
});
const caps = (daily_tokens: number, monthly_tokens = 0) => ({
  ...settingsDefaults.limits,
  daily_tokens,
  monthly_tokens,
});
async function run(model: LanguageModel, limits = caps(1000)): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of withinBudget(model, limits).stream(request, { signal }))
    events.push(event);
  return events;
}
const today = () => state.readNumber('tokens:2026-05-31');
const thisMonth = () => state.readNumber('tokens:2026-05');

test('what was used is counted, not what was reserved', async () => {
  const events = [text(1), usage(40, 10)];
  expect(await run(says(...events))).toEqual(events);
  expect(await today()).toBe(50);
});

test('without a count of the vendor the prompt and what was written are estimated', async () => {
  await run(says(text(30), { type: 'reasoning', text: word(10) }));
  expect(await today()).toBe(140);
});

test('all that a model writes counts, also a call', async () => {
  const call = { id: 'a', name: 'weather', input: { city: word(40) } };
  await run(says({ type: 'tool_call', call }));
  expect(await today()).toBeGreaterThan(140);
});

test('a call that the vendor did not take costs nothing', async () => {
  await expect(run(fails(0), caps(1000, 1000))).rejects.toThrow('cut');
  expect([await today(), await thisMonth()]).toEqual([0, 0]);
});

test('an answer that breaks off costs the prompt and what was written', async () => {
  await expect(run(fails(1))).rejects.toThrow('cut');
  expect(await today()).toBe(100);
  await expect(run(fails(1, text(10)))).rejects.toThrow('cut');
  expect(await today()).toBe(210);
});

test('an answer that is not read to its end costs the same', async () => {
  const stream = withinBudget(says(text(10), text(10)), caps(1000)).stream(request, { signal });
  const reader = stream[Symbol.asyncIterator]();
  await reader.next();
  await reader.return?.();
  expect(await today()).toBe(110);
});

test('each of several requests for one answer is counted', async () => {
  await expect(run(fails(2, text(10)))).rejects.toThrow('cut');
  expect(await today()).toBe(210);
  await run(says(text(5), usage(60, 5), text(7), usage(70, 7)));
  expect(await today()).toBe(352);
});

test('the caller hears of charges as well', async () => {
  let charges = 0;
  const options = { signal, charged: () => charges++ };
  const stream = withinBudget(says(usage(1, 1)), caps(1000)).stream(request, options);
  for await (const event of stream) void event;
  expect(charges).toBe(1);
});

test('when a cap leaves too little, the model is not called, and the visitor learns until when', async () => {
  await state.add('tokens:2026-05-31', 801);
  const neverCalled: LanguageModel = {
    id: 'fake:model',
    stream: () => {
      throw new Error('called');
    },
  };
  await expect(run(neverCalled)).rejects.toMatchObject({
    code: 'budget_exhausted',
    retryAfter: 3600,
  });
  expect(await today()).toBe(801);
  expect(told).toEqual([['day', 801, true]]);
});

test('many at once do not go over the cap together, and none is refused that has room', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 200 }, () => run(says(usage(100, 100)), caps(700, 690))),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect([await today(), await thisMonth()]).toEqual([600, 600]);
});

test('the month has a cap of its own, and a new day begins anew', async () => {
  await run(says(usage(150, 50)), caps(250, 350));
  await expect(run(says(usage(150, 50)), caps(250, 1000))).rejects.toMatchObject({
    retryAfter: 3600,
  });
  now = evening + 2 * 3_600_000;
  await run(says(usage(150, 50)), caps(250, 350));
  await expect(run(says(usage(10, 10)), caps(0, 350))).rejects.toMatchObject({
    code: 'budget_exhausted',
  });
});

describe('while the database is away', () => {
  let isAway: boolean;
  const leaves: LanguageModel = {
    id: 'fake:model',
    async *stream(given, options) {
      isAway = true;
      yield* says(usage(40, 10)).stream(given, options);
    },
  };
  beforeEach(() => {
    isAway = false;
    const add: State['add'] = (...change) =>
      isAway ? Promise.reject(new Error('The database is gone.')) : state.add(...change);
    open({ ...state, add });
  });

  test('an answer is given, and what it used is counted later, once', async () => {
    expect(await run(leaves)).toHaveLength(1);
    expect(await run(leaves)).toHaveLength(1);
    await counters.settle();
    expect(await today()).toBe(450);
    isAway = false;
    await counters.settle();
    await counters.settle();
    expect(await today()).toBe(100);
  });

  test('what is owed to a day that is over is forgotten', async () => {
    await run(leaves);
    isAway = false;
    now = evening + 2 * 3_600_000;
    await counters.settle();
    expect(await today()).toBe(225);
  });
});
