/* A stand-in for systemctl and journalctl where no systemd runs: it obeys the units of an account. */
const { spawn } = require('node:child_process');
const { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const home = process.env.HOME;
const [, , program, ...given] = process.argv;
const args = given.filter((one) => one !== '--user');
const fileOf = (name, end) => join(home, `${name}.${end}`);
const valuesOf = (unit, key) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value);
const unquoted = (text) => text.replace(/\\(.)/g, '$1').replace(/%%/g, '%').replace(/\$\$/g, '$');
const words = (line) =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => unquoted(word));

function stop(name) {
  const file = fileOf(name, 'pid');
  if (!existsSync(file)) return;
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  rmSync(file);
}

function start(name) {
  const unit = readFileSync(join(home, '.config/systemd/user', `${name}.service`), 'utf8');
  const state = join(home, '.local/state');
  const env = {};
  for (const pair of valuesOf(unit, 'Environment').flatMap(words)) {
    const [key, value] = pair.split('=');
    env[key] = value.replace('%S', state);
  }
  const [file] = valuesOf(unit, 'EnvironmentFile');
  for (const line of readFileSync(file.replace(/\\x20/g, ' '), 'utf8').split('\n')) {
    const [, key, value] = /^([A-Z0-9_]+)="(.*)"$/.exec(line) ?? [];
    if (key) env[key] = value.replace(/\\(.)/g, '$1');
  }
  mkdirSync(join(state, valuesOf(unit, 'StateDirectory')[0]), { recursive: true });
  const [executable, ...rest] = words(valuesOf(unit, 'ExecStart')[0]);
  const log = openSync(fileOf(name, 'log'), 'a');
  const child = spawn(executable, rest, { detached: true, stdio: ['ignore', log, log], env });
  writeFileSync(fileOf(name, 'pid'), String(child.pid));
  child.unref();
}

if (program === 'journalctl') {
  const name = args[args.indexOf('--unit') + 1];
  if (existsSync(fileOf(name, 'log')))
    process.stdout.write(readFileSync(fileOf(name, 'log'), 'utf8'));
} else {
  const [verb, ...rest] = args;
  const name = rest.at(-1);
  if (verb === 'restart') {
    stop(name);
    start(name);
  }
  if (verb === 'disable') stop(name);
  if (verb === 'is-active') console.log(existsSync(fileOf(name, 'pid')) ? 'active' : 'inactive');
}
