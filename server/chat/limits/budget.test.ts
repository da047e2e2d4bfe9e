import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Budget, BudgetNotice } from './budget.ts';
import type { BridgeBudget } from '../../contract/bridge.ts';
import { settingsDefaults } from '../../contract/settings-defaults.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../providers/language-model.ts';
import { createLog } from '../../runtime/log.ts';
import type { Database } from '../../storage/database.ts';
import { State } from '../../storage/state.ts';
import { until } from '../../../test/fakes/wait.ts';
import { memoryDatabase } from '../../../test/storage/memory-database.ts';

const evening = Date.UTC(2026, 4, 31, 23, 0);
const log = createLog('silent');
const signal = new AbortController().signal;
const word = (times: number) => 'yes '.repeat(times).trim();
/** Its prompt has 100 tokens: reserves 125 for it and 100 for the answer. */
const request: ModelRequest = {
  messages: [{ role: 'user', content: word(100) }],
  ...{ maxTokens: 100, temperature: 0, reasoningEffort: null, tools: [], toolChoice: 'none' },
};

let now: number;
let database: Database;
let state: State;
let budget: Budget;
let told: [unit: string, tokens: number, isFull: boolean][];

function open(given: State) {
  budget = new Budget({
    state: given,
    clock: () => now,
    log,
    used: ({ unit }, tokens, isFull) => told.push([unit, tokens, isFull ?? false]),
  });
}

beforeEach(async () => {
  now = evening;
  told = [];
  database = await memoryDatabase();
  state = new State(database);
  open(state);
});
afterEach(() => database.close());

/** Says so once the vendor has begun to answer, as adapters do, and may break off. */
const model = (charges: number, events: ModelEvent[], error?: Error): LanguageModel => ({
  id: 'fake:model',
  async *stream(_request, { charged }) {
    await Promise.resolve();
    for (let each = 0; each < charges; each++) charged?.();
    yield* events;
    if (error) throw error;
  },
});
const says = (...events: ModelEvent[]) => model(1, events);
const fails = (charges: number, ...events: ModelEvent[]) =>
  model(charges, events, new Error('cut'));
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
const stream = (by: LanguageModel, limits = caps(1000)) =>
  budget.within(by, limits).stream(request, { signal });
async function run(by: LanguageModel, limits = caps(1000)): Promise<ModelEvent[]> {
  const events = [];
  for await (const event of stream(by, limits)) events.push(event);
  return events;
}
const used = async () => {
  const { day, month } = await budget.read(caps(0));
  return [day.used, month.used];
};

test.each<[string, LanguageModel, number]>([
  ['what the vendor counts', says(text(1), usage(40, 10)), 50],
  ['an estimate where it does not', says(text(30), { type: 'reasoning', text: word(10) }), 140],
  ['each of several requests', model(2, [text(5), usage(60, 5), text(7), usage(70, 7)]), 142],
  ['nothing that the vendor did not take', fails(0), 0],
  ['the prompt of an answer that breaks off', fails(1), 100],
  ['and what was written of it', fails(1, text(10)), 110],
  ['the prompts of all requests for it', fails(2, text(10)), 210],
])('counted is %s, not what was reserved', async (_case, by, tokens) => {
  await run(by, caps(1000, 1000)).catch((error: unknown) =>
    expect(error).toEqual(new Error('cut')),
  );
  expect(await used()).toEqual([tokens, tokens]);
});

test('a call counts as well, and the caller hears of charges', async () => {
  let charges = 0;
  const call = { id: 'a', name: 'weather', input: { city: word(40) } };
  const within = budget.within(says({ type: 'tool_call', call }), caps(1000));
  const events = within.stream(request, { signal, charged: () => charges++ });
  for await (const event of events) expect(event).toEqual({ type: 'tool_call', call });
  expect((await used())[0]).toBeGreaterThan(140);
  expect(charges).toBe(1);
});

test('an answer that is not read to its end costs what was written', async () => {
  for await (const event of stream(says(text(10), text(10)))) if (event) break;
  expect(await used()).toEqual([110, 0]);
});

