import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

interface Locked {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as Locked;

const locked = (name: string) =>
  Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));

/**
 * `npm ci` refuses a lock file that leaves out packages of other platforms, as npm writes it where
 * the registry does not serve them.
 */
test('the lock file names the optional packages of every platform', () => {
  const named = Object.values(packages).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}),
  );
  expect(named.filter((name) => !locked(name))).toEqual([]);
});

test('the lock file says nothing about where packages come from', () => {
  expect(Object.entries(packages).filter(([, entry]) => 'resolved' in entry)).toEqual([]);
});
