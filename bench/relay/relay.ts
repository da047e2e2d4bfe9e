import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, startPeer } from '../parts/sidecar.ts';
import { openStream, type Call } from '../parts/stream.ts';
import { quantile } from '../parts/measure.ts';
import { startRelay } from '../parts/relay-site.ts';
import type { Figures } from '../run.ts';

const streams = 200;
const deltas = 900;
/** Milliseconds from the beginning of a stream to the next one's: the search for each takes 20. */
const stagger = 60;
/** Ours and the baseline take turns, so that whatever else the machine does meets both. */
const rounds = 3;
/** One for each wire format of the vendor. */
const providers = { completions: 'openai_compatible', anthropic: 'anthropic' } as const;
/** Milliseconds: 50 tokens a second. */
const interval = 20;
const model = `${deltas}x${interval}`;

/**
 * Processor time of a relayed delta: 200 visitors at once read answers of 50 tokens a second, each a
 * packet of its own. Measured from when all of them are writing until the first is at its end, for all
 * threads of the process. The baseline does the relaying and nothing else.
 */
export async function run(): Promise<Figures> {
  const relay = await startRelay();
  const sdk = await startPeer('relay/sdk.ts', relay.vendor);
  try {
    await relay.use(model);
    const plain = { url: `${sdk.url}/chat`, body: { model, message: 'What is it?' } };
    const warm = [relay.question(), plain].map((call) => openStream(call).closed);
    await Promise.all(warm);
    const adapters = Object.entries(providers).map(([name, provider]) => {
      return { name, provider, measured: [] as Round[] };
    });
    const theirs = [];
    for (let round = 0; round < rounds; round++) {
      for (const { provider, measured } of adapters) {
        await relay.use(model, { provider });
        await openStream(relay.question()).closed;
        measured.push(await measure(relay.sidecar.cpu, relay.question));
      }
      theirs.push(
        await measure(
          () => cpuOf(sdk.pid),
          () => plain,
        ),
      );
    }
    const ours = adapters[0]!.measured;
    return {
      ...Object.fromEntries(adapters.map((each) => [each.name, figuresOf(each.measured, '')])),
      ...figuresOf(theirs, '_sdk_fetch'),
      ratio: median(ours.map(({ cpu }) => cpu)) / median(theirs.map(({ cpu }) => cpu)),
      rss_mb: relay.sidecar.rss(),
      load: loadavg()[0] ?? 0,
    };
  } finally {
    sdk.stop();
    await relay.stop();
  }
}

type Round = Awaited<ReturnType<typeof measure>>;

const median = (values: readonly number[]) => quantile(values, 0.5);

function figuresOf(measured: readonly Round[], suffix: string): Figures {
  const cpu = measured.map((round) => round.cpu);
  const delays = measured.flatMap((round) => round.delays);
  return {
    [`cpu_us_per_delta${suffix}`]: median(cpu),
    [`cpu_us_per_delta_least${suffix}`]: Math.min(...cpu),
    [`lost${suffix}`]: measured.reduce((sum, { lost }) => sum + lost, 0),
    [`delay_ms_p50${suffix}`]: median(delays),
    [`delay_ms_p99${suffix}`]: quantile(delays, 0.99),
  };
}

async function measure(cpu: () => number, call: () => Call) {
  const delays: number[] = [];
  const opened = [];
  for (let n = 0; n < streams; n++) {
    opened.push(openStream(call(), (delay) => delays.push(delay)));
    await sleep(stagger);
  }
  await Promise.all(opened.map(({ first }) => first));
  const before = { cpu: cpu(), received: delays.length };
  await Promise.race(opened.map(({ closed }) => closed));
  const spent = cpu() - before.cpu;
  const received = delays.length - before.received;
  await Promise.all(opened.map(({ closed }) => closed));
  if (received <= 0) throw new Error('The machine is too busy to measure anything.');
  return { cpu: (1e6 * spent) / received, delays, lost: streams * deltas - delays.length };
}
