import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { ownFile } from '../../runtime/program-files.ts';

interface Watched {
  /** Id of the sidecar's process. */
  parent: number;
  /** One number: the process's limit in bytes. */
  limit: Float64Array;
}

/** Milliseconds between checks: a parser allocates some 10 MB meanwhile. */
const interval = 10;

/**
 * Starts a thread that kills the reader's process when it exceeds its limit or when the sidecar has ended,
 * and returns where the limit is stored. A thread, because a process can measure its own memory on every
 * system, and because an endless loop blocks the reader's own event loop.
 */
export function startWatch(): Float64Array {
  const limit = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity);
  const watched: Watched = { parent: Number(process.argv[2]), limit };
  new Worker(ownFile('server/ingestion/read/reader-watch.ts'), {
    name: 'watch',
    workerData: watched,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  }).unref();
  return limit;
}

function check({ parent, limit }: Watched): void {
  const isTooMuch = process.memoryUsage.rss() > (limit[0] ?? 0);
  if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}

if (!isMainThread) setInterval(check, interval, workerData as Watched);
