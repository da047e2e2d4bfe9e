import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AnswersInProgress } from '../../server/chat/answers-in-progress.ts';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { createLog } from '../../server/runtime/log.ts';
import { until } from '../fakes/wait.ts';

const patience = 400;
const log = createLog('silent');
const meta = { type: 'meta', session_id: 's', message_id: 7 } as const;
const delta = (content: string): ChatEvent => ({ type: 'delta', content });

let answers: AnswersInProgress;
let waiting: ((event: ChatEvent | null) => void)[];
let ended: number;
let stored: string[];
beforeEach(() => {
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

const begin = () => answers.begin({ events: scripted, ended: () => ended++, log });

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

test('an answer that fails before its first event rejects and leaves nothing', async () => {
  const events = () => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('No session.')) }),
  });
  const failing = () => answers.begin({ events, ended: () => ended++, log });
  await expect(answers.once('r', failing)).rejects.toThrow('No session.');
  expect(ended).toBe(1);
  expect((await answers.once('r', begin)).meta).toEqual(meta);
});

test('an answer that breaks off ends for its readers', async () => {
  async function* breaking(): AsyncGenerator<ChatEvent, void> {
    yield meta;
    await Promise.resolve();
    throw new Error('broken');
  }
  const answer = await answers.begin({ events: breaking, ended: () => ended++, log });
  expect(await textOf(answer)).toBe('');
  expect(ended).toBe(1);
});
