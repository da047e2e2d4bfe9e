/**
 * Makes node_modules match package-lock.json. Plain JavaScript on purpose: it runs on the machine's
 * own Node before anything is installed. The `node` package then brings the Node that the rest
 * uses. With arguments, runs them with that Node: `node tools/bootstrap.mjs tools/test.ts --only unit`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.itih-lock');

function installed(lock) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
}

function install(lock) {
  const started = Date.now();
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  });
  if (npm.status !== 0) {
    console.error(
      `bootstrap: npm ci failed\n${npm.error ?? ''}${npm.stdout ?? ''}${npm.stderr ?? ''}`,
    );
    process.exit(1);
  }
  writeFileSync(stamp, lock);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`bootstrap: installed node_modules in ${seconds} s`);
}

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
if (installed(lock)) console.log('bootstrap: node_modules is up to date');
else install(lock);

if (process.argv.length > 2) {
  const { status } = spawnSync(join(bin, 'node'), process.argv.slice(2), {
    stdio: 'inherit',
    env: { ...process.env, PATH: bin + delimiter + process.env.PATH },
  });
  process.exitCode = status ?? 1;
}
