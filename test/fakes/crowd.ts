/** Visitors who ask a sidecar, and the faults of a vendor that they meet. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { answer, apiError, type Behaviour } from './openai-behaviours.ts';
import type { shimFor } from './shim.ts';

type Shim = ReturnType<typeof shimFor>;

/** Answers that are written at one time, each in two seconds: five in a second. */
export const places = 10;
export const slow = answer({ text: ['The swans are fed', ' at noon.'], delayMs: 1000 });
/** Milliseconds between two questions: three times as many as can be answered. */
const pace = 1000 / 15;

/** Settings under which only the places limit the answers of visitors, by their networks. */
export const crowdSettings = {
  chat: { strict: false },
  limits: { answers_total: places, answers_relayed: 1000, per_ip_max: 0, per_site_max: 0 },
};

export const outages: { failure: string; behaviour: Behaviour }[] = [
  {
    failure: 'key',
    behaviour: apiError(401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' }),
  },
  { failure: 'credit', behaviour: apiError(402, { message: 'Payment required.' }) },
  { failure: 'down', behaviour: { kind: 'reset' } },
];

/** An answer as its visitor saw it. */
export interface Shown {
  /** Empty: the visitor was turned away. */
  model: string;
  /** Whether the visitor was told that the question waits. */
  isTold: boolean;
}

/** Asks as a visitor of a network of its own. */
export async function askAlone(shim: Shim, visitor: number): Promise<Shown> {
  const { status, frames } = await shim.chat(`When are the swans fed, ${visitor}?`, {
    ip: `198.51.${100 + Math.floor(visitor / 250)}.${visitor % 250}`,
  });
  const events = frames.map(({ data }) => data);
  const isTold = events.some((event) => event.type === 'status' && event.stage === 'waiting');
  const failed = events.find((event) => event.type === 'error');
  if (status === 503 || failed?.code === 'overloaded') return { model: '', isTold };
  if (status !== 200 || failed) throw new Error(`${status} ${failed?.code}`);
  const done = events.find((event): event is ChatEvent & { type: 'done' } => event.type === 'done');
  return { model: done?.model ?? '', isTold };
}

/** Asks many questions, three times as fast as they can be answered. */
export async function askAsCrowd(shim: Shim, questions: number) {
  const asking: Promise<Shown>[] = [];
  for (let n = 0; n < questions; n++) {
    asking.push(askAlone(shim, n));
    await sleep(pace);
  }
  const shown = await Promise.all(asking);
  const answered = shown.filter(({ model }) => model !== '');
  return {
    answered: answered.length,
    waited: answered.filter(({ isTold }) => isTold).length,
    refused: shown.length - answered.length,
  };
}
