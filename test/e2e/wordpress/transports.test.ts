/** Relay, accel and edge through the real nginx, with the configuration that the plugin prints. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChatDetail, ChatSummary } from '../../../server/contract/chats.ts';
import { errorBody } from '../../../server/contract/errors.ts';
import { run } from '../../../tools/stack/commands.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { signingServer } from '../../fakes/signing-server.ts';
import { until } from '../../fakes/wait.ts';
import { program } from '../../program.ts';
import { login, rest, runPhp, signer, stack } from '../../stack.ts';
import { firstContact, instead, openAi, useSidecar } from './on-site.ts';
import { ask, saveSettings, visitorNonce } from './visitor.ts';
import { publicEnv, selfTest, useSnippet, type Parts } from './web-server.ts';
import { wp } from './wp-cli.ts';

let openai: OpenAiServer;
let publicPort: number;
let nonce: string;

const env = async () => ({ ...(await publicEnv(publicPort)), ITIH_LOG_LEVEL: 'debug' });
const sidecar = useSidecar(async () => {
  openai = await startOpenAiServer();
  publicPort = await freePort();
  return {
    env: await env(),
    settings: {
      chat: { strict: false },
      limits: { per_ip_max: 0, answers_per_ip: 0, trusted_proxies: ['127.0.0.1'] },
      llm: openAi(openai),
    },
  };
});
beforeAll(firstContact);
beforeEach(async () => {
  nonce = await visitorNonce();
});
afterAll(async () => {
  await useSnippet('none', publicPort);
  await runPhp("delete_option( 'itih_transport' ); delete_option( 'itih_held_back' );");
  await openai.close();
});

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
const answered = async (response: Response): Promise<[number, string]> => [
  response.status,
  errorBody.parse(await response.json()).code,
];

/** Counts established connections to a port of this machine, as Linux tells. */
const connectionsTo = (port: number): number => {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return lines.filter(([, from, , state]) => from?.endsWith(local) && state === '01').length;
};

test('Site Health shows what browsers reported', async () => {
  await send('/session?held_back=1');
  await send('/session?held_back=1');
  const found = await runPhp<{ status: string; says: string }>(
    "$found = \\Itih\\RagChat\\check_streaming(); delete_option( 'itih_held_back' ); return $found;",
  );
  expect(found.status).toBe('recommended');
  expect(found.says).toMatch(/^1 browser told within 7 days/);
});

test('the doctors of WP-CLI and of the sidecar print the same configuration', async () => {
  const address = `--public=http://127.0.0.1:${publicPort}`;
  const { stdout } = await wp(['itih', 'doctor', '--snippets=nginx', address]);
  expect(stdout).toContain(`proxy_pass http://127.0.0.1:${publicPort}$itih_route`);
  expect(stdout).not.toContain('{{');
  const printed = await run(process.execPath, [program, 'doctor', '--snippets', 'nginx'], {
    env: {
      ...(await publicEnv(publicPort)),
      ITIH_SITE_URL: stack().url,
      ITIH_SECRET: stack().secret,
      ITIH_DATABASE_URL: 'sqlite::memory:',
      ITIH_FETCH_ALLOW: '127.0.0.1',
    },
  });
  expect(printed.trim()).toBe(stdout.trim());
});

