/** Keys are searched for wherever the product says or keeps something, while vendors quote them in their refusals. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { providers, type ProviderId } from '../../../server/contract/providers.ts';
import { run } from '../../../tools/stack/commands.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { program } from '../../program.ts';
import { createPost, login, rest, runPhp, stack } from '../../stack.ts';
import { page, useSidecar } from './on-site.ts';
import { givenVendors, plant, plantedEnvironment, startEcho } from './planted-keys.ts';
import { exportedData, Secrets, siteLogs, storedRows } from './secrets.ts';
import { ask, indexed } from './visitor.ts';
import { wp } from './wp-cli.ts';

jest.setTimeout(120_000);

const secrets = new Secrets();
let echo: Awaited<ReturnType<typeof startEcho>>;
let metricsPort: number;
let mcpServer: number;
let environment: Record<string, string>;
let post: { id: number };

const sidecar = useSidecar(async () => {
  echo = await startEcho();
  metricsPort = await freePort();
  environment = plantedEnvironment(secrets, echo.url);
  return {
    env: { ...environment, ITIH_METRICS_PORT: String(metricsPort), ITIH_LOG_LEVEL: 'trace' },
    settings: { limits: { per_ip_max: 0 } },
  };
});
beforeAll(async () => {
  mcpServer = await plant(secrets, echo.url);
  post = await createPost({ title: 'Heron', content: '<p>A stone heron guards the gate.</p>' });
  await indexed();
});
afterAll(async () => {
  echo.server.close();
  await runPhp(`wp_delete_post( ${post.id}, true );`);
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
      const settings = { [group]: { provider: id, [id]: { model: 'some-model' } } };
      const models = `/admin/models?scope=${scope}&provider=${id}`;
      said[`the test of ${scope} of ${id}`] = await admin('POST', '/admin/test', {
        scope,
        settings,
      });
      said[`the models of ${scope} of ${id}`] = await admin('GET', models);
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
  const screens = ['', '-chats', '-gaps', '-knowledge', '-answers', '-search', '-settings'];
  const paths = [
    ...[...screens, '-setup'].map((screen) => `admin.php?page=itih-rag-chat${screen}`),
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
    pages[path] = await page(`/wp-admin/${path}`, cookie);
    expect([path, pages[path]]).toEqual([path, expect.stringContaining('wp-toolbar')]);
  }
  pages['the widget'] = JSON.stringify(await runPhp('return \\Itih\\RagChat\\widget_config();'));
  expect(secrets.leaks(pages)).toEqual([]);
});

test('no export, list or command says one', async () => {
  const said: Record<string, unknown> = {};
  const visitor = await login('subscriber');
  await visitor.rest('POST', '/itih/v1/chat/sync', { message: 'What guards the gate?' });
  const lists = ['/settings', '/status', '/dashboard', '/figures', '/chats', '/chats/export'];
  for (const path of [...lists, '/gaps', '/mcp/servers', '/models/local']) {
    said[path] = await admin('GET', path);
  }
  expect(said['/chats/export']).toContain('What guards the gate?');
  said['the archive'] = await exportedData('subscriber@example.test');
  for (const command of ['settings list --format=json', 'status', 'doctor', 'settings list']) {
    said[`wp itih ${command}`] = await wp(['itih', ...command.split(' ')]);
  }
  const env = {
    ...environment,
    ITIH_SITE_URL: stack().url,
    ITIH_SECRET: stack().secret,
    ITIH_DATABASE_URL: sidecar.now.databaseUrl,
    ITIH_FETCH_ALLOW: '127.0.0.1',
  };
  for (const command of [['doctor'], ['ask', 'What guards the gate?']]) {
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

test('nothing that is kept or logged has one in clear', async () => {
  const { databaseUrl, log } = sidecar.now;
  const folder = dirname(databaseUrl.replace('sqlite:', ''));
  const files = readdirSync(folder).filter((name) => /\.sqlite|\.snapshot|\.index/.test(name));
  expect(files.length).toBeGreaterThan(0);
  const kept = {
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')])),
    ...(await storedRows(databaseUrl)),
    options: await runPhp(
      `global $wpdb; return $wpdb->get_results( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name NOT IN ( 'auth_key', 'auth_salt', 'nonce_key', 'nonce_salt' )" );`,
    ),
    ...siteLogs(),
    'the sidecar’s log': log(),
  };
  expect(JSON.stringify(kept['the sidecar’s log'])).toContain('Refused');
  expect(secrets.leaks(kept)).toEqual([]);
});
