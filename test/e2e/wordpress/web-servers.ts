/** Apache and Caddy in front of the bed's WordPress, at a port of their own, with the printed configuration. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../tools/stack/ports.ts';
import { until } from '../../fakes/wait.ts';
import { stack } from '../../stack.ts';

export type Name = 'apache' | 'caddy';

const programs: Record<Name, string> = { apache: '/usr/sbin/apache2', caddy: '/usr/bin/caddy' };

/** Whether the program is installed: `apt-get install apache2 caddy`. */
export const isInstalled = (name: Name): boolean => existsSync(programs[name]);

const modules = [
  'mpm_event',
  'authz_core',
  'alias',
  'dir',
  'env',
  'mime',
  'setenvif',
  'rewrite',
  'headers',
  'proxy',
  'proxy_http',
  'proxy_fcgi',
];

function apacheConfiguration(port: number, snippet: string): string {
  const { folder, logs, wpDir, phpSocket } = stack();
  const load = modules.map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  );
  return `${load.join('\n')}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${join(folder, `apache-${port}.pid`)}
ErrorLog ${join(logs, 'apache-error.log')}
User www-data
Group www-data
TypesConfig /etc/mime.types
KeepAlive Off
<VirtualHost 127.0.0.1:${port}>
  DocumentRoot ${wpDir}
  DirectoryIndex index.php
  <Directory ${wpDir}>
    Require all granted
    RewriteEngine On
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteRule . /index.php [L]
  </Directory>
  <FilesMatch "\\.php$">
    SetHandler "proxy:unix:${phpSocket}|fcgi://localhost/"
  </FilesMatch>
${snippet}
</VirtualHost>
`;
}

const caddyConfiguration = (port: number, snippet: string) => `{
	admin off
	auto_https off
}
http://127.0.0.1:${port} {
	root * ${stack().wpDir}
${snippet}
	php_fastcgi unix/${stack().phpSocket}
	file_server
}
`;

export interface WebServer {
  url: string;
  stop: () => Promise<void>;
}

/** Starts it with a part of its configuration that the plugin printed. */
export async function startWebServer(name: Name, snippet: string): Promise<WebServer> {
  const { folder, logs } = stack();
  const port = await freePort();
  const file = join(folder, `${name}-${port}.conf`);
  const make = { apache: apacheConfiguration, caddy: caddyConfiguration }[name];
  writeFileSync(file, make(port, snippet));
  const options = {
    apache: ['-f', file, '-DFOREGROUND', '-E', join(logs, 'apache-start.log')],
    caddy: ['run', '--config', file, '--adapter', 'caddyfile'],
  }[name];
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(programs[name], options, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let said = '';
  child.stderr.on('data', (data) => (said = (said + String(data)).slice(-4000)));
  const url = `http://127.0.0.1:${port}`;
  await until(`${name} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    return fetch(`${url}/wp-json/`).then(
      (response) => response.ok,
      () => false,
    );
  });
  return { url, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 3000);
  await exit;
  clearTimeout(late);
}
