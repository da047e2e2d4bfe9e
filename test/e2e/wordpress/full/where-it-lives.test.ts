/** A sidecar that learns from a site's files alone where its database is; `test/config/` has how each layout is read. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '../../../../server/composition/services.ts';
import { readConfig } from '../../../../server/config/config.ts';
import { completeConfig } from '../../../../server/config/site-options.ts';
import type { StatusReply } from '../../../../server/contract/admin.ts';
import type { SiteIdentity } from '../../../../server/contract/bridge.ts';
import { makeFolder } from '../../../../tools/stack/folders.ts';
import { freePort } from '../../../../tools/stack/ports.ts';
import { type Database, docker } from '../../../config/layouts.ts';
import { shimFor } from '../../../fakes/shim.ts';
import { until } from '../../../fakes/wait.ts';
import { program } from '../../../program.ts';
import { runPhp, stack } from '../../../stack.ts';

const over = (host: string, user = stack().dbUser): Database => ({
  name: stack().dbName,
  user,
  password: stack().dbPassword,
  host,
});
const tcp = () => over(`${stack().dbHost}:${stack().dbPort}`);
const secretLine = () => `define( 'ITIH_SECRET', '${stack().secret}' );`;

let identity: SiteIdentity;
let root: string;
beforeAll(async () => {
  // wp-config.php of the bed says it, the option does not.
  identity = await runPhp<SiteIdentity>(
    `update_option( 'home', '${stack().url}' );
    return array( 'id' => Itih\\RagChat\\site_id(), 'url' => Itih\\RagChat\\recorded_site_url() );`,
  );
});
beforeEach(() => {
  root = mkdtempSync(join(makeFolder(join(stack().folder, 'lives')), 'site-'));
});
afterEach(() => rmSync(root, { recursive: true }));

type Layout = { folder: string; env: Record<string, string> };

/** Serves the layout until `work` is done, or the program has ended. Gives what it said. */
async function serve(
  layout: Layout,
  more: Record<string, string>,
  work: (url: string) => Promise<void> = () => Promise.resolve(),
): Promise<{ code: number | null; said: string; stderr: string }> {
  const port = String(await freePort());
  const env = { PATH: process.env['PATH'], ITIH_PORT: port, ITIH_CACHE_DIR: join(root, 'cache') };
  const child = execFile(process.execPath, [program, 'serve', '--wp', layout.folder], {
    env: { ...env, ...layout.env, ...more },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (text: string) => (stdout += text));
  child.stderr?.on('data', (text: string) => (stderr += text));
  const exit = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isHealthy = () =>
    fetch(`${url}/healthz`).then(
      (response) => response.status === 200,
      () => false,
    );
  await until('the sidecar is healthy', () => child.exitCode !== null || isHealthy());
  if (child.exitCode === null) {
    await work(url).finally(() => child.kill('SIGTERM'));
    await exit;
  }
  return { code: child.exitCode, said: stdout + stderr, stderr };
}

test('it finds database and site by the socket of PHP’s own settings, where DB_HOST says localhost alone', async () => {
  const ini = join(root, 'ini');
  mkdirSync(ini);
  writeFileSync(join(ini, 'socket.ini'), `mysqli.default_socket = ${stack().dbSocket}\n`);
  const database = over('localhost', stack().dbSocketUser);
  const layout = docker(root, database, `${secretLine()} define( 'WP_HOME', '${stack().url}' );`);
  let status: StatusReply | undefined;
  // Before it stand the folders that PHP reads by itself.
  const { said } = await serve(layout, { PHP_INI_SCAN_DIR: `:${ini}` }, async (url) => {
    const shim = shimFor(url, stack().secret, identity);
    status = (await shim.admin<StatusReply>('GET', '/status')).body;
  });
  const found = { ok: true, bridge: { ok: true }, database: { ok: true, engine: 'MariaDB' } };
  expect([status, said]).toMatchObject([found, said]);
});

test('one site of a network is chosen by --url, with its tables, secret, address and id; without it the main one', async () => {
  const drop = `global $wpdb; $wpdb->query( 'DROP TABLE IF EXISTS wpn_blogs, wpn_options, wpn_2_options' );`;
  const layout = docker(root, tcp());
  const env = { ...layout.env, PATH: process.env['PATH'], WORDPRESS_TABLE_PREFIX: 'wpn_' };
  const chosen = (url?: string) =>
    completeConfig(readConfig(env, { wp: layout.folder, ...(url && { url }) }), openDatabase);
  try {
    await runPhp(`${drop}
      $wpdb->query( 'CREATE TABLE wpn_blogs ( blog_id BIGINT PRIMARY KEY, domain VARCHAR(200), path VARCHAR(100) )' );
      $wpdb->query( "INSERT INTO wpn_blogs VALUES ( 1, 'net.example', '/' ), ( 2, 'net.example', '/b/' )" );
      foreach ( array( 'wpn_' => 'first', 'wpn_2_' => 'second' ) as $prefix => $name ) {
        $wpdb->query( "CREATE TABLE {$prefix}options ( option_name VARCHAR(191), option_value LONGTEXT )" );
        $options = array( 'home' => "http://net.example/$name", 'itih_secret' => str_repeat( $name[0], 32 ),
          'itih_site_id' => "id-$name", 'itih_site_url' => "http://net.example/$name-was" );
        foreach ( $options as $key => $value ) {
          $wpdb->insert( "{$prefix}options", array( 'option_name' => $key, 'option_value' => $value ) );
        }
      }`);
    expect(await chosen('http://NET.example/b')).toMatchObject({
      secret: 's'.repeat(32),
      siteUrl: 'http://net.example/second',
      siteHome: 'http://net.example/second-was',
      siteId: 'id-second',
      database: { prefix: 'wpn_2_rag_' },
    });
    const main = { siteId: 'id-first', database: { prefix: 'wpn_rag_' } };
    expect(await chosen()).toMatchObject(main);
    await expect(chosen('http://net.example/c/')).rejects.toThrow(
      'The network has no site at net.example/c/',
    );
  } finally {
    await runPhp(drop);
  }
  await expect(chosen('http://net.example/')).rejects.toThrow('not a network');
});

test('it ends with one sentence when the database refuses the account', async () => {
  const layout = docker(root, { ...tcp(), password: 'another' }, secretLine());
  const { code, said, stderr } = await serve(layout, {});
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The database refuses the connection \(Access denied .*\n$/);
  expect(said).not.toMatch(/\n?\s+at |"stack"/);
});
