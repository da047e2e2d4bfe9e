/** Visitors who mean no good, each bounded in number and in time. */
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { errors } from '../server/contract/errors.ts';

/** How often each answer was given, as `403 rest_cookie_invalid_nonce`. */
export type Answers = Map<string, number>;

const known = new Set<string>(Object.keys(errors));

function count(answers: Answers, answer: string): void {
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
}

/** Status and code of an answer; a code that the contract does not have is marked. */
async function nameOf(response: IncomingMessage): Promise<string> {
  const status = response.statusCode ?? 0;
  if (status < 400) return String(status);
  const body = await text(response);
  try {
    const { code } = JSON.parse(body) as { code: string };
    return `${status} ${known.has(code) || code.startsWith('rest_') ? code : `UNKNOWN ${code}`}`;
  } catch {
    return `${status} NO JSON`;
  }
}

interface Sent {
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The body is not ended. */
  open?: boolean;
}

/** Sends a request and gives its response, or null when the connection was ended. */
function send(method: string, url: string, { headers = {}, body = '', open = false }: Sent) {
  const sent = request(url, { method, headers, agent: false });
  const response = new Promise<IncomingMessage | null>((resolve) => {
    sent.on('response', resolve).on('error', () => resolve(null));
  });
  if (open) sent.write(body);
  else sent.end(body);
  return { response, end: () => void sent.destroy() };
}

/** Compressed bodies of 23 MB each whose last byte never comes, from nobody in particular. */
export async function holdCompressed(urls: readonly string[], answers: Answers): Promise<void> {
  const body = gzipSync(Buffer.alloc(23 * 2 ** 20, 'x'));
  const headers = {
    'content-encoding': 'gzip',
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  };
  const held = urls.map((url) => send('POST', url, { headers, body, open: true }));
  for (const { response } of held) {
    void response.then(async (one) => one && count(answers, await nameOf(one)));
  }
  await sleep(10_000);
  for (const { end } of held) end();
}

/** Readers who ask for a long answer and do not read it; each from an address of its own. */
export async function readSlowly(
  url: string,
  nonce: string,
  readers: number,
  answers: Answers,
): Promise<void> {
  const held = Array.from({ length: readers }, (_, n) => {
    const headers = {
      'content-type': 'application/json',
      'x-wp-nonce': nonce,
      'x-forwarded-for': `198.51.100.${n + 1}`,
    };
    const sent = send('POST', url, { headers, body: JSON.stringify({ message: `Hello ${n}` }) });
    void sent.response.then((response) => {
      if (response) count(answers, String(response.statusCode));
      response?.pause();
    });
    return sent;
  });
  await sleep(15_000);
  for (const { end } of held) end();
}

/** Streams of one address, read to their ends; gives how many were answered. */
export async function openStreams(
  url: string,
  nonce: string,
  streams: number,
  answers: Answers,
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-wp-nonce': nonce };
  const all = Array.from({ length: streams }, async (_, n) => {
    const body = JSON.stringify({ message: `Tell me about number ${n}` });
    const response = await send('POST', url, { headers, body }).response;
    if (!response) return 0;
    const answer = await nameOf(response);
    count(answers, answer);
    if (answer === '200') await text(response);
    return answer === '200' ? 1 : 0;
  });
  return (await Promise.all(all)).reduce<number>((sum, one) => sum + one, 0);
}

/** Milliseconds until the places are held, and between two newcomers. */
const holdMs = 3000;

/**
 * One address that holds all that it can of PHP's places and asks again when it is refused, and newcomers beside it, one
 * after the other; gives how many of these were refused. Newcomers leave when their answer begins.
 */
export async function holdPlaces(
  url: string,
  nonce: string,
  newcomers: number,
  answers: Answers,
): Promise<number> {
  const ask = (address: string, message: string) =>
    send('POST', url, {
      headers: {
        'content-type': 'application/json',
        'x-wp-nonce': nonce,
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ message }),
    });
  let stopped = false;
  const hold = async (n: number) => {
    for (let asked = 0; !stopped; asked++) {
      const { response, end } = ask('203.0.113.7', `Tell me all about ${n} and ${asked}`);
      const got = await response;
      if (got?.statusCode === 200) await text(got).catch(() => '');
      else got?.resume();
      end();
      await sleep(500);
    }
  };
  const holding = [1, 2, 3].map(hold);
  await sleep(holdMs);
  let refused = 0;
  for (let n = 0; n < newcomers; n++) {
    const { response, end } = ask(`198.51.100.${100 + n}`, `When does number ${n} open?`);
    const got = await response;
    const answer = got ? await nameOf(got) : 'connection ended';
    count(answers, `newcomer ${answer}`);
    if (answer !== '200') refused++;
    end();
    await sleep(holdMs);
  }
  stopped = true;
  await Promise.all(holding);
  return refused;
}

const nonsense: ((api: string, n: number) => [string, string, Sent])[] = [
  (api) => ['POST', `${api}/chat`, { body: '{"message":"Hello"}' }],
  (api, n) => ['POST', `${api}/chat/sync`, { headers: { 'x-wp-nonce': `${n}` }, body: '{' }],
  (api) => ['POST', `${api}/CHAT/SYNC`, { body: 'x'.repeat(10_000) }],
  (api, n) => ['GET', `${api}/history?session_id=${n}`, {}],
  (api) => ['DELETE', `${api}/history`, { headers: { 'x-wp-nonce': '0123456789' } }],
  (api) => [
    'POST',
    `${api}/feedback`,
    { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' },
  ],
];

/** Requests that are all to be refused, some at a time. */
export async function sendNonsense(api: string, requests: number, answers: Answers): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let n = next++; n < requests; n = next++) {
      const response = await send(...nonsense[n % nonsense.length]!(api, n)).response;
      count(answers, response ? await nameOf(response) : 'connection ended');
      response?.resume();
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}
