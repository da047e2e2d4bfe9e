import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseConfig } from '../../config/database-config.ts';
import { ConfigError } from '../../errors/config-error.ts';
import { plain } from '../plain.ts';

/** `system`: a service of the machine, which root installs; `user`: one of the account. */
export type Scope = 'system' | 'user';

/** Root installs a service of the machine, another account one of its own. */
export const usualScope = (): Scope => (process.getuid?.() === 0 ? 'system' : 'user');

/** Names of a service and its files. */
export interface Places {
  scope: Scope;
  /** Without `.service`. */
  name: string;
  unit: string;
  /** Variables of the sidecar, with secrets. */
  environment: string;
  /** Below systemd's folder for state. */
  state: string;
}

/** Returns a name for the service of a site: `https://example.com/shop/` has `itih-example.com-shop`. */
export function serviceName(home: string): string {
  const { host, pathname } = new URL(home);
  const words = `${host}${pathname}`.toLowerCase().split(/[^a-z0-9.]/);
  return ['itih', ...words.filter((word) => word !== '')].join('-');
}

/** @param root Folder in place of `/`, for tests, as is `account` in place of the account's home. */
export function placesOf(scope: Scope, name: string, root = '/', account = homedir()): Places {
  const [units, settings] =
    scope === 'system'
      ? [join(root, 'etc/systemd/system'), join(root, 'etc/itih-rag-chat')]
      : [join(account, '.config/systemd/user'), join(account, '.config/itih-rag-chat')];
  return {
    scope,
    name,
    unit: join(units, `${name}.service`),
    environment: join(settings, `${name}.env`),
    state: `itih-rag-chat/${name}`,
  };
}

/** A site as it is chosen: `wp` null: one elsewhere; `url` empty: no site of a network. */
export interface ServedSite {
  /** Home address. */
  home: string;
  wp: string | null;
  url: string;
}

/** Returns the arguments with which a sidecar serves a WordPress. */
export const serveArguments = ({ wp, url }: Pick<ServedSite, 'wp' | 'url'>): string[] => [
  'serve',
  ...(wp === null ? [] : ['--wp', resolve(wp)]),
  ...(url === '' ? [] : ['--url', url]),
];

/**
 * Returns the places of a site's service. One that was installed for the same WordPress keeps its name when the site's
 * address changes: under a new name there would be two. For `root` and `account` see `placesOf`.
 */
export function placesFor(site: ServedSite, scope: Scope, root?: string, account?: string): Places {
  const usual = placesOf(scope, serviceName(site.home), root, account);
  const units = dirname(usual.unit);
  if (site.wp === null || existsSync(usual.unit) || !existsSync(units)) return usual;
  const end = serveArguments(site).map(quoted).join(' ');
  const isSame = (file: string) =>
    readFileSync(join(units, file), 'utf8')
      .split('\n')
      .some((line) => line.startsWith('ExecStart=') && line.endsWith(end));
  const same = readdirSync(units).find((file) => /^itih-.*\.service$/.test(file) && isSame(file));
  return same ? placesOf(scope, same.replace(/\.service$/, ''), root, account) : usual;
}

/** Variables by name. */
export type Environment = Record<string, string>;

/** systemd reads double-quoted values with backslashes. */
const lineOf = ([name, value]: [string, string]) =>
  `${name}="${value.replace(/[\\"$`]/g, '\\$&').replace(/\n/g, '\\n')}"`;

const parse = (line: string): [string, string][] => {
  const [, name, value] = /^([A-Z0-9_]+)="(.*)"$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, value!.replace(/\\(.)/g, '$1')]];
};

/** Returns the variables of an earlier installation; none without one. */
export const readEnvironment = (file: string): Environment =>
  existsSync(file) ? Object.fromEntries(readFileSync(file, 'utf8').split('\n').flatMap(parse)) : {};

/** Writes variables so that only the owner of the file can read them. */
export function writeEnvironment(file: string, variables: Environment): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = Object.entries(variables).sort().map(lineOf).join('\n');
  writeFileSync(file, `# Written by itih. It holds secrets.\n${text}\n`, { mode: 0o600 });
  // The mode above is that of a new file only.
  chmodSync(file, 0o600);
}

const run = promisify(execFile);
/** Milliseconds for one call. */
const timeout = 30_000;

/** Calls systemd of a scope. https://www.freedesktop.org/software/systemd/man/latest/systemctl.html */
export class Systemctl {
  readonly #mode: readonly string[];

