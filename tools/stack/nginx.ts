import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRoot, must, run } from './commands.ts';
import { phpStatus } from './php.ts';
import { read } from './processes.ts';

export interface Site {
  port: number;
  /** WordPress' folder. */
  root: string;
  phpSocket: string;
  sidecarPort: number;
  /** Serves sites in folders: `/b/` is one of its own. */
  isNetwork?: boolean;
  /** More of the configuration inside of `server { }`, of `http { }`, and of the location of PHP. */
  more?: string;
  moreHttp?: string;
  morePhp?: string;
}

/** https://developer.wordpress.org/advanced-administration/server/web-server/nginx/#wordpress-multisite-subdirectory-rules */
const networkRules = `
    if (!-e $request_filename) {
      rewrite ^(/[^/]+)?(/wp-.*) $2 last;
      rewrite ^(/[^/]+)?(/.*\\.php) $2 last;
    }`;

/** Starts nginx out of `folder`, where its files begin with `name`. */
export async function startNginx(
  folder: string,
  logs: string,
  site: Site,
  name = 'nginx',
): Promise<void> {
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, configuration(folder, logs, site, name));
  await run(must('nginx'), ['-c', file, '-e', join(logs, `${name}-error.log`)]);
}

/** Makes a running nginx use another configuration; its old workers end with their last request. */
export async function reloadNginx(
  folder: string,
  logs: string,
  site: Site,
  name = 'nginx',
): Promise<void> {
  const file = join(folder, `${name}.conf`);
  writeFileSync(file, configuration(folder, logs, site, name));
  const options = ['-c', file, '-e', join(logs, `${name}-error.log`)];
  await run(must('nginx'), ['-t', '-q', ...options]);
  const old = workersOf(join(folder, `${name}.pid`));
  await run(must('nginx'), ['-s', 'reload', ...options]);
  // They accept connections until they have read the signal.
  for (const deadline = Date.now() + 10_000; old.some(accepts); await setTimeout(20)) {
    if (Date.now() > deadline) throw new Error('nginx goes on with its old configuration');
  }
}

/** Lists the processes of a running nginx that accept connections, by what Linux says of them. */
function workersOf(pidFile: string): string[] {
  const master = read(pidFile).trim();
  return read(`/proc/${master}/task/${master}/children`).trim().split(' ');
}

/** A worker that has read the signal says so in its title. */
const accepts = (pid: string): boolean =>
  /worker process(?! is shutting)/.test(read(`/proc/${pid}/cmdline`));

const configuration = (folder: string, logs: string, site: Site, name: string) => `
${isRoot ? 'user www-data;' : ''}
worker_processes 2;
pid ${join(folder, `${name}.pid`)};
error_log ${join(logs, `${name}-error.log`)} warn;
events { worker_connections 8192; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log ${join(logs, `${name}-access.log`)};
  client_body_temp_path ${join(folder, `${name}-body`)};
  proxy_temp_path ${join(folder, `${name}-proxy`)};
  fastcgi_temp_path ${join(folder, `${name}-fastcgi`)};
  uwsgi_temp_path ${join(folder, `${name}-uwsgi`)};
  scgi_temp_path ${join(folder, `${name}-scgi`)};
  tcp_nodelay on;
  # Else an answer that a test does not read to its end keeps the test's process waiting.
  keepalive_timeout 0;
  client_max_body_size 64m;
  ${site.moreHttp ?? ''}
  upstream itih_sidecar { server 127.0.0.1:${site.sidecarPort}; keepalive 64; }
  server {
    listen 127.0.0.1:${site.port} backlog=4096;
    server_name 127.0.0.1 localhost;
    root ${site.root};
    index index.php;${site.isNetwork ? networkRules : ''}
    location / { try_files $uri $uri/ /index.php?$args; }
    location = ${phpStatus} {
      access_log off;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME ${phpStatus};
      fastcgi_pass unix:${site.phpSocket};
    }
    location ~ /\\. { deny all; }
    location ~ \\.php$ {
      try_files $uri =404;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $realpath_root$fastcgi_script_name;
      # After the include: Debian's file drops the port, and WordPress would redirect for ever.
      fastcgi_param HTTP_HOST $host:$server_port;
      fastcgi_param HTTP_PROXY "";
      fastcgi_pass unix:${site.phpSocket};
      fastcgi_read_timeout 300s;
      fastcgi_buffers 16 16k;
      fastcgi_buffer_size 32k;
      ${site.morePhp ?? ''}
    }
${site.more ?? ''}
  }
}
`;
