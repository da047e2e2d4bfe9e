/** The program as it is started: it ends with one sentence and status 1 for what an owner can mend. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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

test.each(['12.22.12', '20.19.2', '22.12.0'])('Node %s is too old', async (version) => {
  const said = await run(['serve'], working(), as(version));
  expect(said).toEqual(sentence(/needs Node\.js 22\.13 or newer; this is /));
  expect(said.stderr).toContain(version);
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

test.each([
  ['no wp-config.php', ['serve', '--wp', '/nowhere'], {}, /no wp-config\.php in \/nowhere/],
  ['--url alone', ['serve', '--url', 'http://a.example'], {}, /--url is for --wp/],
  ['no secret', ['serve'], { ITIH_SECRET: '' }, /ITIH_SECRET is not set/],
  [
    'an address of another machine',
    ['serve'],
    { ITIH_HOST: '192.0.2.7' },
    /This machine does not have the address of 192\.0\.2\.7:8790/,
  ],
])(
  'with %s it says so',
  async (_case, args, env, text) => {
    expect(await run(args, { ...working(), ...env })).toEqual(sentence(text));
  },
  30_000,
);

test.each(['ITIH_PORT', 'ITIH_METRICS_PORT'])(
  'a port that is taken: %s',
  async (setting) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const env = { ...working(), ITIH_PORT: '0', [setting]: String(port) };
    const text = new RegExp(`127\\.0\\.0\\.1:${port}: set ${setting} to a free port`);
    expect(await run(['serve'], env)).toEqual(sentence(text));
    other.close();
  },
  30_000,
);
