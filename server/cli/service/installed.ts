import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { placesOf, serviceName, type Places, type Scope } from './places.ts';
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
