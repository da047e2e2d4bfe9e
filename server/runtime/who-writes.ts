import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFile } from './program-files.ts';

/** An account of this machine. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Looks an account or a group up by name or number; the fields of its line, null if there is none. */
export type Lookup = (database: 'passwd' | 'group', key: string) => string[] | null;

/** https://man7.org/linux/man-pages/man1/getent.1.html */
const lookUp: Lookup = (database, key) => {
  try {
    const line = execFileSync('getent', [database, key], { encoding: 'utf8', stdio: 'pipe' });
    return line.trim().split(':');
  } catch {
    return null;
  }
};

export function findAccount(key: string, lookup = lookUp): Account | null {
  const [name = '', , uid, gid] = lookup('passwd', key) ?? [];
  return uid === undefined ? null : { name, uid: Number(uid), gid: Number(gid) };
}

export type Facts = Pick<Stats, 'uid' | 'gid' | 'mode' | 'isDirectory' | 'isSymbolicLink'>;

export interface WhoWrites {
  /** Numbers of the accounts that may write. */
  users: readonly number[];
  /** The account of the service: its group may write, too, if nobody else is in it. */
  account: Account | null;
  /** Read owners and groups, in tests. */
  facts?: (path: string) => Facts;
  lookup?: Lookup;
}

const groupWrites = 0o020;
const othersWrite = 0o002;
/** Nobody can rename another's files in such a folder. https://man7.org/linux/man-pages/man7/inode.7.html */
const sticky = 0o1000;

function trustedGroups({ account, lookup = lookUp }: WhoWrites): number[] {
  if (!account) return [0];
  const [, , , members = ''] = lookup('group', String(account.gid)) ?? [];
  const isAlone = members.split(',').every((name) => name === '' || name === account.name);
  return isAlone ? [0, account.gid] : [0];
}

/**
 * Returns the first of the paths that another account could change: by writing it or a file below it, or by replacing it
 * in a folder above. Null for none.
 */
export function writableByOthers(paths: readonly string[], who: WhoWrites): string | null {
  const { users, facts = lstatSync } = who;
  const groups = trustedGroups(who);
  const isOpen = ({ uid, gid, mode }: Facts) =>
    !users.includes(uid) ||
    (mode & othersWrite) !== 0 ||
    ((mode & groupWrites) !== 0 && !groups.includes(gid));

  function below(path: string): string | null {
    const found = facts(path);
    // Everybody may write a link, which is replaced in its folder alone; the program has none that leave it.
    if (found.isSymbolicLink()) return users.includes(found.uid) ? null : path;
    if (isOpen(found)) return path;
    if (!found.isDirectory()) return null;
    for (const name of readdirSync(path)) {
      const open = below(join(path, name));
      if (open !== null) return open;
    }
    return null;
  }

  function above(path: string): string | null {
    const folder = dirname(path);
    const found = facts(folder);
    const isKept = users.includes(found.uid) && (found.mode & sticky) !== 0;
    if (isOpen(found) && !isKept) return folder;
    return folder === path ? null : above(folder);
  }

  for (const path of paths.map((each) => realpathSync(each))) {
    const open = below(path) ?? above(path);
    if (open !== null) return open;
  }
  return null;
}

/** Returns the folder of the program, and that which runs it. */
export const programPaths = (): string[] => [
  dirname(fileURLToPath(ownFile('server/itih.mjs'))),
  process.execPath,
];

/** Returns what another account than root's and this process' could change of its program; null for nothing. */
export function ownProgramWritableByOthers(): string | null {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  const account = findAccount(String(uid));
  return writableByOthers(programPaths(), { users: [0, uid], account });
}
