import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../errors/config-error.ts';
import { parseAllowed, type Allowed } from '../net/address-guard.ts';
import { llmProvider, variableOf, type LlmProvider } from '../contract/providers.ts';
import { parseDatabaseHost } from './database-host.ts';
import type { GivenKeys } from './given-keys.ts';
import { saltsOf, type Salts } from './salts.ts';
import { missingFrom, readWpConfig, type WpConfig } from './wp-config.ts';
import { withoutSlash } from '../net/without-slash.ts';

/** Characters of material that keys are made of. */
const leastSecret = 32;

const environment = z.object({
  ITIH_HOST: z.string().default('127.0.0.1'),
  ITIH_PORT: z.coerce.number().int().min(0).max(65_535).default(8790),
  /** Shared with the shim; at least 32 characters. */
  ITIH_SECRET: z.string().optional(),
  /** Where WordPress is reached from here. */
  ITIH_SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** `mysql://user:password@host:port/database?prefix=wp_` or `sqlite:/path`. */
  ITIH_DATABASE_URL: z.string().default('sqlite:itih.sqlite'),
  /** Set: jobs are handed out by BullMQ on this Redis. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  ITIH_LEASE_SECONDS: z.coerce.number().min(0.5).max(3600).default(60),
  /** What reading one source may take; of memory in megabytes. */
  ITIH_READ_MEMORY_MB: z.coerce.number().int().min(64).max(4096).default(192),
  ITIH_READ_SECONDS: z.coerce.number().min(1).max(600).default(18),
  /** Set: figures for Prometheus at `/metrics` of this port. They ask for no password. */
  ITIH_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  ITIH_METRICS_HOST: z.string().default('127.0.0.1'),
  /** What searches may keep in memory, in megabytes. */
  ITIH_SEARCH_MEMORY_MB: z.coerce.number().int().min(0).max(65_536).default(512),
  /** Where what can be made again is kept from one start to the next. */
  ITIH_CACHE_DIR: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  ITIH_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info'),
  ITIH_NONCE_KEY: z.string().default(''),
  ITIH_NONCE_SALT: z.string().default(''),
  /** Keys are derived from this, at least 32 characters; by default from WordPress' salts. */
  ITIH_ENCRYPTION_KEY: z.string().optional(),
  /** Set: visitors reach the sidecar first, and what is not the chat's goes on to this address. */
  ITIH_GATEWAY_UPSTREAM: z.url({ protocol: /^https?$/ }).optional(),
  /** Where visitors reach it then. The plugin goes on calling `ITIH_HOST` and `ITIH_PORT`. */
  ITIH_GATEWAY_HOST: z.string().default('127.0.0.1'),
  ITIH_GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Another address for Cloudflare's API v4, such as a proxy's; of Vectorize only. */
  ITIH_VECTORIZE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** What may be fetched although it is not on the public Internet: hosts, addresses, CIDR blocks. */
  ITIH_FETCH_ALLOW: z.string().default(''),
  /** Longest silence of a model before its first token, and between two. */
  ITIH_FIRST_TOKEN_SECONDS: z.coerce.number().min(0.1).max(600).default(60),
  ITIH_IDLE_SECONDS: z.coerce.number().min(0.1).max(600).default(30),
});

export type DatabaseConfig = { dialect: 'sqlite'; file: string; prefix: string } | MysqlDatabase;

interface MysqlDatabase {
  dialect: 'mysql';
  connection: MysqlConnection;
  prefix: string;
}

interface MysqlConnection {
  user: string;
  password: string;
  database: string;
  host?: string;
  port?: number;
  socketPath?: string;
}

