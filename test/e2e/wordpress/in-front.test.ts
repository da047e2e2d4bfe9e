/** Caches, and plugins that close the REST API, in front of the chat on real WordPress. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../../server/contract/routes.ts';
import { Bridge, routeUrl } from '../../../server/wordpress/bridge.ts';
import { startNginx } from '../../../tools/stack/nginx.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { stopAll } from '../../../tools/stack/processes.ts';
import { anonymous, login, runPhp, signer, stack } from '../../stack.ts';
import { firstContact, notice, php, sitePlugin, useSidecar } from './on-site.ts';
import { saveSettings, visitorNonce } from './visitor.ts';

/**
 * As LiteSpeed Cache with its default settings: it declares what REST answers to be public, errors too, in a header that
 * it sends last and that replaces any other. Only its documented API keeps it from that.
 */
const litespeed = `
$GLOBALS['ls_why_not'] = 'GET' === $_SERVER['REQUEST_METHOD'] ? '' : 'method';
add_action( 'litespeed_control_set_nocache', function ( $why ) { $GLOBALS['ls_why_not'] = $why; } );
add_action( 'rest_api_init', function () {
	ob_start( function ( $buffer ) {
		$public = '' === $GLOBALS['ls_why_not'] && ! is_user_logged_in() && ! defined( 'DONOTCACHEPAGE' );
		header( 'X-LiteSpeed-Cache-Control: ' . ( $public ? 'public,max-age=' . ( 200 === http_response_code() ? 604800 : 3600 ) : 'no-cache' ) );
		return $buffer;
	} );
}, 5 );`;

/** Plugins that close the REST API to guests or to everybody, each at its place, and one that only asks who it is. */
const closed = `
$ways    = (array) get_option( 'test_closed', array() );
$refuse  = fn() => new WP_Error( 'rest_closed', 'Only members may knock here.', array( 'status' => 401 ) );
$members = fn( $result ) => is_user_logged_in() ? $result : $refuse();
$hooks   = array(
	'early'     => array( 'rest_authentication_errors', 10, $members ),
	'everybody' => array( 'rest_authentication_errors', 20, $refuse ),
	'late'      => array( 'rest_authentication_errors', 999, $members ),
	'dispatch'  => array( 'rest_pre_dispatch', 10, $members ),
	'asks'      => array( 'rest_authentication_errors', 10, function ( $result ) { is_user_logged_in(); return $result; } ),
);
foreach ( $ways as $way ) { add_filter( $hooks[ $way ][0], $hooks[ $way ][2], $hooks[ $way ][1] ); }`;

/** A cache that obeys LiteSpeed's header and no other, and one that goes by host and address alone. */
let obedient: string;
let blind: string;

