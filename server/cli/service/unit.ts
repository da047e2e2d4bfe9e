import { dirname, isAbsolute } from 'node:path';
import { ConfigError } from '../../errors/config-error.ts';
import type { DatabaseConfig } from '../../config/database-config.ts';
import type { Places } from './places.ts';

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

/** Quotes an argument for ExecStart. https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html */
export const quoted = (text: string): string => {
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

/** Refuses a line that holds another: it would be a setting of its own. */
function requireOneLine(line: string): void {
  // eslint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f\u0085\u2028\u2029]/.test(line)) {
    throw new ConfigError(
      `A unit cannot hold ${JSON.stringify(line)}: it has a control character.`,
    );
  }
}

/**
 * Returns the text of a systemd unit that keeps a sidecar running.
 *
 * @throws ConfigError for a control character in a path or an address
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
  lines.forEach(requireOneLine);
  return `${lines.join('\n')}\n`;
}