export interface Config {
  host: string;
  port: number;
  /** Null: no figures are kept. */
  metricsPort: number | null;
  metricsHost: string;
  secret: string;
  /** Where WordPress is reached, without a trailing slash; empty when only the database knows it (`--wp`). */
  siteUrl: string;
  /** Whether to look for the site on this machine before `siteUrl` is resolved. */
  tryLoopback: boolean;
  /** The site's UUID, its option `itih_site_id`; empty: it is asked for. */
  siteId: string;
  /** The address that belongs to it; empty: it is asked for. */
  siteHome: string;
  database: DatabaseConfig;
  /** With `--wp`: where the site's options stand, and the address of the one site that is meant of a network. */
  wordpress: { database: MysqlDatabase; url: string } | null;
  /** A sentence for the log; empty: none. */
  notice: string;
  redisUrl: string | null;
  /** Milliseconds. */
  lease: number;
  /** For one source: bytes, milliseconds. */
  reading: { memory: number; time: number };
  /** What searches may keep in memory, in bytes, and between two runs where. */
  search: { memory: number; folder: string | null };
  logLevel: string;
  /** Empty: not known from the configuration. */
  salts: Salts;
  /** ITIH_ENCRYPTION_KEY; empty for none. */
  encryptionKey: string;
  /** The source of all keys; with `--wp` settled when the site's options have been read. */
  keyMaterial: string;
  /** Possible sources of former keys, with which stored secrets still open. */
  olderKeyMaterial: string[];
  nonceSalt: string;
  givenKeys: GivenKeys;
  /** Null: the sidecar does not stand in front of WordPress. */
  gateway: { host: string; port: number; upstream: string } | null;
  vectorizeUrl: string;
  fetchAllowed: Allowed;
  /** Milliseconds. */
  timeouts: { firstToken: number; idle: number };
}

/** @throws ConfigError when `value` can be guessed */
export function requireLong(name: string, value: string): void {
  if (value.length >= leastSecret) return;
  throw new ConfigError(
    `${name} is too short to be a secret: it needs ${leastSecret} random characters, such as \`openssl rand -hex 32\` prints.`,
  );
}

/**
 * With what follows from secret and salts. ITIH_ENCRYPTION_KEY comes before WordPress' salts, and these before
 * the secret.
 *
 * @throws ConfigError for material that can be guessed
 */
export function withKeyMaterial(config: Config): Config {
  const { encryptionKey, secret, salts } = config;
  const { auth_key, auth_salt } = salts;
  const authSalt = auth_key && auth_salt && auth_key + auth_salt;
  const keyMaterial = encryptionKey || authSalt || secret;
  if (encryptionKey) requireLong('ITIH_ENCRYPTION_KEY', encryptionKey);
  else if (authSalt) requireLong('AUTH_KEY with AUTH_SALT', authSalt);
  return {
    ...config,
    keyMaterial,
    olderKeyMaterial: [...new Set([...config.olderKeyMaterial, authSalt, secret, ''])].filter(
      (older) => older !== keyMaterial,
    ),
    nonceSalt: salts.nonce_key + salts.nonce_salt,
  };
}

function parseDatabaseUrl(text: string): DatabaseConfig {
  if (text.startsWith('sqlite:')) {
    return { dialect: 'sqlite', file: text.slice('sqlite:'.length), prefix: 'wp_rag_' };
  }
  if (!URL.canParse(text) || !/^(mysql|mariadb):/.test(text)) {
    throw new ConfigError('ITIH_DATABASE_URL must begin with mysql://, mariadb:// or sqlite:');
  }
  const url = new URL(text);
  return {
    dialect: 'mysql',
    connection: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 3306),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
    },
    prefix: (url.searchParams.get('prefix') ?? 'wp_') + 'rag_',
  };
}

function databaseOf(wp: WpConfig): MysqlDatabase {
  const constant = (name: string) => wp.constants[name] ?? '';
  return {
    dialect: 'mysql',
    connection: {
      ...parseDatabaseHost(constant('DB_HOST'), wp.socket),
      user: constant('DB_USER'),
      password: constant('DB_PASSWORD'),
      database: constant('DB_NAME'),
    },
    prefix: wp.tablePrefix + 'rag_',
  };
}

/** @throws ConfigError that names the file and what it does not say */
function incomplete({ file, constants, doubt }: WpConfig): never {
  const missing = missingFrom(constants).join(', ');
  const why = doubt && ` It was read as text because ${doubt.replace(/\.$/, '')}.`;
  throw new ConfigError(
    `${file} does not say ${missing}.${why} Complete the file, or set ITIH_DATABASE_URL.`,
  );
}

/** Without slashes at its end; empty when it is no address, such as one put together from a missing host. */
function addressOf(text: string): string {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? withoutSlash(text) : '';
}

function fetchAllowed(text: string): Allowed {
  try {
    return parseAllowed(text);
  } catch (error) {
    throw new ConfigError(`ITIH_FETCH_ALLOW: ${(error as Error).message}`);
  }
}