async function startCaches(): Promise<void> {
  const { folder, logs, wpDir, phpSocket, sidecarPort } = stack();
  const [port, second] = [await freePort(), await freePort()];
  [obedient, blind] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${second}`];
  await startNginx(
    folder,
    logs,
    {
      port,
      root: wpDir,
      phpSocket,
      sidecarPort,
      more: `listen 127.0.0.1:${second};`,
      moreHttp: `fastcgi_cache_path ${join(folder, 'cached')} keys_zone=test:1m;
        map "$server_port $upstream_http_x_litespeed_cache_control" $left_out {
          default 1; "~^${second} " 0; "~ public" 0;
        }`,
      morePhp: `fastcgi_cache test;
        fastcgi_cache_key $request_method$host$server_port$request_uri;
        fastcgi_cache_valid any 1h;
        fastcgi_ignore_headers Cache-Control Expires Vary Set-Cookie X-Accel-Expires;
        fastcgi_no_cache $left_out;
        add_header X-Cache $upstream_cache_status always;`,
    },
    'in-front',
  );
}

sitePlugin('in-front', `${litespeed} ${closed}`);
useSidecar(async () => {
  await startCaches();
  // Behind the worse of both.
  return { env: { ITIH_SITE_URL: blind } };
});
beforeAll(firstContact);
afterAll(() => stopAll(stack().folder, 'in-front'));

const api = '/wp-json/itih/v1';

describe('caches', () => {
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    return {
      status: response.status,
      cache: response.headers.get('x-cache'),
      text: await response.text(),
    };
  };

  test('may store no answer of any route, whoever gives it', async () => {
    const { url } = stack();
    const paths = routes
      .filter(({ method, auth }) => method === 'GET' && (auth as string) !== 'system')
      .map(({ path }) => path.replaceAll(/<\w+>/g, '1'));
    const wrongNonce = { 'x-wp-nonce': 'wrong' };
    const asked: [string, Record<string, string>?][] = [
      ...paths.map((path, n): [string] => [
        n % 2 ? url + api + path : routeUrl(url, `/itih/v1${path}`),
      ]),
      ...['', '/', '/nowhere', '/SESSION/'].map((end): [string] => [url + api + end]),
      [`${url}/wp-json/ITIH/v1/session`],
      [`${url}${api}/session`, wrongNonce],
      [`${url}${api}/status`, wrongNonce],
    ];
    const wrong: unknown[] = [];
    for (const [address, headers = {}] of asked) {
      const { status, headers: told } = await fetch(address, { headers });
      const said = ['x-litespeed-cache-control', 'cache-control'].map((name) => told.get(name));
      if (said.join() !== 'no-cache,no-store') wrong.push([address, status, said]);
    }
    expect(wrong).toEqual([]);
    // The stand-in is one.
    const others = await fetch(`${url}/wp-json/wp/v2/types`);
    expect(others.headers.get('x-litespeed-cache-control')).toBe('public,max-age=604800');
  });

  /** `fresh` makes the addresses that the widget asks. */
  test.each([
    ['obeys LiteSpeed’s header alone', () => obedient, () => ''],
    ['goes by the address alone', () => blind, () => `&_=${Math.random()}`],
  ])('of which one %s leave a conversation its visitor’s own', async (_name, at, fresh) => {
    const base = at() + api;
    const headers = { 'content-type': 'application/json', 'x-wp-nonce': await visitorNonce() };
    const ask = async (body: object, more: Record<string, string> = {}) => {
      const given = { ...headers, ...more };
      const init = { method: 'POST', headers: given, body: JSON.stringify(body) };
      const asked = await fetch(`${base}/chat/sync`, init);
      return (await asked.json()) as { session_id: string; session_secret: string };
    };
    const { session_id, session_secret } = await ask({ message: 'My name is Kim' });
    const history = () => `${base}/history?session_id=${session_id}${fresh()}`;
    const own = { ...headers, 'x-itih-secret': session_secret };
    const turns = ({ text }: { text: string }) =>
      (JSON.parse(text) as { turns?: [] }).turns?.length;
    const first = await get(history(), own);
    const anybody = await get(history());
    await ask({ message: 'And what does a canoe cost?', session_id }, own);
    const second = await get(history(), own);
    await fetch(history(), { method: 'DELETE', headers: own });
    const deleted = await get(history(), own);
    const session = () => get(`${base}/session?${fresh()}`);
    expect([turns(first), turns(anybody), turns(second)]).toEqual([2, undefined, 4]);
    expect([(anybody.text + deleted.text).includes('Kim'), turns(deleted) ?? 0]).toEqual([
      false,
      0,
    ]);
    const answers = [first, anybody, second, deleted, await session(), await session()];
    expect(answers.filter(({ cache }) => cache === 'HIT')).toEqual([]);
  });

  test('the sidecar reads what is there now, and nobody else reads it', async () => {
    const site = { ...(await signer()), url: stack().url, address: blind };
    const bridge = new Bridge({
      site: { get: () => Promise.resolve(site), reread: () => Promise.resolve(site) },
    });
    const name = async () => (await bridge.settings()).site.name;
    const before = await name();
    await runPhp("update_option( 'blogname', 'Another name' );");
    expect(await name()).toBe('Another name');
    await runPhp(`update_option( 'blogname', '${before}' );`);
    expect((await get(routeUrl(blind, '/itih/v1/bridge/settings'))).status).toBe(401);
  });

  test('are told to the owner by Site Health, with how much one hurts', async () => {
    const check = (base: string) =>
      runPhp<{ status: string }>(
        `add_filter( 'rest_url', fn( $url ) => str_replace( '${stack().url}', '${base}', $url ) ); ` +
          'return \\Itih\\RagChat\\check_caches();',
      );
    expect((await check(obedient)).status).toBe('good');
    expect(await check(blind)).toMatchObject({
      status: 'recommended',
      label: 'A cache stores answers of the chat',
      next: expect.stringMatching(/\/wp-json\/itih\/v1\/.*x-cache: HIT/),
    });
  });
});

describe('a plugin that closes the REST API', () => {
  const close = (...ways: string[]) => runPhp(`update_option( 'test_closed', ${php(ways)} );`);
  /** As WP-Cron does when an answer was refused. */
  const look = () => runPhp<string>('return \\Itih\\RagChat\\look_for_refusal();');
  /** Whether pages show the chat to guests, and to users. */
  const shown = () =>
    runPhp<boolean[]>('return array_map( "Itih\\\\RagChat\\\\is_open_to", array( 0, 1 ) );');
  let cookie: string;
  beforeAll(async () => ({ cookie } = await login()));
  afterEach(() => close());

  test('does not close the chat, and nothing else is opened', async () => {
    await close('early', 'everybody', 'late');
    const headers = { 'x-wp-nonce': await visitorNonce() };
    const asked = await anonymous('POST', '/itih/v1/chat/sync', { message: 'Hello' }, headers);
    expect(asked.status).toBe(200);
    expect((await anonymous('GET', '/itih/v1/bridge/settings')).body).toMatchObject({
      code: 'invalid_signature',
    });
    for (const path of ['/itih/v1/documents', '/itih/v1/posts/1/chat', '/itih/v1', '/wp/v2/posts'])
      expect((await anonymous('GET', path)).body).toMatchObject({ code: 'rest_closed' });
    expect(await look()).toBe('');
  });

  test('that refuses before core’s check of the nonce does not take that check away', async () => {
    await close('everybody');
    const headers = { cookie, 'x-wp-nonce': 'x' };
    const forged = await anonymous('GET', '/itih/v1/history', undefined, headers);
    expect([forged.status, forged.body]).toMatchObject([
      403,
      { code: 'rest_cookie_invalid_nonce' },
    ]);
  });

  test('lets the password of a staging site be no application password, and no visitor is refused for it', async () => {
    await close('asks');
    const basic = { authorization: `Basic ${btoa('staging:door')}` };
    expect((await anonymous('GET', '/wp/v2/types', undefined, basic)).status).toBe(401);
    expect((await anonymous('GET', '/itih/v1/session', undefined, basic)).status).toBe(200);
  });

  test.each([
    ['the owner wants closed', 'early', false],
    ['nobody can pass', 'dispatch', true],
  ])('that %s hides the chat from guests, and the owner is told', async (_case, way, open_rest) => {
    expect(await shown()).toEqual([true, true]);
    await saveSettings({ general: { open_rest } });
    await close(way);
    const refused = await anonymous('GET', '/itih/v1/session');
    expect(refused.body).toMatchObject({ code: 'rest_closed' });
    const planned = `wp_next_scheduled( 'itih_test_transport', array( 'refusal' ) )`;
    expect(await runPhp(`return ${planned};`)).toBeGreaterThan(0);
    expect(await look()).toBe('Only members may knock here.');
    expect(await shown()).toEqual([false, true]);
    expect(await notice(cookie)).toMatch(
      /not logged in do not see the chat[^]*Only members may knock here/,
    );
    await close();
    if (!open_rest) await saveSettings({ general: { open_rest: true } });
    expect(await notice(cookie)).toBe('');
    expect(await shown()).toEqual([true, true]);
  });
});
