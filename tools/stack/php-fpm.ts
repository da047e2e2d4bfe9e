import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { fastCgi } from './fast-cgi.ts';
import { phpFpm } from './packages.ts';

/** Address at which PHP tells the state of each worker. */
export const phpStatus = '/php-status';

/** As few as small sites have. */
const workers = 4;

const script = 'run.php';
const scriptSocket = (folder: string) => join(folder, 'php-run.sock');

/**
 * Workers of their own for `runPhp`, which find WordPress compiled and need no new process: a fifth of the processor
 * time of PHP's command line. As there, files that change are read again at once, and events are sent before the end.
 */
const scriptPool = (folder: string) => `[scripts]
user = www-data
group = www-data
listen = ${scriptSocket(folder)}
pm = ondemand
pm.max_children = 8
pm.process_idle_timeout = 60s
catch_workers_output = yes
clear_env = no
php_admin_value[opcache.revalidate_freq] = 0
php_admin_value[realpath_cache_ttl] = 0
php_admin_value[disable_functions] = fastcgi_finish_request
php_value[memory_limit] = -1
php_value[max_execution_time] = 0
`;

/** Runs `code`, the body of a PHP function, inside the WordPress in `dir`; gives what it returns as JSON. */
export async function runInWordpress(
  folder: string,
  { dir, url }: { dir: string; url: string },
  code: string,
): Promise<string> {
  const { host, pathname } = new URL(url);
  const params = {
    SCRIPT_FILENAME: join(folder, script),
    REQUEST_METHOD: 'GET',
    REQUEST_URI: pathname,
    HTTP_HOST: host,
    ITIH_DIR: dir,
  };
  const { stdout, stderr } = await fastCgi(scriptSocket(folder), params, code);
  const end = stdout.indexOf('\r\n\r\n');
  if (/^status: 5/im.test(stdout.slice(0, end))) throw new Error(`${stdout}\n${stderr}`);
  return stdout.slice(end + 4);
}

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
${scriptPool(folder)}`,
  );
  copyFileSync(join(import.meta.dirname, script), join(folder, script));
  const program = phpFpm();
  if (!program) throw new Error('php-fpm is not installed');
  await run(program, ['--daemonize', '--fpm-config', file]);
  return socket;
}
