import type { Log } from '../runtime/log.ts';
import { LeaseLost, type Job, type JobQueue } from './queue.ts';

interface WorkerOptions {
  queue: JobQueue;
  /** Does the whole work of a job, completing it in its own transaction. */
  handle: (job: Job, signal: AbortSignal) => Promise<void>;
  log: Log;
  /** Jobs at a time now: few, because visitors' questions share the process. */
  concurrency: () => number;
  /** Milliseconds. */
  lease: number;
  /** Milliseconds between looks at an empty queue. */
  poll: number;
}

/** Takes jobs from the queue until stopped. */
export function createWorker({ queue, handle, log, concurrency, lease, poll }: WorkerOptions) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let lookAgain = false;

  /** Does the job under a heartbeat. Its failure is recorded before it is thrown on. */
  async function work(job: Job): Promise<void> {
    const lost = new AbortController();
    const beat = setInterval(() => {
      queue.heartbeat(job).catch((error: unknown) => {
        if (error instanceof LeaseLost) lost.abort(error);
        else log.warn({ err: error, document: job.document.id }, 'heartbeat failed');
      });
    }, lease / 3);
    try {
      await handle(job, AbortSignal.any([stopping.signal, lost.signal]));
    } catch (error) {
      if (stopping.signal.aborted) await queue.release(job);
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
      look();
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

  async function fill(): Promise<void> {
    for (;;) {
      const free = concurrency() - running.size;
      if (stopping.signal.aborted || free <= 0) return;
      const jobs = await queue.claim(free);
      if (jobs.length === 0) return;
      if (stopping.signal.aborted) {
        await Promise.all(jobs.map((job) => queue.release(job)));
        return;
      }
      for (const job of jobs) start(job);
    }
  }

  /** Looks for work now; a call during a look leads to another. */
  function look(): void {
    if (stopping.signal.aborted) return;
    lookAgain = looking !== null;
    if (looking) return;
    clearTimeout(timer);
    looking = fill()
      .catch((error: unknown) => {
        log.error({ err: error }, 'the queue cannot be read');
      })
      .finally(() => {
        looking = null;
        if (lookAgain) return look();
        if (!stopping.signal.aborted) timer = setTimeout(look, poll);
      });
  }

  return {
    look,
    busy: (): boolean => running.size > 0,
    /** For a caller who waits for this very job. */
    perform,
    /** Ends when every running job has noticed and is given back, or has ended. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      stopping.abort(new Error('The sidecar is shutting down.'));
      await looking;
      await Promise.allSettled(running);
    },
  };
}
export type Worker = ReturnType<typeof createWorker>;
