import { LeaseLost, type Job, type JobQueue } from '../jobs/queue.ts';
import type { Log } from '../runtime/log.ts';
import { Loop, type Run } from '../runtime/one-at-a-time.ts';
import type { Ingest } from './ingest.ts';

interface WorkerOptions {
  queue: Pick<JobQueue, 'claim' | 'heartbeat' | 'fail' | 'release'>;
  /** Does the whole work of a job, completing it in its own transaction. */
  ingest: Pick<Ingest, 'run'>;
  log: Log;
  /** Returns the present number of jobs at a time: few, because visitors' questions share the process. */
  concurrency: () => number;
  /** Milliseconds. */
  lease: number;
  /** Milliseconds between readings of an empty queue. */
  poll: number;
}

/** Takes documents from the queue and has them read, until stopped. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #loop = new Loop((run) =>
    this.#fill(run)
      .catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'the queue cannot be read'),
      )
      .then(() => this.#options.poll),
  );

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Takes what is in the queue now. */
  wake(): void {
    this.#loop.wake();
  }

  busy(): boolean {
    return this.#running.size > 0;
  }

  /** Does a claimed job; for a caller that waits for its end. */
  perform(job: Job): Promise<void> {
    const working = this.#work(job);
    this.#running.add(working);
    const ended = () => {
      this.#running.delete(working);
      this.wake();
    };
    working.then(ended, ended);
    return working;
  }

  /** Waits until every running job has ended or has been released. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.allSettled(this.#running);
  }

  async #fill({ signal }: Run): Promise<void> {
    const { queue, concurrency } = this.#options;
    for (;;) {
      const most = concurrency();
      const free = most - this.#running.size;
      // Several at once: posts that are asked for together cost one start of WordPress.
      if (signal.aborted || free < Math.ceil(most / 2)) return;
      const jobs = await queue.claim(free);
      if (jobs.length === 0) return;
      if (signal.aborted) {
        await Promise.all(jobs.map((job) => queue.release(job)));
        return;
      }
      for (const job of jobs) this.#start(job);
    }
  }

  #start(job: Job): void {
    const { log } = this.#options;
    const about = { document: job.document.id, kind: job.document.kind };
    this.perform(job).then(
      () => log.info(about, 'document processed'),
      (error: unknown) => log.warn({ err: error, ...about }, 'document not processed'),
    );
  }

  /** Does the job under a heartbeat. A failure is recorded before it is thrown. */
  async #work(job: Job): Promise<void> {
    const { queue, ingest, log, lease } = this.#options;
    const stopping = this.#loop.signal;
    const lost = new AbortController();
    const beat = setInterval(() => {
      queue.heartbeat(job).catch((error: unknown) => {
        if (error instanceof LeaseLost) lost.abort(error);
        else log.warn({ err: error, document: job.document.id }, 'heartbeat failed');
      });
    }, lease / 3);
    try {
      await ingest.run(job, AbortSignal.any([stopping, lost.signal]));
    } catch (error) {
      if (stopping.aborted) await queue.release(job);
      else if (!(error instanceof LeaseLost)) await queue.fail(job, error);
      throw error;
    } finally {
      clearInterval(beat);
    }
  }
}
