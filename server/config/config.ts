import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { ConfigError } from '../errors/config-error.ts';
import { parseAllowed, type Allowed } from '../net/address-guard.ts';
import { variableOf, vendors, type Vendor } from '../contract/providers.ts';
import {
  databaseOf,
  parseDatabaseUrl,
  type DatabaseConfig,
  type MysqlDatabase,
} from './database-config.ts';
import { readConnection } from './connect-code.ts';
import {
  requireLong,
  saltsOf,
  withKeyMaterial,
  type KeyMaterial,
  type KeySources,
} from './key-material.ts';
import {
  missingFrom,
  readWpConfig,
  variablesOfWpConfig,
  type Variables,
  type WpConfig,
} from './wp-config.ts';
import { requireNoCredentials } from '../net/site-auth.ts';
import { withoutSlash } from '../net/without-slash.ts';

const environment = z.object({
  ITIH_HOST: z.string().default('127.0.0.1'),
  ITIH_PORT: z.coerce.number().int().min(0).max(65_535).default(8790),
  /** Secret and address of a site on another machine in one; a one-time code is exchanged for them before. */
  ITIH_CONNECT: z.string().optional(),
  /** Shared with the plugin; at least 32 characters. */
  ITIH_SECRET: z.string().optional(),
  /** Where WordPress is reached from here. */
  ITIH_SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** `user:password` with which the site's web server admits callers, such as on a staging site. */
  ITIH_SITE_AUTH: z
    .string()
    .regex(/^[^:]+:./, 'Write it as user:password.')
    .default(''),
  /** `mysql://user:password@host:port/database?prefix=wp_` or `sqlite:/path`. */
  ITIH_DATABASE_URL: z.string().default('sqlite:itih.sqlite'),
  /** `unverified`, `verified` or a file of the certificates that its own must be signed by. */
  ITIH_DATABASE_SSL: z.string().default(''),
  ITIH_LEASE_SECONDS: z.coerce.number().min(0.5).max(3600).default(60),
  /** Limits for reading one source. */
  ITIH_READ_MEMORY_MB: z.coerce.number().int().min(64).max(4096).default(192),
  ITIH_READ_SECONDS: z.coerce.number().min(1).max(600).default(18),
  /** If set, metrics for Prometheus at `/metrics` of this port. */
  ITIH_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  ITIH_METRICS_HOST: z.string().default('127.0.0.1'),
  /** If set, only who sends it as `Authorization: Bearer` reads metrics. */
  ITIH_METRICS_TOKEN: z.string().default(''),
  /** Limit for the in-memory index. */
  ITIH_SEARCH_MEMORY_MB: z.coerce.number().int().min(0).max(65_536).default(512),
  /** Folder for snapshots. */
  ITIH_CACHE_DIR: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  ITIH_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info'),
  ITIH_NONCE_KEY: z.string().default(''),
  ITIH_NONCE_SALT: z.string().default(''),
  /** `1`: something starts the sidecar again when it ends, so it may end itself after an update. */
  ITIH_SUPERVISED: z.enum(['0', '1']).default('0'),
  /** Source of all keys, at least 32 characters; by default WordPress' salts. */
  ITIH_ENCRYPTION_KEY: z.string().optional(),
  /** If set, a listener for the chat of anonymous visitors, to which the web server leads their requests. */
  ITIH_PUBLIC_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  ITIH_PUBLIC_HOST: z.string().default('127.0.0.1'),
  /** Web servers that may call it: addresses and CIDR blocks, loopback or private. */
  ITIH_PUBLIC_PROXIES: z.string().default('127.0.0.1,::1'),
  /** Address of Cloudflare's API v4 for Vectorize, such as a proxy's. */
  ITIH_VECTORIZE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Private hosts, addresses and CIDR blocks that may be fetched. */
  ITIH_FETCH_ALLOW: z.string().default(''),
  /** Maximum silence of a model before its first token (three times as long if it reasons), and between two. */
  ITIH_FIRST_TOKEN_SECONDS: z.coerce.number().min(0.1).max(600).optional(),
  ITIH_IDLE_SECONDS: z.coerce.number().min(0.1).max(600).default(30),
});

