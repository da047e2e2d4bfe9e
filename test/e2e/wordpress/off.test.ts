/** The chat before its sidecar has ever answered, while it is away, and when the plugin is removed. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SessionReply } from '../../../server/contract/chat.ts';
import type { OwnedSettingsReply } from '../../../server/contract/settings.ts';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  login,
  rest,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Sidecar,
} from '../../stack.ts';
import { instead, page, php, unescaped, uninstall } from './on-site.ts';
import { visitorNonce } from './visitor.ts';

interface Contact {
  at: number;
  since: number;
  reason: string;
  detail: string;
}

const contact = () => runPhp<Contact>('return \\Itih\\RagChat\\contact();');
const setContact = (fields: Partial<Contact>) =>
  runPhp(`update_option( 'itih_contact', ${php(fields)}, false );
    delete_transient( 'itih_probe' );`);
const forgetProbe = () => runPhp("delete_transient( 'itih_probe' );");
/** The plugin's parts of a page: the kinds of chat, and a hint. */
const shownAt = async (path: string, as = '') =>
  (await page(path, as)).match(
    /itih-chat mode="\w+"|itih-chat-hint|service has answered|switched off/g,
  ) ?? [];
const frontPage = () => shownAt('/');
const floating = ['itih-chat mode="floating"'];
const dashboard = (as = cookie) => page('/wp-admin/index.php', as);
const session = async () => (await anonymous<SessionReply>('GET', '/itih/v1/session')).body;
const put = <T = OwnedSettingsReply>(patch: object) => rest<T>('PUT', '/itih/v1/settings', patch);
const switchChat = (widget_enabled: boolean) => put({ general: { widget_enabled } });
const now = () => Math.floor(Date.now() / 1000);
const hoursAgo = (count: number) => now() - count * 3600;

let sidecar: Sidecar | undefined;
let inline: { id: number; link: string };
let cookie: string;
const down = async () => {
  await sidecar?.stop();
  sidecar = undefined;
};

beforeAll(async () => {
  await runPhp("update_option( 'itih_settings', array() ); delete_option( 'itih_contact' );");
  inline = await createPost({ title: 'Ask the harbour', content: '[rag_chat]' }, 'pages');
  ({ cookie } = await login());
});
beforeEach(forgetProbe);
afterAll(async () => {
  await down();
  await trashPost(inline.id, 'pages');
});

test('before the first contact no page shows the chat, and only administrators read why', async () => {
  expect(await frontPage()).toEqual([]);
  expect(await shownAt(inline.link)).toEqual([]);
  expect(await shownAt('/', cookie)).toEqual([]);
  expect(await shownAt(inline.link, cookie)).toEqual(['itih-chat-hint', 'service has answered']);
  expect((await session()).available).toBe(false);
});

test('without a sidecar since yesterday, the dashboard and the plugins page say how to start it', async () => {
  await runPhp("update_option( 'itih_installed', time() - 3600, false );");
  expect(await dashboard()).not.toContain('itih-outage');
  await runPhp("update_option( 'itih_installed', time() - 90000, false );");
  for (const html of [await dashboard(), await page('/wp-admin/plugins.php', cookie)]) {
    expect(html).toContain('notice-info itih-outage');
    expect(html).toContain('Nothing answers at http://127.0.0.1:');
  }
  expect(await page('/wp-admin/options-general.php', cookie)).not.toContain('itih-outage');
  const editor = await login('editor');
  expect(await dashboard(editor.cookie)).not.toContain('itih-outage');
});

