/** Keys are searched for wherever the product says or keeps something, while vendors quote them in their refusals. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { providers, type ProviderId } from '../../../server/contract/providers.ts';
import { run } from '../../../tools/stack/commands.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { program } from '../../program.ts';
import { createPost, login, rest, runPhp, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { Secrets, siteLogs, storedRows } from './canary-site.ts';
import { givenVendors, plant, plantedEnvironment, startEcho } from './planted-keys.ts';
import { exportArchive } from './privacy-tools.ts';
import { ask, indexed } from './visitor.ts';
import { wp } from './wp-cli.ts';

jest.setTimeout(120_000);

const secrets = new Secrets();
let echo: Awaited<ReturnType<typeof startEcho>>;
let sidecar: Sidecar;
let metricsPort: number;
let mcpServer: number;
let environment: Record<string, string>;
let post: { id: number };

beforeAll(async () => {
  echo = await startEcho();
  metricsPort = await freePort();
  environment = plantedEnvironment(secrets, echo.url);
  sidecar = await startSidecar({
    env: { ...environment, ITIH_METRICS_PORT: String(metricsPort), ITIH_LOG_LEVEL: 'trace' },
    settings: { limits: { per_ip_max: 0 } },
  });
  mcpServer = await plant(secrets, echo.url);
  post = await createPost({ title: 'Heron', content: '<p>A stone heron guards the gate.</p>' });
  await indexed();
});
afterAll(async () => {
  await sidecar.stop();
  echo.server.close();
  await runPhp(
    `wp_delete_post( ${post.id}, true ); update_option( 'itih_settings', array(), false );`,
  );
});

const admin = async (method: string, path: string, body?: unknown) =>
  (await rest(method, `/itih/v1${path}`, body)).body;

test('every vendor was asked with its key, and nobody is told one', async () => {
  const said: Record<string, unknown> = {};
  const scopes = { llm: 'answers', embedding: 'embeddings', rerank: 'reranks' } as const;
  for (const [id, provider] of Object.entries(providers) as [ProviderId, object][]) {
    for (const [scope, ability] of Object.entries(scopes)) {
      if ((provider as Record<string, unknown>)[ability] !== true) continue;
      if (id === 'local' || id === 'builtin') continue;
      const group = scope === 'embedding' ? 'embeddings' : scope;
      const unsaved = { [group]: { provider: id, [id]: { model: 'some-model' } } };
      const name = `${scope} of ${id}`;
      said[`the test of ${name}`] = await admin('POST', '/admin/test', {
        scope,
        settings: unsaved,
      });
      said[`the models of ${name}`] = await admin(
        'GET',
        `/admin/models?scope=${scope}&provider=${id}`,
      );
    }
  }
  said['the test of the vector store'] = await admin('POST', '/admin/test', {
    scope: 'vector_store',
    settings: { vector_store: { engine: 'vectorize', index_name: 'planted' } },
  });
  said['the tools'] = await admin('POST', `/mcp/servers/${mcpServer}/discover`);
  said['the answer'] = (await ask('What guards the gate?')).frames;
  expect(secrets.leaks(said)).toEqual([]);
  // Else this suite would search for keys that nobody uses.
  const asked = secrets.leaks({ it: echo.heard() }).map((found) => found.replace(' in it', ''));
  const isVendors = (name: string) =>
    !/^(ITIH_|AUTH_|NONCE_|the password|the key of)/.test(name) &&
    !givenVendors.some((vendor) => name.includes(`.${vendor}.`));
  const unasked = [...secrets.words.values()].filter(
    (name) => isVendors(name) && !asked.includes(name),
  );
  expect(asked.length).toBeGreaterThan(15);
  expect(unasked).toEqual([]);
});

test('no page of the administration holds one', async () => {
  const { cookie } = await login();
  const screens = [
    '',
    '-chats',
    '-gaps',
    '-knowledge',
    '-answers',
    '-search',
    '-settings',
    '-setup',
  ];
  const paths = [
    ...screens.map((screen) => `admin.php?page=itih-rag-chat${screen}`),
    'index.php',
    'plugins.php',
    'edit.php',
    `post.php?post=${post.id}&action=edit`,
    'site-health.php',
    'site-health.php?tab=debug',
    'options-privacy.php?tab=policyguide',
    'options.php',
  ];
  const pages: Record<string, string> = {};
  for (const path of paths) {
    const response = await fetch(`${stack().url}/wp-admin/${path}`, { headers: { cookie } });
    expect([path, response.status]).toEqual([path, 200]);
    pages[path] = await response.text();
  }
  pages['the widget'] = JSON.stringify(await runPhp('return \\Itih\\RagChat\\widget_config();'));
  expect(secrets.leaks(pages)).toEqual([]);
});

test('no export, list or command says one', async () => {
  const said: Record<string, unknown> = {};
  const visitor = await login('subscriber');
  await visitor.rest('POST', '/itih/v1/chat/sync', { message: 'What guards the gate?' });
  for (const path of [
    '/settings',
    '/status',
    '/dashboard',
    '/figures',
    '/chats',
    '/chats/export',
    '/gaps',
    '/mcp/servers',
    '/models/local',
  ]) {
    said[path] = await admin('GET', path);
  }
  expect(said['/chats/export']).toContain('What guards the gate?');
  said['the archive'] = await exportArchive('subscriber@example.test');
  for (const format of ['table', 'json', 'csv', 'yaml']) {
    said[`settings as ${format}`] = await wp(['itih', 'settings', 'list', `--format=${format}`]);
  }
  for (const command of [['doctor'], ['status'], ['doctor', '--snippets=nginx']]) {
    said[`wp itih ${command.join(' ')}`] = await wp(['itih', ...command]);
  }
  const own = { ITIH_SITE_URL: stack().url, ITIH_SECRET: stack().secret };
  for (const command of [['doctor'], ['ask', 'What guards the gate?']]) {
    const env = {
      ...environment,
      ...own,
      ITIH_DATABASE_URL: sidecar.databaseUrl,
      ITIH_FETCH_ALLOW: '127.0.0.1',
    };
    // The doctor ends with status 1, as the vendor of this test refuses; the error holds what it wrote.
    said[`itih ${command[0]}`] = await run(process.execPath, [program, ...command], { env }).catch(
      (error: unknown) => String(error),
    );
  }
  said['the metrics'] = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(secrets.leaks(said)).toEqual([]);
  expect(said['itih doctor']).toContain('streaming:');
  expect(said['the metrics']).toContain('# TYPE');
});

test('nothing that is kept has one in clear', async () => {
  const folder = dirname(sidecar.databaseUrl.replace('sqlite:', ''));
  const files = readdirSync(folder).filter((name) => /\.sqlite|\.snapshot|\.index/.test(name));
  expect(files.length).toBeGreaterThan(0);
  const kept = {
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')])),
    ...(await storedRows(sidecar.databaseUrl)),
    options: await runPhp(
      `global $wpdb; return $wpdb->get_results( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name NOT IN ( 'auth_key', 'auth_salt', 'nonce_key', 'nonce_salt' )" );`,
    ),
  };
  expect(secrets.leaks(kept)).toEqual([]);
});

test('no log has one', () => {
  const said = { ...siteLogs(), 'the sidecar’s log': sidecar.log() };
  expect(JSON.stringify(said['the sidecar’s log'])).toContain('Refused');
  expect(secrets.leaks(said)).toEqual([]);
});
