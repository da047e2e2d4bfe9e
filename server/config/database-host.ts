import { existsSync } from 'node:fs';

/** Where distributions and XAMPP-like bundles keep it. */
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
 * Reads DB_HOST as `wpdb::parse_db_host()` and PHP's mysqli do: `localhost` is the Unix socket, whatever the
 * port; a socket's path counts for `localhost` alone. https://www.php.net/manual/en/mysqli.construct.php
 *
 * @param socket That of PHP's driver; empty: not known.
 */
export function parseDatabaseHost(text: string, socket = '', exists = existsSync): Address {
  // With `p:` mysqli keeps the connection for the next request.
  const [, address = '', path] = /^(?:p:)?([^/]*?)(?::(\/.*))?$/.exec(text.trim()) ?? [];
  const [, bracketed, port] =
    /^\[([\da-f:]+)\](?::(\d+))?$/i.exec(address) ?? /^([^:]*)(?::(\d+))?$/.exec(address) ?? [];
  // An address of IPv6 without brackets has no port.
  const host = bracketed ?? address;
  const tcp = { host: host || 'localhost', port: Number(port || 3306) };
  if (tcp.host.toLowerCase() !== 'localhost') return tcp;
  // PHP tries nothing else than its own socket: if there is none yet, the server is still to start.
  const socketPath =
    path || [socket, ...usualSockets].find((file) => file && exists(file)) || socket;
  return socketPath ? { socketPath } : tcp;
}