/** An API key that is not among the settings. */
export interface GivenKey {
  key: string;
  /** The environment or wp-config.php, or WordPress' own connectors. */
  by: 'config' | 'connectors';
  /** Address that the key is for; empty: the vendor's own. */
  baseUrl: string;
}

/** By provider. They take precedence over stored keys. */
export type GivenKeys = Partial<Record<Vendor, GivenKey>>;

/** A listener for Prometheus. */
interface MetricsConfig {
  host: string;
  port: number;
  /** `Authorization: Bearer …` of each request; empty: nobody is asked. */
  token: string;
}

export interface Config extends KeySources, KeyMaterial {
  host: string;
  port: number;
  /** Null: no metrics are kept. */
  metrics: MetricsConfig | null;
  /** OpenTelemetry's own variables. */
  otel: Record<string, string>;
  /** Where WordPress is reached, without a trailing slash; empty until it is read from the database (`--wp`). */
  siteUrl: string;
  /** `user:password` for the site's web server; empty: it asks for none. */
  siteAuth: string;
  /** Whether to look for the site on this machine before `siteUrl` is resolved. */
  tryLoopback: boolean;
  /** The site's UUID, its option `itih_site_id`; empty: the plugin is asked. */
  siteId: string;
  /** The address that the UUID was made for; empty: the plugin is asked. */
  siteHome: string;
  database: DatabaseConfig;
  /** With `--wp`: the database of the site's options, and the address of the chosen site of a network. */
  wordpress: { database: MysqlDatabase; url: string } | null;
  /** Sentences for the log and the doctor. */
  notices: string[];
  /** Milliseconds. */
  lease: number;
  /** For one source: bytes, milliseconds. */
  reading: { memory: number; time: number };
  /** The in-memory index: maximum bytes, and the folder of its snapshot. */
  search: { memory: number; folder: string | null };
  logLevel: string;
  /** Whether something starts the sidecar again when it ends. */
  supervised: boolean;
  givenKeys: GivenKeys;
  /** Null: no listener for visitors whom the web server leads here. */
  edge: { host: string; port: number; proxies: string[] } | null;
  vectorizeUrl: string;
  fetchAllowed: Allowed;
  /** Milliseconds. */
  timeouts: {
    firstToken: number;
    /** At most, from a server of the owner's own. */
    ownFirstToken: number;
    idle: number;
  };
}

/** @throws ConfigError that names the file and what it does not say */
function incomplete(wp: WpConfig): never {
  const why = wp.problem && `: ${wp.problem.replace(/\.$/, '')}`;
  throw new ConfigError(
    `${wp.file} does not say ${missingFrom(wp).join(', ') || 'all that is needed'}${why}. ` +
      'Or set ITIH_DATABASE_URL, or ITIH_CONNECT (see "itih connect").',
  );
}

/**
 * Returns an address without trailing slashes; empty if invalid, such as one made from a missing host.
 *
 * @throws ConfigError for one with credentials
 */
function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url) requireNoCredentials(url);
  return url && /^https?:$/.test(url.protocol) ? withoutSlash(text) : '';
}

function fetchAllowed(text: string): Allowed {
  try {
    return parseAllowed(text);
  } catch (error) {
    throw new ConfigError(`ITIH_FETCH_ALLOW: ${(error as Error).message}`);
  }
}

/**
 * Reads `ITIH_<PROVIDER>_API_KEY` and `ITIH_<PROVIDER>_BASE_URL` of each provider.
 *
 * @throws ConfigError
 */
function readGivenKeys(variable: (name: string) => string): GivenKeys {
  const given = vendors.map((provider) => {
    const name = variableOf(provider, 'BASE_URL');
    const baseUrl = variable(name).trim();
    if (baseUrl && !URL.canParse(baseUrl)) throw new ConfigError(`${name} is not an address.`);
    const key = variable(variableOf(provider, 'API_KEY')).trim();
    return [provider, { key, baseUrl, by: 'config' }] as const;
  });
  return Object.fromEntries(given.filter(([, { key }]) => key !== ''));
}

const own = ['loopback', 'private', 'uniqueLocal'];

/** Returns the first and the last address of a block; null when it is not one. */
function ends(block: string): ipaddr.IPv4[] | ipaddr.IPv6[] | null {
  if (ipaddr.isValid(block)) return [ipaddr.parse(block)] as ipaddr.IPv4[];
  if (!ipaddr.isValidCIDR(block)) return null;
  const kind = block.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  return [
    kind.networkAddressFromCIDR(block),
    kind.broadcastAddressFromCIDR(block),
  ] as ipaddr.IPv4[];
}

