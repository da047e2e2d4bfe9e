/** Site Health, run by core: each check in its good state and in its bad ones, provoked for real. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signingServer } from '../../fakes/signing-server.ts';
import { until } from '../../fakes/wait.ts';
import {
  login,
  pluginComplaints,
  rest,
  runPhp,
  signer,
  stack,
  startSidecar,
  type Login,
  type Sidecar,
} from '../../stack.ts';

interface Result {
  label: string;
  status: 'good' | 'recommended' | 'critical';
  description: string;
  actions: string;
  test: string;
}
interface Finding {
  status: string;
  label: string;
  says: string;
  next: string;
}

let sidecar: Sidecar | undefined;
let admin: Login;
const down = async () => {
  await sidecar?.stop();
  sidecar = undefined;
};

/** A check as the page runs it. */
async function result(check: string): Promise<Result> {
  const { status, body } = await admin.rest<Result>('GET', `/itih/v1/site-health/${check}`);
  expect(status).toBe(200);
  return body;
}

/** A check in a process where `before` has been run. */
const finding = (check: string, before = '') =>
  runPhp<Finding>(`${before}; return \\Itih\\RagChat\\check_${check}();`);

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Runs `work` while a program of ours answers where WordPress looks for the sidecar. */
async function instead(server: Server, work: () => Promise<void>): Promise<void> {
  await listen(server, stack().sidecarPort);
  try {
    await work();
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const calm = { waited: 0, turned_away: [], failures: [], stood_in: { builtin: 0, other: 0 } };
const status = (changes: Record<string, unknown> = {}) => ({
  ok: true,
  version: '0.1.0',
  uptime_s: 60,
  database: { ok: true, engine: 'MariaDB', version: '11.8.6' },
  bridge: { ok: true, message: '' },
  queue: { queued: 0, processing: 0, failed: 0, paused: false, waiting_s: 0 },
  index: { embedder: 'builtin', dimensions: 0, building: null },
  vector_store: { engine: 'relational', mode: 'memory', reason: '', warnings: [] },
  ...changes,
});
const saying =
  (body: unknown, { code = 200, date = 0 } = {}): RequestListener =>
  (_request, response) => {
    response.setHeader('date', new Date(Date.now() - date * 1000).toUTCString());
    response.statusCode = code;
    response.end(JSON.stringify(body));
  };

beforeAll(async () => {
  admin = await login();
  // Posts of other tests may have no text, which is a failure to tell of.
  sidecar = await startSidecar({ database: 'mariadb', settings: { indexing: { post_types: [] } } });
  await until('the first contact', () => runPhp<boolean>('return \\Itih\\RagChat\\had_contact();'));
  await rest('GET', '/itih/v1/status');
});
afterAll(down);

test('core lists the checks: those that call run one by one, later', async () => {
  const tests = await runPhp<{ direct: string[]; async: Record<string, { test: string }> }>(`
    require_once ABSPATH . 'wp-admin/includes/class-wp-site-health.php';
    $tests = WP_Site_Health::get_tests();
    $ours = fn( $name ) => str_starts_with( $name, 'itih_' );
    return array(
      'direct' => array_values( array_filter( array_keys( $tests['direct'] ), $ours ) ),
      'async' => array_filter( $tests['async'], $ours, ARRAY_FILTER_USE_KEY ),
    );`);
  expect(tests.direct).toEqual(['itih_salts', 'itih_secret']);
  expect(Object.keys(tests.async)).toHaveLength(12);
  const { test: address } = tests.async['itih_streaming'] ?? { test: '' };
  expect(address).toBe(`${stack().url}/wp-json/itih/v1/site-health/streaming`);
});

test.each([
  'connection',
  'version',
  'clock',
  'bridge',
  'loopback',
  'caches',
  'streaming',
  'queue',
  'guests',
  'visitors',
  'database',
  'model',
  'salts',
  'secret',
])('%s is good on a site where all works', async (check) => {
  const found = await result(check);
  expect([found.status, found.actions]).toEqual(['good', '']);
  expect(found.test).toBe(`itih_${check}`);
});

test('nobody but an administrator may run them', async () => {
  const editor = await login('editor');
  expect((await editor.rest('GET', '/itih/v1/site-health/streaming')).status).toBe(403);
  expect((await admin.rest('GET', '/itih/v1/site-health/unknown')).status).toBe(404);
});

test('nobody but the site itself may call its stream test', async () => {
  expect((await admin.rest('GET', '/itih/v1/bridge/stream-test')).status).toBe(401);
});

test('a host that holds answers back is found by measuring', async () => {
  const proxy = createServer((request, response) => {
    const { host, ...headers } = request.headers;
    const asked = fetch(stack().url + (request.url ?? ''), {
      headers: headers as Record<string, string>,
    });
    void asked.then(async (answer) => {
      const whole = await answer.text(); // as a proxy that buffers
      response.writeHead(answer.status, { 'content-type': 'text/event-stream' });
      response.end(whole);
    });
    void host;
  });
  const port = await listen(proxy);
  try {
    const started = performance.now();
    const found = await finding(
      'streaming',
      `add_filter( 'rest_url', fn( $url ) => str_replace( '${stack().url}', 'http://127.0.0.1:${port}', $url ) )`,
    );
    expect(found).toMatchObject({
      status: 'recommended',
      label: 'The host holds answers back until they are complete',
    });
    expect(found.says).toMatch(/^6 parts that were sent within 1\d\d\d ms arrived within \d?\d ms/);
    expect(found.next).toContain('fastcgi_buffering off');
    expect(performance.now() - started).toBeLessThan(6000);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
});

test('a site that cannot call itself is told so, and streaming stays unknown', async () => {
  const blocked = `add_filter( 'rest_url', fn( $url ) => str_replace( '${stack().url}', 'http://127.0.0.1:1', $url ) )`;
  expect(await finding('loopback', blocked)).toMatchObject({ status: 'critical' });
  expect(await finding('streaming', blocked)).toMatchObject({ status: 'unknown' });
});

test('a paused queue is told, with the way to resume it', async () => {
  await rest('PUT', '/itih/v1/queue', { paused: true });
  const found = await result('queue');
  await rest('PUT', '/itih/v1/queue', { paused: false });
  expect([found.status, found.label]).toEqual(['recommended', 'Indexing is paused']);
  expect(found.actions).toContain('page=itih-rag-chat-knowledge');
});

test('a secret that the sidecar refuses, and missing keys, are told without a call', async () => {
  expect(
    await runPhp(`return \\Itih\\RagChat\\is_real_salt( 'AUTH_KEY' )
      && ! \\Itih\\RagChat\\is_real_salt( 'A_KEY_THAT_IS_MISSING' );`),
  ).toBe(true);
  const { status: code, body } = await admin.rest<Result>('GET', '/itih/v1/site-health/salts');
  expect([code, body.status]).toEqual([200, 'good']);
});

test('the debug information says what a helper asks for, and no secret', async () => {
  const { secret, dbPassword } = stack();
  const info = await runPhp<{ label: string; fields: Record<string, { private: boolean }> }>(`
    return apply_filters( 'debug_information', array() )['itih-rag-chat'];`);
  expect(Object.keys(info.fields)).toEqual(
    expect.arrayContaining(['plugin_version', 'sidecar_version', 'database', 'vector_store']),
  );
  expect(info.fields['sidecar_url']?.private).toBe(true);
  const text = JSON.stringify(info);
  for (const hidden of [secret, dbPassword]) expect(text).not.toContain(hidden);
});

test.each<[string, string, ReturnType<typeof status>, string, string]>([
  ['an old sidecar', 'version', status({ version: '0.0.9' }), 'recommended', 'older'],
  ['a newer sidecar', 'version', status({ version: '9.0.0' }), 'recommended', 'newer'],
  [
    'a site that the sidecar cannot call',
    'bridge',
    status({ ok: false, bridge: { ok: false, message: 'WordPress cannot be reached.' } }),
    'critical',
    'does not reach',
  ],
  [
    'a queue that stands still',
    'queue',
    status({ queue: { ...status().queue, queued: 3, waiting_s: 4000 } }),
    'critical',
    'stands still',
  ],
  [
    'a document that failed',
    'queue',
    status({ queue: { ...status().queue, failed: 2 } }),
    'recommended',
    'could not be indexed',
  ],
  [
    'visitors who found no PHP worker free',
    'visitors',
    status({ today: { ...calm, turned_away: [{ reason: 'relayed', count: 12 }] } }),
    'recommended',
    'turned away',
  ],
  [
    'a vendor that refuses the key',
    'visitors',
    status({ today: { ...calm, failures: [{ provider: 'openai', failure: 'key', count: 2 }] } }),
    'recommended',
    'failed visitors',
  ],
  [
    'vectors that do not fit the memory',
    'database',
    status({ vector_store: { ...status().vector_store, mode: 'table', reason: 'Too big.' } }),
    'recommended',
    'slower',
  ],
  [
    'a database that is away',
    'database',
    status({ ok: false, database: { ok: false, engine: '', version: '' } }),
    'critical',
    'does not reach its database',
  ],
  [
    'a full disk',
    'database',
    status({ ok: false, database: { ...status().database, ok: false, problem: 'disk_full' } }),
    'critical',
    "disk with the chat's database is full",
  ],
  [
    'a locked database',
    'database',
    status({ ok: false, database: { ...status().database, ok: false, problem: 'locked' } }),
    'critical',
    'holds the tables',
  ],
])('%s is told', async (_case, check, answer, expected, label) => {
  await down();
  await instead(signingServer(await signer(), saying(answer)), async () => {
    const found = await result(check);
    expect([found.status, found.label]).toEqual([expected, expect.stringContaining(label)]);
    expect(found.actions).not.toBe('');
  });
});

test('a clock that is wrong is told with its seconds', async () => {
  const refused = { code: 'invalid_signature', message: '', data: { status: 401 } };
  await instead(createServer(saying(refused, { code: 401, date: 300 })), async () => {
    const clock = await result('clock');
    expect(clock.status).toBe('critical');
    expect(clock.description).toMatch(/differ by (299|300|301) s/);
    const connection = await result('connection');
    expect(connection.description).toContain('differ by more than a minute');
    expect(connection.actions).toContain('NTP');
  });
  await instead(signingServer(await signer(), saying({ ok: true }, { date: 40 })), async () => {
    expect(await result('clock')).toMatchObject({ status: 'recommended' });
  });
});

test('a sidecar that is away is one line: the other checks are not listed', async () => {
  const connection = await result('connection');
  expect(connection.status).toBe('critical');
  expect(connection.description).toContain('Nothing answers at http://127.0.0.1:');
  const listed = await runPhp<string[]>(`
    return array_keys( apply_filters( 'site_status_tests', array( 'direct' => array(), 'async' => array() ) )['async'] );`);
  expect(listed).toEqual(['itih_connection', 'itih_loopback']);
  expect(await result('queue')).toMatchObject({ status: 'recommended' });
});

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});
