/**
 * Preloaded into the sidecar with `NODE_OPTIONS=--import`: writes how long its event loop was held up at most, in
 * milliseconds, to the file `ITIH_BENCH_DELAY`, a line for each quarter of a second: time, on the clock, and by the
 * processor time that its own thread took meanwhile. The second does not count the waiting for a processor.
 */
import { appendFileSync } from 'node:fs';

const file = process.env['ITIH_BENCH_DELAY'];
if (file) {
  const interval = 5;
  const cpu = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [at, used] = [performance.now(), cpu()];
  let [longest, most, written] = [0, 0, 0];
  setInterval(() => {
    const [now, taken] = [performance.now(), cpu()];
    longest = Math.max(longest, now - at - interval);
    most = Math.max(most, taken - used);
    if (++written * interval >= 250 || longest > 250) {
      appendFileSync(file, `${Date.now()} ${longest.toFixed(1)} ${most.toFixed(1)}\n`);
      [longest, most, written] = [0, 0, 0];
    }
    [at, used] = [performance.now(), cpu()];
  }, interval).unref();
}