test('the command names this installation by absolute paths, safe for a shell', async () => {
  const [command, ...quoted] = await runPhp<string[]>(
    `return array( \\Itih\\RagChat\\start_command(), ...array_map( 'Itih\\RagChat\\shell_quoted', array( '/var/www/html', "/var/www/owner's site" ) ) );`,
  );
  const isThere = existsSync(new URL('../../../server/itih.mjs', import.meta.url));
  expect(command).toMatch(isThere ? /^node '?\/.*\/server\/itih\.mjs'? serve --wp '?\// : /^$/);
  expect(quoted).toEqual(['/var/www/html', "'/var/www/owner'\\''s site'"]);
});

test('the chat can be switched off and on while no sidecar runs', async () => {
  await setContact({ at: 1 });
  // A new site's owner has not switched it on yet.
  expect(await frontPage()).toEqual([]);
  await switchChat(true);
  expect(await frontPage()).toEqual(floating);
  const off = await switchChat(false);
  expect([off.status, off.body.partial]).toEqual([200, true]);
  expect(off.body.settings.general).toMatchObject({ widget_enabled: false });
  expect(Object.keys(off.body.settings)).toEqual(['general', 'appearance', 'indexing', 'advanced']);
  expect(off.body.settings.appearance.colors).toEqual({});
  expect(await frontPage()).toEqual([]);
  expect(await shownAt(inline.link)).toEqual([]);
  const { body } = await rest<OwnedSettingsReply>('GET', '/itih/v1/settings');
  expect([body.partial, body.settings.general.widget_enabled]).toEqual([true, false]);
  await switchChat(true);
  expect(await frontPage()).toEqual(floating);
});

test('a page for visitors reads few files of the plugin, and all when it changes a post', async () => {
  const file = join(stack().wpDir, 'wp-content/mu-plugins/files.php');
  writeFileSync(
    file,
    `<?php
add_action( 'template_redirect', fn() => isset( $_GET['write'] ) && wp_insert_post( array( 'post_title' => 'Tides', 'post_status' => 'publish' ) ) );
add_action( 'shutdown', function () {
	$files = preg_grep( '#/(itih-rag-chat|plugin-shim)/#', get_included_files() );
	file_put_contents( __FILE__ . '.new', json_encode( $files ) );
	rename( __FILE__ . '.new', __FILE__ . '.json' );
}, 200 );`,
  );
  const filesRead = () => {
    const paths = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Record<string, string>;
    return Object.values(paths).map((path) => basename(path));
  };
  try {
    for (const path of ['/', inline.link, '/nothing-here']) {
      await page(path);
      const files = filesRead();
      expect(files).toContain('widget.php');
      expect(files.length).toBeLessThanOrEqual(20);
    }
    await page('/?write=1');
    // The visitor has the page before the sidecar is told.
    await until('all files', () => Promise.resolve(filesRead().includes('send-events.php')));
  } finally {
    rmSync(file);
    rmSync(`${file}.json`, { force: true });
  }
});

test.each([
  ['a wrong kind', { general: { widget_enabled: 'perhaps' } }, 'general.widget_enabled'],
  ['an unknown colour', { appearance: { colors: { nose: '#ff0000' } } }, 'appearance.colors'],
  ['a number that is no id', { indexing: { exclude_ids: [-3] } }, 'indexing.exclude_ids'],
])('%s is refused without a sidecar, as with one', async (_case, patch, path) => {
  const { status, body } = await put<{ code: string; data: { fields: object } }>(patch);
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(Object.keys(body.data.fields)).toEqual([path]);
});

test('what the plugin does not own still needs the sidecar', async () => {
  const { status, body } = await put<{ code: string }>({ chat: { top_k: 3 } });
  expect([status, body.code]).toEqual([503, 'sidecar_unavailable']);
  const mixed = await put({ general: { widget_enabled: false, debug_logging: true } });
  expect(mixed.status).toBe(503);
  expect(await runPhp("return get_option( 'itih_settings' )['general']['widget_enabled'];")).toBe(
    true,
  );
});

test('the sidecar’s first call is the first contact, one from outside changes nothing; then all settings are answered', async () => {
  await setContact({});
  sidecar = await startSidecar();
  await until('the first call', async () => (await contact()).at > 0);
  expect(await frontPage()).toEqual(floating);
  const { body } = await put<{ partial?: true; settings: Record<string, unknown> }>({
    appearance: { bot_name: '  Harbour guide ', colors: { text: '#00FF00' } },
  });
  expect(body.partial).toBeUndefined();
  expect(Object.keys(body.settings)).toContain('llm');
  expect(body.settings['appearance']).toMatchObject({
    bot_name: 'Harbour guide',
    colors: { text: '#00FF00' },
  });
  expect((await anonymous('GET', '/itih/v1/bridge/settings')).status).toBe(401);
  expect((await contact()).reason).toBe('');
});

test('while the sidecar is away the session says so, and it comes back by itself', async () => {
  expect((await session()).available).toBe(true);
  await sidecar?.kill('SIGKILL');
  const headers = { 'x-wp-nonce': await visitorNonce() };
  const asked = await anonymous('POST', '/itih/v1/chat', { message: 'Hello' }, headers);
  expect(asked.status).toBe(503);
  expect((await session()).available).toBe(false);
  expect((await contact()).reason).toBe('unreachable');
  expect(await frontPage()).toEqual(floating);
  sidecar = await startSidecar({ databaseUrl: sidecar?.databaseUrl ?? '' });
  // Visitors share one look in fifteen seconds.
  expect((await session()).available).toBe(false);
  await forgetProbe();
  expect((await session()).available).toBe(true);
  expect(await contact()).toMatchObject({ since: 0, reason: '' });
  // A failure that is over is not told.
  await setContact({ at: now() - 9000, since: now() - 9000, reason: 'unreachable' });
  expect(await dashboard()).not.toContain('itih-outage');
  expect((await contact()).reason).toBe('');
});

test('an outage of an hour is told with its reason, once for each user, and again next time or after a week', async () => {
  await down();
  await setContact({ at: now() - 1200, since: now() - 600, reason: 'unreachable' });
  expect(await dashboard()).not.toContain('itih-outage');
  await setContact({ at: hoursAgo(3), since: hoursAgo(0), reason: 'unreachable' });
  const html = await dashboard();
  expect(html).toContain('notice-error itih-outage');
  expect(html).toContain('has not worked for 3 hours');
  const dismiss = /class="notice-dismiss"[^>]*href="([^"]+)"/.exec(html)?.[1] ?? '';
  await fetch(unescaped(dismiss), { headers: { cookie }, redirect: 'manual' });
  expect(await dashboard()).not.toContain('itih-outage');
  await setContact({ at: hoursAgo(2), since: hoursAgo(2), reason: 'unreachable' });
  expect(await dashboard()).toContain('notice-error itih-outage');
  const dismissedUntil = (seconds: number) =>
    runPhp(`$since = (string) \\Itih\\RagChat\\contact()['since'];
      update_user_option( 1, 'itih_dismissed', array( 'name' => $since, 'until' => time() + ${seconds} ) );`);
  await dismissedUntil(60);
  expect(await dashboard()).not.toContain('itih-outage');
  await dismissedUntil(-60);
  expect(await dashboard()).toContain('itih-outage');
});

