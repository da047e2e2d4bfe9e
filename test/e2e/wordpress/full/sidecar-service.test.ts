/** `wp itih sidecar`, with a stand-in for systemd; `test/cli/service/` has the parts. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isRoot, must, run } from '../../../../tools/stack/commands.ts';
import { giveTo, makeFolder } from '../../../../tools/stack/folders.ts';
import { program } from '../../../program.ts';
import { runPhp, stack } from '../../../stack.ts';
import { wp, type Ended } from '../wp-cli.ts';

let home: string;
let env: Record<string, string>;
const own = (path: string) => join(home, path);
const sidecar = (...args: string[]): Promise<Ended> =>
  wp(['itih', 'sidecar', ...args, '--user-unit', `--program=${resolve(program)}`], { env });
const saysRunning =
  /Success: The sidecar \d\S+ runs at http:\/\/127\.0\.0\.1:\d+\. Set up the chat at http:\S+itih\S+\n$/;
const name = () => `itih-${new URL(stack().url).host.replace(':', '-')}`;
const variablesFile = () => own(`.config/itih-rag-chat/${name()}.env`);
const unit = () => readFileSync(own(`.config/systemd/user/${name()}.service`), 'utf8');

beforeAll(() => {
  home = mkdtempSync(join(makeFolder(join(stack().folder, 'service')), 'home-'));
  // First on the path, they lead to the stand-in.
  mkdirSync(own('bin'));
  const standIn = join(import.meta.dirname, '../../../fakes/systemd.cjs');
  for (const command of ['systemctl', 'journalctl']) {
    const script = `#!/bin/sh\nexec "${process.execPath}" "${standIn}" ${command} "$@"\n`;
    writeFileSync(own(`bin/${command}`), script, { mode: 0o755 });
  }
  giveTo('www-data', home);
  const path = [own('bin'), join(process.execPath, '..'), '/usr/local/bin', '/usr/bin', '/bin'];
  env = { HOME: home, PATH: path.join(':') };
});
afterAll(async () => {
  await sidecar('uninstall');
  rmSync(home, { recursive: true });
});

test('one command installs it, and a second one changes nothing', async () => {
  const { code, stdout, stderr } = await sidecar('install');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/WordPress and the sidecar hear each other\.\n/);
  expect(stdout).toMatch(saysRunning);
  expect((await wp(['itih', 'status'])).code).toBe(0);
  expect(statSync(variablesFile()).mode & 0o777).toBe(0o600);
  expect(unit()).not.toContain(stack().secret);
  const before = readFileSync(variablesFile(), 'utf8');
  // Also with a flag that has lost its meaning.
  const again = await sidecar('install', '--skip-model');
  expect(again.code).toBe(0);
  expect(again.stdout).not.toContain('Wrote');
  expect(readFileSync(variablesFile(), 'utf8')).toBe(before);
}, 60_000);

test('its state and its log can be seen, and it is removed', async () => {
  const { stdout } = await sidecar('status');
  expect(stdout).toMatch(/active[\s\S]*hear each other/);
  expect(stdout).toMatch(saysRunning);
  expect((await sidecar('logs')).stdout).toContain('listening');
  expect((await sidecar('uninstall')).stdout).toContain('Removed');
  expect((await sidecar('status')).stderr).toContain('is not installed');
});

test('what keeps it from being installed is said', async () => {
  const without = { ...env, PATH: env['PATH']!.replace(own('bin'), own('nothing')) };
  const args = ['itih', 'sidecar', 'install', '--user-unit', `--program=${resolve(program)}`];
  const nobody = await wp(args, { env: without });
  expect(nobody.code).toBe(1);
  expect(nobody.stderr).toMatch(
    /systemd is not in charge here.*supervisor[\s\S]*\nExecStart=.*itih\.mjs/,
  );
  const old = own('bin/old-node');
  writeFileSync(old, '#!/bin/sh\necho v20.19.2\n', { mode: 0o755 });
  const { code, stderr } = await sidecar('status', `--node=${old}`);
  expect(code).toBe(1);
  expect(stderr).toMatch(/needs Node\.js 22\.13 or newer; there is .*old-node \(20\.19\.2\)/);
  expect(stderr).toMatch(/installs it:\n {2}\S+/);
  const archive = await wp(['itih', 'sidecar', 'status'], { env });
  expect([archive.code, archive.stderr]).toEqual([
    1,
    expect.stringContaining('does not contain the sidecar'),
  ]);
});

test('a site elsewhere is served after it was connected, from what that has stored', async () => {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const service = (...args: string[]) => {
    const options = ['service', ...args, '--connected', stack().url, '--user-unit'];
    const command = ['env', ...variables, process.execPath, resolve(program), ...options];
    const [first = '', ...rest] = isRoot
      ? [must('runuser'), '-u', 'www-data', '--', ...command]
      : command;
    return run(first, rest);
  };
  await expect(service('install')).rejects.toThrow(/Run "itih connect .*" first/);
  const code = await runPhp<string>('return Itih\\RagChat\\connection_code();');
  writeFileSync(variablesFile(), `ITIH_CONNECT="${code}"\n`, { mode: 0o600 });
  giveTo('www-data', variablesFile());
  expect(await service('install', '--no-model')).toContain('hear each other');
  expect(unit()).toMatch(/"serve"\n/);
  expect(unit()).not.toContain('--wp');
  expect(await service('status')).toContain('hear each other');
  expect(await service('uninstall')).toContain('Removed');
}, 60_000);
