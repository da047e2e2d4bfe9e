import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { StartQueue, type Prepared } from './start-queue.ts';
import type { ChatEvent } from '../../contract/chat.ts';

const staying = new AbortController().signal;
const free = { network: '192.0.2.1', begin: () => true, signal: staying };

/** A queue, and questions of one address that may always begin unless a test says otherwise. */
function queue(events: ChatEvent[] = [], notice?: number) {
  const startQueue = new StartQueue({ waited: () => undefined }, notice);
  return async (question: Partial<typeof free> = {}): Promise<Prepared> => {
    const turn = startQueue.turn({ ...free, ...question });
    let next = await turn.next();
    for (; !next.done; next = await turn.next()) events.push(next.value);
    return next.value;
  };
}

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

test('a busy process prepares four at one time', async () => {
  const turn = queue();
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
  const turn = queue();
  const begun: Prepared[] = [];
  for (let n = 0; n < 5; n++) ask(turn, begun);
  await turns(1);
  begun[0]!();
  // A turn of the event loop accepts one connection.
  for (let n = 0; n < 10; n++) {
    await turns(1);
    ask(turn, begun);
    block(4);
    expect(begun).toHaveLength(4);
  }
  await turns(8);
  expect(begun).toHaveLength(5);
});

test('questions that keep coming do not hold up the others for ever', async () => {
  const turn = queue();
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
  const turn = queue();
  await sleep(50);
  // No question says that it is prepared.
  expect(await Promise.all(Array.from({ length: 40 }, () => turn()))).toHaveLength(40);
});

test('nobody is refused who is served within seconds, however many come at once', async () => {
  const turn = queue();
  const asked = Array.from({ length: 60 }, () => prepare(turn, 5, 5));
  // Each takes 25 ms, and after a second it is known how long one more would wait.
  await sleep(1100);
  asked.push(prepare(turn, 5, 5));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('is told at once that it would wait too long, by the rate of the others, and for how long', async () => {
  const turn = queue();
  const leaving = new AbortController();
  const { signal } = leaving;
  for (let n = 0; n < 40; n++) turn({ signal }).catch(() => undefined);
  // Four are prepared, and none of them gets ready.
  for (const until = performance.now() + 1500; performance.now() < until;) {
    block(20);
    await turnOfLoop();
  }
  await expect(turn()).rejects.toMatchObject({
    code: 'overloaded',
    turnedAway: 'starting',
    retryAfter: expect.any(Number),
  });
  // An address that has none waiting comes before most of the others.
  const other = turn({ network: '192.0.2.2', signal });
  other.catch(() => undefined);
  leaving.abort();
  await expect(other).rejects.toBe(signal.reason);
});

test('those who come from different networks take turns', async () => {
  const turn = queue();
  const places = { free: 0 };
  const begin = () => places.free-- > 0;
  const started: string[] = [];
  const asked = ['a', 'a', 'a', 'b', 'b', 'c'].map((network) =>
    turn({ network, begin }).then(() => started.push(network)),
  );
  await sleep(30);
  expect(started).toEqual([]);
  places.free = 6;
  await Promise.all(asked);
  expect(started).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

test('a visitor who leaves does not wait any more', async () => {
  const turn = queue();
  const leaving = new AbortController();
  let asksFor = 0;
  const begin = () => {
    asksFor++;
    return false;
  };
  const asked = turn({ begin, signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  const before = asksFor;
  await sleep(30);
  expect(asksFor).toBe(before);
  await expect(turn({ begin, signal: leaving.signal })).rejects.toThrow('gone');
});

test('keeps a thousand at most, and makes room for a newcomer where one network has many', async () => {
  const turn = queue();
  const leaving = new AbortController();
  const { signal } = leaving;
  const begin = () => false;
  const settled: unknown[] = [];
  const wait = (network: string) => {
    const waits = turn({ network, begin, signal });
    waits.catch((error: unknown) => settled.push(error));
    return waits;
  };
  for (let n = 0; n < 1000; n++) void wait('192.0.2.1').catch(() => undefined);
  await expect(wait('192.0.2.1')).rejects.toMatchObject({ turnedAway: 'total' });
  expect(settled).toHaveLength(1);
  void wait('192.0.2.2').catch(() => undefined);
  await turns(1);
  expect(settled).toHaveLength(2);
  leaving.abort();
  await turns(1);
  expect(settled).toHaveLength(1002);
});

test('says that a question waits, if it waits for long', async () => {
  const events: ChatEvent[] = [];
  const turn = queue(events, 20);
  await turn();
  expect(events).toEqual([]);
  const until = performance.now() + 60;
  await turn({ begin: () => performance.now() > until });
  expect(events).toEqual([{ type: 'status', stage: 'waiting' }]);
});
