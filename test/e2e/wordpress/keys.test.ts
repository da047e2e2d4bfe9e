/** Keys are searched for wherever the product says or keeps something, while vendors quote them in their refusals. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import {
  providers,
  variableOf,
  vendors,
  type ProviderId,
} from '../../../server/contract/providers.ts';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import { secretFields } from '../../../server/contract/settings.ts';
import { run } from '../../../tools/stack/commands.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { program } from '../../program.ts';
import { createPost, login, rest, runPhp, stack } from '../../stack.ts';
import { page, useSidecar } from './on-site.ts';
import { exportedData, Secrets, siteLogs, storedRows } from './secrets.ts';
import { ask, indexed, saveSettings } from './visitor.ts';
import { wp } from './wp-cli.ts';

jest.setTimeout(120_000);

type Json = Record<string, unknown>;

const refusals = [401, 400, 403, 404];

/**
 * A vendor, and an MCP server, that refuses every request in turn as one or the other, and says what it was asked
 * with: address and headers.
 */
async function startEcho(): Promise<{ url: string; server: Server; heard: () => string }> {
  let heard = '';
  let count = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const said = `${request.url ?? ''} ${JSON.stringify(request.headers)}`;
      heard += said;
      const message = `Refused: ${said}`;
      const call = body.includes('"jsonrpc"') ? (JSON.parse(body) as { id?: number }) : null;
      const status = call ? 200 : refusals[count++ % refusals.length];
      response.writeHead(status ?? 400, { 'content-type': 'application/json' });
      const refusal = call
        ? { jsonrpc: '2.0', id: call.id, error: { code: -32000, message } }
        : { error: { message }, message, detail: message };
      response.end(JSON.stringify(refusal));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, heard: () => heard };
}

/** Returns a patch that fills every secret of the settings, and sends it to `url`. */
function plantedSettings(secrets: Secrets, url: string): Record<string, Json> {
  const fill = (fields: Json, path: string): Json =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
        const at = `${path}${name}`;
        if ((secretFields as readonly string[]).includes(name)) return [[name, secrets.make(at)]];
        if (name === 'base_url') return [[name, url]];
        if (name === 'account_id') return [[name, 'account']];
        const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
        const inner = isGroup ? fill(value as Json, `${at}.`) : {};
        return Object.keys(inner).length > 0 ? [[name, inner]] : [];
      }),
    );
  return fill(settingsDefaults, '') as Record<string, Json>;
}

/** Vendors whose key the environment gives, before the stored one, so that both ways of giving one are there. */
const givenVendors = vendors.filter((_, n) => n % 2 === 1);

/** Environment of a sidecar: keys of vendors and of its own. */
const plantedEnvironment = (secrets: Secrets, url: string): Record<string, string> => ({
  ...Object.fromEntries(
    givenVendors.flatMap((vendor) => [
      [variableOf(vendor, 'API_KEY'), secrets.make(`the environment’s key of ${vendor}`)],
      [variableOf(vendor, 'BASE_URL'), url],
    ]),
  ),
  ITIH_ENCRYPTION_KEY: secrets.make('the key of encryption').padEnd(32, '0'),
  ITIH_VECTORIZE_URL: url,
});

/**
 * Fills all places of a running sidecar, and adds the keys that the site has anyway.
 *
 * @returns the id of the MCP server
 */
async function plant(secrets: Secrets, url: string): Promise<number> {
  const { llm, embeddings, rerank, ...others } = plantedSettings(secrets, url);
  await saveSettings({
    ...others,
    // Asked, so that what the vendor says gets everywhere that a failure gets.
    llm: { ...llm, provider: 'openai', fallback: 'builtin', openai: withModel(llm, 'openai') },
    rerank: { ...rerank, provider: 'jina' },
    embeddings,
    general: { debug_logging: true },
    mcp: { enabled: true },
  });
  const { status, body } = await rest<{ id: number }>('POST', '/itih/v1/mcp/servers', {
    name: 'Echo',
    url,
    auth_header: `Bearer ${secrets.make('the header for an MCP server')}`,
  });
  if (status !== 201) throw new Error(`The MCP server answers ${status}`);
  const constants = await runPhp<Record<string, string>>(
    `return array( 'AUTH_KEY' => AUTH_KEY, 'AUTH_SALT' => AUTH_SALT, 'NONCE_KEY' => NONCE_KEY, 'NONCE_SALT' => NONCE_SALT );`,
  );
  for (const [name, value] of Object.entries(constants)) secrets.words.set(value, name);
  secrets.words.set(stack().secret, 'ITIH_SECRET');
  secrets.words.set(stack().dbPassword, 'the password of the database');
  return body.id;
}

const withModel = (group: Json | undefined, vendor: string) => ({
  ...(group?.[vendor] as Json),
  model: 'gpt-4o-mini',
});

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
