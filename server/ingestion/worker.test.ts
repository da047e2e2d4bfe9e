import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LeaseLost, type Job, type JobQueue } from '../jobs/queue.ts';
import { Worker } from './worker.ts';
import { createLog } from '../runtime/log.ts';
import type { DocumentRow } from '../storage/documents.ts';

const jobOf = (id: number): Job => ({
  document: { id, kind: 'txt' } as DocumentRow,
  lease: `l${id}`,
});

/** A queue of jobs that are ready; what becomes of each is written down. */
function fakeQueue(...ready: number[]) {
  const said: string[] = [];
  const say = (word: string) => (job: Job) => {
    said.push(`${word} ${job.document.id}`);
    return Promise.resolve();
  };
  const queue = {
    claim: jest.fn((limit: number) => Promise.resolve(ready.splice(0, limit).map(jobOf))),
    heartbeat: jest.fn<JobQueue['heartbeat']>(say('beat')),
    fail: jest.fn<JobQueue['fail']>(say('fail')),
    release: jest.fn<JobQueue['release']>(say('release')),
  };
  return { ready, said, queue };
}

type Options = ConstructorParameters<typeof Worker>[0];
type Handle = Options['ingest']['run'];
type Queue = Options['queue'];

const lease = 3000;
const poll = 2000;
const started: Worker[] = [];

function workerOf(queue: Queue, handle: Handle, concurrency: number | (() => number) = 2) {
  const worker = new Worker({
    queue,
    ingest: { run: handle },
    log: createLog('silent'),
    concurrency: typeof concurrency === 'number' ? () => concurrency : concurrency,
    lease,
    poll,
  });
  started.push(worker);
  return worker;
}

/** Work that goes on until it is told to stop. */
const untilAborted: Handle = (_job, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Work that ends when the test says so. */
function untilEnded() {
  const ends: (() => void)[] = [];
  const handle = jest.fn<Handle>(() => new Promise((resolve) => ends.push(resolve)));
  return { ends, handle };
}

/** Lets everything that is ready run, without time passing. */
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop();
  jest.useRealTimers();
});

test('works through all that is ready, a few at a time, and fewer while there is something more urgent', async () => {
  const { queue } = fakeQueue(1, 2, 3, 4, 5, 6);
  let allowed = 3;
  const { ends, handle } = untilEnded();
  workerOf(queue, handle, () => allowed).wake();
  await settle();
  expect(handle).toHaveBeenCalledTimes(3);
  allowed = 1;
  ends[0]?.();
  ends[1]?.();
  await settle();
  expect(handle).toHaveBeenCalledTimes(3);
  ends[2]?.();
  await settle();
  expect(handle).toHaveBeenCalledTimes(4);
  allowed = 3;
  await jest.advanceTimersByTimeAsync(poll);
  expect(handle).toHaveBeenCalledTimes(6);
  for (const end of ends) end();
  await settle();
});

test('finds what another process has queued, or could not be read, at its next look', async () => {
  const { queue, ready } = fakeQueue();
  queue.claim.mockRejectedValueOnce(new Error('The database is gone.'));
  const handle = jest.fn<Handle>(() => Promise.resolve());
  workerOf(queue, handle).wake();
  await settle();
  ready.push(7);
  await jest.advanceTimersByTimeAsync(poll - 1);
  expect(handle).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(handle).toHaveBeenCalledTimes(1);
});

test('does not miss what is queued while it looks', async () => {
  const { queue, ready } = fakeQueue();
  let answer: (jobs: Job[]) => void = () => undefined;
  queue.claim.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const handle = jest.fn<Handle>(() => Promise.resolve());
  const worker = workerOf(queue, handle);
  worker.wake();
  ready.push(7);
  worker.wake();
  answer([]);
  await settle();
  expect(handle).toHaveBeenCalledTimes(1);
});

