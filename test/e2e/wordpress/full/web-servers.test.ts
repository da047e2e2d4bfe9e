/** The printed configuration in a real Apache and a real Caddy (`apt-get install apache2 caddy`) before the bed's WordPress. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../../../tools/stack/ports.ts';
import { startOpenAiServer, type OpenAiServer } from '../../../fakes/openai-server.ts';
import { until } from '../../../fakes/wait.ts';
import { login, runPhp, stack } from '../../../stack.ts';
import { firstContact, openAi, useSidecar } from '../on-site.ts';
import { visitorNonce } from '../visitor.ts';
import { printedSnippet, publicEnv, type Transport } from '../web-server.ts';

const programs = { apache: '/usr/sbin/apache2', caddy: '/usr/bin/caddy' };
type Name = keyof typeof programs;

const modules =
  'mpm_event authz_core alias dir env mime setenvif rewrite headers proxy proxy_http proxy_fcgi';

function apacheConfiguration(port: number, snippet: string): string {
  const { folder, logs, wpDir, phpSocket } = stack();
  const load = modules
    .split(' ')
    .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
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

interface WebServer {
  url: string;
  stop: () => Promise<void>;
}

/** Starts it with a part of its configuration that the plugin printed. */
async function startWebServer(name: Name, snippet: string): Promise<WebServer> {
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
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

let openai: OpenAiServer;
let publicPort: number;
let nonce: string;
useSidecar(async () => {
  openai = await startOpenAiServer();
  publicPort = await freePort();
  return {
    env: await publicEnv(publicPort),
    settings: {
      chat: { strict: false },
      limits: { per_ip_max: 0, answers_per_ip: 0 },
      llm: openAi(openai),
    },
  };
});
beforeAll(async () => {
  await firstContact();
  nonce = await visitorNonce();
});
afterAll(async () => {
  await runPhp("delete_option( 'itih_transport' );");
  await openai.close();
});

/** Runs the self-test as if the site were at the other web server. */
const selfTest = ({ url }: WebServer) =>
  runPhp<Transport>(
    `add_filter( 'rest_url', fn( $rest ) => str_replace( '${stack().url}', '${url}', $rest ) );
    return \\Itih\\RagChat\\test_transport();`,
  );

const ask = ({ url }: WebServer, headers: Record<string, string> = {}, message = 'Hello') =>
  fetch(`${url}/wp-json/itih/v1/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-wp-nonce': nonce, ...headers },
    body: JSON.stringify({ message }),
  });

const having = (name: Name) => (existsSync(programs[name]) ? describe : describe.skip);

having('apache')('Apache without our configuration', () => {
  test.each([
    ['holds answers back, which the self-test finds', '', 'sync'],
    [
      'relays them with flushpackets, as the configuration says',
      '<Proxy "fcgi://localhost/">\nProxySet flushpackets=on enablereuse=on\n</Proxy>',
      'relay',
    ],
  ])('%s', async (_case, snippet, use) => {
    const server = await startWebServer('apache', snippet);
    const found = await selfTest(server);
    await server.stop();
    expect(found).toMatchObject({ use, why: { accel: expect.stringContaining('Apache') } });
  });
});

for (const name of ['apache', 'caddy'] as const) {
  having(name)(`${name} with our configuration`, () => {
    let server: WebServer;
    beforeAll(async () => {
      server = await startWebServer(
        name,
        await printedSnippet(name, `http://127.0.0.1:${publicPort}`),
      );
    });
    afterAll(() => server.stop());

    test('leads the chat to the sidecar, and an answer comes as it is written', async () => {
      expect(await selfTest(server)).toMatchObject({ use: 'edge', why: [] });
      const response = await ask(server, {}, 'Slowly [[fake:slow]]');
      expect([response.status, response.headers.get('x-itih-transport')]).toEqual([200, 'edge']);
      const arrivals = [];
      for await (const part of response.body ?? []) {
        arrivals.push(performance.now());
        void part;
      }
      expect(arrivals.length).toBeGreaterThan(5);
      expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(300);
    });

    test('leaves to WordPress who is logged in and what is not the chat, and refuses what is forged or too large', async () => {
      const visitor = await login('subscriber');
      const own = await ask(server, { cookie: visitor.cookie, 'x-wp-nonce': visitor.nonce });
      expect([own.status, own.headers.get('x-itih-transport')]).toEqual([200, null]);
      expect(await own.text()).toContain('event: done');
      const api = `${server.url}/wp-json/itih/v1`;
      expect((await fetch(`${api}/documents`)).status).toBe(403);
      const forged = await ask(server, { 'x-itih-identity': 'role=admin' });
      expect([forged.status, await forged.json()]).toMatchObject([403, { code: 'rest_forbidden' }]);
      const large = { method: 'POST', headers: { 'x-wp-nonce': nonce }, body: 'x'.repeat(300_000) };
      expect((await fetch(`${api}/chat`, large)).status).toBe(413);
    });
  });
}
