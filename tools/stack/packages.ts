import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { find, isRoot, run } from './commands.ts';

/** Thrown if this machine cannot provide a component of the bed. */
export class Unavailable extends Error {}

export type Component = 'mariadb' | 'php' | 'nginx' | 'curl' | 'chromium';

const phpExtensions = ['mysqli', 'curl', 'mbstring', 'dom', 'gd', 'zip', 'intl'];

function phpComplete(): boolean {
  if (!find('php') || !phpFpm()) return false;
  const loaded = execFileSync('php', ['-m'], { encoding: 'utf8' }).split('\n');
  return phpExtensions.every((name) => loaded.includes(name));
}

/** Debian names it after its version, `php-fpm8.2`; the newest known wins. */
export function phpFpm(): string | undefined {
  const versions = ['8.5', '8.4', '8.3', '8.2', '8.1', '8.0'];
  return find(...versions.map((version) => `php-fpm${version}`), 'php-fpm');
}

export const findChromium = () => find('chromium', 'google-chrome', 'chromium-browser');

const components: Record<Component, { packages: string[]; present: () => boolean }> = {
  mariadb: {
    packages: ['mariadb-server', 'mariadb-client'],
    present: () => Boolean(find('mariadbd') && find('mariadb-install-db') && find('mariadb-admin')),
  },
  php: {
    packages: ['fpm', 'cli', 'mysql', 'curl', 'mbstring', 'xml', 'gd', 'zip', 'intl'].map(
      (name) => `php-${name}`,
    ),
    present: phpComplete,
  },
  nginx: { packages: ['nginx-light'], present: () => Boolean(find('nginx')) },
  curl: { packages: ['curl'], present: () => Boolean(find('curl')) },
  chromium: {
    packages: ['chromium', 'fonts-dejavu-core'],
    present: () => Boolean(findChromium()) && existsSync('/usr/share/fonts/truetype'),
  },
};

/** Installs what is missing; throws `Unavailable` where that cannot be done. */
export async function ensure(wanted: Component[]): Promise<void> {
  const missing = wanted.filter((name) => !components[name].present());
  if (missing.length === 0) return;
  const names = missing.join(', ');
  if (!isRoot) throw new Unavailable(`${names} not installed, and only root can install`);
  if (!find('apt-get')) throw new Unavailable(`${names} not installed, and there is no apt-get`);
  try {
    await install(missing.flatMap((name) => components[name].packages));
  } catch (error) {
    throw new Unavailable(`${names} could not be installed: ${(error as Error).message}`);
  }
}

const apt = (...args: string[]) =>
  run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });

async function install(packages: string[]): Promise<void> {
  const release = keepDaemonsDown();
  const attempt = () => apt('install', '-y', '--no-install-recommends', ...packages);
  try {
    // Package lists are often absent (container images) or older than the archive.
    await attempt().catch(() => updateLists().then(attempt));
  } finally {
    release();
  }
}

/** apt waits for dpkg's lock, but not for that of the lists. */
export async function updateLists(attempts = 20): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await apt('update');
      return;
    } catch (error) {
      if (attempt === attempts || !/Could not get lock/.test(String(error))) throw error;
      await setTimeout(3000);
    }
  }
}

const policy = '/usr/sbin/policy-rc.d';

/** Debian starts services on installation, on their default ports. We start our own, on ours. */
function keepDaemonsDown(): () => void {
  if (existsSync(policy)) return () => undefined;
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policy, { force: true });
}
