import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

/** An npm that records its arguments and installs a `node` that prints what it was called with. */
const npm = `#!/bin/sh
echo "$@" >> calls
[ -e broken ] && echo 'npm error no such package' >&2 && exit 1
mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho "node $@"\\nexit 3\\n' > node_modules/.bin/node
chmod +x node_modules/.bin/node
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-bootstrap-'));
  mkdirSync(join(folder, 'tools'));
  mkdirSync(join(folder, 'bin'));
  copyFileSync(
    join(import.meta.dirname, '../../tools/bootstrap.mjs'),
    join(folder, 'tools/bootstrap.mjs'),
  );
  writeFileSync(join(folder, 'package-lock.json'), '{ "lockfileVersion": 3 }');
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
});

afterEach(() => rmSync(folder, { recursive: true }));

function bootstrap(...args: string[]) {
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'tools/bootstrap.mjs'), ...args],
    { encoding: 'utf8', env: { ...process.env, PATH: path } },
  );
  return { status, stdout, stderr };
}

const installs = () => {
  const file = join(folder, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
};

test('installs what is missing, once, and says so in one line', () => {
  expect(bootstrap().stdout).toMatch(/^bootstrap: installed node_modules in [\d.]+ s\n$/);
  expect(bootstrap().stdout).toBe('bootstrap: node_modules is up to date\n');
  expect(installs()).toBe(1);
});

test('installs again when the lock file has changed', () => {
  bootstrap();
  writeFileSync(join(folder, 'package-lock.json'), '{ "lockfileVersion": 4 }');
  bootstrap();
  expect(installs()).toBe(2);
});

test('a failed installation shows its output and is tried again', () => {
  writeFileSync(join(folder, 'broken'), '');
  expect(bootstrap()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no such package'),
  });
  rmSync(join(folder, 'broken'));
  expect(bootstrap().status).toBe(0);
});

test('runs its arguments with the Node that was installed and keeps their status', () => {
  const { stdout, status } = bootstrap('tools/test.ts', '--only', 'unit');
  expect(stdout).toContain('node tools/test.ts --only unit');
  expect(status).toBe(3);
});

test('is plain JavaScript for the oldest Node that may start it', () => {
  const script = join(folder, 'tools/bootstrap.mjs');
  expect(() => execFileSync(process.execPath, ['--check', script])).not.toThrow();
});
