import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { askUntilServed } from '../widget/ask-again.ts';
import { RequestError, lost, readFailure } from '../widget/failure.ts';
import { readEvents } from '../widget/stream.ts';
import { quantile } from './relay-client.ts';
import type { Figures } from './run.ts';
import { startStreamsSite } from './streams-site.ts';

type Site = Awaited<ReturnType<typeof startStreamsSite>>;

/** 20 tokens a second for 5 seconds. */
const model = '100x50';
/** Milliseconds for which each number of visitors asks. */
const duration = 150_000;
/** Milliseconds for which a visitor reads an answer. */
const reading = { min: 8000, max: 20_000 };

/** The outcome of a question. */
interface Asked {
  /** Milliseconds until the first word; null: the widget has given up. */
  wait: number | null;
  tries: number;
}

/** Asks as the widget does, which asks again by itself. */
async function ask(site: Site, address: string, message: string): Promise<Asked> {
  const { signal } = new AbortController();
  const started = performance.now();
  const request_id = randomUUID();
  let tries = 0;
  async function* once() {
    tries++;
    const response = await fetch(site.chat, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-wp-nonce': site.nonce,
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ message, request_id }),
    });
    if (!response.ok) throw new RequestError(await readFailure(response));
    if (!response.body) throw new RequestError(lost);
    yield* readEvents(response.body, signal, () => undefined);
  }
  let wait: number | null = null;
  try {
    for await (const event of askUntilServed(once, signal, Date.now)) {
      if (event.type === 'delta') wait ??= performance.now() - started;
    }
  } catch (error) {
    if (!(error instanceof RequestError) || error.failure.code !== 'overloaded') throw error;
  }
  return { wait, tries };
}

/** A visitor of a network of one's own who asks, reads the answer and asks again. */
async function visit(site: Site, address: string, end: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  const pause = () => reading.min + (reading.max - reading.min) * Math.random();
  // They do not all come at once.
  for (await sleep(pause() / 2); performance.now() < end; await sleep(pause())) {
    asked.push(await ask(site, address, `What is note ${asked.length} of ${address}?`));
  }
  return asked;
}

async function measure(site: Site, visitors: number): Promise<Figures> {
  const end = performance.now() + duration;
  const addresses = Array.from({ length: visitors }, (_, n) => `203.0.113.${n + 1}`);
  const asked = (await Promise.all(addresses.map((own) => visit(site, own, end)))).flat();
  const waits = asked.flatMap(({ wait }) => (wait === null ? [] : [wait / 1000]));
  return {
    questions: asked.length,
    refused_for_good: asked.length - waits.length,
    tries_mean: asked.reduce((sum, { tries }) => sum + tries, 0) / asked.length,
    wait_s_p50: quantile(waits, 0.5),
    wait_s_p90: quantile(waits, 0.9),
    wait_s_max: Math.max(...waits),
    load: loadavg()[0] ?? 0,
  };
}

/** Two connections of one network that are opened again as soon as they end, and a newcomer beside them. */
async function besideAHog(site: Site): Promise<Figures> {
  let isOver = false;
  const hold = async () => {
    for (let n = 0; !isOver; n++) await ask(site, '198.51.100.1', `And note ${n}?`);
  };
  const hogs = [hold(), hold()];
  await sleep(2000);
  const waits: number[] = [];
  for (let n = 0; n < 8; n++) {
    const { wait } = await ask(site, `198.51.100.${n + 2}`, 'What is a note?');
    waits.push(wait === null ? Infinity : wait / 1000);
  }
  isOver = true;
  await Promise.all(hogs);
  return {
    newcomers: waits.length,
    wait_s_p50: quantile(waits, 0.5),
    wait_s_max: Math.max(...waits),
  };
}

/**
 * Visitors of a small site with four PHP workers, of which two wait for answers of five seconds: how long each question
 * waits while the widget asks again by itself, and how many are refused all the same.
 */
export async function run(): Promise<Figures> {
  // The widget's pauses end when the browser is online again.
  Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} });
  const site = await startStreamsSite();
  try {
    await site.use('relay');
    await site.answer(model, 0);
    const figures: Figures = { beside_a_hog: await besideAHog(site) };
    for (const visitors of [2, 3, 5, 10]) {
      figures[`of_${visitors}`] = await measure(site, visitors);
      console.error(JSON.stringify(figures[`of_${visitors}`]));
    }
    return figures;
  } finally {
    await site.stop();
  }
}
