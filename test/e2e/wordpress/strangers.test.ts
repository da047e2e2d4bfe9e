/** Other programs at the sidecar's address, on real WordPress: they learn nothing, and nobody hears them. */
import type { RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connectedConfig } from '../../../server/cli/connect.ts';
import { readConnectCode } from '../../../server/config/connect-code.ts';
import type { ConnectReply, OneTimeCode } from '../../../server/contract/connect.ts';
import { signAnswers } from '../../../server/http/sign-answers.ts';
import {
  hashBody,
  signAnswer,
  signatureHeaders,
  signedHeaders,
  signingKey,
} from '../../../server/wordpress/signature.ts';
import { run } from '../../../tools/stack/commands.ts';
import { makeFolder } from '../../../tools/stack/folders.ts';
import { signingServer } from '../../fakes/signing-server.ts';
import { program } from '../../program.ts';
import { anonymous, pluginComplaints, rest, runPhp, signer, stack } from '../../stack.ts';
import { instead, php } from './on-site.ts';
import { visitorNonce } from './visitor.ts';

const json = 'application/json';
const events = 'text/event-stream; charset=utf-8';
const page = '<!DOCTYPE html><p>Nobody shall read this</p>';
const reply = JSON.stringify({
  reply: 'Nobody shall read this',
  settings: {},
  revision: 'x',
  ok: true,
});
const stream = `event: delta\ndata: {"type":"delta","content":"Nobody shall read this"}\n\n`;

let key: Uint8Array;
let nonce: string;

interface Sent {
  status: number;
  type: string;
  body: string;
  callId: string;
  key: Uint8Array;
}

/** Writes an answer with a signature over `signed`, which may be another than what is sent. */
function answer(response: ServerResponse, sent: Partial<Sent>, signed?: Partial<Sent>): void {
  const whole = { status: 200, type: json, body: reply, callId: '', ...sent };
  const head = { ...whole, ...signed };
  const bodyHash = head.body === '' ? 'stream' : hashBody(head.body);
  const { callId, status, type: contentType } = head;
  response.writeHead(whole.status, {
    'content-type': whole.type,
    'x-itih-version': 'version=0.1.0&protocol=2&least=2',
    ...(signed && {
      [signatureHeaders.bodyHash]: bodyHash,
      [signatureHeaders.signature]: signAnswer(
        { callId, status, contentType, bodyHash },
        head.key ?? key,
      ),
    }),
  });
  response.end(whole.body);
}

type Stranger = (response: ServerResponse, callId: string) => void;
const strangers: [string, Stranger][] = [
  ['a web server', (response) => answer(response, { type: 'text/html', body: page })],
  ['the right shape without signature', (response) => answer(response, {})],
  ['a redirect', (response) => response.writeHead(301, { location: stack().url }).end()],
  ['an empty answer', (response) => response.end()],
  ['a stream without signature', (response) => answer(response, { type: events, body: stream })],
  ['an answer without end', (response) => void response.writeHead(200).end(page.repeat(5000))],
  [
    'the signature of another call',
    (response) => answer(response, {}, { callId: '3f1c2a9e-5d0b-4c7a-9b1e-0a2b3c4d5e6f' }),
  ],
  ['another body', (response, callId) => answer(response, {}, { callId, body: '{}' })],
  ['another status', (response, callId) => answer(response, {}, { callId, status: 401 })],
  [
    'another type',
    (response, callId) => answer(response, { type: 'text/html' }, { callId, type: json }),
  ],
  [
    'a stream with the signature of another',
    (response) => answer(response, { type: events, body: stream }, { callId: 'another', body: '' }),
  ],
  [
    'a page with the signature of a stream',
    (response, callId) =>
      answer(response, { type: 'text/html', body: page }, { callId, type: events, body: '' }),
  ],
  [
    'another secret',
    (response, callId) =>
      answer(response, {}, { callId, key: signingKey('x'.repeat(32), 'another') }),
  ],
];

