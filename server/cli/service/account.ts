import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { callerOfSudo } from '../../config/config.ts';
import { ConfigError } from '../../errors/config-error.ts';
import {
  findAccount,
  programPaths,
  writableByOthers,
  type Account,
  type WhoWrites,
} from '../../runtime/who-writes.ts';

/** Returns the site's wp-config.php, or its folder where there is none. */
const configFileOf = (wp: string): string =>
  [join(wp, 'wp-config.php'), join(wp, '..', 'wp-config.php')].find((file) => existsSync(file)) ??
  wp;

/** Owners and accounts as tests have them, and the paths of the program. */
export type Files = Pick<WhoWrites, 'facts' | 'lookup'> & { paths?: string[] };

const ownerOf = (file: string, { facts = statSync }: Files) => facts(file).uid;

/** @param key Name or number. @throws ConfigError for root, and for an account that does not exist */
export function namedAccount(key: string, { lookup }: Files = {}, why = 'The'): Account {
  const account = findAccount(key, lookup);
  if (!account) throw new ConfigError(`There is no account ${key} on this machine.`);
  if (account.uid !== 0) return account;
  throw new ConfigError(
    `${why} sidecar never runs as root. Name the account that runs WordPress, such as --account www-data.`,
  );
}

/**
 * Returns the account for the service of a site: the named one, else the owner of wp-config.php.
 *
 * @throws ConfigError
 */
export function accountFor(wp: string, named?: string, files: Files = {}): Account {
  if (named !== undefined) return namedAccount(named, files);
  const file = configFileOf(wp);
  return namedAccount(String(ownerOf(file, files)), files, `${file} belongs to root, but the`);
}

/**
 * Refuses a program or a wp-config.php that others may change than root, the service's account, who owns wp-config.php
 * (WordPress runs it anyway) and who called sudo: they would become the service's account.
 *
 * @param account Null: a new one that owns nothing.
 * @throws ConfigError
 */
export function requireOwnProgram(
  account: Account | null,
  wp: string | null,
  files: Files = {},
): void {
  const { paths = programPaths(), ...rest } = files;
  const watched = wp === null ? paths : [...paths, configFileOf(wp)];
  const sudo = callerOfSudo();
  const users = [
    0,
    ...(account ? [account.uid] : []),
    ...(wp === null ? [] : [ownerOf(configFileOf(wp), files)]),
    ...(sudo === null ? [] : [sudo]),
  ];
  const open = writableByOthers(watched, { users, account, ...rest });
  if (open === null) return;
  throw new ConfigError(
    `Other accounts may write ${open}, and would have the rights of the sidecar's account` +
      `${account ? ` (${account.name})` : ''}. Change its owner or its mode, or name the account that runs WordPress ` +
      'with --account.',
  );
}
