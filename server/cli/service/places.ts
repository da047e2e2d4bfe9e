import { homedir } from 'node:os';
import { join, dirname, resolve } from 'node:path';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { quoted } from './unit.ts';

/** Returns the arguments with which a sidecar serves a WordPress; `wp` null: one elsewhere. */
export const serveArguments = (wp: string | null, url: string): string[] => [
  'serve',
  ...(wp === null ? [] : ['--wp', resolve(wp)]),
  ...(url === '' ? [] : ['--url', url]),
];

/**
 * Returns the places of a site's service. One that was installed for the same WordPress keeps its name when the site's
 * address changes: under a new name there would be two.
 *
 * @param root Folder in place of `/`, for tests, as is `account`.
 */
export function placesFor(
  { home, wp, url }: { home: string; wp: string | null; url: string },
  scope: Scope,
  root?: string,
  account?: string,
): Places {
  const usual = placesOf(scope, serviceName(home), root, account);
  const units = dirname(usual.unit);
  if (wp === null || existsSync(usual.unit) || !existsSync(units)) return usual;
  const end = serveArguments(wp, url).map(quoted).join(' ');
  const isSame = (file: string) =>
    readFileSync(join(units, file), 'utf8')
      .split('\n')
      .some((line) => line.startsWith('ExecStart=') && line.endsWith(end));
  const extension = '.service';
  const same = readdirSync(units).find(
    (file) => file.startsWith('itih-') && file.endsWith(extension) && isSame(file),
  );
  return same ? placesOf(scope, same.slice(0, -extension.length), root, account) : usual;
}

/** `system`: a service of the machine, which root installs; `user`: one of the account. */
export type Scope = 'system' | 'user';

/** Names of a service and its files. */
export interface Places {
  scope: Scope;
  /** Without `.service`. */
  name: string;
  unit: string;
  /** Variables of the sidecar, with secrets. */
  environment: string;
  /** Below systemd's folder for state. */
  state: string;
}

/** Returns a name for the service of a site: `https://example.com/shop/` has `itih-example.com-shop`. */
export function serviceName(home: string): string {
  const { host, pathname } = new URL(home);
  const words = `${host}${pathname}`.toLowerCase().split(/[^a-z0-9.]/);
  return ['itih', ...words.filter((word) => word !== '')].join('-');
}

/** @param root Folder in place of `/`, for tests. */
export function placesOf(scope: Scope, name: string, root = '/', home = homedir()): Places {
  const system = scope === 'system';
  const units = system ? join(root, 'etc/systemd/system') : join(home, '.config/systemd/user');
  const settings = system ? join(root, 'etc/itih-rag-chat') : join(home, '.config/itih-rag-chat');
  return {
    scope,
    name,
    unit: join(units, `${name}.service`),
    environment: join(settings, `${name}.env`),
    state: `itih-rag-chat/${name}`,
  };
}
