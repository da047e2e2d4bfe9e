/**
 * Makes node_modules match package-lock.json. Plain JavaScript on purpose: it runs on the machine's
 * own Node before anything is installed. The `node` package then brings the Node that the rest
 * uses. With arguments, runs them with that Node: `node tools/bootstrap.mjs tools/test.ts --only unit`.
 * After `--demo` they need no packages for development, but WordPress Playground, unless `--native` is among them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const [option, ...rest] = process.argv.slice(2);
const isDemo = option === '--demo';
const command = isDemo ? rest : process.argv.slice(2);

/** The whole lock file, or its part without packages for development. */
function install(folder, isWhole) {
  const name = join(folder, 'node_modules');
  const stamp = join(name, '.itih-lock');
  const whole = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const lock = isWhole ? whole : `${whole} production`;
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === lock || installed === whole) return Promise.resolve(false);
  const args = ['ci', '--no-audit', '--no-fund', ...(isWhole ? [] : ['--omit=dev'])];
  const npm = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => {
    npm.on('error', (error) => (output += error));
    npm.on('close', (status) => {
      if (status !== 0) {
        console.error(`bootstrap: npm ci failed\n${output}`);
        process.exit(1);
      }
      writeFileSync(stamp, lock);
      resolve(true);
    });
  });
}

const started = Date.now();
const needsPlayground = isDemo && !command.includes('--native');
const changed = await Promise.all([
  install(root, !isDemo),
  ...(needsPlayground ? [install(join(root, 'tools/playground'), true)] : []),
]);
const seconds = ((Date.now() - started) / 1000).toFixed(1);
console.log(
  changed.includes(true)
    ? `bootstrap: installed node_modules in ${seconds} s`
    : 'bootstrap: node_modules is up to date',
);

if (command.length > 0) {
  const { status } = spawnSync(join(bin, 'node'), command, {
    stdio: 'inherit',
    env: { ...process.env, PATH: bin + delimiter + process.env.PATH },
  });
  process.exitCode = status ?? 1;
}
