/** A real network of two sites whose wp-config.php gives both the same secret and the same sidecar. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installNetwork, type Network } from '../../../tools/stack/further-site.ts';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { until } from '../../fakes/wait.ts';
import { runPhp, stack, startSidecar, type Reply, type Sidecar } from '../../stack.ts';

let network: Network;
let sidecar: Sidecar;

/** `path` below the REST API of the site in the folder `site`. */
async function call<T = Record<string, unknown>>(
  site: '' | '/b',
  method: string,
  path: string,
  { as, body, headers }: { as?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply<T>> {
  const password = as && network.appPasswords[as];
  const response = await fetch(`${network.url}${site}/wp-json${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(password && {
        authorization: `Basic ${Buffer.from(`${as}:${password}`).toString('base64')}`,
      }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as T };
}

async function askAt(site: '' | '/b', message: string) {
  const { body } = await call<{ nonce: string }>(site, 'GET', '/itih/v1/session');
  const headers = { 'x-wp-nonce': body.nonce };
  return call<{ code?: string; message?: string; reply?: string }>(
    site,
    'POST',
    '/itih/v1/chat/sync',
    { body: { message }, headers },
  );
}

const documentsOfMain = async () =>
  (await call<DocumentView[]>('', 'GET', '/itih/v1/documents', { as: 'admin' })).body;

/** A published post of a site, by id: both sites count from the same number. */
const publish = (site: '' | '/b', as: string, title: string, content: string) =>
  call<{ id: number }>(site, 'POST', '/wp/v2/posts', {
    as,
    body: { title, content, status: 'publish' },
  });

beforeAll(async () => {
  network = await installNetwork(stack(), 'network', ['b']);
  // Words only, as on the bed's own site.
  await runPhp(
    "update_option( 'itih_settings', array( 'general' => array( 'widget_enabled' => true ), 'embeddings' => array( 'provider' => 'builtin' ) ) );",
    network,
  );
  sidecar = await startSidecar({ env: { ITIH_SITE_URL: network.url } });
}, 120_000);
afterAll(async () => sidecar?.stop());

test('each site has an identity and so a key of its own, although the secret is one', async () => {
  const keyOf = (path: string) =>
    runPhp<string[]>(
      'return array( Itih\\RagChat\\secret(), Itih\\RagChat\\site_id(), bin2hex( Itih\\RagChat\\signing_key() ) );',
      { wpDir: network.wpDir, url: `${network.url}${path}` },
    );
  const [main, other] = await Promise.all([keyOf('/'), keyOf('/b/')]);
  expect(main[0]).toBe(other[0]);
  expect(main[1]).not.toBe(other[1]);
  expect(main[2]).not.toBe(other[2]);
});

test('the first site has its chat', async () => {
  await publish('', 'admin', 'Heron', '<p>The harbour gate is guarded by a stone heron.</p>');
  await until('the post is known', async () =>
    (await documentsOfMain()).some(
      ({ title, status }) => title === 'Heron' && status === 'completed',
    ),
  );
  const { status, body } = await askAt('', 'What guards the harbour gate?');
  expect([status, body.reply]).toEqual([200, expect.stringContaining('stone heron')]);
});

test('the other site’s visitors read that the chat is not available, and nothing else', async () => {
  const { status, body } = await askAt('/b', 'What guards the harbour gate?');
  expect([status, body.code]).toEqual([503, 'sidecar_unavailable']);
  expect(body.message).toBe('The chat is not available right now. Please try again later.');
  expect(JSON.stringify(body)).not.toContain('heron');
});

test('the other site’s administrator reads whose sidecar answers, and reaches nothing of it', async () => {
  const before = await runPhp<string>(
    "return wp_json_encode( get_option( 'itih_settings' ) );",
    network,
  );
  const calls: [string, string, unknown?][] = [
    ['PUT', '/itih/v1/settings', { chat: { system_prompt: 'written by the other site' } }],
    ['GET', '/itih/v1/documents'],
    ['POST', '/itih/v1/documents', { title: 'A note', content: 'From the other site.' }],
    ['POST', '/itih/v1/search', { query: 'harbour' }],
  ];
  const own = await call('/b', 'GET', '/itih/v1/settings', { as: 'b' });
  expect(own.body).toMatchObject({ partial: true, settings: { general: {} } });
  for (const [method, path, body] of calls) {
    const reply = await call('/b', method, path, { as: 'b', body });
    expect([method, path, reply.status, reply.body['code']]).toEqual([
      method,
      path,
      403,
      'wrong_site',
    ]);
    expect(reply.body['message']).toContain(`http://127.0.0.1:${stack().sidecarPort}`);
    expect(reply.body['message']).toContain(network.url);
  }
  expect(await runPhp("return wp_json_encode( get_option( 'itih_settings' ) );", network)).toBe(
    before,
  );
  expect((await documentsOfMain()).map(({ title }) => title)).not.toContain('A note');
});

test('a key of the machine is for a site of its own, not for one of a network', async () => {
  const php = `putenv( 'OPENAI_API_KEY=a-key-of-the-machine' ); define( 'OWN_API_KEY', 'a-key-of-wp-config' );
    $of = fn( $more ) => \\Itih\\RagChat\\connector_key( array( 'method' => 'api_key' ) + $more );
    return array( $of( array( 'env_var_name' => 'OPENAI_API_KEY' ) ), $of( array( 'constant_name' => 'OWN_API_KEY' ) ) );`;
  expect(await runPhp(php)).toEqual(['a-key-of-the-machine', 'a-key-of-wp-config']);
  expect(await runPhp(php, network)).toEqual(['', '']);
});

test('the secret that they share is not for the administrator of one site', async () => {
  const { adminPassword } = stack();
  // A refusal must not come from a wrong password.
  await runPhp(`wp_set_password( '${adminPassword}', get_user_by( 'login', 'b' )->ID );`, network);
  const code = (site: '' | '/b', as: string) =>
    call(site, 'POST', '/itih/v1/connection', {
      as,
      body: { password: adminPassword, code: 'f'.repeat(64), lasting: true },
    });
  const mine = await code('/b', 'b');
  expect([mine.status, mine.body['code']]).toEqual([403, 'rest_forbidden']);
  const all = await code('/b', 'admin');
  expect(all.body['connect']).toMatch(/^itih1\./);
  const { status } = await call('/b', 'DELETE', '/itih/v1/connection', { as: 'b' });
  expect(status).toBe(409);
});

test('the other site’s posts neither enter nor remove anything', async () => {
  const [known] = (await documentsOfMain()).filter(({ title }) => title === 'Heron');
  const id = known?.post_id ?? 0;
  // A post of the same number there.
  const code = `
    $id = wp_insert_post( array( 'import_id' => ${id}, 'post_title' => 'Same number', 'post_content' => 'otter', 'post_status' => 'publish' ) );
    wp_trash_post( $id );
    Itih\\RagChat\\Events::send();
    return $id;`;
  const site = { wpDir: network.wpDir, url: `${network.url}/b/` };
  expect(await runPhp<number>(code, site)).toBe(id);
  const titles = (await documentsOfMain()).map(({ title }) => title);
  expect(titles).toContain('Heron');
  expect(titles).not.toContain('Same number');
  const { body } = await askAt('', 'What guards the harbour gate?');
  expect(body.reply).toContain('stone heron');
});

test('a site that is deleted leaves no table, and takes nothing of the other', async () => {
  const site = { wpDir: network.wpDir, url: `${network.url}/` };
  const tables = () =>
    runPhp<string[]>(
      `global $wpdb; return $wpdb->get_col( "SHOW TABLES LIKE 'wp\\\\_2\\\\_%'" );`,
      site,
    );
  await runPhp(
    'global $wpdb; foreach ( Itih\\RagChat\\tables_of( 2 ) as $table ) { $wpdb->query( "CREATE TABLE `$table` (id INT)" ); } return true;',
    site,
  );
  expect((await tables()).length).toBeGreaterThan(10);
  await runPhp(
    "require_once ABSPATH . 'wp-admin/includes/admin.php'; wpmu_delete_blog( 2, true ); return true;",
    site,
  );
  expect(await tables()).toEqual([]);
  const { body } = await askAt('', 'What guards the harbour gate?');
  expect(body.reply).toContain('stone heron');
});
