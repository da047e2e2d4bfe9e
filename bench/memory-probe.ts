/**
 * Preloaded into the sidecar with `NODE_OPTIONS=--import`: writes to the file `ITIH_BENCH_MEMORY`, a line every two
 * seconds, what is left after a full collection: time, heap and resident memory in MB, what keeps the event loop.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env['ITIH_BENCH_MEMORY'];
if (file) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setInterval(() => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const handles = readdirSync('/proc/self/fd').length;
    const mb = [heapUsed + external, rss].map((bytes) => (bytes / 2 ** 20).toFixed(3));
    appendFileSync(file, `${Date.now()} ${mb.join(' ')} ${handles}\n`);
  }, 2000).unref();
}

export interface Memory {
  /** MB at the end, and gained in an hour over the last half, by the least squares. */
  heap: number;
  heapSlope: number;
  rss: number;
  rssSlope: number;
  /** Open files and connections. */
  handles: number;
  handlesSlope: number;
}

function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const [atMean, mostMean] = [mean(points.map(([at]) => at)), mean(points.map(([, y]) => y))];
  const over = points.reduce((sum, [at, y]) => sum + (at - atMean) * (y - mostMean), 0);
  const under = points.reduce((sum, [at]) => sum + (at - atMean) ** 2, 0);
  return under === 0 ? 0 : (over / under) * 3_600_000;
}

/** Reads what the probe has written; only the lines after `since`, in milliseconds since 1970. */
export function readMemory(path: string, since = 0): Memory {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(' ').map(Number)).filter(([at = 0]) => at >= since);
  const half = rows.slice(Math.floor(rows.length / 2));
  const column = (n: number) => half.map((row) => [row[0] ?? 0, row[n] ?? 0] as const);
  const last = half.at(-1) ?? [];
  const [, heap = 0, rss = 0, handles = 0] = last;
  const [heapSlope = 0, rssSlope = 0, handlesSlope = 0] = [1, 2, 3].map((n) => slope(column(n)));
  return { heap, heapSlope, rss, rssSlope, handles, handlesSlope };
}