/** Runs `work` while `listener` answers at the sidecar's address. Gives the calls that it heard. */
async function hearing(listener: RequestListener, work: () => Promise<void>): Promise<string[]> {
  const calls: string[] = [];
  await instead((request, response) => {
    void text(request).then((body) => {
      calls.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
      listener(request, response);
    });
  }, work);
  return calls;
}

/** Ways in which something leaves: a visitor's question, an owner's setting and key, and the rest. */
async function everything(parts = 5): Promise<void> {
  const headers = { 'x-wp-nonce': nonce, 'x-itih-secret': 'a-secret-of-a-conversation' };
  const question = { message: 'My order is no. n4711n' };
  const patch = { llm: { openai: { api_key: 'planted-key' } } };
  const ways = [
    () => anonymous('POST', '/itih/v1/chat', question, headers),
    () => rest('PUT', '/itih/v1/settings', patch),
    () => anonymous('POST', '/itih/v1/chat/sync', question, headers),
    () => anonymous('GET', '/itih/v1/history?session_id=abc', undefined, headers),
    () => rest('POST', '/itih/v1/admin/test', { scope: 'llm', settings: patch }),
  ];
  const answers = await Promise.all(ways.slice(0, parts).map((call) => call()));
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'sidecar_unavailable' })]);
  }
  expect(JSON.stringify(answers)).not.toContain('Nobody shall read this');
}

beforeAll(async () => {
  const { secret, id } = await signer();
  key = signingKey(secret, id);
  nonce = await visitorNonce();
  await runPhp("update_option( 'itih_transport', array() );");
});
afterAll(() => runPhp("delete_option( 'itih_contact' ); delete_transient( 'itih_probe' );"));

test.each(strangers)('%s is no sidecar, and hears nothing', async (_case, stranger) => {
  await runPhp("delete_option( 'itih_contact' );");
  const calls = await hearing(
    ({ headers }, response) => stranger(response, String(headers['x-itih-call'])),
    () => everything(2),
  );
  const contact = await runPhp('return \\Itih\\RagChat\\contact();');
  expect(contact).toMatchObject({ at: 0, reason: 'not_sidecar' });
  expect(new Set(calls.map((call) => call.split(' ', 2).join(' ')))).toEqual(
    new Set(['GET /itih/v1/ping']),
  );
  for (const secret of ['n4711n', 'planted-key', 'of-a-conversation']) {
    expect(calls.join('')).not.toContain(secret);
  }
  // After a ping it is not heard either: the sidecar may end between the two, or a program be between both.
  await hearing((request, response) => {
    const callId = String(request.headers['x-itih-call']);
    if (request.url !== '/itih/v1/ping') return stranger(response, callId);
    signAnswers(response, callId, key);
    response.end('{"ok":true}');
  }, everything);
});

test('a ping and its call share a connection', async () => {
  const ports: (number | undefined)[] = [];
  const sidecar = signingServer(await signer(), (request, response) => {
    ports.push(request.socket.remotePort);
    response.setHeader('content-type', json);
    response.end('{}');
  });
  await instead(sidecar, async () => {
    const headers = { 'x-wp-nonce': nonce };
    const asked = await anonymous('POST', '/itih/v1/chat/sync', { message: 'Hello' }, headers);
    expect(asked.status).toBe(200);
  });
  expect(ports).toEqual([ports[0], ports[0]]);
});

test('settings that a sidecar answers in a wrong shape are no fatal error', async () => {
  let body = '';
  const sidecar = signingServer(await signer(), (_request, response) => {
    response.setHeader('content-type', json);
    response.end(body);
  });
  await instead(sidecar, async () => {
    for (body of [
      '[]',
      '"x"',
      '{"settings":null,"revision":{}}',
      '{"settings":{"general":1},"revision":"a"}',
      '{"settings":[],"revision":[]}',
    ]) {
      const patch = { llm: { provider: 'openai' } };
      expect([body, (await rest('PUT', '/itih/v1/settings', patch)).status]).toEqual([body, 200]);
      expect([body, (await rest('GET', '/itih/v1/settings')).status]).toEqual([body, 200]);
    }
  });
  expect(pluginComplaints()).toEqual([]);
});

