import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../errors/config-error.ts';
import { ownFile } from '../../runtime/program-files.ts';
import type { Account } from '../../runtime/who-writes.ts';
import { accountFor, namedAccount, requireOwnProgram, type Files } from './account.ts';
import { readEnvironment, writeEnvironment, type Environment } from './environment-file.ts';
import { placesFor, serveArguments, type Scope } from './places.ts';
import { problemWith, waitUntilHealthy, type Caller } from './reach.ts';
import type { Systemctl } from './systemctl.ts';
import { unitText } from './unit.ts';
import { createServer } from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns the first free port of this machine from `first` on. @throws Error if there is none near it */
export async function freePortFrom(first: number): Promise<number> {
  for (let port = first; port < first + 100; port++) if (await isFree(port)) return port;
  throw new Error(`No port from ${first} to ${first + 99} is free: name one with --port.`);
}

export interface InstallOptions {
  /** Complete: with what the site's options say. */
  config: Config;
  /** Null: WordPress is elsewhere, and `config` comes from ITIH_CONNECT. */
  wp: string | null;
  /** Address of a site of a network; empty: the main site. */
  url: string;
  scope: Scope;
  systemctl: Systemctl;
  caller: Caller;
  /** Undefined: that of an earlier installation, or a free one. */
  port?: number | undefined;
  say: (line: string) => void;
  /** Variables that are kept for the service. */
  variables: Environment;
  /** Account of a service of the machine; undefined: the owner of wp-config.php. */
  runAs?: string | undefined;
  /** Folders in place of `/` and of the account's home, and what reads owners, for tests. */
  root?: string;
  account?: string;
  files?: Files;
  healthMs?: number;
}

export interface Installed {
  name: string;
  address: string;
}

const usualPort = 8790;

/** Returns the path of the program as the unit starts it. */
export const launcher = (): string => fileURLToPath(ownFile('server/itih.mjs'));

/** Writes a file if its text is another one. @returns whether it was */
function update(file: string, text: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return true;
}

async function environmentFor(options: InstallOptions, file: string): Promise<Environment> {
  const before = readEnvironment(file);
  const stored = before['ITIH_PORT'];
  const port =
    options.port ?? (stored === undefined ? await freePortFrom(usualPort) : Number(stored));
  return { ...before, ...options.variables, ITIH_PORT: String(port) };
}

/** Says what keeps a service from working, with the end of its log. */
async function explain(systemctl: Systemctl, name: string, problem: string): Promise<never> {
  const log = await systemctl.log(name, 10);
  throw new ConfigError(log === '' ? problem : `${problem}\nThe end of its log:\n${log}`);
}

/** https://www.freedesktop.org/software/systemd/man/latest/sd_booted.html */
const runsSystemd = (root = '/') => existsSync(join(root, 'run/systemd/system'));

const whyNoSystemd = (scope: Scope, root?: string) =>
  scope === 'user' && runsSystemd(root)
    ? 'This account has no systemd of its own now. Run the command as root (with WP-CLI: sudo wp … --allow-root); the ' +
      'service then runs as the owner of the site. Or log in as this account itself, not by sudo or su.'
    : 'systemd is not in charge here. docs/hosting.md shows how supervisor, pm2, Docker and Passenger keep the sidecar ' +
      'running.';

/** Returns the account that a service of the machine runs as; null: a new one. @throws ConfigError for root */
function accountOf({ wp, runAs, files }: InstallOptions): Account | null {
  if (wp !== null) return accountFor(wp, runAs, files);
  return runAs === undefined ? null : namedAccount(runAs, files);
}

/**
 * Installs the sidecar of a site as a service of systemd, starts it, and waits until it and WordPress hear each other.
 * Installing again updates the files and starts it anew.
 *
 * @throws ConfigError that says in plain words what is missing or wrong
 */
export async function install(options: InstallOptions): Promise<Installed> {
  const { config, scope, systemctl, say } = options;
  const { wp, url } = options;
  const places = placesFor(
    { home: config.siteHome, wp, url },
    scope,
    options.root,
    options.account,
  );
  const { name } = places;
  const runAs = scope === 'system' ? accountOf(options) : null;
  const unit = unitText({
    places,
    home: config.siteHome,
    node: process.execPath,
    command: [launcher(), ...serveArguments(wp, url)],
    account: runAs,
    isConnected: wp === null,
    database: config.database,
  });
  if (!(await systemctl.isThere())) {
    const why = whyNoSystemd(scope, options.root);
    throw new ConfigError(`${why}\nIts unit would be ${places.unit}:\n${unit}`);
  }
  const caller = () => namedAccount(String(process.getuid?.()), options.files);
  requireOwnProgram(scope === 'system' ? runAs : caller(), wp, options.files);
  const environment = await environmentFor(options, places.environment);
  writeEnvironment(places.environment, environment);
  if (update(places.unit, unit)) say(`Wrote ${places.unit}`);
  await systemctl.call('daemon-reload');
  await systemctl.call('enable', name);
  await systemctl.call('restart', name);
  say(`Started ${name}`);

  const address = `http://127.0.0.1:${environment['ITIH_PORT']}`;
  if (!(await waitUntilHealthy(address, options.healthMs ?? 60_000))) {
    await explain(systemctl, name, `The sidecar does not answer at ${address}.`);
  }
  const problem = await problemWith(address, options.caller);
  if (problem !== null) await explain(systemctl, name, problem);
  say('WordPress and the sidecar hear each other.');
  return { name, address };
}
