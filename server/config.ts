import { hkdfSync } from 'node:crypto';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseAllowed, type Allowed } from './net/address-guard.ts';
import { llmProvider, type LlmProvider } from './contract/settings.ts';
import type { GivenKeys } from './wordpress/given-keys.ts';
import { readWpConfig, type WpConfig } from './wordpress/wp-config.ts';

const environment = z.object({
  ITIH_HOST: z.string().default('127.0.0.1'),
  ITIH_PORT: z.coerce.number().int().min(0).max(65_535).default(8790),
  /** Shared with the shim; at least 32 characters. */
  ITIH_SECRET: z.string().min(32).optional(),
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
  /** Set: figures for Prometheus at `/metrics` of this port of `ITIH_HOST`. */
  ITIH_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
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
  /** Secrets in the settings are encrypted with this; by default with keys of wp-config.php. */
  ITIH_ENCRYPTION_KEY: z.string().optional(),
  /** Set: visitors reach the sidecar first, and what is not the chat's goes on to this address. */
  ITIH_GATEWAY_UPSTREAM: z.url({ protocol: /^https?$/ }).optional(),
  /** Another address for Cloudflare's API v4, such as a proxy's; of Vectorize only. */
  ITIH_VECTORIZE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** What may be fetched although it is not on the public Internet: hosts, addresses, CIDR blocks. */
  ITIH_FETCH_ALLOW: z.string().default(''),
  /** Longest silence of a model before its first token, and between two. */
  ITIH_FIRST_TOKEN_SECONDS: z.coerce.number().min(0.1).max(600).default(60),
  ITIH_IDLE_SECONDS: z.coerce.number().min(0.1).max(600).default(30),
});

export type DatabaseConfig =
  | { dialect: 'sqlite'; file: string; prefix: string }
  | { dialect: 'mysql'; connection: MysqlConnection; prefix: string };

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
  secret: string;
  /** Without a trailing slash; empty when only the database knows it (`--wp`). */
  siteUrl: string;
  database: DatabaseConfig;
  redisUrl: string | null;
  /** Milliseconds. */
  lease: number;
  /** For one source: bytes, milliseconds. */
  reading: { memory: number; time: number };
  /** What searches may keep in memory, in bytes, and between two runs where. */
  search: { memory: number; folder: string | null };
  logLevel: string;
  nonceSalt: string;
  encryptionKey: Uint8Array;
  givenKeys: GivenKeys;
  gatewayUpstream: string | null;
  vectorizeUrl: string;
  fetchAllowed: Allowed;
  /** Milliseconds. */
  timeouts: { firstToken: number; idle: number };
}

/** A sentence that says which setting is missing or wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
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

/** `localhost`, `host:3307`, `:/run/mysqld.sock`, `[::1]:3306`: the forms of DB_HOST. */
function parseDbHost(text: string): { host?: string; port?: number; socketPath?: string } {
  const socket = /^[^/]*:(\/.+)$/.exec(text)?.[1];
  if (socket) return { socketPath: socket };
  const [, host = text, port] = /^(\[.+\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host: host.replace(/^\[|\]$/g, '') || 'localhost', port: Number(port ?? 3306) };
}

function databaseOf(wp: WpConfig): DatabaseConfig {
  return {
    dialect: 'mysql',
    connection: {
      ...parseDbHost(wp.constants['DB_HOST'] ?? 'localhost'),
      user: wp.constants['DB_USER'] ?? '',
      password: wp.constants['DB_PASSWORD'] ?? '',
      database: wp.constants['DB_NAME'] ?? '',
    },
    prefix: wp.tablePrefix + 'rag_',
  };
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

/**
 * From the environment and, with `wpFolder`, from its wp-config.php; the environment comes first.
 * The secret may still be empty with `wpFolder`: then it is an option in the site's database.
 */
export function readConfig(
  variables: Record<string, string | undefined> = process.env,
  wpFolder?: string,
): Config {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) throw new ConfigError(z.prettifyError(parsed.error));
  const env = parsed.data;
  const wp = wpFolder === undefined ? null : readWpConfig(wpFolder);
  const constant = (name: string) => wp?.constants[name] ?? '';

  const secret = env.ITIH_SECRET ?? constant('ITIH_SECRET');
  if (!secret && !wp) throw new ConfigError('ITIH_SECRET is not set (or use --wp <folder>).');
  const siteUrl = (env.ITIH_SITE_URL ?? constant('WP_HOME')).replace(/(?<!\/)\/+$/, '');
  if (!siteUrl && !wp) throw new ConfigError('ITIH_SITE_URL is not set (or use --wp <folder>).');

  const database =
    wp && !variables['ITIH_DATABASE_URL']
      ? databaseOf(wp)
      : parseDatabaseUrl(env.ITIH_DATABASE_URL);
  const keyMaterial =
    env.ITIH_ENCRYPTION_KEY ||
    constant('ITIH_ENCRYPTION_KEY') ||
    constant('AUTH_KEY') + constant('AUTH_SALT') ||
    secret;
  const givenKey = (provider: LlmProvider): [LlmProvider, string] => {
    const name = `ITIH_${provider.toUpperCase()}_API_KEY`;
    return [provider, (variables[name] || constant(name)).trim()];
  };
  return {
    host: env.ITIH_HOST,
    port: env.ITIH_PORT,
    metricsPort: env.ITIH_METRICS_PORT ?? null,
    secret,
    siteUrl,
    database,
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
    nonceSalt:
      (env.ITIH_NONCE_KEY || constant('NONCE_KEY')) +
      (env.ITIH_NONCE_SALT || constant('NONCE_SALT')),
    encryptionKey: new Uint8Array(hkdfSync('sha256', keyMaterial, '', 'itih settings', 32)),
    givenKeys: Object.fromEntries(
      llmProvider.options.map(givenKey).filter(([, key]) => key !== ''),
    ),
    vectorizeUrl: env.ITIH_VECTORIZE_URL?.replace(/(?<!\/)\/+$/, '') ?? '',
    fetchAllowed: fetchAllowed(env.ITIH_FETCH_ALLOW),
    gatewayUpstream: env.ITIH_GATEWAY_UPSTREAM?.replace(/(?<!\/)\/+$/, '') ?? null,
    timeouts: {
      firstToken: env.ITIH_FIRST_TOKEN_SECONDS * 1000,
      idle: env.ITIH_IDLE_SECONDS * 1000,
    },
  };
}
