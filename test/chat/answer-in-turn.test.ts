import { expect, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { AppError } from '../../server/errors/app-error.ts';
import { createAnswerInTurn } from '../../server/chat/answer-in-turn.ts';
import { overloaded } from '../../server/chat/overloaded.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { noReadings } from '../runtime/no-readings.ts';

const meta: ChatEvent = { type: 'meta', session_id: 's', message_id: 1 };
const delta: ChatEvent = { type: 'delta', content: 'Yes.' };

async function collect(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const all: ChatEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** @param ms Time for which the question waits. */
async function asked(ms: number, outcome: Error | ChatEvent[] = [meta, delta], late?: Error) {
  const metrics = createMetrics(noReadings);
  await metrics.open();
  let prepared = 0;
  const inTurn = createAnswerInTurn(
    ({ signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        const settle = () =>
          outcome instanceof Error ? reject(outcome) : resolve(() => void prepared++);
        setTimeout(settle, ms).unref();
      }),
    metrics,
  );
  const leaving = new AbortController();
  async function* answer(): AsyncGenerator<ChatEvent> {
    if (late) throw late;
    yield* await Promise.resolve(outcome as ChatEvent[]);
  }
  return {
    events: inTurn({
      locale: 'de_DE',
      turn: { network: '192.0.2.1', begin: () => true, signal: leaving.signal },
      answer,
      log: createLog('silent'),
    }),
    leaving,
    prepared: () => prepared,
    counted: async () => (await metrics.text()).body,
  };
}

test('a question that is answered at once is not told to wait', async () => {
  const { events, prepared, counted } = await asked(0);
  expect(await collect(events)).toEqual([meta, delta]);
  expect(prepared()).toBe(1);
  expect(await counted()).toContain('itih_question_wait_seconds_count 1');
});

test('one that waits is told so after a second, once, and then answered', async () => {
  const { events } = await asked(1300);
  const all = await collect(events);
  expect(all).toEqual([{ type: 'status', stage: 'waiting' }, meta, delta]);
});

test('a refusal before that is an error response', async () => {
  const { events } = await asked(0, overloaded('starting', 3));
  await expect(events.next()).rejects.toMatchObject({ code: 'overloaded', retryAfter: 3 });
});

test.each([
  ['of the queue', overloaded('starting', 3), undefined, 'overloaded', 3],
  [
    'of the answer',
    undefined,
    new AppError('rate_limited', { retryAfter: 9, turnedAway: 'rate_limit' }),
    'rate_limited',
    9,
  ],
])(
  'a later refusal %s ends the stream, and is counted',
  async (_by, outcome, late, code, retry_after) => {
    const { events, counted } = await asked(1100, outcome, late);
    const [waiting, error, done, ...rest] = await collect(events);
    expect([waiting, rest]).toEqual([{ type: 'status', stage: 'waiting' }, []]);
    expect(error).toMatchObject({ type: 'error', code, retryable: true, retry_after });
    expect(done).toMatchObject({ type: 'done', message_id: 0, finish_reason: 'error' });
    const reason = code === 'overloaded' ? 'starting' : 'rate_limit';
    expect(await counted()).toContain(`itih_turned_away_total{reason="${reason}"} 1`);
  },
);

test('a visitor who leaves is told nothing', async () => {
  const { events, leaving, prepared } = await asked(60_000);
  expect((await events.next()).value).toMatchObject({ stage: 'waiting' });
  leaving.abort(new Error('gone'));
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect(prepared()).toBe(0);
});
