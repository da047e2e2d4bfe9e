import { spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot, must, run } from './commands.ts';
import { phpFpm } from './packages.ts';
import { freePort } from './ports.ts';

/** Address at which PHP tells the state of each worker. */
export const phpStatus = '/php-status';

/** As few as small sites have. */
const workers = 4;

/** Starts php-fpm out of `folder`; gives the path of its socket. */
export async function startPhpFpm(folder: string, logs: string): Promise<string> {
  const socket = join(folder, 'php-fpm.sock');
  const file = join(folder, 'php-fpm.conf');
  writeFileSync(
    file,
    `[global]
pid = ${join(folder, 'php-fpm.pid')}
error_log = ${join(logs, 'php-fpm.log')}
[www]
user = www-data
group = www-data
listen = ${socket}
listen.owner = www-data
listen.group = www-data
listen.backlog = 4096
pm = static
pm.max_children = ${workers}
pm.status_path = ${phpStatus}
catch_workers_output = yes
php_admin_value[memory_limit] = 256M
php_admin_value[upload_max_filesize] = 64M
php_admin_value[post_max_size] = 64M
`,
  );
  const program = phpFpm();
  if (!program) throw new Error('php-fpm is not installed');
  await run(program, ['--daemonize', '--fpm-config', file]);
  return socket;
}

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
