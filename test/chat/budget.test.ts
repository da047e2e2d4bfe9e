import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createBudget, type WithinBudget } from '../../server/chat/budget.ts';
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
/** Reserves 100 tokens for the prompt and 100 for the answer. */
const request: ModelRequest = {
  messages: [{ role: 'user', content: 'x'.repeat(300) }],
  maxTokens: 100,
  temperature: 0,
  reasoningEffort: null,
  tools: [],
  toolChoice: 'none',
  grounding: { question: '', passages: [], refusal: '' },
};

let now: number;
let database: Database;
let state: State;
let withinBudget: WithinBudget;
beforeEach(async () => {
  now = evening;
  database = await memoryDatabase();
  state = createState(database);
  withinBudget = createBudget({ state, clock: () => now });
});
afterEach(() => database.close());

const says = (...events: ModelEvent[]): LanguageModel => ({
  id: 'fake:model',
  async *stream() {
    await Promise.resolve();
    yield* events;
  },
});
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
const today = () => state.add('tokens:2026-05-31', 0);

test('what was used is counted, not what was reserved', async () => {
  const events = [{ type: 'text', text: 'Yes.' } as const, usage(40, 10)];
  expect(await run(says(...events))).toEqual(events);
  expect(await today()).toBe(50);
});

test('without a count of the vendor the lengths are counted', async () => {
  await run(
    says({ type: 'text', text: 'y'.repeat(90) }, { type: 'reasoning', text: 'z'.repeat(30) }),
  );
  expect(await today()).toBe(140);
});

test('an answer that breaks off, or is not read to its end, costs what was written', async () => {
  const failing: LanguageModel = {
    id: 'fake:model',
    async *stream() {
      await Promise.resolve();
      yield { type: 'text', text: 'y'.repeat(30) };
      throw new Error('cut');
    },
  };
  await expect(run(failing)).rejects.toThrow('cut');
  expect(await today()).toBe(110);
  const text = { type: 'text', text: 'y'.repeat(30) } as const;
  const stream = withinBudget(says(text, text), caps(1000)).stream(request, { signal });
  const reader = stream[Symbol.asyncIterator]();
  await reader.next();
  await reader.return?.();
  expect(await today()).toBe(220);
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
});

test('many at once do not go over the cap together', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => run(says(usage(100, 100)), caps(700))),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await today()).toBe(600);
});

test('the month has a cap of its own, and a new day begins anew', async () => {
  await run(says(usage(150, 50)), caps(200, 300));
  await expect(run(says(usage(150, 50)), caps(200, 1000))).rejects.toMatchObject({
    retryAfter: 3600,
  });
  now = evening + 2 * 3_600_000;
  await run(says(usage(150, 50)), caps(200, 300));
  await expect(run(says(usage(10, 10)), caps(0, 300))).rejects.toMatchObject({
    code: 'budget_exhausted',
  });
});

test('an answer that is there is given, also when what it used cannot be noted', async () => {
  const events = says({ type: 'text', text: 'At noon.' }, { type: 'finish', reason: 'stop' });
  let calls = 0;
  const add: State['add'] = (...change) =>
    ++calls === 1 ? state.add(...change) : Promise.reject(new Error('The database is gone.'));
  withinBudget = createBudget({ state: { ...state, add }, clock: () => now });
  expect(await run(events)).toHaveLength(2);
  expect(await today()).toBe(200);
});
