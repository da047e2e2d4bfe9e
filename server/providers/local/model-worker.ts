import { Worker } from 'node:worker_threads';
import { vendorGarbled, vendorTimedOut } from '../shared/vendor-error.ts';
import type { Order, Reply } from './thread-program.ts';

export const label = 'The local model';

/** Starts a thread that does one order at a time, until it crashes or takes too long. */
export function startModelWorker(program: URL) {
  // Libraries print hints for developers, which would mix with the log's JSON lines.
  const worker = new Worker(program, { stdout: true, stderr: true });
  let pending: PromiseWithResolvers<Reply> | null = null;
  let usable = true;

  function end(error: unknown): Promise<unknown> {
    usable = false;
    // The process would end before those who wait for the thread's end do what is left to do.
    worker.ref();
    pending?.reject(error);
    return worker.terminate().catch(() => undefined);
  }
  const crash = (words: string) => void end(vendorGarbled(label, words));

  worker.on('message', (reply: Reply) => pending?.resolve(reply));
  worker.on('error', (error) => crash(`crashed: ${String(error).slice(0, 300)}`));
  worker.on('exit', (code) => crash(`ended with code ${code}`));
  worker.stdout.resume();
  worker.stderr.resume();

  return {
    /**
     * Does an order; must not be called before the previous call has settled.
     *
     * @param ms Time limit in milliseconds.
     * @throws AppError `provider_error` if the thread crashes, `provider_timeout`; the argument of `end`
     */
    async run(order: Order, ms: number): Promise<Reply> {
      pending = Promise.withResolvers<Reply>();
      const late = () => void end(vendorTimedOut(label, `no vectors after ${ms / 1000} s`));
      const overdue = setTimeout(late, ms);
      worker.ref();
      worker.postMessage(order);
      try {
        return await pending.promise;
      } finally {
        pending = null;
        clearTimeout(overdue);
        if (usable) worker.unref();
      }
    },
    /** Returns false if another thread has to be started. */
    isUsable: () => usable,
    /** Fails the present order. Resolves when the thread has ended. */
    end,
  };
}
export type ModelWorker = ReturnType<typeof startModelWorker>;