test('a signed write counts once, also of several at the same time', async () => {
  const route = '/itih/v1/bridge/mail';
  const identity = { role: 'system', user_id: 0, ip: '', locale: '' } as const;
  const site = { ...(await signer()), url: stack().url };
  const headers = signedHeaders({ method: 'POST', route, identity, body: '{}' }, site, Date.now());
  const write = async () => {
    const address = `${stack().url}/index.php?rest_route=${route}`;
    const sent = { ...headers, 'content-type': json };
    return (await fetch(address, { method: 'POST', body: '{}', headers: sent })).status;
  };
  const found = await Promise.all(Array.from({ length: 4 }, write));
  expect(found.filter((status) => status !== 401)).toHaveLength(1);
  // Core removes what remembers it.
  const left = await runPhp<string>(`global $wpdb; add_filter( 'query', function ( $query ) {
      return str_replace( 'b.option_value < ' . time(), 'b.option_value < ' . ( time() + 1000 ), $query ); } );
    delete_expired_transients( true );
    return $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name LIKE '%itih_seen_%'" );`);
  expect(left).toBe('0');
});

test('the sidecar may be on this machine, in a private network or behind TLS, and is no program that is known', async () => {
  const allowed = [
    ...['chat.example.com', 'chat.example.com:8443/itih', '203.0.113.7'].map(
      (host) => `https://${host}`,
    ),
    ...['127.0.0.1', 'localhost', '[::1]', '10.0.0.5', '172.16.0.1', '[fd12::1]', 'itih_1'].map(
      (host) => `http://${host}:8790`,
    ),
    'http://192.168.1.2',
  ];
  const numbers = '2130706433 0x7f000001 0177.0.0.1 127.1 10.5 0x7f.1 2852039166 0';
  const special = '169.254.169.254 169.254.1.1 0.0.0.0 168.63.129.16 100.100.100.200';
  const six = '[fe80::1] [fd00:ec2::254] [fd00:ec2:0::254] [::] [::ffff:169.254.169.254]';
  const names = 'metadata METADATA metadata.google.internal metadata.google.internal.';
  const refused = [
    'http://chat.example.com',
    'http://203.0.113.7',
    ...`${numbers} ${special} ${six} ${names}`
      .split(' ')
      .flatMap((host) => [`http://${host}`, `http://${host}:8790`, `https://${host}`]),
    ...[22, 25, 2375, 3306, 5432, 6379, 9200, 11211, 27017].map((p) => `http://10.0.0.5:${p}`),
    'http://me@127.0.0.1:8790',
    'https://chat.example.com/?a=1',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'http://',
    '',
  ];
  const found = await runPhp<boolean[]>(
    `return array_map( 'Itih\\RagChat\\is_sidecar_address', ${php([...allowed, ...refused])} );`,
  );
  const accepted = [...allowed, ...refused].filter((_, index) => found[index]);
  expect(accepted).toEqual(allowed);
});

test.each([
  ['http://shop.example', '', false],
  ['https://shop.example', "$_SERVER['HTTP_X_FORWARDED_PROTO'] = 'https';", false],
  ['https://shop.example', "$_SERVER['HTTPS'] = 'on';", true],
  ['http://localhost:8080', '', true],
])('a secret leaves %s with %p: %p', async (home, request, leaves) => {
  const code = `add_filter( 'itih_site_url', fn() => '${home}' );
    add_filter( 'wp_is_using_https', '__return_true' ); unset( $_SERVER['HTTPS'] ); ${request}
    return \\Itih\\RagChat\\is_connection_private();`;
  expect(await runPhp(code)).toBe(leaves);
});

