import { existsSync } from 'node:fs';
import { ConfigError } from '../errors/config-error.ts';
import type { WpConfig } from './wp-config.ts';

export type DatabaseConfig = { dialect: 'sqlite'; file: string; prefix: string } | MysqlDatabase;

export interface MysqlDatabase {
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

/** Parses ITIH_DATABASE_URL. @throws ConfigError */
export function parseDatabaseUrl(text: string): DatabaseConfig {
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

/** Returns the database that a wp-config.php names. */
export function databaseOf(wp: WpConfig): MysqlDatabase {
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
