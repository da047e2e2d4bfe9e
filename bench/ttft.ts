import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStream, quantile, type Call } from './relay-client.ts';
import { startRelay } from './relay-site.ts';
import type { BenchOptions, Figures } from './run.ts';

const alone = 200;
const streams = 100;
const crowd = 600;
/** Length of the other answers at the same time: 50 tokens a second for 4 seconds. */
const long = '200x20';

/**
 * Time to first token through the whole sidecar, beside a direct call to the vendor in the same run.
 * Included are the connection, the visitor's nonce and session, the settings, storing the question, the
 * search of a small site, and the prompt. `--embedder builtin` searches by words alone: without the time of an
 * embedding model.
 */
export async function run({ embedder }: BenchOptions): Promise<Figures> {
  const relay = await startRelay(embedder);
  const direct = (model: string): Call => ({
    url: `${relay.vendor}/chat/completions`,
    body: { model, stream: true, messages: [{ role: 'user', content: 'What is it?' }] },
  });
  try {
    await relay.use('2x1');
    // As a process is that has been running for a while.
    await oneByOne(relay.question, 500);
    const single = await takingTurns(() => direct('2x1'), relay.question);
    await relay.use(long);
    const many = {
      direct: await atOnce(() => direct(long)),
      sidecar: await atOnce(relay.question),
    };
    return {
      added_ms_p50_1: quantile(single.sidecar, 0.5) - quantile(single.direct, 0.5),
      added_ms_p99_1: quantile(single.sidecar, 0.99) - quantile(single.direct, 0.5),
      added_ms_p50_100: quantile(many.sidecar, 0.5) - quantile(many.direct, 0.5),
      added_ms_p99_100: quantile(many.sidecar, 0.99) - quantile(many.direct, 0.5),
      direct_ms_p50_1: quantile(single.direct, 0.5),
      direct_ms_p50_100: quantile(many.direct, 0.5),
      direct_ms_p99_100: quantile(many.direct, 0.99),
      load: loadavg()[0] ?? 0,
    };
  } finally {
    await relay.stop();
  }
}

/** Ours and the baseline in turn, so that whatever else the machine does meets both. */
async function takingTurns(direct: () => Call, sidecar: () => Call) {
  const times = { direct: [] as number[], sidecar: [] as number[] };
  for (let n = 0; n < alone; n++) {
    times.direct.push(...(await oneByOne(direct, 1)));
    times.sidecar.push(...(await oneByOne(sidecar, 1)));
  }
  return times;
}

async function oneByOne(call: () => Call, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const stream = openStream(call());
    times.push(await stream.first);
    await stream.closed;
  }
  return times;
}

/** As soon as one visitor has read an answer, another asks, so that there are always as many. */
async function atOnce(call: () => Call): Promise<number[]> {
  const times: number[] = [];
  let asked = 0;
  async function visitor(number: number) {
    await sleep((number * 4000) / streams);
    while (asked++ < crowd) times.push(...(await oneByOne(call, 1)));
  }
  await Promise.all(Array.from({ length: streams }, (_, number) => visitor(number)));
  // The first ones met fewer streams.
  return times.slice(streams);
}
