import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import { openStream, quantile } from './relay-client.ts';
import { startRelay } from './relay-site.ts';
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
async function burst({ question, sidecar }: Relay, crowd: number): Promise<Figures> {
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

/**
 * Twenty, eighty and three hundred visitors who have no conversation yet, each time in one instant, with the default
 * settings. The baseline is one question at a time. `--release` measures the packaged sidecar, which takes less memory,
 * because Node does not have to strip types.
 */
export async function run({ embedder, release }: BenchOptions): Promise<Figures> {
  const relay = await startRelay(embedder, release);
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
    return {
      alone_ms_p50: quantile(alone, 0.5),
      twenty: await burst(relay, 20),
      eighty: await burst(relay, 80),
      load: loadavg()[0] ?? 0,
      ...(await burst(relay, 300)),
    };
  } finally {
    await relay.stop();
  }
}
