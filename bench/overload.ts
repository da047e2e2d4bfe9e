import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import { freePort } from '../tools/stack/ports.ts';
import { openStream } from './parts/stream.ts';
import { quantile } from './parts/measure.ts';
import { startRelay } from './parts/relay-site.ts';
import type { BenchOptions, Figures } from './run.ts';

type Relay = Awaited<ReturnType<typeof startRelay>>;

/** 20 tokens a second for 5 seconds. */
const model = '100x50';
/** Milliseconds between two looks at the sidecar. */
const interval = 20;

/** Asks for the sidecar's health again and again, and returns the longest time until it answered. */
function watchHealth(url: string) {
  let longest = 0;
  let watching = true;
  async function look() {
    while (watching) {
      const started = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      longest = Math.max(longest, performance.now() - started);
      await sleep(interval);
    }
  }
  const looking = look();
  return async () => {
    watching = false;
    await looking;
    return longest;
  };
}

/** So many visitors, each of a network of its own, ask in one instant. */
async function burst({ question, sidecar }: Relay, crowd: number) {
  const health = watchHealth(sidecar.url);
  const streams = Array.from({ length: crowd }, (_, n) =>
    openStream(question(`10.0.${n >> 8}.${n & 255}`)),
  );
  const outcomes = await Promise.allSettled(streams.map(({ first }) => first));
  await Promise.all(streams.map(({ closed }) => closed));
  const times = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const refused = outcomes.filter(
    (each) => each.status === 'rejected' && messageOf(each).includes('"code":"overloaded"'),
  );
  return {
    answered: times.length,
    failed: crowd - times.length - refused.length,
    first_ms_p50: quantile(times, 0.5),
    rss_mb: sidecar.rss(),
    peak_mb: sidecar.rss('peak'),
    refused: refused.length,
    first_ms_p99: quantile(times, 0.99),
    longest_health_ms: await health(),
    per_second: (1000 * times.length) / Math.max(...times),
  };
}

const messageOf = ({ reason }: PromiseRejectedResult): string => String((reason as Error).message);

/** Searches so far, in all and with vectors. */
async function searches(metricsPort: number): Promise<{ all: number; vectors: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counts = text.matchAll(/^itih_searches_total\{mode="(\w+)"\} (\d+)/gm);
  const found = { all: 0, vectors: 0 };
  for (const [, mode, count] of counts) {
    found.all += Number(count);
    if (mode === 'hybrid') found.vectors += Number(count);
  }
  return found;
}

async function measure(embedder: string, released: boolean) {
  const metricsPort = await freePort();
  const env = { ITIH_METRICS_PORT: String(metricsPort) };
  const relay = await startRelay({ embedder, released, env });
  try {
    await relay.use('2x1');
    for (let n = 0; n < 300; n++) await openStream(relay.question()).closed;
    const alone: number[] = [];
    for (let n = 0; n < 50; n++) {
      const stream = openStream(relay.question());
      alone.push(await stream.first);
      await stream.closed;
    }
    await relay.use(model, { limits: settingsDefaults.limits });
    const twenty = await burst(relay, 20);
    const eighty = await burst(relay, 80);
    const before = await searches(metricsPort);
    const crowd = await burst(relay, 300);
    const after = await searches(metricsPort);
    const vectorShare = (after.vectors - before.vectors) / (after.all - before.all);
    return { alone: quantile(alone, 0.5), twenty, eighty, crowd, vectorShare };
  } finally {
    await relay.stop();
  }
}

/**
 * Twenty, eighty and three hundred visitors who have no conversation yet, each time in one instant, with the default
 * settings: with the search by words alone, and then with the local encoder (`local`). `vector_share`: the share of
 * those three hundred whose question had its vector in time. The baseline is one question at a time. `--release`
 * measures the packaged sidecar, which takes less memory, because Node does not have to strip types.
 */
export async function run({ release }: BenchOptions): Promise<Figures> {
  const words = await measure('builtin', release);
  const local = await measure('local', release);
  const { alone, twenty, eighty, crowd } = local;
  return {
    alone_ms_p50: words.alone,
    twenty: words.twenty,
    eighty: words.eighty,
    load: loadavg()[0] ?? 0,
    ...words.crowd,
    at_once_300_p99: words.crowd.first_ms_p99,
    per_second_local: crowd.per_second,
    at_once_300_p99_local: crowd.first_ms_p99,
    vector_share: local.vectorShare,
    local: { alone_ms_p50: alone, twenty, eighty, ...crowd },
  };
}
