/** The network breaks in the middle of answers: each arrives whole, and is asked, stored and charged once. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAnswers } from '../../widget/answer.ts';
import { createSession } from '../../widget/session.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { randomNumbers } from '../hostile/file.ts';
import { memoryStorage } from '../widget/browser.ts';
import { anonymousNonce, startAppWithModel, type App } from './app-server.ts';
import { startCuttingProxy, type Cut } from './cutting-proxy.ts';
import { isFull } from '../full-runs.ts';

/** 200 in full runs. */
const kills = isFull ? 200 : 40;
/** So few that none is sent away as one of a crowd, on a slow machine either. */
const atOnce = 5;
const charge = { prompt_tokens: 70, completion_tokens: 30 };

let openai: OpenAiServer;
let app: App;
beforeAll(async () => {
  // As much of a browser as the reader needs.
  Object.assign(globalThis, {
    location: { href: 'http://site.test/' },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  openai = await startOpenAiServer();
  // Only with a cap are tokens counted.
  const limits = { per_ip_max: 0, answers_per_ip: 0, daily_tokens: 100_000_000 };
  const env = { ITIH_PUBLIC_PORT: '0' };
  app = await startAppWithModel(openai, { env, settings: { limits } });
});
afterAll(async () => {
  await app.close();
  await openai.close();
});

/** Each piece is told from all others, so that none can be lost, doubled or moved unseen. */
const piecesOf = (n: number) => Array.from({ length: 24 }, (_, piece) => `${n}.${piece}, `);
const textOf = (n: number) => `${piecesOf(n).join('')}end`;

const random = randomNumbers(200);
const question = /^POST \/itih\/v1\/chat /;
const readingOn = /^GET \/itih\/v1\/chat\/\d+\/events/;
const bytes = () => Math.floor(random() * 1200);

/** Every fifth line breaks before the first event; every fourth of the others once more. */
function planFor(n: number): Cut[] {
  if (n % 5 === 0) return [{ request: question, bytes: undefined }];
  const first = { request: question, bytes: bytes() };
  return n % 4 === 0 ? [first, { request: readingOn, bytes: bytes() % 200 }] : [first];
}

/** Gives the nonce of anonymous visitors, as PHP does. */
const fetchAnonymous: typeof fetch = (input, init) =>
  new URL(input instanceof Request ? input.url : input).pathname === '/itih/v1/session'
    ? Promise.resolve(
        Response.json({
          nonce: anonymousNonce(),
          expires_in: 3600,
          limits: { max_message_chars: 4000 },
          available: true,
        }),
      )
    : fetch(input, init);

/** Asks as the widget does, over a line that breaks. */
async function askOver(n: number) {
  const plan = planFor(n);
  const proxy = await startCuttingProxy(app.publicUrl, plan);
  const storage = memoryStorage();
  const session = createSession(`${proxy.url}/itih/v1/`, storage, fetchAnonymous);
  const answers = createAnswers(session, storage, 'en', { pauses: [5, 20, 50, 100] });
  const types: string[] = [];
  let text = '';
  let id = '';
  try {
    for await (const event of answers.ask(`Question ${n}?`, AbortSignal.timeout(60_000))) {
      types.push(event.type);
      if (event.type === 'delta') text += event.content;
      if (event.type !== 'meta') continue;
      id = event.session_id;
      session.adopt({ id, secret: event.session_secret ?? '' });
    }
  } finally {
    await proxy.close();
  }
  const ends = types.filter((type) => type === 'meta' || type === 'done');
  return { n, id, text, ends, spared: plan.length - proxy.cuts() };
}

/** Returns the stored turns of each conversation, by its id. */
async function storedTurns() {
  const rows = await app.services.database.query
    .selectFrom('chats')
    .innerJoin('chat_sessions', 'chat_sessions.id', 'chats.session_id')
    .select(['public_id', 'role', 'content', 'prompt_tokens', 'completion_tokens'])
    .orderBy('chats.id')
    .execute();
  return Map.groupBy(rows, ({ public_id }) => public_id);
}

test(`${kills} answers over lines that break arrive whole and are charged once`, async () => {
  const numbers = Array.from({ length: kills }, (_, n) => n);
  openai.script(
    ...numbers.map((n) => answer({ text: [...piecesOf(n), 'end'], delayMs: 10, counted: charge })),
  );
  const waiting = [...numbers];
  const given: Awaited<ReturnType<typeof askOver>>[] = [];
  const askInTurn = async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      given.push(await askOver(n));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askInTurn));

  expect(given.filter(({ spared }) => spared > 0)).toEqual([]);
  expect(given.map(({ text }) => text).sort()).toEqual(numbers.map(textOf).sort());
  expect(given.filter(({ ends }) => ends.join() !== 'meta,done')).toEqual([]);

  const stored = await storedTurns();
  expect(stored.size).toBe(kills);
  for (const { n, id, text } of given) {
    expect(stored.get(id)).toMatchObject([
      { role: 'user', content: `Question ${n}?` },
      { role: 'assistant', content: text, ...charge },
    ]);
  }
  expect(openai.requests).toHaveLength(kills);
  const { budget } = (await app.shim.admin('GET', '/figures')).body as {
    budget: { day: { used: number } };
  };
  const tokens = charge.prompt_tokens + charge.completion_tokens;
  expect(budget.day.used).toBe(kills * tokens);
}, 300_000);
