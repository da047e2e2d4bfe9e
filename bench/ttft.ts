import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStream, type Call } from './parts/stream.ts';
import { quantile } from './parts/measure.ts';
import { startRelay } from './parts/relay-site.ts';
import type { Figures } from './run.ts';

type Relay = Awaited<ReturnType<typeof startRelay>>;

const alone = 200;
const followUps = 100;
const unanswered = 5;
const streams = 100;
const crowd = 600;
/** Answers at once. */
const short = '2x1';
/** Length of the other answers at the same time: 50 tokens a second for 4 seconds. */
const long = '200x20';
/** So many that they cannot be whole in a prompt, where follow-ups are not rewritten. */
const searchedPosts = 12;

/**
 * Time to first token through the whole sidecar, beside a direct call to the vendor in the same run.
 * Included are the connection, the visitor's nonce and session, the settings, storing the question, the
 * search of a small site, and the prompt. `added_ms` is with the search by words alone, `local_ms` with the local
 * encoder, both less the median of the direct call. `followup_ms`: a vendor that rewrites the question at once;
 * `followup_never_ms`: one that never does.
 */
export async function run(): Promise<Figures> {
  const words = await measure('builtin');
  const local = await measure('local');
  return {
    ...named('added_ms', words),
    ...named('local_ms', local),
    ...(await ofFollowUps('builtin', 'followup')),
    ...(await ofFollowUps('local', 'local_followup')),
    direct_ms_p50_1: quantile(words.single.direct, 0.5),
    direct_ms_p50_100: quantile(words.many.direct.times, 0.5),
    direct_ms_p99_100: quantile(words.many.direct.times, 0.99),
    load: loadavg()[0] ?? 0,
  };
}

async function measure(embedder: string) {
  const relay = await startRelay({ embedder });
  const direct = directCall(relay);
  try {
    await relay.use(short);
    // As a process is that has been running for a while.
    await oneByOne(relay.question, 500);
    const single = await takingTurns(() => direct(short), relay.question);
    await relay.use(long);
    const many = {
      direct: await atOnce(() => direct(long)),
      sidecar: await atOnce(relay.question),
    };
    return { single, many };
  } finally {
    await relay.stop();
  }
}

const named = (name: string, { single, many }: Awaited<ReturnType<typeof measure>>): Figures => ({
  [`${name}_p50_1`]: quantile(single.sidecar, 0.5) - quantile(single.direct, 0.5),
  [`${name}_p99_1`]: quantile(single.sidecar, 0.99) - quantile(single.direct, 0.5),
  [`${name}_p50_100`]: quantile(many.sidecar.times, 0.5) - quantile(many.direct.times, 0.5),
  [`${name}_p99_100`]: quantile(many.sidecar.times, 0.99) - quantile(many.direct.times, 0.5),
  [`${name}_refused`]: many.sidecar.refused,
});

async function ofFollowUps(embedder: string, name: string): Promise<Figures> {
  const relay = await startRelay({ embedder, posts: searchedPosts });
  const direct = directCall(relay);
  const times = { direct: [] as number[], sidecar: [] as number[], never: [] as number[] };
  try {
    await relay.use(short);
    await oneByOne(relay.question, 200);
    for (let n = 0; n < followUps; n++) {
      times.direct.push(...(await oneByOne(() => direct(short), 1)));
      const call = await relay.followUp();
      times.sidecar.push(...(await oneByOne(() => call, 1)));
    }
    for (let n = 1; n <= unanswered; n++) {
      // A model that is late twice is not asked again: each time it is another one.
      await relay.use(`${short}x0x${n}`);
      const call = await relay.followUp();
      times.never.push(...(await oneByOne(() => call, 1)));
    }
  } finally {
    await relay.stop();
  }
  const base = quantile(times.direct, 0.5);
  return {
    [`${name}_ms_p50_1`]: quantile(times.sidecar, 0.5) - base,
    [`${name}_ms_p99_1`]: quantile(times.sidecar, 0.99) - base,
    [`${name}_never_ms_p50_1`]: quantile(times.never, 0.5) - base,
  };
}

const directCall =
  ({ vendor }: Relay) =>
  (model: string): Call => ({
    url: `${vendor}/chat/completions`,
    body: { model, stream: true, messages: [{ role: 'user', content: 'What is it?' }] },
  });

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

/**
 * As soon as one visitor has read an answer, another asks, so that there are always as many. On a busy machine the chat
 * may refuse some.
 */
async function atOnce(call: () => Call): Promise<{ times: number[]; refused: number }> {
  const times: number[] = [];
  let asked = 0;
  let refused = 0;
  async function visitor(number: number) {
    await sleep((number * 4000) / streams);
    while (asked++ < crowd) {
      try {
        times.push(...(await oneByOne(call, 1)));
      } catch (error) {
        if (!(error as Error).message.includes('"code":"overloaded"')) throw error;
        refused++;
      }
    }
  }
  await Promise.all(Array.from({ length: streams }, (_, number) => visitor(number)));
  // The first ones met fewer streams.
  return { times: times.slice(streams), refused };
}
