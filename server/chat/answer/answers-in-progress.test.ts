import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AnswersInProgress } from './answers-in-progress.ts';
import { overloaded } from '../limits/admission.ts';
import type { ChatEvent } from '../../contract/chat.ts';
import { AppError } from '../../errors/app-error.ts';
import { createLog } from '../../runtime/log.ts';
import { Metrics } from '../../runtime/metrics.ts';
import { until } from '../../../test/fakes/wait.ts';
import { noReadings } from '../../../test/runtime/no-readings.ts';

const patience = 400;
const log = createLog('silent');
const meta = { type: 'meta', session_id: 's', message_id: 7 } as const;
const delta = (content: string): ChatEvent => ({ type: 'delta', content });

let answers: AnswersInProgress;
let metrics: Metrics;
let waiting: ((event: ChatEvent | null) => void)[];
let ended: number;
let stored: string[];
beforeEach(() => {
  metrics = new Metrics(noReadings);
  answers = new AnswersInProgress(patience);
  waiting = [];
  ended = 0;
  stored = [];
});
// Otherwise a late answer stores among those of the next test.
afterEach(() => answers.close());

/** An answer that says what it is told to, and stores what it has said however it ends. */
async function* scripted(signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
  yield meta;
  const said: string[] = [];
  try {
    for (;;) {
      const event = await new Promise<ChatEvent | null>((resolve) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(null));
      });
      if (event === null) return;
      if (event.type === 'delta') said.push(event.content);
      yield event;
    }
  } finally {
    stored.push(said.join(''));
  }
}

const begin = (events: (signal: AbortSignal) => AsyncGenerator<ChatEvent> = scripted) =>
  answers.begin({ events, ended: () => ended++, locale: 'de_DE', metrics, log });

async function say(event: ChatEvent | null): Promise<void> {
  await until('the answer waits', () => waiting.length > 0);
  waiting.shift()?.(event);
}

const staying = () => new AbortController().signal;

async function textOf(answer: Awaited<ReturnType<typeof begin>>, after = 0): Promise<string> {
  let text = '';
  for await (const [number, event] of answer.read(after, staying())) {
    text += event.type === 'delta' ? `${number}${event.content} ` : '';
  }
  return text;
}

test('it goes on without a reader, and is stopped if none comes back in time', async () => {
  const answer = await begin();
  const leaving = new AbortController();
  const events = answer.read(0, leaving.signal);
  await events.next();
  leaving.abort();
  expect((await events.next()).done).toBe(true);
  await say(delta('a'));
  const back = answer.read(1, staying());
  expect((await back.next()).value).toEqual([2, delta('a')]);
  await new Promise((resolve) => setTimeout(resolve, 2 * patience));
  expect(answer.hasEnded).toBe(false);
  await back.return();
  await until('it is stopped', () => answer.hasEnded);
  expect(stored).toEqual(['a']);
});

test('one that nobody began to read is stopped, too', async () => {
  const answer = await begin();
  await until('it is stopped', () => answer.hasEnded);
  expect(ended).toBe(1);
});

test('an answer that breaks off ends for its readers', async () => {
  async function* breaking(): AsyncGenerator<ChatEvent, void> {
    yield meta;
    await Promise.resolve();
    throw new Error('broken');
  }
  const answer = await begin(breaking);
  expect(await textOf(answer)).toBe('');
  expect(ended).toBe(1);
});

test.each([
  [overloaded('starting', 3), 3],
  [new AppError('rate_limited', { retryAfter: 9, turnedAway: 'rate_limit' }), 9],
])(
  'a question that waits and is refused then is told so, and counted (%#)',
  async (failure, later) => {
    async function* refused(): AsyncGenerator<ChatEvent, void> {
      yield await Promise.resolve({ type: 'status', stage: 'waiting' });
      throw failure;
    }
    await metrics.open();
    const answer = await begin(refused);
    const all: ChatEvent[] = [];
    for await (const [, event] of answer.read(0, staying())) all.push(event);
    const [waiting, error, done, ...rest] = all;
    expect([waiting, rest]).toEqual([{ type: 'status', stage: 'waiting' }, []]);
    const { code, turnedAway } = failure;
    expect(error).toMatchObject({ type: 'error', code, retryable: true, retry_after: later });
    expect(done).toMatchObject({ type: 'done', message_id: 0, finish_reason: 'error' });
    expect((await metrics.text()).body).toContain(
      `itih_turned_away_total{reason="${turnedAway}"} 1`,
    );
  },
);
