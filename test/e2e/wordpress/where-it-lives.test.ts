/** A sidecar that learns from wp-config.php alone where its site and its database are. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { StatusReply } from '../../../server/contract/admin.ts';
import type { SiteIdentity } from '../../../server/contract/bridge.ts';
import { shimFor } from '../../fakes/shim.ts';
import { until } from '../../fakes/wait.ts';
import { program } from '../../program.ts';
import { compileCache } from '../../program.ts';
import { runPhp, stack } from '../../stack.ts';
import { makeFolder } from '../../../tools/stack/folders.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { bedrock, type Database, docker, plain } from '../../config/layouts.ts';

const over = (host: string, user = stack().dbUser): Database => ({
  name: stack().dbName,
  user,
  password: stack().dbPassword,
  host,
});
const tcp = () => over(`${stack().dbHost}:${stack().dbPort}`);
const secretLine = () => `define( 'ITIH_SECRET', '${stack().secret}' );`;
const home = (address: string) => `define( 'WP_HOME', '${address}' );`;

let identity: SiteIdentity;
let root: string;
let children: ChildProcess[] = [];
beforeAll(async () => {
  // wp-config.php of the bed says it, the option does not.
  await runPhp(`update_option( 'home', '${stack().url}' );`);
  identity = await runPhp<SiteIdentity>(
    "return array( 'id' => Itih\\RagChat\\site_id(), 'url' => Itih\\RagChat\\recorded_site_url() );",
  );
});
beforeEach(() => {
  root = mkdtempSync(join(makeFolder(join(stack().folder, 'lives')), 'site-'));
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  children = [];
  rmSync(root, { recursive: true });
});

async function serve(layout: { folder: string; env: Record<string, string> }, more = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, [program, 'serve', '--wp', layout.folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      ITIH_PORT: String(port),
      ITIH_CACHE_DIR: join(root, 'cache'),
      ...compileCache,
      ...layout.env,
      ...more,
    },
  });
  children.push(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const said = () => ({ status: child.exitCode, stdout, stderr });
  return { child, said, url: `http://127.0.0.1:${port}` };
}

/** Healthy, with the site's own database, and the plugin answers it. */
async function status(layout: Parameters<typeof serve>[0], more = {}): Promise<StatusReply> {
  const { child, url, said } = await serve(layout, more);
  const healthy = () =>
    child.exitCode !== null ||
    fetch(`${url}/healthz`).then(
      (response) => response.status === 200,
      () => false,
    );
  await until('the sidecar is healthy', healthy);
  if (child.exitCode !== null) throw new Error(JSON.stringify(said()));
  const shim = shimFor(url, stack().secret, identity);
  return (await shim.admin<StatusReply>('GET', '/status')).body;
}

const connected = {
  ok: true,
  bridge: { ok: true },
  database: { ok: true, engine: 'MariaDB' },
};

describe('it finds database and site by', () => {
  test('the configuration of the Docker image', async () => {
    const layout = docker(root, tcp(), secretLine() + home(stack().url));
    expect(await status(layout)).toMatchObject(connected);
  });

  test('Bedrock’s layout', async () => {
    const layout = bedrock(root, tcp(), [`WP_HOME='${stack().url}'`]);
    expect(await status(layout, { ITIH_SECRET: stack().secret })).toMatchObject(connected);
  });

  test('getenv(), with the address from the site’s own options', async () => {
    const { name, user, password, host } = tcp();
    const php = `define( 'DB_NAME', getenv( 'SITE_DB' ) ?: '' ); define( 'DB_USER', getenv( 'SITE_USER' ) );
      define( 'DB_PASSWORD', getenv( 'SITE_PASSWORD' ) ); define( 'DB_HOST', $_ENV['SITE_HOST'] ?? getenv( 'SITE_HOST' ) );
      $table_prefix = getenv( 'SITE_PREFIX' ); ${secretLine()}`;
    const layout = plain(root, php);
    const env = {
      SITE_DB: name,
      SITE_USER: user,
      SITE_PASSWORD: password,
      SITE_HOST: host,
      SITE_PREFIX: 'wp_',
    };
    expect(await status(layout, env)).toMatchObject(connected);
  });

  test('the socket, where the account is for localhost and the server resolves no names', async () => {
    const { dbSocket, dbSocketUser } = stack();
    const path = docker(
      root,
      over(`localhost:${dbSocket}`, dbSocketUser),
      secretLine() + home(stack().url),
    );
    expect(await status(path)).toMatchObject(connected);
  });

  test('the socket of PHP’s own settings, where DB_HOST says localhost alone', async () => {
    const { dbSocket, dbSocketUser } = stack();
    const ini = join(root, 'ini');
    mkdirSync(ini);
    writeFileSync(join(ini, 'socket.ini'), `mysqli.default_socket = ${dbSocket}\n`);
    const layout = docker(root, over('localhost', dbSocketUser), secretLine() + home(stack().url));
    // Before it stand the folders that PHP reads by itself.
    expect(await status(layout, { PHP_INI_SCAN_DIR: `:${ini}` })).toMatchObject(connected);
  });

  test('the site on loopback under its name, where nobody resolves the name', async () => {
    const { port } = new URL(stack().url);
    const address = `http://shop.example.test:${port}`;
    const layout = docker(root, tcp(), secretLine() + home(address));
    expect(await status(layout)).toMatchObject(connected);
  });

  test('the address that is given, and no other', async () => {
    const layout = docker(root, tcp(), secretLine() + home('http://shop.example.test'));
    const more = { ITIH_SITE_URL: stack().url };
    expect(await status(layout, more)).toMatchObject(connected);
  });
});

