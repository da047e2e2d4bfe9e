/** Accel and edge through the real nginx, with the configuration that the plugin prints. */
import type { IncomingHttpHeaders } from 'node:http';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { errorBody } from '../../../server/contract/errors.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { signingServer } from '../../fakes/signing-server.ts';
import { until } from '../../fakes/wait.ts';
import { program } from '../../program.ts';
import {
  login,
  pluginComplaints,
  runPhp,
  signer,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { run } from '../../../tools/stack/commands.ts';
import { wp } from './wp-cli.ts';
import { ask, saveSettings, visitorNonce } from './visitor.ts';
import { publicEnv, selfTest, useSnippet, type Parts } from './web-server.ts';

const visitors = 8;

let sidecar: Sidecar;
let openai: OpenAiServer;
let publicPort: number;
let nonce: string;

const api = () => `${stack().url}/wp-json/itih/v1`;
const send = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(api() + path, {
    ...init,
    headers: { 'content-type': 'application/json', 'x-wp-nonce': nonce, ...headers },
  });
const question = (message: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  send('/chat', headers, {
    method: 'POST',
    body: JSON.stringify({ message }),
    ...(signal && { signal }),
  });
const codeOf = async (response: Response) => errorBody.parse(await response.json()).code;

async function begin(parts: Parts): Promise<void> {
  await useSnippet(parts, publicPort);
  await selfTest();
}

async function start(): Promise<void> {
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  sidecar = await startSidecar({
    env: await publicEnv(publicPort),
    settings: {
      chat: { strict: false },
      limits: { per_ip_max: 0, answers_per_ip: 0, trusted_proxies: ['127.0.0.1'] },
      llm: { provider: 'openai', fallback: '', openai: connection },
    },
  });
  await until('the first contact', () => runPhp<boolean>('return \\Itih\\RagChat\\had_contact();'));
}

beforeAll(async () => {
  openai = await startOpenAiServer();
  publicPort = await freePort();
  await start();
});
beforeEach(async () => {
  nonce = await visitorNonce();
});
afterAll(async () => {
  await useSnippet('none', publicPort);
  await runPhp("delete_option( 'itih_transport' ); delete_option( 'itih_held_back' );");
  await sidecar.stop();
  await openai.close();
});

/** Counts established connections to a port of this machine, as Linux tells. */
const connectionsTo = (port: number): number => {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return lines.filter(([, from, , state]) => from?.endsWith(local) && state === '01').length;
};

/** Opens more silent answers than there are PHP workers, and measures a page meanwhile. */
async function pageDuring(streams: number): Promise<number> {
  const leaving = new AbortController();
  const open = Array.from({ length: streams }, () =>
    question('Think for ever [[fake:hang]]', {}, leaving.signal),
  );
  try {
    const answers = await Promise.all(open);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const started = performance.now();
    const page = await fetch(stack().url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
    return performance.now() - started;
  } finally {
    leaving.abort();
    await Promise.allSettled(open);
  }
}

describe('the self-test', () => {
  test('finds the relay on a plain nginx, and says why the better ways do not work', async () => {
    await useSnippet('none', publicPort);
    expect(await selfTest()).toMatchObject({
      use: 'relay',
      why: {
        edge: 'The web server leads the path of the chat to WordPress.',
        accel: 'The configuration of nginx has no location @itih_sidecar.',
      },
    });
  });

  test('finds accel, then edge', async () => {
    await useSnippet('accel', publicPort);
    expect(await selfTest()).toMatchObject({ use: 'accel', why: { edge: expect.any(String) } });
    await useSnippet('both', publicPort);
    expect(await selfTest()).toMatchObject({ use: 'edge', why: [] });
  });

  test('is run by Site Health of an administrator, whose login it leaves out', async () => {
    await useSnippet('both', publicPort);
    const admin = await login();
    const { body } = await admin.rest<{ status: string; description: string }>(
      'GET',
      '/itih/v1/site-health/streaming',
    );
    expect(body.status).toBe('good');
    expect(body.description).toContain('straight to the sidecar');
  });

  test('says that the keys of nonces are missing', async () => {
    await useSnippet('both', publicPort);
    const env = { ...(await publicEnv(publicPort)), ITIH_NONCE_KEY: 'another' };
    const { databaseUrl } = sidecar;
    await sidecar.stop();
    sidecar = await startSidecar({ databaseUrl, env });
    const { use, why } = await selfTest();
    expect([use, why['edge']]).toEqual(['accel', expect.stringContaining('NONCE_KEY')]);
    await sidecar.stop();
    sidecar = await startSidecar({ databaseUrl, env: await publicEnv(publicPort) });
  });

  test('shows what browsers reported', async () => {
    await send('/session?held_back=1');
    await send('/session?held_back=1');
    const found = await runPhp<{ status: string; says: string }>(
      'return \\Itih\\RagChat\\check_streaming();',
    );
    expect(found.status).toBe('recommended');
    expect(found.says).toMatch(/^1 browser told within 7 days/);
    await runPhp("delete_option( 'itih_held_back' );");
  });
});

describe('the doctor', () => {
  const doctor = async (...args: string[]) => {
    const given = { ITIH_SITE_URL: stack().url, ITIH_SECRET: stack().secret };
    const env = { ...(await publicEnv(publicPort)), ...given };
    return run(process.execPath, [program, 'doctor', ...args], {
      env: { ...env, ITIH_DATABASE_URL: 'sqlite::memory:', ITIH_FETCH_ALLOW: '127.0.0.1' },
    });
  };

  test('of WP-CLI and of the sidecar print the same configuration', async () => {
    const { stdout } = await wp([
      'itih',
      'doctor',
      '--snippets=nginx',
      `--public=http://127.0.0.1:${publicPort}`,
    ]);
    expect(stdout).toContain(`proxy_pass http://127.0.0.1:${publicPort}$itih_route`);
    expect(stdout).not.toContain('{{');
    expect((await doctor('--snippets', 'nginx')).trim()).toBe(stdout.trim());
  });

  test('of the sidecar says which way works, and why not a better one', async () => {
    await useSnippet('accel', publicPort);
    const said = await doctor();
    expect(said).toContain('ok    streaming: Transport: accel.');
    expect(said).toContain('The web server leads the path of the chat to WordPress.');
  });
});

describe.each<[string, Parts]>([
  ['accel', 'accel'],
  ['edge', 'both'],
])('%s', (_name, parts) => {
  beforeAll(() => begin(parts));

  test('streams a whole answer, and reads on after its last event', async () => {
    const answer = await ask('When are you open?');
    expect(answer.events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
    expect(answer.text).not.toBe('');
    expect(answer.frames.map(({ id }) => id)).toEqual(answer.frames.map((_, n) => n + 1));
    const [meta] = answer.events;
    const id = meta?.type === 'meta' ? meta.message_id : 0;
    const { session } = answer;
    const path = `/chat/${id}/events?session_id=${session?.id}`;
    const headers = { 'x-itih-secret': session?.secret ?? '', 'last-event-id': '1' };
    const rest = await send(path, headers);
    expect(rest.headers.get('content-type')).toMatch('text/event-stream');
    expect(await rest.text()).toMatch(/^id: 2\n[\s\S]*event: done/);
    expect((await send(path, { ...headers, 'x-itih-secret': 'another' })).status).toBe(403);
  });

  test(`${visitors} silent answers leave the four PHP workers free`, async () => {
    expect(await pageDuring(visitors)).toBeLessThan(3000);
  });

  test('the sidecar learns within two seconds that a visitor has left', async () => {
    const port = parts === 'both' ? publicPort : stack().sidecarPort;
    await until('earlier streams are closed', () => connectionsTo(port) === 0, 5000);
    const leaving = new AbortController();
    const open = await question('Think for ever [[fake:hang]]', {}, leaving.signal);
    expect([open.status, connectionsTo(port)]).toEqual([200, 1]);
    leaving.abort();
    await until('the connection is closed', () => connectionsTo(port) === 0, 2000);
  });

  test('a wrong nonce is refused as the contract says', async () => {
    nonce = '0123456789';
    const response = await question('Hello');
    expect([response.status, await codeOf(response)]).toEqual([403, 'rest_cookie_invalid_nonce']);
  });

  test('a page of another site is refused', async () => {
    const response = await question('Hello', { origin: 'https://other.example' });
    expect([response.status, await codeOf(response)]).toEqual([403, 'rest_forbidden']);
  });

  test.each(['x%0dX-Evil:%201', 'x%20HTTP/1.0', '1%3fsession_id=x', 'x%23', 'x%00'])(
    'a path is never another request to the sidecar: /chat/%s',
    async (rest) => {
      const response = await send(`/chat/${rest}`);
      expect(response.headers.get('x-itih-transport')).toBeNull();
      expect([400, 404]).toContain(response.status);
    },
  );

  test('limits count by the address of the visitor', async () => {
    await saveSettings({ limits: { per_ip_max: 2, trusted_proxies: ['127.0.0.1'] } });
    const from = (address: string) => question('Hello', { 'x-forwarded-for': address });
    const statuses = [];
    // Some load balancers name the port, too.
    for (const last of ['1', '1:1024', '1:1025', '2']) {
      // Addresses of the other way are still counted.
      const response = await from(`${parts === 'both' ? '192.0.2' : '198.51.100'}.${last}`);
      statuses.push(response.status);
      await response.text();
    }
    await saveSettings({ limits: { per_ip_max: 0 } });
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  test('who is logged in is answered through PHP', async () => {
    const visitor = await login('subscriber');
    const headers = { cookie: visitor.cookie, 'x-wp-nonce': visitor.nonce };
    const response = await question('Hello', headers);
    expect([response.status, response.headers.get('x-itih-transport')]).toEqual([200, null]);
    expect(await response.text()).toContain('event: done');
  });

  test('a sidecar that is away is said as the contract says, and noted', async () => {
    const { databaseUrl } = sidecar;
    await runPhp("delete_transient( 'itih_probe' ); \\Itih\\RagChat\\note_contact( true );");
    await sidecar.stop();
    const response = await question('Hello');
    expect([response.status, await codeOf(response)]).toEqual([503, 'sidecar_unavailable']);
    // The next question within the minute may still be handed over; after it PHP knows by itself.
    await runPhp(
      `update_option( 'itih_contact', array( 'at' => time() - 61 ) + \\Itih\\RagChat\\contact() );`,
    );
    expect((await question('Hello')).status).toBe(503);
    expect(await runPhp('return \\Itih\\RagChat\\contact();')).toMatchObject({
      reason: 'unreachable',
    });
    sidecar = await startSidecar({ databaseUrl, env: await publicEnv(publicPort) });
    await runPhp("delete_transient( 'itih_probe' );");
    await until('it is back', async () => (await question('Hello')).status === 200);
  });
});

describe('accel', () => {
  beforeAll(() => begin('accel'));

  test('what a visitor says under the plugin’s names does not reach the sidecar', async () => {
    const { databaseUrl } = sidecar;
    await sidecar.stop();
    const seen: [string, IncomingHttpHeaders][] = [];
    const listener = signingServer(await signer(), (request, response) => {
      seen.push([request.url ?? '', request.headers]);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    await new Promise<void>((done) => listener.listen(stack().sidecarPort, '127.0.0.1', done));
    await runPhp('\\Itih\\RagChat\\note_contact( true );');
    const response = await question('Hello', {
      'x-itih-identity': 'role=admin&user_id=1&ip=&locale=',
      'x-itih-signature': 'f'.repeat(64),
      'x-itih-site': 'id=other',
      'x-itih-body': 'other',
      'x-itih-path': '/itih/v1/documents',
      'x-accel-redirect': '/etc/passwd',
      'x-request-id': 'mine',
      'x-itih-version': 'version=9.0.0&protocol=9&least=9',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      cookie: 'a=b',
      authorization: '',
    });
    listener.closeAllConnections();
    await new Promise((done) => listener.close(done));
    sidecar = await startSidecar({ databaseUrl, env: await publicEnv(publicPort) });
    expect(response.status).toBe(200);
    const [path, headers] = seen.find(([url]) => !url.includes('/ping')) ?? ['', {}];
    expect(path).toBe('/itih/v1/chat');
    expect(headers['x-itih-identity']).toMatch(/^role=visitor&user_id=0&.*&handed_over=1$/);
    expect(headers['x-itih-site']).toMatch(/^id=[\da-f-]{36}&/);
    expect(headers['x-itih-signature']).not.toBe('f'.repeat(64));
    expect(headers['x-request-id']).not.toBe('mine');
    expect(headers['x-itih-version']).toMatch(/^version=0/);
    for (const name of ['cookie', 'x-wp-nonce', 'authorization', 'traceparent']) {
      expect(headers[name]).toBeUndefined();
    }
    expect([...response.headers.keys()].filter((name) => /itih|accel/.test(name))).toEqual([]);
  });

  test('a method said in a header is relayed', async () => {
    const empty = await send('/chat', { 'x-http-method-override': 'POST' });
    expect([empty.status, await codeOf(empty)]).toEqual([400, 'invalid_request']);
    const body = JSON.stringify({ message: 'Hello' });
    const overridden = await send(
      '/chat',
      { 'x-http-method-override': 'POST' },
      { method: 'PUT', body },
    );
    expect(overridden.status).toBe(200);
    expect(await overridden.text()).toContain('event: done');
  });

  test('the location cannot be asked for from outside', async () => {
    for (const path of [
      '/@itih_sidecar',
      '/%40itih_sidecar',
      '/itih/v1/documents',
      '/itih/v1/ping',
    ]) {
      const { status } = await fetch(stack().url + path, { redirect: 'manual' });
      expect(status).toBe(404);
    }
  });
});

describe('edge', () => {
  beforeAll(() => begin('both'));

  test('answers without PHP', async () => {
    const response = await question('Hello');
    expect([response.status, response.headers.get('x-itih-transport')]).toEqual([200, 'edge']);
    await response.text();
  });

  test.each([
    { 'x-itih-identity': 'role=admin&user_id=1&ip=&locale=' },
    { 'x-itih-signature': 'f'.repeat(64) },
    { 'x-itih-site': 'id=1' },
  ])('nobody may say who they are: %p', async (headers) => {
    const response = await question('Hello', headers);
    expect([response.status, await codeOf(response)]).toEqual([403, 'rest_forbidden']);
  });

  test.each(['/documents', '/settings', '/status', '/chats', '/gaps', '/ping', '/bridge/settings'])(
    '%s is not on the port for visitors',
    async (path) => {
      for (const prefix of ['/itih/v1', '/wp-json/itih/v1']) {
        const url = `http://127.0.0.1:${publicPort}${prefix}${path}`;
        const response = await fetch(url, { headers: { 'x-wp-nonce': nonce } });
        expect([response.status, await codeOf(response)]).toEqual([404, 'not_found']);
      }
    },
  );

  test('a message that is too large is refused', async () => {
    const body = JSON.stringify({ message: 'x'.repeat(300_000) });
    expect((await send('/chat', {}, { method: 'POST', body })).status).toBe(413);
    const direct = await fetch(`http://127.0.0.1:${publicPort}/itih/v1/chat`, {
      method: 'POST',
      headers: { 'x-wp-nonce': nonce },
      body,
    });
    expect([direct.status, await codeOf(direct)]).toEqual([413, 'too_large']);
  });

  test.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 40\r\n'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
    ['an unknown coding', 'Transfer-Encoding: xchunked\r\n'],
    ['a folded header', 'X-Note: a\r\n X-Itih-Identity: role=admin\r\nContent-Length: 0\r\n'],
  ])('a request with %s is refused', async (_case, lines) => {
    for (const port of [publicPort, Number(new URL(stack().url).port)]) {
      const said = await raw(
        port,
        `POST /itih/v1/chat HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n0\r\n\r\n`,
      );
      expect(said).toMatch(/^HTTP\/1\.1 (400|403|404|501)/);
    }
  });
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text)).setEncoding('latin1');
    socket.on('data', (data) => (said += String(data)));
    socket.on('close', () => resolve(said));
    socket.on('error', () => resolve(said));
    setTimeout(() => socket.destroy(), 3000).unref();
  });
}

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});
