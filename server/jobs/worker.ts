import type { Log } from '../runtime/log.ts';
import { Loop, type Run } from '../runtime/one-at-a-time.ts';
import { LeaseLost, type Job, type JobQueue } from './queue.ts';

interface WorkerOptions {
  queue: Pick<JobQueue, 'claim' | 'heartbeat' | 'fail' | 'release'>;
  /** Does the whole work of a job, completing it in its own transaction. */
  handle: (job: Job, signal: AbortSignal) => Promise<void>;
  log: Log;
  /** Returns the present number of jobs at a time: few, because visitors' questions share the process. */
  concurrency: () => number;
  /** Milliseconds. */
  lease: number;
  /** Milliseconds between looks at an empty queue. */
  poll: number;
}

/** Takes jobs from the queue until stopped. */
export function createWorker({ queue, handle, log, concurrency, lease, poll }: WorkerOptions) {
  const running = new Set<Promise<void>>();

  /** Does the job under a heartbeat. A failure is recorded before it is thrown. */
  async function work(job: Job): Promise<void> {
    const lost = new AbortController();
    const beat = setInterval(() => {
      queue.heartbeat(job).catch((error: unknown) => {
        if (error instanceof LeaseLost) lost.abort(error);
        else log.warn({ err: error, document: job.document.id }, 'heartbeat failed');
      });
    }, lease / 3);
    try {
      await handle(job, AbortSignal.any([loop.signal, lost.signal]));
    } catch (error) {
      if (loop.signal.aborted) await queue.release(job);
      else if (!(error instanceof LeaseLost)) await queue.fail(job, error);
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  function perform(job: Job): Promise<void> {
    const working = work(job);
    running.add(working);
    const ended = () => {
      running.delete(working);
      loop.wake();
    };
    working.then(ended, ended);
    return working;
  }

  function start(job: Job): void {
    const about = { document: job.document.id, kind: job.document.kind };
    perform(job).then(
      () => log.info(about, 'document processed'),
      (error: unknown) => log.warn({ err: error, ...about }, 'document not processed'),
    );
  }

  async function fill({ signal }: Run): Promise<void> {
    for (;;) {
      const free = concurrency() - running.size;
      if (signal.aborted || free <= 0) return;
      const jobs = await queue.claim(free);
      if (jobs.length === 0) return;
      if (signal.aborted) {
        await Promise.all(jobs.map((job) => queue.release(job)));
        return;
      }
      for (const job of jobs) start(job);
    }
  }

  const loop = new Loop((run) =>
    fill(run)
      .catch((error: unknown) => log.error({ err: error }, 'the queue cannot be read'))
      .then(() => poll),
  );

  return {
    /** Looks for work now. */
    look: () => loop.wake(),
    busy: (): boolean => running.size > 0,
    /** Does a claimed job; for a caller that waits for its end. */
    perform,
    /** Waits until every running job has ended or has been released. */
    async stop(): Promise<void> {
      await loop.stop();
      await Promise.allSettled(running);
    },
  };
}
export type Worker = ReturnType<typeof createWorker>;