describe.each<[string, Parts, object]>([
  [
    'relay',
    'none',
    {
      edge: 'The web server leads the path of the chat to WordPress.',
      accel: 'The configuration of nginx has no location @itih_sidecar.',
    },
  ],
  ['accel', 'accel', { edge: expect.any(String) }],
  ['edge', 'both', []],
])('%s', (way, parts, why) => {
  beforeAll(async () => {
    await useSnippet(parts, publicPort);
    // Says why the better ways do not work.
    expect(await selfTest()).toMatchObject({ use: way, why });
  });

  test('one id goes from the browser through nginx, PHP and the sidecar to the vendor and back', async () => {
    openai.requests.length = 0;
    const id = randomUUID();
    const response = await question('When are the swans fed?', { 'x-request-id': id });
    expect([response.status, response.headers.get('x-request-id')]).toEqual([200, id]);
    expect(await response.text()).toContain('event: done');
    expect(openai.requests.map(({ headers }) => headers['x-client-request-id'])).toEqual([id]);
    const linesOf = (name: string) =>
      sidecar.now.log().filter(({ requestId }) => requestId === name);
    await until('the lines', () => linesOf(id).some(({ msg }) => msg === 'request ended'));
    const line = { msg: 'answered', level: 30, finish: 'stop' };
    expect(linesOf(id)).toContainEqual(expect.objectContaining(line));
    const { body: chats } = await rest<ChatSummary[]>('GET', '/itih/v1/chats');
    const { body: chat } = await rest<ChatDetail>('GET', `/itih/v1/chats/${chats[0]!.session}`);
    expect(chat.turns.at(-1)?.requestId).toBe(id);
    const failing = randomUUID();
    const failed = await question('Swans? [[fake:unauthorised]]', { 'x-request-id': failing });
    expect(await failed.text()).toContain(`"request_id":"${failing}"`);
    await until('the failure', () => linesOf(failing).some(({ finish }) => finish === 'error'));
    // The cause of many is told once a minute.
    expect(sidecar.now.log().some(({ err }) => err !== undefined)).toBe(true);
  });

  // The other suites go through the relay.
  if (way === 'relay') return;

  test('an answer is streamed whole, and read on after its last event', async () => {
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
  });

  test('eight silent answers leave the four PHP workers free', async () => {
    const leaving = new AbortController();
    const open = Array.from({ length: 8 }, () =>
      question('Think for ever [[fake:hang]]', {}, leaving.signal),
    );
    try {
      const answers = await Promise.all(open);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const started = performance.now();
      const page = await fetch(stack().url);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
      expect(performance.now() - started).toBeLessThan(3000);
    } finally {
      leaving.abort();
      await Promise.allSettled(open);
    }
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

  test('a page of another site is refused, and a path is never another request', async () => {
    const foreign = await question('Hello', { origin: 'https://other.example' });
    expect(await answered(foreign)).toEqual([403, 'rest_forbidden']);
    const paths = ['x%0dX-Evil:%201', 'x%20HTTP/1.0', '1%3fsession_id=x', 'x%23', 'x%00'];
    for (const path of paths) {
      const response = await send(`/chat/${path}`);
      expect([path, response.headers.get('x-itih-transport')]).toEqual([path, null]);
      expect([400, 404]).toContain(response.status);
    }
  });

  test('limits count by the address of the visitor', async () => {
    await saveSettings({ limits: { per_ip_max: 2, trusted_proxies: ['127.0.0.1'] } });
    const statuses = [];
    // Some load balancers name the port, too.
    for (const last of ['1', '1:1024', '1:1025', '2']) {
      // Addresses of the other way are still counted.
      const address = `${parts === 'both' ? '192.0.2' : '198.51.100'}.${last}`;
      const response = await question('Hello', { 'x-forwarded-for': address });
      statuses.push(response.status);
      await response.text();
    }
    await saveSettings({ limits: { per_ip_max: 0 } });
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  test('a sidecar that is away is said as the contract says, and noted', async () => {
    await runPhp("delete_transient( 'itih_probe' ); \\Itih\\RagChat\\note_contact( true );");
    await sidecar.stop();
    expect(await answered(await question('Hello'))).toEqual([503, 'sidecar_unavailable']);
    // The next question within the minute may still be handed over; after it PHP knows by itself.
    await runPhp(
      `update_option( 'itih_contact', array( 'at' => time() - 61 ) + \\Itih\\RagChat\\contact() );`,
    );
    expect((await question('Hello')).status).toBe(503);
    expect(await runPhp('return \\Itih\\RagChat\\contact();')).toMatchObject({
      reason: 'unreachable',
    });
    await sidecar.restart(await env());
    await runPhp("delete_transient( 'itih_probe' );");
    await until('it is back', async () => (await question('Hello')).status === 200);
  });
});

describe('edge', () => {
  beforeAll(async () => {
    await useSnippet('both', publicPort);
    await selfTest();
  });

  test('is found by Site Health of an administrator, whose login it leaves out', async () => {
    const { body } = await (await login()).rest('GET', '/itih/v1/site-health/streaming');
    const description = expect.stringContaining('straight to the sidecar');
    expect(body).toMatchObject({ status: 'good', description });
  });

  describe('answers nobody', () => {
    test('who says who they are, by the paths of administrators, or with too large a message', async () => {
      for (const headers of [
        { 'x-itih-identity': 'role=admin&user_id=1&ip=&locale=' },
        { 'x-itih-signature': 'f'.repeat(64) },
        { 'x-itih-site': 'id=1' },
      ]) {
        expect(await answered(await question('Hello', headers))).toEqual([403, 'rest_forbidden']);
      }
      for (const path of [
        '/documents',
        '/settings',
        '/status',
        '/chats',
        '/ping',
        '/bridge/settings',
      ]) {
        for (const prefix of ['/itih/v1', '/wp-json/itih/v1']) {
          const url = `http://127.0.0.1:${publicPort}${prefix}${path}`;
          const response = await fetch(url, { headers: { 'x-wp-nonce': nonce } });
          expect([path, ...(await answered(response))]).toEqual([path, 404, 'not_found']);
        }
      }
      const body = JSON.stringify({ message: 'x'.repeat(300_000) });
      expect((await send('/chat', {}, { method: 'POST', body })).status).toBe(413);
      const headers = { 'x-wp-nonce': nonce };
      const url = `http://127.0.0.1:${publicPort}/itih/v1/chat`;
      const large = await fetch(url, { method: 'POST', headers, body });
      expect(await answered(large)).toEqual([413, 'too_large']);
    });

    test.each([
      ['two lengths', 'Content-Length: 4\r\nContent-Length: 40\r\n'],
      ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
      ['an unknown coding', 'Transfer-Encoding: xchunked\r\n'],
      ['a folded header', 'X-Note: a\r\n X-Itih-Identity: role=admin\r\nContent-Length: 0\r\n'],
    ])('whose request has %s', async (_case, lines) => {
      for (const port of [publicPort, Number(new URL(stack().url).port)]) {
        const said = await raw(
          port,
          `POST /itih/v1/chat HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n0\r\n\r\n`,
        );
        expect(said).toMatch(/^HTTP\/1\.1 (400|403|404|501)/);
      }
    });
  });
});

describe('accel hands over', () => {
  beforeAll(async () => {
    await useSnippet('accel', publicPort);
    await selfTest();
  });

  test('nothing that a visitor says under the plugin’s names', async () => {
    await sidecar.stop();
    const seen: [string, IncomingHttpHeaders][] = [];
    const program = signingServer(await signer(), (request, response) => {
      seen.push([request.url ?? '', request.headers]);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    await instead(program, async () => {
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
      expect(response.status).toBe(200);
      const shown = [...response.headers.keys()].filter((name) => /itih|accel/.test(name));
      expect(shown).toEqual([]);
    });
    await sidecar.restart(await env());
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
  });

  test('no method that is said in a header, and nothing at its location from outside', async () => {
    const override = { 'x-http-method-override': 'POST' };
    expect(await answered(await send('/chat', override))).toEqual([400, 'invalid_request']);
    const body = JSON.stringify({ message: 'Hello' });
    const overridden = await send('/chat', override, { method: 'PUT', body });
    expect(overridden.status).toBe(200);
    expect(await overridden.text()).toContain('event: done');
    for (const path of ['/@itih_sidecar', '/%40itih_sidecar', '/itih/v1/documents']) {
      const { status } = await fetch(stack().url + path, { redirect: 'manual' });
      expect([path, status]).toEqual([path, 404]);
    }
  });
});

test('PHP makes an id where none is given or its form is wrong, and says it in its own errors', async () => {
  await useSnippet('none', publicPort);
  await selfTest();
  await sidecar.stop();
  const id = randomUUID();
  for (const given of ['', 'short', '<script>alert(1)</script>', id]) {
    const response = await question('Hello', { 'x-request-id': given });
    const { request_id } = errorBody.parse(await response.json()).data;
    expect([response.status, request_id]).toEqual([
      503,
      given === id ? id : expect.stringMatching(/^[\da-f-]{36}$/),
    ]);
  }
});

test('without the keys of nonces there is no edge', async () => {
  await useSnippet('both', publicPort);
  await sidecar.restart({ ...(await publicEnv(publicPort)), ITIH_NONCE_KEY: 'another' });
  const { use, why } = await selfTest();
  expect([use, why['edge']]).toEqual(['accel', expect.stringContaining('NONCE_KEY')]);
});

async function raw(port: number, text: string): Promise<string> {
  let said = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(text)).setEncoding('latin1');
  const late = setTimeout(() => socket.destroy(), 3000);
  socket.on('data', (data) => (said += String(data))).on('error', () => undefined);
  await once(socket, 'close');
  clearTimeout(late);
  return said;
}
