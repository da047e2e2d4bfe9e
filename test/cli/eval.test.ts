import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { evaluate } from '../../server/cli/eval.ts';
import { report, type Evaluated } from '../../server/cli/eval-report.ts';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { AppError } from '../../server/errors/app-error.ts';
import { createLog } from '../../server/runtime/log.ts';

const log = createLog('silent');
const { signal } = new AbortController();
const asked = { question: 'When?', expected: '' };
const meta: ChatEvent = { type: 'meta', session_id: 's', message_id: 1 };
const done = (finish_reason: 'stop' | 'refusal'): ChatEvent => ({
  type: 'done',
  message_id: 2,
  finish_reason,
  usage: { prompt_tokens: 0, completion_tokens: 0 },
  model: 'fake:model',
  ms: 1,
});
const page = { title: 'Swans', section: '', url: '', kind: 'txt', passage: 'Noon.', marks: [] };

function chat(...events: ChatEvent[]) {
  return async function* answer(): AsyncGenerator<ChatEvent, void> {
    await Promise.resolve();
    yield* events;
  };
}

test.each([
  ['answered', [meta, { type: 'delta', content: 'At noon.' }, done('stop')]],
  ['refused', [meta, { type: 'delta', content: 'Nothing.' }, done('refusal')]],
  ['closest', [meta, { type: 'closest', pages: [page] }, done('refusal')]],
] as [string, ChatEvent[]][])('%s', async (outcome, events) => {
  const evaluated = await evaluate({ answer: chat(...events), log }, asked, signal);
  expect(evaluated).toMatchObject({ outcome, failure: '' });
});

test('an answer that does not come is not waited for', async () => {
  async function* answer(
    _request: unknown,
    { signal: ended }: { signal: AbortSignal },
  ): AsyncGenerator<ChatEvent, void> {
    yield meta;
    await wait(60_000, undefined, { signal: ended }).catch(() => undefined);
  }
  const evaluated = await evaluate({ answer, log }, asked, signal, 100);
  expect(evaluated).toMatchObject({ outcome: 'failed', failure: 'No answer within 0.1 seconds.' });
});

test('an error of the chat is the failure of its question', async () => {
  const error = new AppError('message_too_long');
  const answer = (): never => {
    throw error;
  };
  const evaluated = await evaluate({ answer, log }, asked, signal);
  expect(evaluated).toMatchObject({ outcome: 'failed', failure: error.message });
});

const facts = { date: new Date(0), model: 'fake:model', judge: null, stopped: false };
const answered: Evaluated = {
  question: 'When are <b>swans</b> fed?',
  expected: 'at NOON',
  outcome: 'answered',
  reply: {
    reply: 'They are fed **at noon**. [1]\n\n<script>alert(1)</script>\u001b[2J',
    reasoning: '',
    citations: [
      { n: 1, title: 'Swans [new](x)', url: 'https://a.example/', kind: 'txt', excerpt: '' },
      { n: 2, title: 'Odd', url: 'javascript:alert(1)', kind: 'txt', excerpt: '' },
    ],
    tool_calls: [],
    outcome: 'answered',
    message_id: 1,
    session_id: '',
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    model: '',
    ms: 1,
  },
  failure: '',
  judgement: { grade: 'partly', reason: 'It | is late.' },
};

test('the report has question, answer, sources, the expected text, and the judge', () => {
  const text = report([answered], { ...facts, judge: 'fake:judge' });
  expect(text).toContain('| Answered | 1 |');
  expect(text).toContain('| Expected text there | 1 |');
  expect(text).toContain('| Judge: Partly right | 1 |');
  expect(text).toContain('> They are fed **at noon**. [1]');
  expect(text).toContain('- \\[1\\] Swans \\[new\\](x): <https://a.example/>');
  expect(text).toContain('Expected (there): at NOON');
  expect(text).toContain('Judge: **Partly right**. It \\| is late.');
});

test('text of pages and visitors is no markup of the report', () => {
  const text = report([answered], facts);
  for (const markup of ['<script', '<b>', '\u001b', 'javascript:']) {
    expect(text).not.toContain(markup);
  }
});

test('a report of a stopped run says so', () => {
  expect(report([], { ...facts, stopped: true })).toContain('questions are missing');
});

test('an expected text that is missing is told', () => {
  const text = report([{ ...answered, expected: 'midnight' }], facts);
  expect(text).toContain('| Expected text there | 0 |');
  expect(text).toContain('Expected (missing): midnight');
});
