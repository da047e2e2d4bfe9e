import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Content } from './content.ts';
import { freePort } from './wait.ts';

const saltNames = [
  'AUTH_KEY',
  'SECURE_AUTH_KEY',
  'LOGGED_IN_KEY',
  'NONCE_KEY',
  'AUTH_SALT',
  'SECURE_AUTH_SALT',
  'LOGGED_IN_SALT',
  'NONCE_SALT',
] as const;
type SaltName = (typeof saltNames)[number];

/** Values that a demo site keeps between runs. Random, so every site has its own. */
interface SiteState {
  port: number;
  /** Where the plugin calls the sidecar. */
  sidecarPort: number;
  /** Where the web server leads the chat of visitors. */
  edgePort: number;
  adminPassword: string;
  /** Shared by the plugin and the sidecar. */
  secret: string;
  salts: Record<SaltName, string>;
}

export interface Site extends SiteState {
  folder: string;
  /** Address that visitors type. */
  url: string;
  sidecarDatabase: string;
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

function newState(port: number): Omit<SiteState, 'sidecarPort' | 'edgePort'> {
  const salts = Object.fromEntries(saltNames.map((name) => [name, random(48)]));
  return {
    port,
    adminPassword: random(12),
    secret: random(32),
    salts: salts as Record<SaltName, string>,
  };
}

async function readState(file: string): Promise<SiteState | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SiteState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The port of the last run, if there was one. */
export async function lastPort(folder: string): Promise<number | undefined> {
  return (await readState(join(folder, 'site.json')))?.port;
}

/** Opens the site of `folder`, or lays down a new one, to be served on `port`. */
export async function openSite(folder: string, port: number): Promise<Site> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'site.json');
  const last = await readState(file);
  const [sidecarPort, edgePort] = [await freePort(), await freePort()];
  const state = { ...(last ?? newState(port)), port, sidecarPort, edgePort };
  await writeFile(file, JSON.stringify(state, null, 2) + '\n', { mode: 0o600 });
  const url = `http://127.0.0.1:${port}`;
  const site = { ...state, folder, url, sidecarDatabase: join(folder, 'sidecar.sqlite') };
  // The index names every page by its address.
  if (last?.port !== port) await dropIndex(site);
  return site;
}

/** It is quicker made anew than mended. */
export async function dropIndex({ sidecarDatabase }: Site): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(sidecarDatabase + suffix, { force: true });
}

const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

function constants(site: Site): Record<string, string | boolean> {
  return {
    ...site.salts,
    ITIH_SECRET: site.secret,
    ITIH_SIDECAR_URL: `http://127.0.0.1:${site.sidecarPort}`,
    // Nothing leaves this computer.
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1,localhost',
    AUTOMATIC_UPDATER_DISABLED: true,
    DISABLE_WP_CRON: true,
    WP_ENVIRONMENT_TYPE: 'local',
  };
}

function render(site: Site): string {
  const lines = Object.entries({ ...constants(site), DB_NAME: 'wordpress' }).map(
    ([name, value]) => {
      const literal = typeof value === 'string' ? quote(value) : String(value);
      return `defined( '${name}' ) || define( '${name}', ${literal} );`;
    },
  );
  return [
    '<?php',
    ...lines,
    "$table_prefix = 'wp_';",
    "defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );",
    "require_once ABSPATH . 'wp-settings.php';",
    '',
  ].join('\n');
}

/** Home and site address are not here: Playground's `--site-url` defines them. */
export function writeConfig(file: string, site: Site): Promise<void> {
  return writeFile(file, render(site), { mode: 0o600 });
}

export const plugin = { slug: 'itih-rag-chat', file: 'itih-rag-chat/itih-rag-chat.php' };

const resultFile = z.object({ fingerprint: z.string(), media: z.array(z.number().int()) });
export type Seeded = z.infer<typeof resultFile>;

/** Where PHP finds them: the folder of the site's own files, and this one. */
export interface PhpFolders {
  wordpress: string;
  site: string;
  demo: string;
}

/** Writes what `seed.php` is to do into `folder`, the site's own. */
export async function writePlan(
  folder: string,
  content: Content,
  adminPassword: string,
  php: PhpFolders,
): Promise<void> {
  const plan = {
    ...content,
    admin_password: adminPassword,
    plugin: plugin.file,
    media_folder: `${php.demo}/content/media`,
  };
  await writeFile(join(folder, 'plan.json'), JSON.stringify(plan), { mode: 0o600 });
}

/** PHP that carries the plan out; `url`: the site's, where no web server tells WordPress. */
export function seedingCode(php: PhpFolders, url: string): string {
  const { host } = new URL(url);
  return [
    `$_SERVER += array( 'HTTP_HOST' => '${host}', 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1' );`,
    `require '${php.wordpress}/wp-load.php';`,
    `require '${php.demo}/seed.php';`,
    `itih_demo_seed( '${php.site}/plan.json', '${php.site}/seeded.json' );`,
  ].join('\n');
}

/** Result of the last seeding; undefined if the site is empty or holds older content. */
export async function readSeeded(folder: string, content: Content): Promise<Seeded | undefined> {
  try {
    const text = await readFile(join(folder, 'seeded.json'), 'utf8');
    const seeded = resultFile.parse(JSON.parse(text));
    return seeded.fingerprint === content.fingerprint ? seeded : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function forgetSeeded(folder: string): Promise<void> {
  return rm(join(folder, 'seeded.json'), { force: true });
}
