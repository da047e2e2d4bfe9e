/** Other sites with the secret of the bed's: a staging copy of it, and a network of two whose wp-config.php names one sidecar. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { routes } from '../../../server/contract/routes.ts';
import { signedHeaders } from '../../../server/wordpress/signature.ts';
import {
  cloneSite,
  installNetwork,
  type FurtherSite,
  type Network,
} from '../../../tools/stack/further-site.ts';
import { until } from '../../fakes/wait.ts';
import { inFullRuns } from '../../full-runs.ts';
import { runPhp, stack, startSidecar, type Reply, type Sidecar } from '../../stack.ts';
import { complaints, people, routeCells, type Heard } from './access-cells.ts';
import { expectedElsewhere, expectedOf, nonceStates } from './access-policy.ts';
import { wp } from './wp-cli.ts';

interface Body {
  code?: string;
  message?: string;
  reply?: string;
  connect?: string;
  nonce?: string;
}

interface Call {
  /** Login and application password. */
  as?: readonly [string, string];
  body?: unknown;
  headers?: Record<string, string>;
}

/** `path` below the REST API of the site at `url`. */
async function callAt<T = Body>(
  url: string,
  method: string,
  path: string,
  { as, body, headers }: Call = {},
): Promise<Reply<T>> {
  const response = await fetch(`${url}/wp-json${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(as && { authorization: `Basic ${Buffer.from(as.join(':')).toString('base64')}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as T };
}

async function askAt(url: string, message: string) {
  const { body } = await callAt(url, 'GET', '/itih/v1/session');
  const headers = { 'x-wp-nonce': body.nonce ?? '' };
  return callAt(url, 'POST', '/itih/v1/chat/sync', { body: { message }, headers });
}

let sidecar: Sidecar;
afterAll(async () => {
  await sidecar?.stop();
  await runPhp("update_option( 'itih_settings', array(), false );");
});

describe('a copy with the database and the secret of the site, at another address,', () => {
  let clone: FurtherSite;
  // The administrator is copied too, and so is the application password.
  const put = () => {
    const { adminUser, appPassword } = stack();
    const body = { chat: { system_prompt: 'by the clone' } };
    return callAt(clone.url, 'PUT', '/itih/v1/settings', { as: [adminUser, appPassword], body });
  };
  const original = () => runPhp<string>("return wp_json_encode( get_option( 'itih_settings' ) );");
  const identity = (site?: FurtherSite) =>
    runPhp<string[]>(
      'return array( Itih\\RagChat\\site_id(), Itih\\RagChat\\recorded_site_url() );',
      site,
    );
  const answer = (word: string) => wp(['itih', 'site', word], { site: clone });

  beforeAll(async () => {
    sidecar = await startSidecar();
    await identity();
    clone = await cloneSite(stack(), 'clone');
  });

  test('changes nothing of the original, and its administrator reads why', async () => {
    const before = await original();
    const { status, body } = await put();
    expect([status, body.code]).toEqual([403, 'wrong_site']);
    expect(body.message).toContain(stack().url);
    expect(body.message).toContain(clone.url);
    expect(await original()).toBe(before);
    const asked = await askAt(clone.url, 'Hello');
    expect([asked.status, asked.body.code]).toEqual([503, 'sidecar_unavailable']);
  });

  test('gives nothing to the original’s sidecar', async () => {
    const [id = '', url = ''] = await identity(clone);
    const route = '/itih/v1/bridge/settings';
    const call = {
      method: 'GET',
      route,
      identity: { role: 'system', user_id: 0, ip: '', locale: '' },
    } as const;
    const headers = signedHeaders(call, { id, url, secret: stack().secret }, Date.now());
    const ask = (site: string) => fetch(`${site}/index.php?rest_route=${route}`, { headers });
    expect((await ask(stack().url)).status).toBe(200);
    const refused = await ask(clone.url);
    expect([refused.status, ((await refused.json()) as Body).code]).toEqual([403, 'wrong_site']);
  });

  test('asks its administrator on every screen whether it was moved or copied', async () => {
    const [html = '', editors] = await runPhp<string[]>(
      `return array_map( function ( $login ) {
         wp_set_current_user( get_user_by( 'login', $login )->ID );
         ob_start(); Itih\\RagChat\\ask_moved_or_copied(); return ob_get_clean();
       }, array( 'admin', 'editor' ) );`,
      clone,
    );
    expect(html).toContain('was this site moved or copied?');
    expect(html).toContain(stack().url);
    expect(html).toMatch(/name="itih_choice" value="moved"/);
    expect(html).toMatch(/name="itih_choice" value="copied"/);
    expect(editors).toBe('');
  });

  test('is refused by the sidecar itself when it claims to have moved', async () => {
    expect((await wp(['itih', 'status'], { site: clone })).stderr).toContain(
      '"wp itih site moved"',
    );
    expect((await answer('elsewhere')).stderr).toContain('Invalid value');
    expect((await answer('moved')).stdout).toContain(`Success: This is the site at ${clone.url}.`);
    const before = await original();
    const { status, body } = await put();
    expect([status, body.code]).toEqual([403, 'wrong_site']);
    expect(await original()).toBe(before);
    await runPhp(`update_option( 'itih_site_url', '${stack().url}' );`, clone);
  });

  test('gets an id and a secret of its own as a copy; the original’s sidecar is another site’s', async () => {
    const [id] = await identity(clone);
    expect((await answer('copied')).code).toBe(0);
    const [ownId, ownUrl] = await identity(clone);
    expect(ownId).not.toBe(id);
    expect(ownUrl).toBe(clone.url);
    const { status, body } = await put();
    expect([status, body.code]).toEqual([403, 'wrong_site']);
    expect(body.message).toContain(`http://127.0.0.1:${stack().sidecarPort}`);
    expect((await identity())[0]).toBe(id);
  });
});

