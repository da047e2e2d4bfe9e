import { expect, test } from '@jest/globals';
import { createStartQueue } from '../../server/chat/start-queue.ts';

/** Keeps the event loop busy, as the work of other questions does. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

test('starts questions in their order', async () => {
  const turn = createStartQueue();
  const started: number[] = [];
  await Promise.all([1, 2, 3].map((n) => turn().then(() => started.push(n))));
  expect(started).toEqual([1, 2, 3]);
});

test('starts again after it was empty', async () => {
  const turn = createStartQueue();
  await turn();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await turn();
});

test('waits while the event loop is late, and refuses those that have waited long', async () => {
  const turn = createStartQueue();
  let begun = 0;
  // Each question blocks for 200 ms: after 700 ms the rest is refused.
  const asked = Array.from({ length: 20 }, () =>
    turn().then(() => {
      begun++;
      block(200);
    }),
  );
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(begun).toBeGreaterThan(1);
  expect(begun).toBeLessThan(12);
  expect(refused).toHaveLength(20 - begun);
  expect(refused[0]).toMatchObject({ reason: { code: 'overloaded', retryAfter: 2 } });
});

test('refuses none of a few', async () => {
  const turn = createStartQueue();
  await Promise.all(Array.from({ length: 4 }, () => turn().then(() => block(400))));
});
