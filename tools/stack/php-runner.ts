import { spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot, must } from './commands.ts';
import { freePort } from './ports.ts';

/**
 * Starts PHP's own server out of `folder`, which runs pieces of PHP inside a WordPress of this bed; see `run-code.php`.
 * It keeps WordPress compiled: a program of its own for each piece would compile it every time. It is none of the
 * workers of php-fpm, which tests count.
 *
 * @returns Its address.
 */
export async function startPhpRunner(folder: string, logs: string): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const script = join(import.meta.dirname, 'run-code.php');
  const settings = ['opcache.enable_cli=1', 'max_execution_time=0', 'memory_limit=256M'];
  const options = settings.flatMap((setting) => ['-d', setting]);
  const command = [must('php'), ...options, '-S', address, script];
  const [file, ...rest] = isRoot ? [must('runuser'), '-u', 'www-data', '--', ...command] : command;
  const log = openSync(join(logs, 'php-runner.log'), 'a');
  const env = { ...process.env, ITIH_BED: folder };
  const child = spawn(file!, rest, { detached: true, stdio: ['ignore', log, log], env });
  writeFileSync(join(folder, 'php-runner.pid'), String(child.pid));
  child.unref();
  return `http://${address}`;
}
