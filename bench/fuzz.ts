/**
 * Requests that no client of ours sends: out of the contract's schemas with mutations, and bytes. Whatever comes, the
 * answer is the contract's, within a second, and the sidecar keeps no memory, no connection and no complaint.
 */
import { makeBytes, sendBytes } from './fuzz-bytes.ts';
import { fuzzRelay } from './fuzz-relay.ts';
import { makeRequest, transports, type FuzzRequest } from './fuzz-requests.ts';
import { send, type Outcome } from './fuzz-send.ts';
import { startFuzzSite } from './fuzz-site.ts';
import { makeDice } from './fuzz-values.ts';
import type { BenchOptions, Figures } from './run.ts';

const atOnce = 16;
/** Requests after which the data is put back. */
const tidyEvery = 5000;
/** Share of bytes. */
const bytesShare = 0.2;

export interface FuzzOptions {
  seed: number;
  requests: number;
  /** Prints how far it is, and each violation at once. */
  verbose: boolean;
  /** The number of one request, which alone is sent; -1: all. */
  only: number;
}

const shown = ({ transport, route, credentials, path, body }: FuzzRequest) =>
  `${transport} ${route} as ${credentials}: ${path.slice(0, 300)} ${body.slice(0, 300)}`;

/** Sends all requests; each depends only on the seed and its number. */
export async function fuzz({ seed, requests, only, verbose }: FuzzOptions) {
  const site = await startFuzzSite();
  const answers = new Map<string, number>();
  const violations: string[] = [];
  const times: number[] = [];
  const { failures } = site;

  async function one(n: number): Promise<void> {
    const dice = makeDice(seed * 1_000_003 + n);
    let outcome: Outcome;
    let sent: string;
    if (dice.chance(bytesShare)) {
      const transport = dice.pick(transports);
      const bytes = makeBytes(transport === 'gateway' ? '/wp-json/' : '/', dice);
      outcome = await sendBytes(site.origins[transport], bytes);
      sent = `${transport} bytes: ${JSON.stringify(bytes.bytes.toString('latin1', 0, 300))}`;
    } else {
      const transport = dice.chance(0.7) ? 'direct' : dice.pick(transports);
      const request = makeRequest(dice, site.keys, site.known, transport);
      outcome = await send(site.origins[transport], request);
      sent = shown(request);
    }
    const { answer, ms, violation } = outcome;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    times.push(ms);
    if (violation) {
      violations.push(`--seed ${seed} --only ${n}: ${violation}\n    ${sent}`);
      if (verbose) console.log(violations.at(-1));
    }
    if (only >= 0) console.log(`${sent}\n${answer} after ${ms.toFixed(0)} ms`);
  }

  try {
    await site.tidy();
    const started = Date.now();
    const first = Math.max(only, 0);
    const end = only < 0 ? requests : only + 1;
    for (let from = first; from < end; from += tidyEvery) {
      const numbers = Array.from({ length: Math.min(tidyEvery, end - from) }, (_, n) => from + n);
      const waiting = numbers.values();
      const work = async () => {
        for (const n of waiting) await one(n);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      // It also tells that the sidecar still answers, and as before.
      await site.tidy();
      if (verbose) console.log(`${from + numbers.length} sent, ${violations.length} violations`);
    }
    const memory = requests >= 10_000 ? site.memory(started) : null;
    for (const line of failures) violations.push(`log: ${line.slice(0, 1500)}`);
    times.sort((a, b) => a - b);
    return { answers, violations, memory, times, seconds: (Date.now() - started) / 1000 };
  } finally {
    await site.stop();
  }
}

/** Shows at most so many violations: the first tell enough. */
const most = 20;

export async function run({ seed, requests, only, verbose }: BenchOptions): Promise<Figures> {
  const done = await fuzz({ seed, requests, only, verbose });
  const relayed = await fuzzRelay(seed, only < 0 ? Math.ceil(requests / 50) : 0);
  const { answers, memory, times, seconds } = done;
  const violations = [...done.violations, ...relayed.violations];
  for (const violation of violations.slice(0, most)) console.log(violation);
  if (violations.length > 0) process.exitCode = 1;
  return {
    requests: times.length,
    seconds,
    violations: violations.length,
    'median, ms': times[Math.floor(times.length / 2)] ?? 0,
    'p99, ms': times[Math.floor(times.length * 0.99)] ?? 0,
    'longest, ms': times.at(-1) ?? 0,
    ...(memory && { memory: { ...memory } }),
    answers: Object.fromEntries([...answers].sort()),
    'through WordPress': Object.fromEntries([...relayed.answers].sort()),
  };
}