describe('a one-time code', () => {
  const forget = () =>
    runPhp(
      "array_map( 'delete_transient', array( 'itih_codes', 'itih_wrong_codes' ) ); delete_option( 'itih_connect_code' );",
    );
  beforeEach(forget);
  afterAll(forget);

  const make = async (more = {}) => {
    const asked = { sidecar_url: '', password: stack().adminPassword, ...more };
    return (await rest<ConnectReply>('POST', '/itih/v1/connection', asked)).body.connect;
  };
  const partOf = (connect: string) => (readConnectCode(connect) as OneTimeCode).code;
  const exchange = async (code: unknown) => {
    const { status, body } = await anonymous<Partial<ConnectReply>>('POST', '/itih/v1/connect', {
      sidecar_url: '',
      code,
    });
    return { status, connect: body.connect };
  };
  const refused = { status: 403, connect: undefined };
  const lasting = () => ({ site: stack().url, secret: stack().secret });
  const requestWith = (code: string) => `
    $request = new WP_REST_Request( 'POST', '/itih/v1/connect' );
    $request->set_header( 'Content-Type', 'application/json' );
    $request->set_body( '{"code":"${code}"}' );`;

  test('holds nothing that lasts, and neither does what the site keeps of it', async () => {
    const connect = await make();
    expect(readConnectCode(connect)).toEqual({
      site: stack().url,
      code: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
    expect(JSON.stringify(readConnectCode(connect))).not.toContain(stack().secret);
    const kept = await runPhp("return get_option( 'itih_connect_code' );");
    expect(JSON.stringify(kept)).not.toContain(partOf(connect));
    expect(readConnectCode(await make({ lasting: true }))).toEqual(lasting());
  });

  test('gives the connection to one of many who have it', async () => {
    const code = partOf(await make());
    const got = await Promise.all(Array.from({ length: 6 }, () => exchange(code)));
    const [first, ...others] = got.sort((a, b) => a.status - b.status);
    expect(readConnectCode(first?.connect ?? '')).toEqual(lasting());
    expect(others).toEqual(others.map(() => refused));
    // A second call between the first one's check and its deletion.
    const statuses = await runPhp(`${requestWith(partOf(await make()))}
      $inside = 0;
      add_action( 'delete_option', function ( $name ) use ( &$inside, $request ) {
        if ( 'itih_connect_code' === $name && 0 === $inside++ ) {
          $inside = rest_do_request( $request )->get_status();
        }
      } );
      return array( rest_do_request( $request )->get_status(), $inside );`);
    expect(statuses).toEqual([403, 200]);
  });

  test('works neither after its time nor after the next one was made', async () => {
    const old = partOf(await make());
    const code = partOf(await make());
    const later = (seconds: number) =>
      runPhp(`$kept = get_option( 'itih_connect_code' ); $kept['until'] -= ${seconds};
        update_option( 'itih_connect_code', $kept );`);
    await later(15 * 60);
    expect(await exchange(code)).toEqual(refused);
    await later(-60);
    expect(await exchange(old)).toEqual(refused);
    expect(await exchange(code)).toMatchObject({ status: 200 });
  });

  test('is no guess; guesses are counted, and keep the right one out for nobody', async () => {
    for (const code of ['f'.repeat(64), ' ', [], { code: 1 }, true, null, 'x'.repeat(100_000)]) {
      expect(await exchange(code)).toEqual(refused);
    }
    const code = partOf(await make());
    const statuses = await runPhp<number[]>(`${requestWith('0'.repeat(64))}
      return array_map( fn() => rest_do_request( $request )->get_status(), range( 1, 25 ) );`);
    expect([statuses[0], statuses[24]]).toEqual([403, 429]);
    expect(await exchange(code)).toMatchObject({ status: 200 });
  });

  test('connects a sidecar by the command and by its variable', async () => {
    const folder = makeFolder(join(stack().folder, 'one-time'));
    const printed = await run(process.execPath, [program, 'connect', await make(), '--print']);
    expect(printed.trim()).toBe(`ITIH_CONNECT=${await make({ lasting: true })}`);
    const variables = { ITIH_CONNECT: await make(), ITIH_CACHE_DIR: folder };
    const connected = { siteUrl: stack().url, secret: stack().secret };
    expect(await connectedConfig({}, variables)).toMatchObject(connected);
    expect(await connectedConfig({}, variables)).toMatchObject(connected);
  });
});
