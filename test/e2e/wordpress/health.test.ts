/** Site Health, run by core: each check in its good state and in its bad ones, provoked for real; versions that differ. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SessionReply } from '../../../server/contract/chat.ts';
import { signingServer } from '../../fakes/signing-server.ts';
import { anonymous, login, rest, runPhp, signer, stack, type Login } from '../../stack.ts';
import { firstContact, instead, notice, useSidecar } from './on-site.ts';
import { wp } from './wp-cli.ts';

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

// Posts of other tests may have no text, which is a failure to tell of.
const sidecar = useSidecar({ database: 'mariadb', settings: { indexing: { post_types: [] } } });
let admin: Login;

/** A check as the page runs it. */
async function result(check: string): Promise<Result> {
  const { status, body } = await admin.rest<Result>('GET', `/itih/v1/site-health/${check}`);
  expect(status).toBe(200);
  return body;
}

/** A check in a process where `before` has been run. */
const finding = (check: string, before = '') =>
  runPhp<Finding>(`${before}; return \\Itih\\RagChat\\check_${check}();`);

beforeAll(async () => {
  admin = await login();
  await runPhp("delete_option( 'itih_vendor_failure' );");
  await firstContact();
  await rest('GET', '/itih/v1/status');
});

test('core lists the checks: those that call run one by one, later, and all are good where all works', async () => {
  const tests = await runPhp<{ direct: string[]; async: Record<string, { test: string }> }>(`
    require_once ABSPATH . 'wp-admin/includes/class-wp-site-health.php';
    $tests = WP_Site_Health::get_tests();
    $ours = fn( $name ) => str_starts_with( $name, 'itih_' );
    return array(
      'direct' => array_values( array_filter( array_keys( $tests['direct'] ), $ours ) ),
      'async' => array_filter( $tests['async'], $ours, ARRAY_FILTER_USE_KEY ),
    );`);
  expect(tests.direct).toEqual(['itih_salts', 'itih_secret']);
  const later = Object.keys(tests.async);
  expect(later).toHaveLength(13);
  const { test: address } = tests.async['itih_streaming'] ?? { test: '' };
  expect(address).toBe(`${stack().url}/wp-json/itih/v1/site-health/streaming`);
  for (const name of [...tests.direct, ...later]) {
    const { status, actions, test: told } = await result(name.replace('itih_', ''));
    expect([told, status, actions]).toEqual([name, 'good', '']);
  }
});

test('nobody but an administrator may run them, and nobody but the site itself its stream test', async () => {
  const editor = await login('editor');
  expect((await editor.rest('GET', '/itih/v1/site-health/streaming')).status).toBe(403);
  expect((await admin.rest('GET', '/itih/v1/site-health/unknown')).status).toBe(404);
  expect((await admin.rest('GET', '/itih/v1/bridge/stream-test')).status).toBe(401);
});

/** Lets the site call itself at another address. */
const calledAt = (url: string) =>
  `add_filter( 'rest_url', fn( $url ) => str_replace( '${stack().url}', '${url}', $url ) )`;

