import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './commands.ts';
import { checkoutReachable, giveTo, makeFolder, repository } from './folders.ts';
import type { Database } from './database-server.ts';

const plugin = 'itih-rag-chat';
const shim = join(repository, 'plugin-shim');

export interface Bed {
  /** Folder that WordPress goes to. */
  dir: string;
  url: string;
  database: Database;
  sidecarPort: number;
  debugLog: string;
  /** Further constants of its wp-config.php, or others than usual. */
  constants?: Record<string, string | boolean>;
}

export interface Installed {
  wpVersion: string;
  phpVersion: string;
  adminUser: string;
  adminPassword: string;
  /** Application password of the administrator, for basic authentication. */
  appPassword: string;
  /** Password of each account, by login, which is also its role. */
  accounts: Record<'admin' | 'editor' | 'subscriber', string>;
  /** ITIH_SECRET of this run. */
  secret: string;
}

const random = () => randomBytes(24).toString('hex');

/** The files of a WordPress out of `tree`, with the plugin among them. */
export async function placeWordpress(tree: string, bed: Bed, secret: string): Promise<void> {
  await placeTree(tree, bed.dir);
  writeConfig(bed, secret);
  writeFileSync(bed.debugLog, '');
  giveTo('www-data', bed.debugLog);
  placePlugin(join(bed.dir, 'wp-content/plugins', plugin));
}

export function writeConfig(bed: Bed, secret: string): void {
  const file = join(bed.dir, 'wp-config.php');
  writeFileSync(file, wpConfig(bed, secret), { mode: 0o640 });
  giveTo('www-data', file);
}

/** A fresh WordPress out of `tree` with the plugin active. */
export async function installWordpress(tree: string, bed: Bed): Promise<Installed> {
  const secret = random();
  await placeWordpress(tree, bed, secret);
  const accounts = { admin: random(), editor: random(), subscriber: random() };
  const told = await runInstaller(bed, accounts);
  return { ...told, adminUser: 'admin', adminPassword: accounts.admin, accounts, secret };
}

type Told = Pick<Installed, 'wpVersion' | 'phpVersion' | 'appPassword'>;

function runInstaller(bed: Bed, accounts: Installed['accounts']): Promise<Told> {
  const plugins = [`${plugin}/${plugin}.php`];
  return runScript<Told>(bed, 'install.php', { accounts, plugins });
}

/** Runs a PHP script of this folder as the web server's user; it reads `input` and writes one JSON document. */
export async function runScript<T>(bed: Bed, name: string, given: object): Promise<T> {
  const folder = dirname(bed.dir); // www-data can read it
  for (const file of ['request.php', name]) {
    copyFileSync(join(import.meta.dirname, file), join(folder, file));
  }
  const input = JSON.stringify({ dir: bed.dir, url: bed.url, ...given });
  try {
    return JSON.parse(await run('php', [join(folder, name)], { as: 'www-data', input })) as T;
  } catch (error) {
    const log = readFileSync(bed.debugLog, 'utf8').trim().split('\n').slice(-20).join('\n');
    throw new Error(`WordPress could not be installed\n${log}`, { cause: error });
  }
}

/** Linked, not copied: core is read only, and only folders that WordPress writes to are its own. */
async function placeTree(tree: string, target: string): Promise<void> {
  await run('cp', ['-al', tree, target]);
  for (const name of ['plugins', 'themes', 'uploads', 'upgrade', 'languages', 'mu-plugins']) {
    makeFolder(join(target, 'wp-content', name), 'www-data');
  }
}

function placePlugin(target: string): void {
  if (checkoutReachable) symlinkSync(shim, target);
  else cpSync(shim, target, { recursive: true });
}

const salts = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [
  `${name}_KEY`,
  `${name}_SALT`,
]);

function wpConfig(bed: Bed, secret: string): string {
  const { database } = bed;
  const constants = {
    DB_NAME: database.dbName,
    DB_USER: database.dbUser,
    DB_PASSWORD: database.dbPassword,
    DB_HOST: `${database.dbHost}:${database.dbPort}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    ...Object.fromEntries(salts.map((name) => [name, random()])),
    WP_HOME: bed.url,
    WP_SITEURL: bed.url,
    WP_ENVIRONMENT_TYPE: 'local', // application passwords over plain http
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1,localhost',
    AUTOMATIC_UPDATER_DISABLED: true,
    DISABLE_WP_CRON: true,
    FS_METHOD: 'direct',
    WP_DEBUG: true,
    WP_DEBUG_DISPLAY: false,
    WP_DEBUG_LOG: bed.debugLog,
    ITIH_SECRET: secret,
    ITIH_SIDECAR_URL: `http://127.0.0.1:${bed.sidecarPort}`,
    ...bed.constants,
  };
  const literal = (value: string | boolean) =>
    typeof value === 'boolean' ? String(value) : `'${value}'`;
  const defines = Object.entries(constants).map(
    ([name, value]) => `define( '${name}', ${literal(value)} );`,
  );
  return `<?php
${defines.join('\n')}
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;
}
