import { existsSync, readFileSync } from 'node:fs';
import { ConfigError } from '../errors/config-error.ts';
import type { WpConfig } from './wp-config.ts';

export type DatabaseConfig = { dialect: 'sqlite'; file: string; prefix: string } | MysqlDatabase;

export interface MysqlDatabase {
  dialect: 'mysql';
  connection: MysqlConnection;
  prefix: string;
}

/** As mysql2 takes it. */
interface Ssl {
  rejectUnauthorized: boolean;
  verifyIdentity: boolean;
  ca?: string;
}

interface MysqlConnection {
  user: string;
  password: string;
  database: string;
  host?: string;
  port?: number;
  socketPath?: string;
  /** Absent: TLS only if the server requires it. */
  ssl?: Ssl;
}

/** Sockets of distributions and bundles such as XAMPP. */
const usualSockets = [
  '/run/mysqld/mysqld.sock',
  '/var/run/mysqld/mysqld.sock',
  '/var/lib/mysql/mysql.sock',
  '/tmp/mysql.sock',
];

interface Address {
  host?: string;
  port?: number;
  socketPath?: string;
}

/**
 * Parses DB_HOST as `wpdb::parse_db_host()` and PHP's mysqli do: `localhost` is the Unix socket, with any port; a
 * socket's path is used for `localhost` alone. https://www.php.net/manual/en/mysqli.construct.php
 *
 * @param socket Socket of PHP's driver; empty if unknown.
 */
export function parseDatabaseHost(text: string, socket = '', exists = existsSync): Address {
  // `p:` makes mysqli's connection persistent.
  const [, address = '', path] = /^(?:p:)?([^/]*?)(?::(\/.*))?$/.exec(text.trim()) ?? [];
  const [, bracketed, port] =
    /^\[([\da-f:]+)\](?::(\d+))?$/i.exec(address) ?? /^([^:]*)(?::(\d+))?$/.exec(address) ?? [];
  // An IPv6 address without brackets has no port.
  const host = bracketed ?? address;
  const tcp = { host: host || 'localhost', port: Number(port || 3306) };
  if (tcp.host.toLowerCase() !== 'localhost') return tcp;
  // PHP tries only its own socket: if it does not exist yet, the server has not started.
  const socketPath =
    path || [socket, ...usualSockets].find((file) => file && exists(file)) || socket;
  return socketPath ? { socketPath } : tcp;
}

const sslOf = (isVerified: boolean): { ssl: Ssl } => ({
  ssl: { rejectUnauthorized: isVerified, verifyIdentity: isVerified },
});

/** Parses ITIH_DATABASE_SSL. @throws ConfigError */
function parseDatabaseSsl(text: string): { ssl?: Ssl } {
  if (text === '') return {};
  if (text === 'unverified' || text === 'verified') return sslOf(text === 'verified');
  try {
    return { ssl: { ...sslOf(true).ssl, ca: readFileSync(text, 'utf8') } };
  } catch (error) {
    throw new ConfigError(
      `ITIH_DATABASE_SSL is "unverified", "verified" or a file of certificates: ${(error as Error).message}`,
    );
  }
}

/** Bits of MYSQL_CLIENT_FLAGS: MYSQLI_CLIENT_SSL and MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT. */
const clientFlags = { ssl: 1 << 11, verify: 1 << 30 };

/** Returns the use of TLS that WordPress makes: without the second flag, PHP's driver checks no certificate. */
function sslOfFlags(text: string): { ssl?: Ssl } {
  const flags = Number(text);
  return flags & clientFlags.ssl ? sslOf((flags & clientFlags.verify) !== 0) : {};
}

/** Parses ITIH_DATABASE_URL and ITIH_DATABASE_SSL. @throws ConfigError */
export function parseDatabaseUrl(text: string, ssl = ''): DatabaseConfig {
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
      ...parseDatabaseSsl(ssl),
    },
    prefix: (url.searchParams.get('prefix') ?? 'wp_') + 'rag_',
  };
}

/** Returns the database that a wp-config.php names. @throws ConfigError */
export function databaseOf(wp: WpConfig, ssl = ''): MysqlDatabase {
  const constant = (name: string) => wp.constants[name] ?? '';
  return {
    dialect: 'mysql',
    connection: {
      ...parseDatabaseHost(constant('DB_HOST'), wp.socket),
      user: constant('DB_USER'),
      password: constant('DB_PASSWORD'),
      database: constant('DB_NAME'),
      ...sslOfFlags(constant('MYSQL_CLIENT_FLAGS')),
      ...parseDatabaseSsl(ssl),
    },
    prefix: wp.tablePrefix + 'rag_',
  };
}