/** Beside a file of SQLite, else where the account keeps such things; null: a database in memory needs none. */
function cacheFolder(database: DatabaseConfig, home: string | undefined): string | null {
  if (database.dialect === 'mysql') return join(home ?? join(homedir(), '.cache'), 'itih');
  return database.file === ':memory:' ? null : dirname(database.file);
}

export interface SiteChoice {
  /** Folder of a wp-config.php. */
  wp?: string;
  /** Address of one site of a network. */
  url?: string;
}

/**
 * From the environment and, with `wp`, from its wp-config.php; the environment comes first. With `wp` the
 * site's options may be missing: `completeConfig()` reads them from its database.
 *
 * @throws ConfigError
 */
export function readConfig(
  variables: Record<string, string | undefined> = process.env,
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

  const secret = env.ITIH_SECRET ?? constant('ITIH_SECRET');
  if (secret) requireLong('ITIH_SECRET', secret);
  if (!secret && !wp) throw new ConfigError('ITIH_SECRET is not set (or use --wp <folder>).');
  // Networks take no notice of it: wp-includes/ms-default-filters.php
  const isNetwork = url !== '' || constant('MULTISITE') === '1';
  const siteUrl = addressOf(env.ITIH_SITE_URL ?? (isNetwork ? '' : constant('WP_HOME')));
  if (!siteUrl && !wp) throw new ConfigError('ITIH_SITE_URL is not set (or use --wp <folder>).');

  const isComplete = wp && missingFrom(wp.constants).length === 0;
  const ofSite = isComplete ? databaseOf(wp) : null;
  const givenDatabase = variables['ITIH_DATABASE_URL'];
  if (wp && !ofSite && !givenDatabase) incomplete(wp);
  const database = givenDatabase || !ofSite ? parseDatabaseUrl(env.ITIH_DATABASE_URL) : ofSite;
  const options = ofSite ?? (wp && database.dialect === 'mysql' ? database : null);
  if (wp && !options && (!secret || !siteUrl)) incomplete(wp);
  const ofFile = saltsOf(wp?.constants ?? {});
  const salts = {
    ...ofFile,
    nonce_key: env.ITIH_NONCE_KEY || ofFile.nonce_key,
    nonce_salt: env.ITIH_NONCE_SALT || ofFile.nonce_salt,
  };
  const encryptionKey = env.ITIH_ENCRYPTION_KEY ?? constant('ITIH_ENCRYPTION_KEY');
  const givenKey = (provider: LlmProvider) => {
    const given = (name: string) => (variables[name] || constant(name)).trim();
    const name = variableOf(provider, 'BASE_URL');
    const baseUrl = given(name);
    if (baseUrl && !URL.canParse(baseUrl)) throw new ConfigError(`${name} is not an address.`);
    return [provider, { key: given(variableOf(provider, 'API_KEY')), baseUrl }] as const;
  };
  return withKeyMaterial({
    host: env.ITIH_HOST,
    port: env.ITIH_PORT,
    metricsPort: env.ITIH_METRICS_PORT ?? null,
    metricsHost: env.ITIH_METRICS_HOST,
    secret,
    siteUrl,
    tryLoopback: env.ITIH_SITE_URL === undefined,
    siteId: '',
    siteHome: '',
    database,
    wordpress: options && { database: options, url },
    notice: wp?.doubt ? `${wp.file} was read as text: ${wp.doubt}` : '',
    redisUrl: env.REDIS_URL ?? null,
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
    salts,
    encryptionKey,
    keyMaterial: '',
    // As versions before 0.2 took them, whether WordPress uses them or not.
    olderKeyMaterial: [constant('AUTH_KEY') + constant('AUTH_SALT')],
    nonceSalt: '',
    givenKeys: Object.fromEntries(
      llmProvider.options.map(givenKey).filter(([, { key }]) => key !== ''),
    ),
    vectorizeUrl: withoutSlash(env.ITIH_VECTORIZE_URL ?? ''),
    fetchAllowed: fetchAllowed(env.ITIH_FETCH_ALLOW),
    gateway: env.ITIH_GATEWAY_UPSTREAM
      ? {
          host: env.ITIH_GATEWAY_HOST,
          port: env.ITIH_GATEWAY_PORT,
          upstream: withoutSlash(env.ITIH_GATEWAY_UPSTREAM),
        }
      : null,
    timeouts: {
      firstToken: env.ITIH_FIRST_TOKEN_SECONDS * 1000,
      idle: env.ITIH_IDLE_SECONDS * 1000,
    },
  });
}