/**
 * Reads the web servers that may call the public listener. They say who the visitor is, so none of the Internet may.
 *
 * @throws ConfigError
 */
export function readProxies(text: string): string[] {
  const proxies = text.split(',').map((one) => one.trim());
  for (const proxy of proxies) {
    const ranges = ends(proxy)?.map((address) => address.range()) ?? [''];
    const isOwn = ranges.every((range) => range === ranges[0] && own.includes(range));
    if (isOwn) continue;
    throw new ConfigError(
      `ITIH_PUBLIC_PROXIES: ${proxy} is not a loopback or private address or block.`,
    );
  }
  return proxies;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');

/**
 * Returns the listener; null without a port. Figures tell strangers how much a site is used.
 *
 * @throws ConfigError for an address that others reach, without a token
 */
export function metricsConfig(
  port: number | undefined,
  host: string,
  token: string,
): MetricsConfig | null {
  if (port === undefined) return null;
  if (token) requireLong('ITIH_METRICS_TOKEN', token);
  if (!token && !isLoopback(host)) {
    throw new ConfigError(
      `ITIH_METRICS_HOST ${host} is reached from other machines: set ITIH_METRICS_TOKEN as well.`,
    );
  }
  return { host, port, token };
}

/** Returns the folder for snapshots: beside SQLite's file, else the account's cache; null for a database in memory. */
function cacheFolder(database: DatabaseConfig, home: string | undefined): string | null {
  if (database.dialect === 'mysql') return join(home ?? join(homedir(), '.cache'), 'itih');
  return database.file === ':memory:' ? null : dirname(database.file);
}

export const ownVariables = (): Variables => process.env;

/** Returns the variables of these names. */
const named = (variables: Variables, names: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined,
    ),
  );

/** Notes on variables that only earlier versions read. */
const ignored: Record<string, string> = {
  REDIS_URL:
    'REDIS_URL is set and ignored: the database alone hands out the work. The variable can be removed.',
  ITIH_GATEWAY_UPSTREAM:
    'ITIH_GATEWAY_UPSTREAM is set and ignored: the sidecar no longer stands in front of WordPress. Lead visitors to the web server, and their chat to ITIH_PUBLIC_PORT: wp itih doctor prints the configuration.',
};

export interface SiteChoice {
  /** Folder of a wp-config.php. */
  wp?: string;
  /** Address of one site of a network. */
  url?: string;
}

/** A number that is set is one for all servers. */
const timeoutsOf = ({
  ITIH_FIRST_TOKEN_SECONDS: first,
  ITIH_IDLE_SECONDS: idle,
}: z.infer<typeof environment>): Config['timeouts'] => ({
  firstToken: (first ?? 20) * 1000,
  ownFirstToken: (first ?? 60) * 1000,
  idle: idle * 1000,
});

/**
 * Reads the environment and, with `wp`, a wp-config.php; the environment takes precedence. With `wp`,
 * `completeConfig()` adds values from the site's options.
 *
 * @throws ConfigError
 */
