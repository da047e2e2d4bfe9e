import { expect, test } from '@jest/globals';
import { textOf, tableOf } from './pages.ts';

const page = 'docs/dependencies.md';
const { dependencies } = JSON.parse(textOf('package.json')) as {
  dependencies: Record<string, string>;
};
const { packages } = JSON.parse(textOf('package-lock.json')) as {
  packages: Record<string, { version: string } | undefined>;
};
const installed = (name: string) => packages[`node_modules/${name}`]?.version;

test('the page has the number of direct dependencies', () => {
  const [, count] = /has (\d+) direct dependencies/.exec(textOf(page)) ?? [];
  expect(Number(count)).toBe(Object.keys(dependencies).length);
});

test('versions whose advisories were looked up are those that are installed', () => {
  const rows = tableOf(page, 'package');
  expect(rows.length).toBeGreaterThan(3);
  for (const [names = [], [versions = ''] = []] of rows) {
    // A package that brings it is named behind it.
    const found = names.filter((name) => versions.includes(`${installed(name)}`));
    expect([names, found.length]).toEqual([names, versions.split(', ').length]);
  }
});

test('packages that stay without a release are dependencies, with a reason', () => {
  const [, after = ''] = textOf(page).split('## Without a release for two years');
  for (const [name] of after.matchAll(/^\| `([^`]+)`/gm)) {
    const [, direct = ''] = /`([^`]+)`/.exec(name) ?? [];
    expect(Object.keys(dependencies)).toContain(direct);
  }
});
