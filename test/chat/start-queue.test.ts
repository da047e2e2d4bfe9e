import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createStartQueue, type Prepared } from '../../server/chat/start-queue.ts';

/** Keeps the event loop busy, as the work of other questions does. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

/** Asks a question that may be refused. */
function ask(turn: () => Promise<Prepared>, begun: Prepared[]): void {
  void turn().then(
    (prepared) => begun.push(prepared),
    () => undefined,
  );
}

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turnOfLoop();
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
  for (let n = 0; n < 10; n++) ask(turn, begun);
  block(50);
  await sleep(0);
  expect(begun).toHaveLength(4);
  const [first] = begun;
  // Called twice, as by an answer that begins and ends.
  first!();
  first!();
  block(50);
  await turns(8);
  expect(begun).toHaveLength(5);
});

test('lets the questions in that wait at the port before it prepares the next one', async () => {
  const turn = createStartQueue();
  const begun: Prepared[] = [];
  for (let n = 0; n < 5; n++) ask(turn, begun);
  await turns(1);
  begun[0]!();
  // A turn of the event loop accepts one connection.
  for (let n = 0; n < 10; n++) {
    await turns(1);
    ask(turn, begun);
    block(10);
    expect(begun).toHaveLength(4);
  }
  await turns(8);
  expect(begun).toHaveLength(5);
});

test('questions that keep coming do not hold up the others for ever', async () => {
  const turn = createStartQueue();
  const begun: Prepared[] = [];
  for (let n = 0; n < 5; n++) ask(turn, begun);
  await turns(1);
  begun[0]!();
  for (let n = 0; n < 40; n++) {
    await turns(1);
    ask(turn, begun);
    block(10);
  }
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