export function readConfig(
  variables: Variables = ownVariables(),
  { wp: folder, url = '' }: SiteChoice = {},
): Config {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) throw new ConfigError(z.prettifyError(parsed.error));
  const env = parsed.data;
  if (url && folder === undefined) throw new ConfigError('--url is for --wp <folder>.');
  if (url && !addressOf(url)) throw new ConfigError(`--url ${url} is not the address of a site.`);
  const wp = folder === undefined ? null : readWpConfig(folder, variables, url);
  const constant = (name: string) => wp?.constants[name] ?? '';

  const connected = env.ITIH_CONNECT === undefined ? null : readConnection(env.ITIH_CONNECT);
  const secret = env.ITIH_SECRET ?? connected?.secret ?? constant('ITIH_SECRET');
  if (secret) requireLong('ITIH_SECRET', secret);
  if (!secret && !wp) {
    throw new ConfigError(
      'ITIH_SECRET is not set. On the server of WordPress use --wp <folder>, elsewhere ITIH_CONNECT (see "itih connect").',
    );
  }
  // Networks ignore WP_HOME: wp-includes/ms-default-filters.php
  const isNetwork = url !== '' || constant('MULTISITE') === '1';
  const siteUrl = addressOf(
    env.ITIH_SITE_URL ?? connected?.site ?? (isNetwork ? '' : constant('WP_HOME')),
  );
  if (!siteUrl && !wp) throw new ConfigError('ITIH_SITE_URL is not set (or use --wp <folder>).');

  const isComplete = wp && missingFrom(wp).length === 0;
  const ofSite = isComplete ? databaseOf(wp, env.ITIH_DATABASE_SSL) : null;
  const givenDatabase = variables['ITIH_DATABASE_URL'];
  if (wp && !ofSite && !givenDatabase) incomplete(wp);
  const database =
    givenDatabase || !ofSite
      ? parseDatabaseUrl(env.ITIH_DATABASE_URL, env.ITIH_DATABASE_SSL)
      : ofSite;
  const options = ofSite ?? (wp && database.dialect === 'mysql' ? database : null);
  if (wp && !options && (!secret || !siteUrl)) incomplete(wp);
  const ofFile = saltsOf(wp?.constants ?? {});
  const salts = {
    ...ofFile,
    nonce_key: env.ITIH_NONCE_KEY || ofFile.nonce_key,
    nonce_salt: env.ITIH_NONCE_SALT || ofFile.nonce_salt,
  };
  const encryptionKey = env.ITIH_ENCRYPTION_KEY ?? constant('ITIH_ENCRYPTION_KEY');
  return withKeyMaterial({
    host: env.ITIH_HOST,
    port: env.ITIH_PORT,
    metrics: metricsConfig(env.ITIH_METRICS_PORT, env.ITIH_METRICS_HOST, env.ITIH_METRICS_TOKEN),
    otel: named(variables, /^OTEL_[A-Z0-9_]+$/),
    secret,
    siteUrl,
    siteAuth: env.ITIH_SITE_AUTH,
    tryLoopback: env.ITIH_SITE_URL === undefined && !connected,
    siteId: '',
    siteHome: '',
    database,
    wordpress: options && { database: options, url },
    notices: [
      ...(wp?.problem ? [`${wp.file} ended early: ${wp.problem}`] : []),
      ...Object.keys(ignored).flatMap((name) => (variables[name] ? (ignored[name] ?? []) : [])),
    ],
    lease: env.ITIH_LEASE_SECONDS * 1000,
    reading: {
      memory: env.ITIH_READ_MEMORY_MB * 2 ** 20,
      time: env.ITIH_READ_SECONDS * 1000,
    },
    search: {
      memory: env.ITIH_SEARCH_MEMORY_MB * 2 ** 20,
      folder: env.ITIH_CACHE_DIR ?? cacheFolder(database, env.XDG_CACHE_HOME),
    },
    logLevel: env.ITIH_LOG_LEVEL,
    supervised: env.ITIH_SUPERVISED === '1',
    salts,
    encryptionKey,
    givenKeys: readGivenKeys((name) => variables[name] || constant(name)),
    vectorizeUrl: withoutSlash(env.ITIH_VECTORIZE_URL ?? ''),
    fetchAllowed: fetchAllowed(env.ITIH_FETCH_ALLOW),
    edge:
      env.ITIH_PUBLIC_PORT === undefined
        ? null
        : {
            host: env.ITIH_PUBLIC_HOST,
            port: env.ITIH_PUBLIC_PORT,
            proxies: readProxies(env.ITIH_PUBLIC_PROXIES),
          },
    timeouts: timeoutsOf(env),
  });
}

/** Returns the variables of this process that are meant for the sidecar; `PATH` is where it finds PHP. */
export const givenVariables = (): Record<string, string> =>
  named(process.env, /^(ITIH_[A-Z0-9_]+|OTEL_[A-Z0-9_]+|PATH)$/);

/** Returns the variables that a service for this WordPress needs. @throws ConfigError */
export function serviceVariables(wp: string, url = ''): Record<string, string> {
  const given = givenVariables();
  return { ...given, ...variablesOfWpConfig(wp, process.env, given, url) };
}

/** Returns the number of the account that called sudo; null without. */
export const callerOfSudo = (): number | null => {
  const uid = process.env['SUDO_UID'];
  return uid ? Number(uid) : null;
};
