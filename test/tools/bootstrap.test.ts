import { spawnSync } from 'node:child_process';
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
  mkdirSync(join(folder, 'tools/playground'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  const program = join(import.meta.dirname, '../../tools/bootstrap.mjs');
  copyFileSync(program, join(folder, 'tools/bootstrap.mjs'));
  for (const name of ['', 'tools/playground'])
    writeFileSync(join(folder, name, 'package-lock.json'), '{ "lockfileVersion": 3 }');
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const bootstrap = (...args: string[]) =>
  spawnSync(process.execPath, [join(folder, 'tools/bootstrap.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
  });
const calls = (of = '') => {
  const file = join(folder, of, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

test('installs what the lock file names, once', () => {
  bootstrap();
  bootstrap();
  expect(calls()).toHaveLength(1);
  writeFileSync(join(folder, 'package-lock.json'), '{ "lockfileVersion": 4 }');
  bootstrap();
  expect(calls()).toHaveLength(2);
});

test('the demo needs no packages for development, and is content with more', () => {
  bootstrap('--demo', 'demo.ts');
  expect(calls()[0]).toContain('--omit=dev');
  expect(calls('tools/playground')).toHaveLength(1);
  bootstrap('tools/test.ts');
  expect(calls()[1]).not.toContain('--omit');
  bootstrap('--demo', 'demo.ts');
  expect(calls()).toHaveLength(2);
});

test('a failed installation shows its output and is tried again', () => {
  writeFileSync(join(folder, 'broken'), '');
  const { status, stderr } = bootstrap();
  expect([status, stderr]).toEqual([1, expect.stringContaining('no such package')]);
  rmSync(join(folder, 'broken'));
  expect(bootstrap().status).toBe(0);
});

test('runs its arguments with the Node that was installed and keeps their status', () => {
  const { stdout, status } = bootstrap('tools/test.ts', '--only', 'unit');
  expect(stdout).toContain('node tools/test.ts --only unit');
  expect(status).toBe(3);
});