test.each([false, true])(
  'a failure is noted with its reason and stops nothing else, also if it cannot be noted: %s',
  async (isLost) => {
    const { queue, said } = fakeQueue(1, 2, 3);
    if (isLost) queue.fail.mockRejectedValueOnce(new Error('The database is gone.'));
    const reason = new Error('broken');
    const done: number[] = [];
    const handle: Handle = ({ document }) => {
      if (document.id === 2) return Promise.reject(reason);
      done.push(document.id);
      return Promise.resolve();
    };
    const worker = workerOf(queue, handle, 1);
    worker.wake();
    await settle();
    expect(done).toEqual([1, 3]);
    expect(said).toEqual(isLost ? [] : ['fail 2']);
    expect(queue.fail.mock.calls[0]?.[1]).toBe(reason);
    // It is thrown on to who waits for this very job.
    await expect(worker.perform(jobOf(2))).rejects.toThrow('broken');
  },
);

describe('a lease', () => {
  test('is prolonged while the work goes on, and no longer', async () => {
    const { queue, said } = fakeQueue(1);
    const { ends, handle } = untilEnded();
    workerOf(queue, handle).wake();
    await jest.advanceTimersByTimeAsync(2 * lease);
    expect(said).toHaveLength(6);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(2 * lease);
    expect(said).toHaveLength(6);
  });

  test('that is lost stops the work, but not if a heartbeat failed for another reason', async () => {
    const { queue, said } = fakeQueue(1);
    queue.heartbeat.mockRejectedValueOnce(new Error('The database is busy.'));
    const handle = jest.fn<Handle>(untilAborted);
    workerOf(queue, handle).wake();
    await jest.advanceTimersByTimeAsync(lease / 2);
    const signal = handle.mock.calls[0]?.[1];
    expect(signal?.aborted).toBe(false);
    queue.heartbeat.mockRejectedValue(new LeaseLost());
    await jest.advanceTimersByTimeAsync(lease);
    expect(signal?.aborted).toBe(true);
    // The document is its new holder’s.
    expect(said).toEqual([]);
  });
});

describe('stop', () => {
  /** Begins to stop, and returns what is called at the end. */
  async function stopping(worker: Worker) {
    const stopped = jest.fn();
    const end = worker.stop().then(stopped);
    await settle();
    expect(stopped).not.toHaveBeenCalled();
    return end;
  }

  test('gives back what is being worked on and takes nothing more', async () => {
    const { queue, said, ready } = fakeQueue(1, 2, 3);
    const worker = workerOf(queue, untilAborted);
    worker.wake();
    await settle();
    await worker.stop();
    expect(said.sort()).toEqual(['release 1', 'release 2']);
    worker.wake();
    await jest.advanceTimersByTimeAsync(10 * poll);
    expect(ready).toEqual([3]);
  });

  test('waits for work that ends well, and leaves it done', async () => {
    const { queue, said } = fakeQueue(1);
    const { ends, handle } = untilEnded();
    const worker = workerOf(queue, handle);
    worker.wake();
    await settle();
    const stopped = stopping(worker);
    await settle();
    ends[0]?.();
    await stopped;
    expect(said).toEqual([]);
  });

  test('also gives back what was being claimed at that moment', async () => {
    const { queue, said } = fakeQueue();
    let answer: (jobs: Job[]) => void = () => undefined;
    queue.claim.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const handle = jest.fn<Handle>(() => Promise.resolve());
    const worker = workerOf(queue, handle);
    worker.wake();
    const stopped = stopping(worker);
    await settle();
    answer([jobOf(1)]);
    await stopped;
    expect(said).toEqual(['release 1']);
    expect(handle).not.toHaveBeenCalled();
  });

  test('waits for a job that somebody waits for, too', async () => {
    const { queue } = fakeQueue();
    let released = () => {};
    queue.release.mockImplementationOnce(() => new Promise((resolve) => (released = resolve)));
    const worker = workerOf(queue, untilAborted);
    const failed = expect(worker.perform(jobOf(1))).rejects.toThrow('shutting down');
    const stopped = stopping(worker);
    await settle();
    released();
    await stopped;
    await failed;
  });
});
