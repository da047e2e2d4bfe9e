/** Functions with which the projects `database`, `wordpress` and `browser` use the bed that they run on. */
import { randomUUID } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { compileCache, program } from './program.ts';
import type { Database } from '../tools/stack/database-server.ts';
import type { Engines } from '../tools/stack/engines.ts';
import { browserOptions } from '../tools/stack/browser.ts';
import { stopAll } from '../tools/stack/processes.ts';
import { type DatabaseStack, readStack, type Stack } from '../tools/stack/stack.ts';

// Real components on a busy machine take their time.
jest.setTimeout(120_000);

const stackFile = () => {
  const file = process.env['ITIH_STACK'];
  if (!file) throw new Error('No bed: run this through `npm run jest -- --selectProjects …`');
  return file;
};

/** The bed of the project `database`: MariaDB alone. */
export const databaseStack = (): DatabaseStack => readStack(stackFile());

/** The bed of the project `engines`. */
export function engines(): Engines {
  const file = process.env['ITIH_ENGINES'];
  if (!file) throw new Error('No bed: run this through `npm run jest -- --selectProjects engines`');
  return JSON.parse(readFileSync(file, 'utf8')) as Engines;
}

/** The bed of the projects `wordpress` and `browser`. */
export const stack = (): Stack => readStack(stackFile());

/** `mysql://…` for ITIH_DATABASE_URL. The account may create further databases. */
export const mariadbUrl = (prefix?: string): string => databaseUrl(databaseStack(), prefix);

export function databaseUrl(database: Database, prefix = 'wp_'): string {
  const { dbUser, dbPassword, dbHost, dbPort, dbName } = database;
  return `mysql://${dbUser}:${dbPassword}@${dbHost}:${dbPort}/${dbName}?prefix=${prefix}`;
}

export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

async function reply<T>(response: Response): Promise<Reply<T>> {
  const text = await response.text();
  const json = /json/.test(response.headers.get('content-type') ?? '');
  const body = (json ? JSON.parse(text) : text) as T;
  return { status: response.status, headers: response.headers, body };
}