  constructor(scope: Scope) {
    this.#mode = scope === 'user' ? ['--user'] : [];
  }

  /** @throws ConfigError with the last words of systemctl */
  async call(...args: string[]): Promise<string> {
    try {
      const { stdout } = await run('systemctl', [...this.#mode, ...args], { timeout });
      return stdout.trim();
    } catch (error) {
      const { stderr = '', message } = error as { stderr?: string; message: string };
      throw new ConfigError(stderr.trim() || message);
    }
  }

  /** Whether systemd is in charge of this scope here; not in most containers. */
  isThere(): Promise<boolean> {
    return this.call('show-environment').then(
      () => true,
      () => false,
    );
  }

  /** Returns the last lines of a service's log without control characters; empty if there is none to read. */
  log(name: string, lines: number): Promise<string> {
    const end = ['--lines', String(lines), '--no-pager', '--output', 'cat'];
    return run('journalctl', [...this.#mode, '--unit', name, ...end], { timeout }).then(
      ({ stdout }) => plain(stdout).trim(),
      () => '',
    );
  }
}

/** Quotes an argument for ExecStart. https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html */
const quoted = (text: string): string => {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/%/g, '%%').replace(/\$/g, '$$$$');
  return `"${escaped}"`;
};
const path = (text: string) => text.replace(/%/g, '%%').replace(/ /g, '\\x20');

/** Limits that need root. https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html */
const hardening = [
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'ProtectSystem=strict',
  'ProtectHome=read-only',
  'PrivateDevices=yes',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'LockPersonality=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
];

export interface UnitOptions {
  places: Places;
  /** Home address of the site. */
  home: string;
  node: string;
  /** Path of itih.mjs, and the arguments after it. */
  command: readonly string[];
  /** Account that the service runs as; null: one of its own. */
  account: { uid: number; gid: number } | null;
  /** Whether WordPress is elsewhere, so that the sidecar has a database of its own. */
  isConnected: boolean;
  database: DatabaseConfig;
}

function accessOf({ database, account }: UnitOptions): string[] {
  const socket = database.dialect === 'mysql' ? (database.connection.socketPath ?? '') : '';
  return [
    ...(account ? [`User=${account.uid}`, `Group=${account.gid}`] : ['DynamicUser=yes']),
    ...hardening,
    // A database's socket may be there.
    `PrivateTmp=${socket.startsWith('/tmp/') ? 'no' : 'yes'}`,
    // Without a folder it is in the folder of the state.
    ...(database.dialect === 'sqlite' && isAbsolute(database.file)
      ? [`ReadWritePaths=${path(dirname(database.file))}`]
      : []),
  ];
}

/**
 * Returns the text of a systemd unit that keeps a sidecar running.
 *
 * @throws ConfigError for a control character in a path or an address: a line that holds another would be a setting
 */
export function unitText(options: UnitOptions): string {
  const { places, node, command } = options;
  const home = new URL(options.home).href;
  const isSystem = places.scope === 'system';
  const lines = [
    '[Unit]',
    `Description=Itih RAG Chat for ${home.replace(/%/g, '%%')}`,
    ...(isSystem
      ? ['Wants=network-online.target', 'After=network-online.target mariadb.service mysql.service']
      : []),
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    `ExecStart=${[node, ...command].map(quoted).join(' ')}`,
    `EnvironmentFile=${path(places.environment)}`,
    `StateDirectory=${places.state}`,
    'StateDirectoryMode=0700',
    `Environment="ITIH_CACHE_DIR=%S/${places.state}"`,
    // The file of variables comes later and wins.
    ...(options.isConnected
      ? [`Environment="ITIH_DATABASE_URL=sqlite:%S/${places.state}/itih.sqlite"`]
      : []),
    'Environment="ITIH_SUPERVISED=1"',
    'Restart=always',
    'RestartSec=5',
    'MemoryMax=2G',
    'UMask=0077',
    ...(isSystem ? accessOf(options) : ['NoNewPrivileges=yes']),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
  ];
  // eslint-disable-next-line no-control-regex
  const broken = lines.find((line) => /[\x00-\x1f\x7f\u0085\u2028\u2029]/.test(line));
  if (broken !== undefined) {
    throw new ConfigError(
      `A unit cannot hold ${JSON.stringify(broken)}: it has a control character.`,
    );
  }
  return `${lines.join('\n')}\n`;
}