describe('a network', () => {
  let network: Network;
  const question = 'What guards the harbour gate?';
  const siteAt = (path: string) => ({ wpDir: network.wpDir, url: network.url + path });
  const other = () => `${network.url}/b`;
  const as = (name: string): Call => ({ as: [name, network.appPasswords[name] ?? ''] });
  const documentsOfMain = async () =>
    (await callAt<DocumentView[]>(network.url, 'GET', '/itih/v1/documents', as('admin'))).body;
  const settingsOfMain = () =>
    runPhp("return wp_json_encode( get_option( 'itih_settings' ) );", network);
  const isTold = async () => (await askAt(network.url, question)).body.reply;

  beforeAll(async () => {
    network = await installNetwork(stack(), 'network', ['b']);
    // Words only, as on the bed's own site.
    await runPhp(
      "update_option( 'itih_settings', array( 'general' => array( 'widget_enabled' => true ), 'embeddings' => array( 'provider' => 'builtin' ), 'limits' => array( 'per_ip_max' => 0, 'answers_per_ip' => 0, 'answers_per_session' => 0, 'answers_relayed' => 8 ) ) );",
      network,
    );
    sidecar = await startSidecar({ env: { ITIH_SITE_URL: network.url } });
    await callAt(network.url, 'POST', '/wp/v2/posts', {
      ...as('admin'),
      body: {
        title: 'Heron',
        content: '<p>The harbour gate is guarded by a stone heron.</p>',
        status: 'publish',
      },
    });
    await until('the post is known', async () =>
      (await documentsOfMain()).some(
        ({ title, status }) => title === 'Heron' && status === 'completed',
      ),
    );
  }, 120_000);

  test('gives each site an identity and so a key of its own, although the secret is one', async () => {
    const keyOf = (path: string) =>
      runPhp<string[]>(
        'return array( Itih\\RagChat\\secret(), Itih\\RagChat\\site_id(), bin2hex( Itih\\RagChat\\signing_key() ) );',
        siteAt(path),
      );
    const [main, second] = await Promise.all([keyOf('/'), keyOf('/b/')]);
    expect(main.map((part, n) => part === second[n])).toEqual([true, false, false]);
  });

  test('has a chat at its first site, and none of it at the other, whose administrator reads why', async () => {
    expect(await isTold()).toContain('stone heron');
    const { status, body } = await askAt(other(), question);
    expect([status, body]).toMatchObject([
      503,
      {
        code: 'sidecar_unavailable',
        message: 'The chat is not available right now. Please try again later.',
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('heron');
    const before = await settingsOfMain();
    const own = await callAt(other(), 'GET', '/itih/v1/settings', as('b'));
    expect(own.body).toMatchObject({ partial: true, settings: { general: {} } });
    for (const [method, path, body] of [
      ['PUT', '/itih/v1/settings', { chat: { system_prompt: 'written by the other site' } }],
      ['GET', '/itih/v1/documents'],
      ['POST', '/itih/v1/documents', { title: 'A note', content: 'From the other site.' }],
      ['POST', '/itih/v1/search', { query: 'harbour' }],
    ] as const) {
      const reply = await callAt(other(), method, path, { ...as('b'), body });
      expect([path, reply.status, reply.body.code]).toEqual([path, 403, 'wrong_site']);
      expect(reply.body.message).toContain(`http://127.0.0.1:${stack().sidecarPort}`);
      expect(reply.body.message).toContain(network.url);
    }
    expect(await settingsOfMain()).toBe(before);
    expect((await documentsOfMain()).map(({ title }) => title)).not.toContain('A note');
  });

  test('gives no site a key of the machine', async () => {
    const php = `putenv( 'OPENAI_API_KEY=a-key-of-the-machine' ); define( 'OWN_API_KEY', 'a-key-of-wp-config' );
      $of = fn( $more ) => \\Itih\\RagChat\\connector_key( array( 'method' => 'api_key' ) + $more );
      return array( $of( array( 'env_var_name' => 'OPENAI_API_KEY' ) ), $of( array( 'constant_name' => 'OWN_API_KEY' ) ) );`;
    expect(await runPhp(php)).toEqual(['a-key-of-the-machine', 'a-key-of-wp-config']);
    expect(await runPhp(php, network)).toEqual(['', '']);
  });

  test('keeps the secret that they share from the administrator of one site', async () => {
    const { adminPassword } = stack();
    // A refusal must not come from a wrong password.
    await runPhp(
      `wp_set_password( '${adminPassword}', get_user_by( 'login', 'b' )->ID );`,
      network,
    );
    const body = { password: adminPassword, code: 'f'.repeat(64), lasting: true };
    const code = (name: string) =>
      callAt(other(), 'POST', '/itih/v1/connection', { ...as(name), body });
    const mine = await code('b');
    expect([mine.status, mine.body.code]).toEqual([403, 'rest_forbidden']);
    expect(mine.body.message).toContain('only super admins may connect');
    const moved = await callAt(other(), 'PUT', '/itih/v1/connection', { ...as('b'), body });
    expect([moved.status, moved.body.code]).toEqual([403, 'rest_forbidden']);
    expect((await code('admin')).body.connect).toMatch(/^itih1\./);
    expect((await callAt(other(), 'DELETE', '/itih/v1/connection', as('b'))).status).toBe(409);
  });

  test('takes nothing from posts of the other site, which have the same numbers', async () => {
    const known = (await documentsOfMain()).find(({ title }) => title === 'Heron');
    const id = known?.post_id ?? 0;
    const code = `
      $id = wp_insert_post( array( 'import_id' => ${id}, 'post_title' => 'Same number', 'post_content' => 'otter', 'post_status' => 'publish' ) );
      wp_trash_post( $id );
      Itih\\RagChat\\Events::send();
      return $id;`;
    expect(await runPhp<number>(code, siteAt('/b/'))).toBe(id);
    const titles = (await documentsOfMain()).map(({ title }) => title);
    expect(titles).toContain('Heron');
    expect(titles).not.toContain('Same number');
    expect(await isTold()).toContain('stone heron');
  });

  inFullRuns('asked by its own administrator, and that of the other site, at either site', () => {
    test('lets nobody reach another site’s chat by a role on their own', async () => {
      const accounts = { admin: stack().accounts.admin, b: stack().accounts.editor };
      await runPhp(`wp_set_password( '${accounts.b}', get_user_by( 'login', 'b' )->ID );`, network);
      const here = { ...siteAt(''), accounts };
      const callers = await people({ anonymous: '', administrator: 'admin', stranger: 'b' }, here);
      const there = await people({ anonymous: '', administrator: 'b' }, { ...here, url: other() });
      const api = '/wp-json/itih/v1';
      const all = () => nonceStates;
      const quiet: Heard = () => undefined;
      const cells = [
        ...routeCells('/', network.url + api, 1, { routes, people: callers }, all, expectedOf),
        ...routeCells('/b', other() + api, 1, { routes, people: there }, all, expectedElsewhere),
      ];
      expect(await complaints(cells, quiet)).toEqual([]);
    }, 300_000);
  });

  test('loses no table but its own with a site that is deleted', async () => {
    const tables = () =>
      runPhp<string[]>(
        `global $wpdb; return $wpdb->get_col( "SHOW TABLES LIKE 'wp\\\\_2\\\\_%'" );`,
        siteAt('/'),
      );
    await runPhp(
      'global $wpdb; foreach ( Itih\\RagChat\\tables_of( 2 ) as $table ) { $wpdb->query( "CREATE TABLE `$table` (id INT)" ); } return true;',
      siteAt('/'),
    );
    expect((await tables()).length).toBeGreaterThan(10);
    await runPhp(
      "require_once ABSPATH . 'wp-admin/includes/admin.php'; wpmu_delete_blog( 2, true ); return true;",
      siteAt('/'),
    );
    expect(await tables()).toEqual([]);
    expect(await isTold()).toContain('stone heron');
  });
});