test('a vendor that refuses the key is told while the sidecar works, and only then', async () => {
  await runPhp(
    `update_option( 'itih_vendor_failure', array( 'at' => time(), 'says' => 'openai does not answer: refused the API key' ), false );`,
  );
  const html = await dashboard();
  expect(html.match(/itih-outage/g)).toHaveLength(1);
  expect(html).not.toContain('refused the API key');
  await setContact({ at: now() });
  const working = await dashboard();
  expect(working).toContain('refused the API key');
  expect(working).toContain('page=itih-rag-chat-settings');
  await runPhp("delete_option( 'itih_vendor_failure' );");
  expect(await dashboard()).not.toContain('itih-outage');
});

test.each([
  ['another site', { code: 'wrong_site', data: { site: 'http://other.test' } }, 0, 'wrong_site'],
  ['another secret', { code: 'invalid_signature' }, 0, 'invalid_signature'],
  ['another time', { code: 'invalid_signature' }, 300, 'clock'],
  ['a sidecar without tables', { code: 'sidecar_unavailable' }, 0, 'not_ready'],
  ['another program', '<h1>Hello</h1>', 0, 'not_sidecar'],
])('%s at the sidecar’s address is told by its name', async (_case, body, seconds, reason) => {
  await instead(
    (_request, response) => {
      response.setHeader('date', new Date(Date.now() - seconds * 1000).toUTCString());
      response.statusCode = typeof body === 'string' ? 200 : 403;
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    },
    async () => {
      await setContact({ at: 1, since: 1, reason: 'unreachable' });
      expect((await session()).available).toBe(false);
      expect((await contact()).reason).toBe(reason);
      const html = await dashboard();
      expect(html).toContain('notice-error itih-outage');
      if (reason === 'wrong_site') expect(html).toContain('it serves http://other.test');
    },
  );
});

