import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callerOfSudo, type Config } from '../../config/config.ts';
import { ConfigError } from '../../errors/config-error.ts';
import { ownFile } from '../../runtime/program-files.ts';
import {
  findAccount,
  programPaths,
  writableByOthers,
  type Account,
  type WhoWrites,
} from '../../runtime/who-writes.ts';
import { problemWith, waitUntilHealthy, type Caller } from './reach.ts';
import {
  placesFor,
  readEnvironment,
  serveArguments,
  unitText,
  writeEnvironment,
  type Environment,
  type Scope,
  type Systemctl,
} from './systemd.ts';

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

/** Owners and accounts as tests have them, and the paths of the program. */
type Files = Pick<WhoWrites, 'facts' | 'lookup'> & { paths?: string[] };

export interface InstallOptions {
  /** Complete: with what the site's options say. */
  config: Config;
  /** Null: WordPress is elsewhere, and `config` comes from ITIH_CONNECT. */
  wp: string | null;
  /** Address of a site of a network; empty: the main site. */
  url: string;
  scope: Scope;
  systemctl: Pick<Systemctl, keyof Systemctl>;
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
}

const usualPort = 8790;
const healthMs = 60_000;

/** @param key Name or number. @throws ConfigError for root, and for an account that does not exist */
function namedAccount(key: string, { lookup }: Files, why = 'The'): Account {
  const account = findAccount(key, lookup);
  if (!account) throw new ConfigError(`There is no account ${key} on this machine.`);
  if (account.uid !== 0) return account;
  throw new ConfigError(
    `${why} sidecar never runs as root. Name the account that runs WordPress, such as --account www-data.`,
  );
}

/** Returns the site's wp-config.php, or its folder where there is none. */
const configFileOf = (wp: string): string =>
  [join(wp, 'wp-config.php'), join(wp, '..', 'wp-config.php')].find((file) => existsSync(file)) ??
  wp;

const ownerOf = (file: string, { facts = statSync }: Files) => facts(file).uid;

/**
 * Returns the account of the service: that of the caller or the named one, else the owner of wp-config.php. Null: a new
 * one that owns nothing.
 *
 * @throws ConfigError
 */
function accountOf({ scope, wp, runAs, files = {} }: InstallOptions): Account | null {
  if (scope === 'user') return namedAccount(String(process.getuid?.()), files);
  if (runAs !== undefined) return namedAccount(runAs, files);
  if (wp === null) return null;
  const file = configFileOf(wp);
  return namedAccount(String(ownerOf(file, files)), files, `${file} belongs to root, but the`);
}

/**
 * Refuses a program or a wp-config.php that others may change than root, the service's account, who owns wp-config.php
 * (WordPress runs it anyway) and who called sudo: they would become the service's account.
 *
 * @throws ConfigError
 */
function requireOwnProgram(account: Account | null, { wp, files = {} }: InstallOptions): void {
  const { paths = programPaths(), ...rest } = files;
  const config = wp === null ? [] : [configFileOf(wp)];
  const users = [
    0,
    account?.uid,
    callerOfSudo(),
    ...config.map((file) => ownerOf(file, files)),
  ].filter((uid) => typeof uid === 'number');
  const open = writableByOthers([...paths, ...config], { users, account, ...rest });
  if (open === null) return;
  throw new ConfigError(
    `Other accounts may write ${open}, and would have the rights of the sidecar's account` +
      `${account ? ` (${account.name})` : ''}. Change its owner or its mode, or name the account that runs WordPress ` +
      'with --account.',
  );
}

/** https://www.freedesktop.org/software/systemd/man/latest/sd_booted.html */
const runsSystemd = (root = '/') => existsSync(join(root, 'run/systemd/system'));

const whyNoSystemd = ({ scope, root }: InstallOptions) =>
  scope === 'user' && runsSystemd(root)
    ? 'This account has no systemd of its own now. Run the command as root (with WP-CLI: sudo wp … --allow-root); the ' +
      'service then runs as the owner of the site. Or log in as this account itself, not by sudo or su.'
    : 'systemd is not in charge here. docs/hosting.md shows how supervisor, pm2, Docker and Passenger keep the sidecar ' +
      'running.';

/**
 * Installs the sidecar of a site as a service of systemd, starts it, and waits until it and WordPress hear each other.
 * Installing again updates the files and starts it anew. Returns its address.
 *
 * @throws ConfigError that says in plain words what is missing or wrong
 */
export async function install(options: InstallOptions): Promise<string> {
  const { config, scope, systemctl, say, wp, url } = options;
  const { siteHome: home, database } = config;
  const places = placesFor({ home, wp, url }, scope, options.root, options.account);
  const { name } = places;
  const runAs = scope === 'system' ? accountOf(options) : null;
  const unit = unitText({
    places,
    home,
    node: process.execPath,
    command: [fileURLToPath(ownFile('server/itih.mjs')), ...serveArguments({ wp, url })],
    account: runAs,
    isConnected: wp === null,
    database,
  });
  if (!(await systemctl.isThere())) {
    throw new ConfigError(`${whyNoSystemd(options)}\nIts unit would be ${places.unit}:\n${unit}`);
  }
  requireOwnProgram(scope === 'system' ? runAs : accountOf(options), options);
  const before = readEnvironment(places.environment);
  const port = options.port ?? before['ITIH_PORT'] ?? (await freePortFrom(usualPort));
  const environment = { ...before, ...options.variables, ITIH_PORT: String(port) };
  writeEnvironment(places.environment, environment);
  if (!existsSync(places.unit) || readFileSync(places.unit, 'utf8') !== unit) {
    mkdirSync(dirname(places.unit), { recursive: true });
    writeFileSync(places.unit, unit);
    say(`Wrote ${places.unit}`);
  }
  await systemctl.call('daemon-reload');
  await systemctl.call('enable', name);
  await systemctl.call('restart', name);
  say(`Started ${name}`);

  const address = `http://127.0.0.1:${port}`;
  const problem = (await waitUntilHealthy(address, healthMs))
    ? await problemWith(address, options.caller)
    : `The sidecar does not answer at ${address}.`;
  if (problem !== null) {
    const log = await systemctl.log(name, 10);
    throw new ConfigError(log === '' ? problem : `${problem}\nThe end of its log:\n${log}`);
  }
  say('WordPress and the sidecar hear each other.');
  return address;
}