test('a host that holds answers back is found by measuring', async () => {
  const proxy = createServer((request, response) => {
    const { host: _host, ...headers } = request.headers;
    const asked = fetch(stack().url + (request.url ?? ''), {
      headers: headers as Record<string, string>,
    });
    void asked.then(async (answer) => {
      const whole = await answer.text(); // as a proxy that buffers
      response.writeHead(answer.status, { 'content-type': 'text/event-stream' });
      response.end(whole);
    });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  try {
    const started = performance.now();
    const { port } = proxy.address() as AddressInfo;
    const found = await finding('streaming', calledAt(`http://127.0.0.1:${port}`));
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
  const blocked = calledAt('http://127.0.0.1:1');
  expect(await finding('loopback', blocked)).toMatchObject({ status: 'critical' });
  expect(await finding('streaming', blocked)).toMatchObject({ status: 'unknown' });
});

test('a paused queue is told, with the way to resume it', async () => {
  await rest('PUT', '/itih/v1/queue', { paused: true });
  const found = await result('queue');
  await rest('PUT', '/itih/v1/queue', { paused: false });
  expect([found.status, found.label]).toEqual(['recommended', 'Reading is paused']);
  expect(found.actions).toContain('page=itih-rag-chat-knowledge');
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

describe('while another program answers at the sidecar’s address', () => {
  beforeAll(() => sidecar.stop());

  const saying =
    (body: unknown, { code = 200, date = 0, version = '' } = {}): RequestListener =>
    (_request, response) => {
      if (version) response.setHeader('x-itih-version', version);
      response.setHeader('date', new Date(Date.now() - date * 1000).toUTCString());
      response.setHeader('content-type', 'application/json');
      response.statusCode = code;
      response.end(JSON.stringify(body));
    };
  const signing = async (...answer: Parameters<typeof saying>) =>
    signingServer(await signer(), saying(...answer));

  const status = { ok: true, version: '0.1.0', uptime_s: 60 };

  test('an older sidecar, and what the sidecar says of its parts, are told', async () => {
    const found = {
      ...{ status: 'critical', label: 'Indexing stands still', says: 'Three <b>wait</b>.' },
      ...{ next: 'Read the log.', page: 'itih-rag-chat-knowledge' },
    };
    const older = { ...status, version: '0.0.9', findings: { queue: found } };
    await instead(await signing(older), async () => {
      expect(await result('version')).toMatchObject({
        status: 'recommended',
        label: expect.stringContaining('older'),
      });
      const queue = await result('queue');
      expect(queue).toMatchObject({ status: 'critical', label: 'Indexing stands still' });
      expect(queue.description).toBe('<p>Three &lt;b&gt;wait&lt;/b&gt;.</p>');
      expect(queue.actions).toMatch(/Read the log\..*page=itih-rag-chat-knowledge/);
      // It says nothing of these.
      expect(await result('visitors')).toMatchObject({ status: 'recommended' });
    });
  });

  test('a clock that is wrong is told with its seconds', async () => {
    const refused = { code: 'invalid_signature', message: '', data: { status: 401 } };
    await instead(saying(refused, { code: 401, date: 300 }), async () => {
      const clock = await result('clock');
      expect(clock.status).toBe('critical');
      expect(clock.description).toMatch(/differ by (299|300|301) s/);
      const connection = await result('connection');
      expect(connection.description).toContain('differ by more than a minute');
      expect(connection.actions).toContain('NTP');
    });
    await instead(await signing({ ok: true }, { date: 40 }), async () => {
      expect(await result('clock')).toMatchObject({ status: 'recommended' });
    });
  });

  const forgetProbe = () => runPhp("delete_transient( 'itih_probe' );");
  const available = async () =>
    (await anonymous<SessionReply>('GET', '/itih/v1/session')).body.available;

  test('a newer sidecar works on, and everybody who looks is told to update the plugin', async () => {
    const says = /99\.0\.0, the plugin 0\.1\.0\. Update the plugin/;
    const newer = { ...status, version: '99.0.0', plugin_version: '0.1.0', update: 'plugin' };
    const program = await signing(newer, { version: 'version=99.0.0&protocol=2&least=2' });
    await instead(program, async () => {
      await runPhp("update_option( 'itih_contact', array( 'at' => 1 ), false );");
      await forgetProbe();
      expect(await available()).toBe(true);
      expect(await notice(admin.cookie)).toMatch(says);
      const { code, stderr } = await wp(['itih', 'status']);
      expect([code, stderr]).toEqual([0, expect.stringMatching(says)]);
      const found = await result('version');
      expect(found).toMatchObject({
        status: 'recommended',
        label: expect.stringContaining('newer'),
      });
      expect(found.description + found.actions).toContain('99.0.0');
    });
  });

  test('a sidecar of a protocol that the plugin does not speak hides the chat, and the owner reads why', async () => {
    const version = 'version=7.1.0&protocol=9&least=9';
    await instead(saying({ ok: true }, { version }), async () => {
      await result('connection');
      expect(await available()).toBe(false);
      expect(await notice(admin.cookie)).toMatch(
        /visitors do not see the chat\. Plugin and answer service are too far apart.*7\.1\.0, the plugin 0\.1\.0\. Update the plugin/,
      );
    });
    await sidecar.restart();
    await forgetProbe();
    expect(await available()).toBe(true);
    expect(await notice(admin.cookie)).toBe('');
    await sidecar.stop();
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
});
