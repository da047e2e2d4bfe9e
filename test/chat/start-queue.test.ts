import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createStartQueue, type Prepared } from '../../server/chat/start-queue.ts';

/** Keeps the event loop busy, as the work of other questions does. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

/** A question that keeps the event loop busy for some time in steps, as reading passages does. */
async function prepare(turn: () => Promise<Prepared>, steps: number, ms: number): Promise<void> {
  const prepared = await turn();
  for (let step = 0; step < steps; step++) {
    block(ms);
    await sleep(0);
  }
  prepared();
}

test('starts questions in their order', async () => {
  const turn = createStartQueue();
  const started: number[] = [];
  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => turn().then(() => started.push(n))));
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
});

test('starts again after it was empty', async () => {
  const turn = createStartQueue();
  (await turn())();
  await sleep(20);
  (await turn())();
});

test('a busy process prepares four at one time', async () => {
  const turn = createStartQueue();
  const begun: Prepared[] = [];
  for (let n = 0; n < 10; n++) void turn().then((prepared) => begun.push(prepared));
  block(50);
  await sleep(0);
  expect(begun).toHaveLength(4);
  const [first] = begun;
  // Called twice, as by an answer that begins and ends.
  first!();
  first!();
  block(50);
  await sleep(0);
  expect(begun).toHaveLength(5);
});

test('while the process only waits, for a vendor or a database, any number is prepared', async () => {
  const turn = createStartQueue();
  await sleep(50);
  // No question says that it is prepared.
  expect(await Promise.all(Array.from({ length: 40 }, turn))).toHaveLength(40);
});

test('refuses those that have waited long', async () => {
  const turn = createStartQueue();
  const asked = Array.from({ length: 60 }, () => prepare(turn, 10, 5));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  // Each takes 50 ms: about a dozen in 600 ms, and those that were prepared by then.
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.length).toBeLessThan(56);
  expect(refused[0]).toMatchObject({ reason: { code: 'overloaded', retryAfter: 2 } });
});