describe('one site of a network is chosen by --url:', () => {
  const blogs = `
    global $wpdb;
    $wpdb->query( 'CREATE TABLE wpn_blogs ( blog_id BIGINT PRIMARY KEY, domain VARCHAR(200), path VARCHAR(100) )' );
    $wpdb->query( "INSERT INTO wpn_blogs VALUES ( 1, 'net.example', '/' ), ( 2, 'net.example', '/b/' )" );
    foreach ( array( 'wpn_' => 'first', 'wpn_2_' => 'second' ) as $prefix => $name ) {
      $wpdb->query( "CREATE TABLE {$prefix}options ( option_name VARCHAR(191), option_value LONGTEXT )" );
      $options = array( 'home' => "http://net.example/$name", 'itih_secret' => str_repeat( $name[0], 32 ),
        'itih_site_id' => "id-$name", 'itih_site_url' => "http://net.example/$name-was" );
      foreach ( $options as $key => $value ) {
        $wpdb->insert( "{$prefix}options", array( 'option_name' => $key, 'option_value' => $value ) );
      }
    }`;
  const drop = `global $wpdb; $wpdb->query( 'DROP TABLE IF EXISTS wpn_blogs, wpn_options, wpn_2_options' );`;

  test('its tables, secret, address and id; without it the main site', async () => {
    const { completeConfig } = await import('../../../server/config/site-options.ts');
    const { openDatabase } = await import('../../../server/composition/services.ts');
    const { readConfig } = await import('../../../server/config/config.ts');
    const layout = docker(root, tcp());
    const env = { ...layout.env, PATH: process.env['PATH'], WORDPRESS_TABLE_PREFIX: 'wpn_' };
    const chosen = (url?: string) =>
      completeConfig(readConfig(env, { wp: layout.folder, ...(url && { url }) }), openDatabase);
    try {
      await runPhp(drop + blogs);
      expect(await chosen('http://NET.example/b')).toMatchObject({
        secret: 's'.repeat(32),
        siteUrl: 'http://net.example/second',
        siteHome: 'http://net.example/second-was',
        siteId: 'id-second',
        database: { prefix: 'wpn_2_rag_' },
      });
      const main = { siteId: 'id-first', database: { prefix: 'wpn_rag_' } };
      expect(await chosen('http://net.example/')).toMatchObject(main);
      expect(await chosen()).toMatchObject(main);
      await expect(chosen('http://net.example/c/')).rejects.toThrow(
        'The network has no site at net.example/c/',
      );
    } finally {
      await runPhp(drop);
    }
    await expect(chosen('http://net.example/')).rejects.toThrow('not a network');
  });
});

describe('it ends with one sentence', () => {
  test('when the database refuses the account', async () => {
    const layout = docker(root, { ...tcp(), password: 'another' }, secretLine());
    const { child, said } = await serve(layout);
    await until('the end', () => child.exitCode !== null, 20_000);
    const { status: code, stdout, stderr } = said();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database refuses the connection \(Access denied .*\n$/);
    expect(stdout + stderr).not.toMatch(/\n?\s+at |"stack"/);
    expect(stdout.trim().split('\n')).toHaveLength(2);
  });

  test('also when only the environment names the account', async () => {
    const { dbHost, dbPort, secret, url } = stack();
    const { child, said } = await serve(plain(root, ''), {
      ITIH_DATABASE_URL: `mysql://wp:another@${dbHost}:${dbPort}/wordpress`,
      ITIH_SECRET: secret,
      ITIH_SITE_URL: url,
    });
    await until('the end', () => child.exitCode !== null, 20_000);
    expect(said().status).toBe(1);
    expect(said().stderr).toMatch(/^The database refuses the connection .*\n$/);
    expect(said().stdout).not.toContain('"stack"');
  });
});