test('when a cap leaves too little, the model is not called, and the visitor learns until when', async () => {
  await state.add('tokens:2026-05-31', 801);
  const never = model(0, [], new Error('called'));
  await expect(run(never)).rejects.toMatchObject({ code: 'budget_exhausted', retryAfter: 3600 });
  expect(await used()).toEqual([801, 0]);
  expect(told).toEqual([['day', 801, true]]);
});

test('many at once do not go over the cap together, and none is refused that has room', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 200 }, () => run(says(usage(100, 100)), caps(700, 690))),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await used()).toEqual([600, 600]);
});

test('the month has a cap of its own, and a new day begins anew', async () => {
  const answer = says(usage(150, 50));
  await run(answer, caps(250, 350));
  await expect(run(answer, caps(250, 1000))).rejects.toMatchObject({ retryAfter: 3600 });
  now = evening + 2 * 3_600_000;
  await run(answer, caps(250, 350));
  await expect(run(answer, caps(0, 350))).rejects.toMatchObject({ code: 'budget_exhausted' });
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
    open(Object.assign(new State(database), { add }));
  });

  test('an answer is given, and what it used is counted later, once', async () => {
    expect([...(await run(leaves)), ...(await run(leaves))]).toHaveLength(2);
    await budget.settle();
    expect(await used()).toEqual([450, 0]);
    isAway = false;
    await budget.settle();
    await budget.settle();
    expect(await used()).toEqual([100, 0]);
  });

  test('what is owed to a day that is over is forgotten', async () => {
    await run(leaves);
    isAway = false;
    now = evening + 2 * 3_600_000;
    await budget.settle();
    expect(await state.readNumber('tokens:2026-05-31')).toBe(225);
  });
});

describe('the owner is told', () => {
  const day = {
    ...{ unit: 'day' as const, name: 'tokens:2026-05-31', cap: 1000 },
    endsAt: Date.UTC(2026, 5, 1),
  };
  let mails: BridgeBudget[];
  let answer: () => Promise<{ sent: boolean }>;
  beforeEach(() => {
    now = evening - 11 * 3_600_000;
    mails = [];
    answer = () => Promise.resolve({ sent: true });
  });
  const sidecar = () =>
    new BudgetNotice({
      ...{ state, clock: () => now, log },
      bridge: {
        tellBudget: (mail) => {
          mails.push(mail);
          return answer();
        },
      },
    }).used;
  const mailed = (count: number) => until(`${count} mails`, () => mails.length === count);
  /** Long enough for a mail that should not come. */
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 30));

  test('at 80 %, once by all sidecars together, and in the next period again', async () => {
    const [one, other] = [sidecar(), sidecar()];
    one(day, 799);
    await quiet();
    expect(mails).toEqual([]);
    for (const tokens of [800, 850, 900]) one(day, tokens);
    other(day, 850);
    await mailed(1);
    now += 3_600_000;
    for (const each of [one, other, sidecar()]) each(day, 950);
    await quiet();
    const mail = { unit: 'day', used: 800, limit: 1000, ends_at: '2026-06-01T00:00:00.000Z' };
    expect(mails).toEqual([mail]);
    one({ ...day, unit: 'month', name: 'tokens:2026-05' }, 900);
    await mailed(2);
  });

  test('of a small cap that has no room for an answer', async () => {
    sidecar()(day, 500, true);
    await mailed(1);
    expect(mails[0]).toMatchObject({ used: 500 });
  });

  test('again after a minute while WordPress does not answer; not if it cannot send mails', async () => {
    const hear = sidecar();
    answer = () => Promise.reject(new Error('away'));
    hear(day, 800);
    await mailed(1);
    hear(day, 810);
    await quiet();
    expect(mails).toHaveLength(1);
    now += 60_001;
    answer = () => Promise.resolve({ sent: false });
    hear(day, 820);
    await mailed(2);
    await quiet();
    now += 60_001;
    hear(day, 830);
    await quiet();
    expect(mails).toHaveLength(2);
  });
});
