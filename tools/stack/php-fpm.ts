import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { phpFpm } from './packages.ts';

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
