import { isMainThread, Worker, workerData } from 'node:worker_threads';

interface Watched {
  /** The process that the reader works for. */
  parent: number;
  /** One number: bytes that this process may have now. */
  most: Float64Array;
}

/** Milliseconds between looks: a parser fills some 10 MB meanwhile. */
const interval = 10;

/**
 * Lets a thread watch the reader's process, and gives where its limit is kept. The thread is within the process
 * because every system tells a process its own size, and because a main process that has been killed can end
 * nobody: a parser that loops would not notice.
 */
export function startWatch(): Float64Array {
  const most = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity);
  const watched: Watched = { parent: Number(process.argv[2]), most };
  new Worker(new URL(import.meta.url), {
    name: 'watch',
    workerData: watched,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  }).unref();
  return most;
}

function look({ parent, most }: Watched): void {
  const isTooMuch = process.memoryUsage.rss() > (most[0] ?? 0);
  if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}

if (!isMainThread) setInterval(look, interval, workerData as Watched);
