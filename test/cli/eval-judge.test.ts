import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createJudge, readJudgement } from '../../server/cli/eval-judge.ts';
import { createBudget } from '../../server/chat/budget.ts';
import { createBudgetCounters } from '../../server/chat/budget-counters.ts';
import type { ChatReply } from '../../server/contract/chat.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { LanguageModel } from '../../server/providers/language-model.ts';
import { chatCompletions } from '../../server/providers/openai/chat-completions.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createState } from '../../server/storage/state.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import { type OpenAiServer, startOpenAiServer } from '../fakes/openai-server.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const { signal } = new AbortController();
const asked = { question: 'When are the swans fed?', expected: 'noon' };
const reply: ChatReply = {
  reply: 'The swans are fed at noon. [1]',
  reasoning: '',
  citations: [{ n: 1, title: 'Swans', url: '', kind: 'txt', excerpt: 'At noon.' }],
  tool_calls: [],
  outcome: 'answered',
  message_id: 1,
  session_id: '',
  usage: { prompt_tokens: 0, completion_tokens: 0 },
  model: '',
  ms: 1,
};

let vendor: OpenAiServer;
let model: LanguageModel;
beforeAll(async () => {
  vendor = await startOpenAiServer({ apiKey: null, models: { local: 0 } });
});
beforeEach(() => {
  vendor.requests.length = 0;
  model = chatCompletions({
    provider: 'openai_compatible',
    apiKey: '',
    baseUrl: vendor.url,
    model: 'local',
    timeouts: { answerMs: 5000, reasoningMs: 5000, idleMs: 5000 },
  });
});
afterAll(() => vendor.close());

test('the model is given the answer with what it cites, and its grade is read', async () => {
  vendor.script(answer({ text: ['{"grade": "good", ', '"reason": "It says noon."}'] }));
  const judgement = await createJudge(model)(asked, reply, signal);
  expect(judgement).toEqual({ grade: 'good', reason: 'It says noon.' });
  const sent = JSON.stringify(vendor.requests[0]?.body);
  for (const part of ['When are the swans fed?', 'noon', 'fed at noon. [1]', 'At noon.']) {
    expect(sent).toContain(part);
  }
});

test.each([
  ['Here it is:\n```json\n{"grade":"partly","reason":"Late."}\n```\nBye.', 'partly'],
  ['{"grade":"bad"}', 'bad'],
  ['The answer is good.', null],
  ['{"grade":"excellent","reason":"x"}', null],
  ['{"grade":"good"', null],
  ['', null],
  ['}{', null],
])('a reply of %j is graded %j', (text, grade) => {
  expect(readJudgement(text).grade).toBe(grade);
});

test('a malformed and an endless reply are told, and the next one is read', async () => {
  const judge = createJudge(model);
  vendor.script(
    answer({ text: 'Well done!' }),
    answer({ text: Array.from({ length: 90 }, () => 'x'.repeat(50_000)) }),
    answer({ text: '{"grade":"bad","reason":"Wrong."}' }),
  );
  const told = { grade: null, reason: 'The model’s reply was not a grade.' };
  expect(await judge(asked, reply, signal)).toEqual(told);
  expect(await judge(asked, reply, signal)).toEqual(told);
  expect(await judge(asked, reply, signal)).toEqual({ grade: 'bad', reason: 'Wrong.' });
});

test('a model that says nothing is not waited for', async () => {
  vendor.script({ kind: 'hang' });
  const judgement = await createJudge(model, 200)(asked, reply, signal);
  expect(judgement).toEqual({
    grade: null,
    reason: 'The model did not judge within 0.2 seconds.',
  });
});

test('after three failures in a row nobody is asked any more', async () => {
  const judge = createJudge(model);
  const refusal = { kind: 'error', status: 401, body: { error: { message: 'No.' } } } as const;
  vendor.script(refusal, refusal, refusal);
  for (let i = 0; i < 3; i++) {
    expect(await judge(asked, reply, signal)).toMatchObject({ grade: null });
  }
  const calls = vendor.requests.length;
  const { reason } = await judge(asked, reply, signal);
  expect(reason).toMatch(/^Not asked any more: /);
  expect(vendor.requests).toHaveLength(calls);
});

test('the budget of the settings is kept', async () => {
  const database = await memoryDatabase();
  const withinBudget = createBudget(
    createBudgetCounters({
      state: createState(database),
      clock: Date.now,
      log: createLog('silent'),
      used: () => undefined,
    }),
  );
  const limits = { ...settingsDefaults.limits, daily_tokens: 100 };
  const judgement = await createJudge(withinBudget(model, limits))(asked, reply, signal);
  expect(judgement.grade).toBeNull();
  expect(vendor.requests).toHaveLength(0);
  await database.close();
});

test('the interruption of the run ends a judgement', async () => {
  vendor.script({ kind: 'hang' });
  const interrupted = new AbortController();
  const judging = createJudge(model)(asked, reply, interrupted.signal);
  interrupted.abort(new Error('Interrupted.'));
  await expect(judging).rejects.toThrow('Interrupted.');
});
