import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { isRoot } from './commands.ts';

export const repository = join(import.meta.dirname, '../..');

/** Sockets live in here, and a socket's path may have 107 characters. */
const longest = 60;

function ancestors(path: string): string[] {
  return path === '/' ? ['/'] : [path, ...ancestors(dirname(path))];
}

/** Daemons drop root for users of their own: can those walk down to `path`? */
function reachable(path: string): boolean {
  return !isRoot || ancestors(path).every((folder) => (statSync(folder).mode & 0o001) !== 0);
}

/** True when the daemons can read the checkout itself, so that it can be linked to, not copied. */
export const checkoutReachable = reachable(repository);

function stackFolder(): string {
  const own = join(repository, '.cache', 'stack');
  if (checkoutReachable && own.length <= longest) return own;
  const key = createHash('sha256').update(repository).digest('hex').slice(0, 12);
  return join('/var/tmp', `itih-stack-${key}`);
}

const stackRoot = stackFolder();
/** Kept between runs: WordPress trees and package lists. */
export const cacheFolder = join(stackRoot, 'cache');
/** One folder for each run: data, sockets, pid files, logs. */
export const runsFolder = join(stackRoot, 'runs');
/** Logs of the last run of each name. */
export const logsFolder = join(stackRoot, 'logs');

/** Makes a folder that everybody can enter, whatever the umask; `owner` gets it. */
export function makeFolder(path: string, owner?: string): string {
  for (const folder of ancestors(path).reverse()) {
    if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755);
  }
  if (owner) giveTo(owner, path);
  return path;
}

/** Without root everything runs as, and belongs to, the current user. */
export function giveTo(owner: string, ...paths: string[]): void {
  if (!isRoot) return;
  const id = (flag: string) => Number(execFileSync('id', [flag, owner], { encoding: 'utf8' }));
  const [user, group] = [id('-u'), id('-g')];
  for (const path of paths) chownSync(path, user, group);
}