function request(method: string, headers: Record<string, string>, body?: unknown): RequestInit {
  if (body === undefined) return { method, headers };
  const type = { 'content-type': 'application/json' };
  return { method, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

/** `path` below /wp-json, such as `/itih/v1/documents`. As the administrator. */
export async function rest<T>(method: string, path: string, body?: unknown): Promise<Reply<T>> {
  const { url, adminUser, appPassword } = stack();
  const credentials = Buffer.from(`${adminUser}:${appPassword}`).toString('base64');
  const headers = { authorization: `Basic ${credentials}` };
  return reply(await fetch(`${url}/wp-json${path}`, request(method, headers, body)));
}

/** The same without a login. */
export async function anonymous<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<T>> {
  return reply(await fetch(`${stack().url}/wp-json${path}`, request(method, headers, body)));
}

export interface Login {
  /** Value of the request header `Cookie`. */
  cookie: string;
  /** Value of `X-WP-Nonce`. */
  nonce: string;
  rest: <T>(method: string, path: string, body?: unknown) => Promise<Reply<T>>;
}

/** Logs in as a browser would: cookie and nonce. On the bed's own site, unless `site` is another. */
export async function login(
  account = 'admin',
  { url, accounts }: { url: string; accounts: Record<string, string> } = stack(),
): Promise<Login> {
  const response = await fetch(`${url}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: account, pwd: accounts[account] ?? '', testcookie: '1' }),
  });
  if (response.status !== 302) throw new Error(`Login as ${account} answers ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const ajax = `${url}/wp-admin/admin-ajax.php?action=rest-nonce`;
  const nonce = await (await fetch(ajax, { headers: { cookie } })).text();
  const headers = { cookie, 'x-wp-nonce': nonce };
  return {
    cookie,
    nonce,
    rest: async (method, path, body) =>
      reply(await fetch(`${url}/wp-json${path}`, request(method, headers, body))),
  };
}

export interface Post {
  id: number;
  link: string;
  status: string;
}

async function written(work: Promise<Reply<Post>>): Promise<Post> {
  const { status, body } = await work;
  if (status >= 300) throw new Error(`WordPress answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Fields as in WordPress' REST API; published unless `status` says otherwise. */
export const createPost = (fields: Record<string, unknown>, type = 'posts') =>
  written(rest<Post>('POST', `/wp/v2/${type}`, { status: 'publish', ...fields }));

export const updatePost = (id: number, fields: Record<string, unknown>, type = 'posts') =>
  written(rest<Post>('POST', `/wp/v2/${type}/${id}`, fields));

export const trashPost = (id: number, type = 'posts') =>
  written(rest<Post>('DELETE', `/wp/v2/${type}/${id}`));

/** Lines of WordPress' debug.log. */
export const debugLog = () => readFileSync(stack().debugLog, 'utf8').split('\n').filter(Boolean);

/** Lists what PHP reports about the plugin's own files. Two workers may write into one line of the log. */
export const pluginComplaints = () =>
  debugLog().flatMap(
    (line) => line.match(/PHP [^:]+: .* in \S*\/(?:itih-rag-chat|plugin-shim)\/\S+/g) ?? [],
  );

/**
 * Runs `code`, the body of a PHP function, inside WordPress and gives what it returns:
 * `await runPhp<string>("return get_option( 'blogname' );")`.
 */
export async function runPhp<T = unknown>(
  code: string,
  { wpDir, url }: Pick<Stack, 'wpDir' | 'url'> = stack(),
): Promise<T> {
  const { host, pathname } = new URL(url);
  const server = { HTTP_HOST: host, REQUEST_URI: pathname, REQUEST_METHOD: 'GET' };
  const body = JSON.stringify({ dir: wpDir, server, code });
  const response = await fetch(stack().phpRunner, { method: 'POST', body });
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    const log = debugLog().slice(-20).join('\n');
    throw new Error(`PHP answers ${response.status}: ${text}\n${log}`, { cause: error });
  }
}

/** Returns by what a sidecar of the bed's site signs. */
export const signer = async (): Promise<{ secret: string; id: string }> => ({
  secret: stack().secret,
  id: await runPhp<string>('return \\Itih\\RagChat\\site_id();'),
});

export interface SidecarOptions {
  /** sqlite by default; mariadb is WordPress' own database. Either starts without data. */
  database?: 'sqlite' | 'mariadb';
  /** Groups of settings that differ from the defaults. */
  settings?: Record<string, Record<string, unknown>>;
  /** That of an earlier sidecar: goes on with its data and settings. */
  databaseUrl?: string;
  /** Where WordPress looks for it by default. Whatever this bed runs there is stopped first. */
  port?: number;
  /** Wins over everything else. */
  env?: Record<string, string>;
}

export interface Sidecar {
  url: string;
  databaseUrl: string;
  pid: number;
  /** Returns the log so far; lines that are not JSON come as `{ msg }`. */
  log: () => Record<string, unknown>[];
  /** Sends the signal and waits for the end. Gives the exit status, null after a deadly signal. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Asks it to end, and insists after 10 s. Nothing happens when it has ended. */
  stop: () => Promise<number | null>;
}

/** Starts `itih serve` and waits until it is healthy. */
export async function startSidecar(options: SidecarOptions = {}): Promise<Sidecar> {
  const { url: siteUrl, sidecarPort, secret, folder, logs } = stack();
  const { port = sidecarPort, database, env } = options;
  // Test files of one run share the process; each sidecar has a database and a log of its own.
  const name = `sidecar-${port}-${randomUUID()}`;
  if (!options.databaseUrl) {
    // Words only: the local model takes time.
    const general = { widget_enabled: true, ...options.settings?.['general'] };
    await storeSettings({ embeddings: { provider: 'builtin' }, ...options.settings, general });
  }
  const databaseUrl = options.databaseUrl ?? (await freshDatabase(database, folder, name));
  stopAll(folder, `sidecar-${port}`); // left by a test that ran out of time
  const child = spawnSidecar(join(logs, `${name}.log`), {
    ITIH_STACK: stackFile(),
    ITIH_HOST: '127.0.0.1',
    ITIH_PORT: String(port),
    ITIH_SECRET: secret,
    ITIH_SITE_URL: siteUrl,
    ITIH_DATABASE_URL: databaseUrl,
    ITIH_LEASE_SECONDS: '5',
    ITIH_LOG_LEVEL: 'info',
    // The fake vendors.
    ITIH_FETCH_ALLOW: '127.0.0.1',
    ...env,
  });
  // So that the bed takes it down, should the suite not get to it.
  writeFileSync(join(folder, `sidecar-${port}.pid`), String(child.pid));
  const sidecar: Sidecar = {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    pid: child.pid ?? 0,
    log: () => logLines(join(logs, `${name}.log`)),
    kill: (signal) => end(child, signal),
    stop: () => end(child, 'SIGTERM'),
  };
  await healthy(sidecar, child);
  return sidecar;
}

function spawnSidecar(logFile: string, env: Record<string, string>): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', log, log],
    env: { ...process.env, ...compileCache, ...env },
  });
  closeSync(log);
  child.unref();
  return child;
}

/** Straight into WordPress, so that the sidecar begins with them. */
async function storeSettings(settings: Record<string, unknown>): Promise<void> {
  const encoded = Buffer.from(JSON.stringify(settings)).toString('base64');
  await runPhp(
    `update_option( 'itih_settings', json_decode( base64_decode( '${encoded}' ), true ) );`,
  );
}

async function freshDatabase(
  database: SidecarOptions['database'],
  folder: string,
  name: string,
): Promise<string> {
  if (database !== 'mariadb') return `sqlite:${join(folder, `${name}.sqlite`)}`;
  await runPhp(`global $wpdb;
    $tables = $wpdb->get_col( "SHOW TABLES LIKE 'wp\\\\_rag\\\\_%'" );
    $wpdb->query( 'SET FOREIGN_KEY_CHECKS = 0' );
    foreach ( $tables as $table ) { $wpdb->query( "DROP TABLE \`$table\`" ); }`);
  return mariadbUrl();
}

function logLines(file: string): Record<string, unknown>[] {
  const parse = (line: string) => {
    try {
      return JSON.parse(line) as Record<string, unknown>;
    } catch {
      return { msg: line };
    }
  };
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(parse);
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function healthy(sidecar: Sidecar, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await setTimeout(50)) {
    const status = await fetch(`${sidecar.url}/healthz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    if (!ended(child) && Date.now() < deadline) continue;
    const why = ended(child) ? 'ended' : 'is not healthy after 60 s';
    await sidecar.stop();
    const said = sidecar.log().slice(-5);
    const lines = said.map((line) => JSON.stringify(line).slice(0, 600));
    throw new Error(`The sidecar ${why}\n${lines.join('\n')}`);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!ended(child)) {
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const insist = new AbortController();
    const late = setTimeout(10_000, undefined, { signal: insist.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await exit;
    insist.abort();
    await late;
  }
  return child.exitCode;
}

/** Returns the bed's browser, or one of its own where the bed has none; closing it closes what was opened in it. */
export function launchBrowser(): Promise<Browser> {
  const endpoint = process.env['ITIH_BROWSER'];
  return endpoint ? chromium.connect(endpoint) : chromium.launch(browserOptions(stack().chromium));
}