test('what has not changed is written at most once a minute, and never among autoloaded options', async () => {
  const written = await runPhp<unknown[]>(`
    $writes = array( 'itih_contact' => 0, 'itih_had_contact' => 0 );
    add_action( 'updated_option', function ( $name ) use ( &$writes ) { $writes[ $name ] = ( $writes[ $name ] ?? 0 ) + 1; } );
    update_option( 'itih_contact', array( 'at' => time() - 5 ), false );
    $writes['itih_contact'] = 0;
    for ( $n = 0; $n < 5; $n++ ) { \\Itih\\RagChat\\note_contact( true ); \\Itih\\RagChat\\note_called(); }
    $quiet = $writes['itih_contact'];
    for ( $n = 0; $n < 5; $n++ ) { \\Itih\\RagChat\\note_contact( false, 'unreachable' ); }
    \\Itih\\RagChat\\note_contact( true );
    return array( $quiet, $writes['itih_contact'], $writes['itih_had_contact'], isset( wp_load_alloptions()['itih_contact'] ) );`);
  expect(written).toEqual([0, 2, 0, false]);
});

test('uninstalling with removal leaves nothing: the sidecar deletes and stays idle', async () => {
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: { advanced: { remove_data_on_uninstall: true } },
  });
  await rest('GET', '/itih/v1/status');
  const theirs = ['chat', 'db_version', 'general', 'providers'].map((group) => `itih_${group}`);
  // Names of another plugin, which its users have beside or before this one.
  const secret = await runPhp<string>(`set_transient( 'itih_seen_abc', 1, 60 );
    set_transient( 'itih_dash_stats', 1, 60 );
    wp_schedule_single_event( time() + 9000, 'itih_process_document', array( 1 ) );
    wp_schedule_single_event( time() + 9000, 'itih_test_transport', array( 'refusal' ) );
    foreach ( ${php(theirs)} as $name ) { update_option( $name, 'theirs' ); }
    return get_option( 'itih_secret' );`);
  const tables = `$wpdb->get_col( "SHOW TABLES LIKE 'wp\\\\_rag\\\\_%'" )`;
  const left = await uninstall<object>(`
    global $wpdb;
    $events = array();
    foreach ( array_filter( _get_cron_array(), 'is_array' ) as $hooks ) { $events = array_merge( $events, array_keys( $hooks ) ); }
    return array(
      'options' => $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%itih\\_%' ORDER BY option_name" ),
      'tables' => ${tables},
      'users' => (int) $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->usermeta WHERE meta_key LIKE '%itih%'" ),
      'events' => array_values( preg_grep( '/itih/', $events ) ),
    );`);
  expect(left).toEqual({
    options: ['_transient_itih_dash_stats', '_transient_timeout_itih_dash_stats', ...theirs],
    tables: [],
    users: 0,
    events: ['itih_process_document'],
  });
  expect((await fetch(`${sidecar.url}/healthz`)).status).toBe(503);
  await sidecar.stop();
  expect(await runPhp(`global $wpdb; return ${tables};`)).toEqual([]);
  // The bed goes on with the secret that it knows.
  await runPhp(`update_option( 'itih_secret', '${secret}', false );
    update_option( 'itih_settings', array(), false );
    wp_clear_scheduled_hook( 'itih_process_document', array( 1 ) );
    delete_transient( 'itih_dash_stats' );
    array_map( 'delete_option', ${php(theirs)} );`);
});
