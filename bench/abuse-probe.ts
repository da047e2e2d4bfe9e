/**
 * Preloaded into the sidecar with `NODE_OPTIONS=--import`: writes the longest delay of its event loop in
 * milliseconds to the file `ITIH_BENCH_DELAY`, a line for each quarter of a second.
 */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = process.env['ITIH_BENCH_DELAY'];
if (file) {
  const resolution = 5;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  setInterval(() => {
    // The histogram measures from one timer to the next, so an idle loop reads as its resolution.
    appendFileSync(file, `${Date.now()} ${Math.max(0, delay.max / 1e6 - resolution).toFixed(1)}\n`);
    delay.reset();
  }, 250).unref();
}
