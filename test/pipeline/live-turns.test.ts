import { beforeEach, expect, test } from '@jest/globals';
import { createLiveTurns } from '../../server/pipeline/live-turns.ts';

let now: number;
let turns: ReturnType<typeof createLiveTurns>;
beforeEach(() => {
  now = 1_700_000_000_000;
  turns = createLiveTurns(() => now);
});

async function* words(...said: string[]): AsyncGenerator<string, void> {
  for (const word of said) {
    await Promise.resolve();
    if (word === 'fail') throw new Error('The model is down.');
    yield word;
  }
}

test('an answer counts from its first word until a moment after its last', async () => {
  const answer = turns.counted(words)('one', 'two');
  expect(turns.any()).toBe(false);
  expect(await answer.next()).toEqual({ done: false, value: 'one' });
  now += 600_000;
  expect(turns.any()).toBe(true);
  expect((await answer.next()).value).toBe('two');
  expect((await answer.next()).done).toBe(true);
  expect(turns.any()).toBe(true);
  now += 2000;
  expect(turns.any()).toBe(false);
});

test.each([
  ['fails', async (answer: AsyncGenerator) => expect(answer.next()).rejects.toThrow('down')],
  [
    'nobody reads any more',
    async (answer: AsyncGenerator) => void (await answer.return(undefined)),
  ],
])('an answer that %s counts no longer', async (_case, end) => {
  const answer = turns.counted(words)('one', 'fail');
  const other = turns.counted(words)('one', 'two');
  await Promise.all([answer.next(), other.next()]);
  await end(answer);
  now += 2000;
  expect(turns.any()).toBe(true);
  await other.return(undefined);
  now += 2000;
  expect(turns.any()).toBe(false);
});
