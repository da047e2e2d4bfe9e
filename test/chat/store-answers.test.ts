import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createStoreAnswers } from '../../server/chat/store-answers.ts';
import { AppError } from '../../server/errors/app-error.ts';
import { createLog, type Log } from '../../server/runtime/log.ts';
import type { AnsweredQuestion, AssistantTurn } from '../../server/storage/chats.ts';
import { until } from '../fakes/wait.ts';

const log = createLog('silent');
const asked = (questionId: number) => ({ sessionId: 1, questionId }) as AnsweredQuestion;
const turn = (content: string) => ({ content }) as AssistantTurn;
const gone = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A database that refuses the first `failures` answers. */
function failing(failures: number, error: () => Error = gone) {
  const stored: { id: number; content: string; again: boolean }[] = [];
  let attempts = 0;
  const chats = {
    addAnswer({ questionId }: AnsweredQuestion, { content }: AssistantTurn, again = false) {
      if (attempts++ < failures) return Promise.reject(error());
      stored.push({ id: questionId, content, again });
      return Promise.resolve(questionId);
    },
  };
  return { chats, stored, attempts: () => attempts };
}

test('an answer that is refused for a moment is stored while its reader waits', async () => {
  const { chats, stored } = failing(2);
  const answers = createStoreAnswers(chats, () => 0, [1, 1, 1]);
  expect(await answers.store(asked(7), turn('At noon.'), log)).toBe(7);
  expect(stored).toEqual([{ id: 7, content: 'At noon.', again: true }]);
});

test('an answer that ends while the database is away is stored once when it is back', async () => {
  const { chats, stored } = failing(4);
  const answers = createStoreAnswers(chats, () => 0, [1], 5);
  expect(await answers.store(asked(7), turn('At noon.'), log)).toBe(0);
  expect(stored).toEqual([]);
  await until('the answer is stored', () => stored.length > 0);
  await answers.close();
  expect(stored).toEqual([{ id: 7, content: 'At noon.', again: true }]);
});

test('a database that is slower than the interval gets each answer once', async () => {
  const refused = new Set<number>();
  const stored: number[] = [];
  async function addAnswer({ questionId }: AnsweredQuestion): Promise<number> {
    await sleep(60);
    if (refused.has(questionId)) stored.push(questionId);
    else {
      refused.add(questionId);
      throw gone();
    }
    return questionId;
  }
  const answers = createStoreAnswers({ addAnswer }, () => 0, [], 5);
  const first = answers.store(asked(1), turn('One.'), log);
  await sleep(40);
  // Begins to wait while the first one is being stored.
  await Promise.all([first, answers.store(asked(2), turn('Two.'), log)]);
  await until('both are stored', () => stored.length >= 2);
  await sleep(100);
  expect(stored).toEqual([1, 2]);
});

test('answers that wait are stored in their order when the sidecar ends', async () => {
  const { chats, stored } = failing(2);
  const answers = createStoreAnswers(chats, () => 0, [], 60_000);
  await answers.store(asked(1), turn('One.'), log);
  await answers.store(asked(2), turn('Two.'), log);
  await answers.close();
  expect(stored.map(({ id }) => id)).toEqual([1, 2]);
});

test('answers that wait are bounded; the oldest make room', async () => {
  const { chats, stored } = failing(3);
  const answers = createStoreAnswers(chats, () => 0, [], 60_000);
  for (const id of [1, 2, 3]) await answers.store(asked(id), turn('a'.repeat(1_500_000)), log);
  await answers.close();
  expect(stored.map(({ id }) => id)).toEqual([2, 3]);
});

test('an answer is given up after a quarter of an hour', async () => {
  const { chats, attempts } = failing(Infinity);
  let now = 0;
  const answers = createStoreAnswers(chats, () => now, [], 5);
  await answers.store(asked(1), turn('One.'), log);
  await until('another attempt', () => attempts() > 2);
  now = 15 * 60_000;
  const before = attempts();
  await until('the last attempt', () => attempts() > before);
  const after = attempts();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(attempts()).toBe(after);
});

test('an answer that the database will never take is not repeated', async () => {
  const { chats, attempts } = failing(Infinity, () => new AppError('internal_error'));
  const answers = createStoreAnswers(chats, () => 0, [1, 1], 5);
  expect(await answers.store(asked(1), turn('One.'), log)).toBe(0);
  await answers.close();
  expect(attempts()).toBe(1);
});

test.each([{ errno: 1452 }, { errcode: 787 }])(
  'an answer whose conversation was deleted meanwhile is no error (%p)',
  async (fields) => {
    const lines: string[] = [];
    const { chats, attempts } = failing(Infinity, () => Object.assign(new Error('gone'), fields));
    const answers = createStoreAnswers(chats, () => 0, [1, 1], 5);
    const error = (_about: object, line: string) => lines.push(line);
    const watched = { ...log, info: () => undefined, error } as unknown as Log;
    expect(await answers.store(asked(1), turn('One.'), watched)).toBe(0);
    expect([attempts(), lines]).toEqual([1, []]);
  },
);
