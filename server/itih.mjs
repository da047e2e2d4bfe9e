#!/usr/bin/env node
// Starts the program with the options of Node that keep its memory small. Written so that Node 12 can read it: an
// old Node shall say that it is old, instead of failing at the first file that it does not understand.
import { spawn } from 'child_process';
import { dirname, join } from 'path';
import { fileURLToPath } from 'url';

var least = [22, 13];
var version = process.versions.node.split('.').map(Number);

if (version[0] < least[0] || (version[0] === least[0] && version[1] < least[1])) {
  console.error(
    'This program needs Node.js ' +
      least.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '.',
  );
  process.exitCode = 1;
} else {
  run();
}

function run() {
  var args = [
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=8',
    '--max-old-space-size=512',
  ].concat(
    // Options that Node itself was given come last: they win.
    process.execArgv,
    join(dirname(fileURLToPath(import.meta.url)), 'cli.ts'),
    process.argv.slice(2),
  );
  // Read by the C library when a process starts: fewer arenas, and free memory is given back. Without a threshold of its
  // own the library raises it to twice the largest block that it has ever freed, such as a model's weights.
  var env = Object.assign({ MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }, process.env);
  // From Node 22.15 on, and not on Windows: this process becomes the other one.
  if (process.execve) process.execve(process.execPath, [process.execPath].concat(args), env);
  var child = spawn(process.execPath, args, { env: env, stdio: 'inherit' });
  ['SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  // A terminal sends it to both; a second one would end the other process at once.
  process.on('SIGINT', function () {});
  child.on('exit', function (status, signal) {
    process.exitCode = status === null ? 1 : status;
    if (signal) console.error('The program ended with ' + signal + '.');
  });
}
