import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { Figures } from '../../server/contract/figures.ts';
import { answer, apiError, type Behaviour } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { freePort } from './process.ts';
import { mariadb, startSidecar, type Sidecar } from './sidecar.ts';

/** Two seconds; with ten places five answers in a second. */
const slow = answer({ text: ['The swans are fed', ' at noon.'], delayMs: 1000 });
const places = 10;
const questions = 120;
/** Milliseconds between two questions: three times as many as can be answered. */
const pace = 1000 / 15;

let behaviour: Behaviour = slow;
let vendor: OpenAiServer;
let sidecar: Sidecar;
let port: number;
beforeAll(async () => {
  vendor = await startOpenAiServer({ behave: () => behaviour });
  port = await freePort();
  sidecar = await startSidecar(mariadb(), { ITIH_METRICS_PORT: String(port) });
  await choose(vendor.url);
}, 60_000);
afterAll(async () => {
  await sidecar.stop();
  await vendor.close();
});

async function choose(base_url: string): Promise<void> {
  const openai = { api_key: fakeApiKey, base_url, model: 'gpt-4o-mini' };
  const { status } = await sidecar.shim.admin('PUT', '/settings', {
    body: {
      llm: { provider: 'openai', fallback: 'builtin', openai },
      chat: { strict: false },
      limits: { answers_total: places, answers_relayed: 1000, per_ip_max: 0, per_site_max: 0 },
    },
  });
  expect(status).toBe(200);
}

interface Seen {
  ending: 'answered' | 'turned away';
  isTold: boolean;
  model: string;
}

/** Asks as a visitor of a network of its own, and returns what the visitor was shown. */
async function ask(visitor: number): Promise<Seen> {
  const { status, frames } = await sidecar.shim.chat(`When are the swans fed, ${visitor}?`, {
    ip: `198.51.${100 + Math.floor(visitor / 250)}.${visitor % 250}`,
  });
  const events = frames.map(({ data }) => data);
  const isTold = events.some((event) => event.type === 'status' && event.stage === 'waiting');
  const failed = events.find((event) => event.type === 'error');
  if (status !== 200 || failed) {
    const code = failed?.code ?? 'overloaded';
    expect([[200, 503].includes(status), code]).toEqual([true, 'overloaded']);
    return { ending: 'turned away', isTold, model: '' };
  }
  const done = events.find((event): event is ChatEvent & { type: 'done' } => event.type === 'done');
  return { ending: 'answered', isTold, model: done?.model ?? '' };
}

/** Returns the sum of a metric over the labels that are not named. */
async function metric(name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
  return lines
    .filter((line) => line.includes(labels))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function ofToday() {
  const figures = await sidecar.shim.admin<Figures>('GET', '/figures', { query: { days: '1' } });
  const status = await sidecar.shim.admin<StatusReply>('GET', '/status');
  return { day: figures.body.period.days[0]!, today: status.body.today! };
}

test('what visitors of a crowd met is what metrics and dashboard count', async () => {
  const asking: Promise<Seen>[] = [];
  for (let n = 0; n < questions; n++) {
    asking.push(ask(n));
    await sleep(pace);
  }
  const seen = await Promise.all(asking);
  const answered = seen.filter(({ ending }) => ending === 'answered');
  const refused = seen.length - answered.length;
  const waited = answered.filter(({ isTold }) => isTold).length;
  expect(refused).toBeGreaterThan(20);
  expect(waited).toBeGreaterThan(10);

  expect(await metric('itih_turned_away_total')).toBe(refused);
  expect(await metric('itih_answer_seconds_count')).toBe(answered.length);
  expect(await metric('itih_question_wait_seconds_count')).toBe(answered.length);
  const { day, today } = await ofToday();
  expect(day).toMatchObject({ questions: answered.length, turned_away: refused, waited });
  expect(today.waited).toBe(waited);
  expect(today.turned_away.reduce((sum, { count }) => sum + count, 0)).toBe(refused);
  console.log(
    `${questions} asked: ${answered.length} answered, ${waited} waited, ${refused} refused`,
  );
}, 90_000);

test('each outage of a vendor is counted by its kind, and who stood in', async () => {
  const gone = await startOpenAiServer();
  await gone.close();
  const outages = [
    {
      failure: 'key',
      behaviour: apiError(401, { message: 'Incorrect API key provided.' }),
      at: vendor.url,
    },
    {
      failure: 'credit',
      behaviour: apiError(402, { message: 'Payment required.' }),
      at: vendor.url,
    },
    { failure: 'down', behaviour: slow, at: gone.url },
  ];
  const before = await ofToday();
  for (const [number, outage] of outages.entries()) {
    ({ behaviour } = outage);
    await choose(outage.at);
    for (let each = 0; each < 3; each++) {
      const { ending, model } = await ask(200 + 10 * number + each);
      expect([ending, model.split(':')[0]]).toEqual(['answered', 'builtin']);
    }
    expect(await metric('itih_vendor_failures_total', `failure="${outage.failure}"`)).toBe(3);
  }
  expect(await metric('itih_fallbacks_total', 'from="openai",to="builtin"')).toBe(9);
  const { day, today } = await ofToday();
  expect(day.failures - before.day.failures).toBe(9);
  expect(today.stood_in).toEqual({ builtin: 9, other: 0 });
  const counted = outages.map(({ failure }) => ({ provider: 'openai', failure, count: 3 }));
  expect(today.failures).toEqual(expect.arrayContaining(counted));
  expect(today.failures).toHaveLength(3);
}, 60_000);

test('an owner’s trial is no failure that visitors met', async () => {
  const before = await ofToday();
  const { body } = await sidecar.shim.admin('POST', '/admin/test', { body: { scope: 'llm' } });
  expect(body['ok']).toBe(false);
  expect((await ofToday()).today).toEqual(before.today);
});
