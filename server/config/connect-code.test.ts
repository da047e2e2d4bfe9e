import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connectedConfig } from '../cli/connect.ts';
import { readConfig } from './config.ts';
import { readConnectCode } from './connect-code.ts';
import { listen } from '../../test/fakes/listen.ts';

const secret = 'f'.repeat(64);
const codeOf = (payload: string, form = 'itih1') => {
  const encoded = Buffer.from(payload).toString('base64url');
  return `${form}.${encoded}.${createHash('sha256').update(encoded).digest('hex').slice(0, 8)}`;
};
const good = codeOf(JSON.stringify({ site: 'https://example.com/shop', secret }));

test('one variable is all that a sidecar elsewhere needs', () => {
  expect(readConfig({ ITIH_CONNECT: good })).toMatchObject({
    siteUrl: 'https://example.com/shop',
    secret,
    // Another site on this machine must not be taken for it.
    tryLoopback: false,
    database: { dialect: 'sqlite' },
  });
  const inside = { ITIH_CONNECT: good, ITIH_SITE_URL: 'http://wordpress' };
  expect(readConfig(inside).siteUrl).toBe('http://wordpress');
});

test('a one-time code is not taken for a secret where nothing exchanges it', () => {
  const content = JSON.stringify({ site: 'https://example.com', code: secret });
  const read = () => readConfig({ ITIH_CONNECT: codeOf(content, 'itih2') });
  expect(read).toThrow(/one-time code/);
});

test.each<[string, Record<string, string>, string]>([
  ['an address', { ITIH_SITE_URL: 'http://me:opensesame@wordpress' }, 'ITIH_SITE_AUTH'],
  [
    'a connection code',
    { ITIH_CONNECT: codeOf(JSON.stringify({ site: 'https://me:opensesame@wp.test', secret })) },
    'ITIH_SITE_AUTH',
  ],
  ['a password without its user', { ITIH_SITE_AUTH: 'opensesame' }, 'ITIH_SITE_AUTH'],
])('%s with a password is refused by a sentence without it', (_case, variables, named) => {
  const read = () => readConfig({ ITIH_CONNECT: good, ...variables });
  expect(read).toThrow(named);
  expect(read).not.toThrow('opensesame');
});

test.each([
  ['cut off', good.slice(0, -3)],
  ['something else', 'hello'],
  ['of another form', codeOf('"text"')],
  ['with a short secret', codeOf(JSON.stringify({ site: 'https://example.com', secret: 'short' }))],
  ['of one use with a secret', good.replace('itih1', 'itih2')],
])('a code that is %s is refused without being repeated', (_case, code) => {
  expect(() => readConnectCode(code)).toThrow(/ITIH_CONNECT/);
  try {
    readConnectCode(code);
  } catch (error) {
    expect((error as Error).message).not.toContain(code.slice(6, 30) || '-');
  }
});

describe('a one-time code', () => {
  const oneTime = 'c'.repeat(64);
  let folder: string;
  let server: Awaited<ReturnType<typeof listen>>;
  let site: string;
  /** Codes that the site takes, once each. */
  let valid: string[];
  let calls: unknown[];
  const codeFor = (code: string, at = site) => codeOf(JSON.stringify({ site: at, code }), 'itih2');
  const start = (variables: Record<string, string> = {}) =>
    connectedConfig(
      {},
      { ITIH_CONNECT: codeFor(oneTime), ITIH_CACHE_DIR: join(folder, 'state'), ...variables },
    );

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'itih-code-'));
    [valid, calls] = [[oneTime], []];
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const body = (await json(request)) as { code: string };
      calls.push([request.method, request.headers.authorization, body]);
      const isValid = valid.includes(body.code);
      valid = valid.filter((code) => code !== body.code);
      const connect = codeOf(JSON.stringify({ site, secret }));
      const refusal = { code: 'rest_forbidden', message: 'No.', data: { status: 403 } };
      response.statusCode = isValid ? 200 : 403;
      response.end(JSON.stringify(isValid ? { connect, sidecar_url: '' } : refusal));
    };
    server = await listen(createServer((request, response) => void answer(request, response)));
    site = server.url;
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  test('is exchanged with the first start, and further starts go on with what that has kept', async () => {
    expect(await start()).toMatchObject({ siteUrl: site, secret, tryLoopback: false });
    const file = join(folder, 'state', 'connection.env');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(oneTime);
    expect(await start()).toMatchObject({ siteUrl: site, secret });
    expect(calls).toEqual([['POST', undefined, { sidecar_url: '', code: oneTime }]]);
    // Such as after "Disconnect".
    valid = ['d'.repeat(64)];
    expect(await start({ ITIH_CONNECT: codeFor(valid[0]!) })).toMatchObject({ secret });
    expect(calls).toHaveLength(2);
  });

  test('passes the password of the site’s web server', async () => {
    await start({ ITIH_SITE_AUTH: 'staging:sesame' });
    expect(calls).toMatchObject([['POST', `Basic ${btoa('staging:sesame')}`, {}]]);
  });

  test('that was used or is too old is told with what to do, unless its connection is kept', async () => {
    valid = [];
    await expect(start()).rejects.toThrow(
      /used already, or is older.*Make a new one.*lasting form/,
    );
    await start().catch((error: Error) => expect(error.message).not.toContain(oneTime));
    expect(readFileSync(join(folder, 'state', 'connection.env'), 'utf8')).not.toContain('itih1');
  });

  test.each<[string, () => Record<string, string>, RegExp]>([
    [
      'no folder',
      () => ({ ITIH_CACHE_DIR: '', ITIH_DATABASE_URL: 'sqlite::memory:' }),
      /cannot be kept.*ITIH_CACHE_DIR.*lasting form/,
    ],
    ['a mistake elsewhere', () => ({ ITIH_PORT: 'many' }), /ITIH_PORT/],
    [
      'a site without HTTPS',
      () => ({ ITIH_CONNECT: codeFor(oneTime, 'http://wp.example') }),
      /has no HTTPS/,
    ],
  ])('is not used up where there is %s', async (_case, variables, why) => {
    await expect(start(variables())).rejects.toThrow(why);
    expect(calls).toEqual([]);
  });
});
