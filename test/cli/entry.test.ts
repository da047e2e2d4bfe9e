/** The program as it is started: it ends with one sentence and status 1 for what an owner can mend. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { ConfigError } from '../../server/errors/config-error.ts';
import { start } from '../../server/main.ts';
import { compileCache } from '../program.ts';

const entry = new URL('../../server/itih.mjs', import.meta.url).pathname;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-entry-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const working = () => ({
  ITIH_SECRET: 's'.repeat(32),
  ITIH_SITE_URL: 'http://127.0.0.1:9',
  ITIH_DATABASE_URL: `sqlite:${join(folder, 'itih.sqlite')}`,
});

function run(args: string[], env: Record<string, string>, nodeArgs: string[] = []) {
  const ended = Promise.withResolvers<{ status: number | null; stdout: string; stderr: string }>();
  const child = execFile(
    process.execPath,
    [...nodeArgs, entry, ...args],
    { env: { PATH: process.env['PATH'], ...compileCache, ...env }, timeout: 25_000 },
    (_error, stdout, stderr) => ended.resolve({ status: child.exitCode, stdout, stderr }),
  );
  return ended.promise;
}

/** Neither a stack nor a second line. */
const sentence = (text: RegExp) => ({
  status: 1,
  stdout: expect.not.stringMatching(/\n\s+at /),
  stderr: expect.stringMatching(new RegExp(`^[^\\n]*${text.source}[^\\n]*\\n$`)),
});

const as = (version: string) => {
  const versions = `{value:{...process.versions,node:'${version}'}}`;
  const code = `Object.defineProperty(process,'versions',${versions})`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
};

test('an old Node is refused', async () => {
  const refused = await run(['serve'], working(), as('22.12.0'));
  expect(refused).toEqual(sentence(/needs Node\.js 22\.13 or newer; this is 22\.12\.0/));
});

test('the entry is written so that Node 12 can read it', () => {
  const code = readFileSync(entry, 'utf8').replace(/\/\/.*/g, '');
  expect(code).not.toMatch(/\?\?|\?\.|\|\|=|await|'node:|#\w/);
});

test('the program runs with the options that keep its memory small', async () => {
  const probe = `data:text/javascript,${encodeURIComponent(
    `process.argv[1].endsWith('cli.ts') && (console.log(process.execArgv.join(' '), process.env.MALLOC_ARENA_MAX), process.exit(0))`,
  )}`;
  const { stdout, stderr } = await run([], {}, ['--import', probe]);
  expect(stdout).toMatch(/--max-semi-space-size=8 --max-old-space-size=512 .* 2\n$/);
  expect(stderr).toBe('');
}, 30_000);

test('a mistake in the command or in a variable is one sentence', async () => {
  const [command, variable] = await Promise.all([
    run(['search', 'x', '--top-k', '99'], {}),
    run(['serve'], { ...working(), ITIH_SECRET: '' }),
  ]);
  expect(command.status).toBe(1);
  expect(command.stderr).toContain('Write a number from 1 to 50.');
  expect(variable).toEqual(sentence(/ITIH_SECRET is not set/));
}, 30_000);

const failure = (env: Record<string, string>) =>
  start(readConfig({ ...working(), ITIH_LOG_LEVEL: 'silent', ...env })).then(
    () => 'It started.',
    (error: unknown) => (error instanceof ConfigError ? error.message : 'Another error.'),
  );

test('an address of another machine and a port that is taken are told', async () => {
  expect(await failure({ ITIH_HOST: '192.0.2.7' })).toContain(
    'This machine does not have the address of 192.0.2.7:8790',
  );
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  for (const setting of ['ITIH_PORT', 'ITIH_METRICS_PORT']) {
    const text = `127.0.0.1:${port}: set ${setting} to a free port`;
    expect(await failure({ ITIH_PORT: '0', [setting]: String(port) })).toContain(text);
  }
  other.close();
});
