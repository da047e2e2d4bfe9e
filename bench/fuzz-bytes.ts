/** Bytes that are no request, or not the one that they say they are. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { namespace, routes } from '../server/contract/routes.ts';
import { maxMs, wrongError, type Outcome } from './fuzz-send.ts';
import type { Dice } from './fuzz-values.ts';

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`;
const json = 'Content-Type: application/json';

/** Writes valid requests first, and then breaks them. */
const kinds: Record<string, (path: string, dice: Dice) => string> = {
  'truncated body': (path) =>
    lines(`POST ${path} HTTP/1.1`, 'Host: a', json, 'Content-Length: 90') + '{"message":"He',
  'too long a body': (path) =>
    lines(`POST ${path} HTTP/1.1`, 'Host: a', json, 'Content-Length: 3') + '{"message":"Hello"}',
  'lying chunks': (path, dice) =>
    lines(`POST ${path} HTTP/1.1`, 'Host: a', json, 'Transfer-Encoding: chunked') +
    dice.pick([
      '5\r\n{"a":1}\r\n0\r\n\r\n',
      'ZZ\r\n{}\r\n',
      '-1\r\n{}\r\n',
      'fffffffff\r\n{}',
      '0\r\n',
    ]),
  'chunks and a length': (path) =>
    lines(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 4', 'Transfer-Encoding: chunked') +
    '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
  'two lengths': (path) =>
    `${lines(`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 2', 'Content-Length: 3')}{}`,
  'odd length': (path, dice) =>
    lines(
      `POST ${path} HTTP/1.1`,
      'Host: a',
      `Content-Length: ${dice.pick(['-1', '1e3', '+2', ''])}`,
    ),
  'long line': (path, dice) =>
    lines(`GET ${path}?${'a'.repeat(dice.pick([17e3, 1e5]))} HTTP/1.1`, 'Host: a'),
  'long header': (path) => lines(`GET ${path} HTTP/1.1`, 'Host: a', `X-A: ${'b'.repeat(20_000)}`),
  'many headers': (path) =>
    lines(`GET ${path} HTTP/1.1`, 'Host: a', ...Array.from({ length: 2500 }, (_, n) => `A${n}: b`)),
  'garbage headers': (path, dice) =>
    lines(
      `GET ${path} HTTP/1.1`,
      dice.pick([
        'Host',
        ': a',
        'Ho st: a',
        'Host: a\u0000b',
        'Host: a\nB: c',
        ' Host: a',
        '\u00ff: é',
      ]),
    ),
  'odd host': (path, dice) =>
    lines(
      `GET ${path} HTTP/1.1`,
      `Host: ${dice.pick(['[', 'a b', '%', 'a:99999', '', '[::1', '"'])}`,
    ),
  'absolute address': (path, dice) =>
    lines(
      `GET ${dice.pick(['http://[', 'http://', '//', '//[', 'http://a:99999', 'x:', '*', '///', '/%'])}${path} HTTP/1.1`,
      'Host: a',
    ),
  'odd method': (path, dice) =>
    lines(
      `${dice.pick(['CONNECT', 'TRACE', 'OPTIONS', 'HEAD', 'PATCH', 'get', 'QUERY', 'PRI', 'X'])} ${path} HTTP/1.1`,
      'Host: a',
    ),
  'odd version': (path, dice) =>
    lines(`GET ${path} HTTP/${dice.pick(['0.9', '1.0', '2.0', '9', '1.1.1'])}`, 'Host: a'),
  expectation: (path, dice) =>
    lines(
      `POST ${path} HTTP/1.1`,
      'Host: a',
      `Expect: ${dice.pick(['100-continue', 'x'])}`,
      'Content-Length: 2',
    ) + '{}',
  upgrade: (path) =>
    lines(`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket'),
  pipelined: (path, dice) =>
    lines(`GET ${path} HTTP/1.1`, 'Host: a').repeat(dice.pick([2, 20, 100])),
  'pipelined with a broken last': (path) =>
    `${lines(`GET ${path} HTTP/1.1`, 'Host: a').repeat(3)}\u0000\u0001`,
  random: (_path, dice) =>
    String.fromCharCode(...Array.from({ length: 1 + dice.below(400) }, () => dice.below(256))),
  'flipped bytes': (path, dice) =>
    [...lines(`POST ${path} HTTP/1.1`, 'Host: a', json, 'Content-Length: 2'), '{}']
      .map((one) => (dice.chance(0.03) ? String.fromCharCode(dice.below(256)) : one))
      .join(''),
};

export interface FuzzBytes {
  kind: string;
  bytes: Buffer;
}

export function makeBytes(base: string, dice: Dice): FuzzBytes {
  const { path } = dice.pick(routes);
  const kind = dice.pick(Object.keys(kinds));
  const text = kinds[kind]!(`${base}${namespace}${path.replace(/<\w+>/g, '1')}`, dice);
  return { kind, bytes: Buffer.from(text, 'latin1') };
}

/** Answers of Node's own parser, which have no body: https://nodejs.org/api/http.html#event-clienterror */
const parsers = new Set(['400', '408', '413', '417', '431']);

/** Judges all answers of one connection; bodies of a known length. */
function judge(answers: string): { answer: string; wrong: string } {
  let [answer, wrong] = ['closed', ''];
  let rest = answers;
  while (rest !== '' && !wrong) {
    const head = /^HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n/.exec(rest);
    if (!head) return { answer: 'NO HTTP', wrong: `no HTTP: ${rest.slice(0, 200)}` };
    const [top, status = ''] = head;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(top)?.[1] ?? 0);
    const body = rest.slice(top.length, top.length + length);
    answer = status;
    if (Number(status) >= 400 && !(parsers.has(status) && body === ''))
      ({ wrong } = wrongError(Number(status), Buffer.from(body, 'latin1').toString()));
    // The answer to HEAD names the length of a body that is not sent, and a proxied one may be in chunks.
    rest = rest.slice(top.length + length);
    if (/\r\ntransfer-encoding: chunked/i.test(top)) rest = '';
  }
  return { answer, wrong };
}

/** Sends the bytes, ends its half a moment later and reads what is said until the end. */
export function sendBytes(origin: string, { kind, bytes }: FuzzBytes): Promise<Outcome> {
  const { port, hostname } = new URL(origin);
  const started = performance.now();
  return new Promise((resolve) => {
    let [said, first] = ['', 0];
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const late = setTimeout(() => socket.destroy(new Error('still open after 5 s')), 5000);
    let failure = '';
    socket.on('data', (part) => {
      first ||= performance.now() - started;
      said += part.toString('latin1');
    });
    socket.on('end', () => socket.end());
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The parser's answer to a long request is followed by a reset, because the rest of it is unread.
      if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) failure = error.message;
    });
    socket.on('close', () => {
      clearTimeout(late);
      const { answer, wrong } = /\bHEAD\b/.test(bytes.toString('latin1', 0, 6))
        ? { answer: 'HEAD', wrong: '' }
        : judge(said);
      const slow = first > maxMs ? `took ${first.toFixed(0)} ms` : '';
      resolve({ answer: `${kind}: ${answer}`, ms: first, violation: failure || wrong || slow });
    });
    socket.write(bytes);
    void sleep(20).then(() => socket.end());
  });
}
