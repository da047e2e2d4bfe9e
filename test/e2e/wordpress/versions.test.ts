/** Plugin and sidecar of different versions, on real WordPress. */
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { StatusReply } from '../../../server/contract/admin.ts';
import type { SessionReply } from '../../../server/contract/chat.ts';
import { repository } from '../../../tools/stack/folders.ts';
import { launchSidecar, spawnSidecar } from '../../database/process.ts';
import { until } from '../../fakes/wait.ts';
import { anonymous, login, rest, runPhp, stack, startSidecar, type Login } from '../../stack.ts';
import { visitorNonce } from './visitor.ts';
import { wp } from './wp-cli.ts';

let folder: string;
let admin: Login;
let sidecar: ReturnType<typeof launchSidecar> | undefined;

const aboutFile = () => join(folder, 'package.json');
const setVersion = (version: string) => {
  const about = JSON.parse(readFileSync(aboutFile(), 'utf8')) as object;
  writeFileSync(aboutFile(), JSON.stringify({ ...about, version }));
};
const databaseFile = () => join(folder, 'itih.sqlite');

/** Starts the copy of the program, with what the site knows. */
async function start(
  env: Record<string, string> = {},
  begin: typeof launchSidecar | typeof spawnSidecar = spawnSidecar,
) {
  const { secret, url, sidecarPort } = stack();
  sidecar = await begin(
    {
      ITIH_SECRET: secret,
      ITIH_SITE_URL: url,
      ITIH_PORT: String(sidecarPort),
      ITIH_DATABASE_URL: `sqlite:${databaseFile()}`,
      ...env,
    },
    join(folder, 'server/itih.mjs'),
  );
  await runPhp("delete_transient( 'itih_probe' );");
  return sidecar;
}
async function stop(): Promise<void> {
  if (!sidecar || sidecar.child.exitCode !== null) return;
  sidecar.child.kill('SIGTERM');
  await once(sidecar.child, 'exit');
}
/** The text of the notice on the dashboard; empty without one. */
async function notice(): Promise<string> {
  await runPhp("delete_transient( 'itih_probe' );");
  const { cookie } = admin;
  const page = await (await fetch(`${stack().url}/wp-admin/`, { headers: { cookie } })).text();
  const [, text = ''] = /itih-outage"[^>]*>([\s\S]*?)<a class="notice-dismiss"/.exec(page) ?? [];
  return text.replace(/<[^>]+>/g, '').trim();
}
const session = async () => (await anonymous<SessionReply>('GET', '/itih/v1/session')).body;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-versions-'));
  for (const part of ['server', 'widget', 'sql', 'package.json']) {
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  // Sets the settings, and makes way on the port.
  await (await startSidecar()).stop();
  // Another suite's model may have failed.
  await runPhp("delete_option( 'itih_vendor_failure' );");
  admin = await login();
});
afterEach(stop);
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['99.0.0', 'plugin', /99\.0\.0, the plugin 0\.1\.0\. Update the plugin/],
  ['0.0.1', 'sidecar', /0\.0\.1, the plugin 0\.1\.0\. Update the sidecar/],
])(
  'with a sidecar of version %s the chat works, and the %s has to be updated',
  async (version, update, says) => {
    setVersion(version);
    await start();
    expect((await rest<StatusReply>('GET', '/itih/v1/status')).body).toMatchObject({
      version,
      plugin_version: '0.1.0',
      update,
    });
    const nonce = { 'x-wp-nonce': await visitorNonce() };
    const asked = await anonymous('POST', '/itih/v1/chat/sync', { message: 'Hello' }, nonce);
    expect(asked.status).toBe(200);
    expect((await session()).available).toBe(true);
    expect(await notice()).toMatch(says);
    const status = await wp(['itih', 'status']);
    expect(status.code).toBe(0);
    expect(status.stderr).toMatch(says);
    const found = await admin.rest<{ status: string; description: string; actions: string }>(
      'GET',
      '/itih/v1/site-health/version',
    );
    expect(found.body.status).toBe('recommended');
    expect(found.body.description + found.body.actions).toContain(version);
  },
);

test('a sidecar of a protocol that the plugin does not speak hides the chat, and the owner reads why', async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.setHeader('x-itih-version', 'version=7.1.0&protocol=9&least=9');
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  }).listen(stack().sidecarPort, '127.0.0.1');
  await once(server, 'listening');
  try {
    await admin.rest('GET', '/itih/v1/site-health/connection');
    expect((await session()).available).toBe(false);
    expect(await notice()).toMatch(
      /visitors do not see the chat\. Plugin and sidecar are too far apart.*7\.1\.0, the plugin 0\.1\.0\. Update the plugin/,
    );
    expect(paths).toContain('/itih/v1/ping');
  } finally {
    server.closeAllConnections();
    server.close();
  }
  setVersion('0.1.0');
  await start();
  await until('the chat is back', async () => {
    await runPhp("delete_transient( 'itih_probe' );");
    return (await session()).available;
  });
  expect(await notice()).toBe('');
});

test('a sidecar that is older than its tables says so in one sentence, and works again after a restore', async () => {
  setVersion('0.1.0');
  await start();
  await stop();
  const backup = readFileSync(databaseFile());
  const database = new DatabaseSync(databaseFile());
  database.exec("UPDATE wp_rag_state SET number = 999 WHERE name = 'schema_version'");
  database.close();
  const { log, healthy } = await start({}, launchSidecar);
  await until('it says why', () => log().includes('The tables were made by a newer sidecar'));
  expect(await healthy()).toBe(false);
  await stop();
  // As docs/operations.md says.
  for (const end of ['-wal', '-shm']) rmSync(databaseFile() + end, { force: true });
  writeFileSync(databaseFile(), backup);
  await start();
  expect((await rest<StatusReply>('GET', '/itih/v1/status')).status).toBe(200);
});

test('after an update a supervised sidecar makes way for the new program', async () => {
  setVersion('0.1.0');
  const { child, log } = await start({ ITIH_SUPERVISED: '1' });
  const began = Date.now();
  setVersion('0.1.1');
  const [status] = (await once(child, 'exit')) as [number];
  expect(status).toBe(0);
  expect(Date.now() - began).toBeLessThan(20_000);
  expect(log()).toContain('an update has replaced the program');
  await start({ ITIH_SUPERVISED: '1' });
  expect((await rest<StatusReply>('GET', '/itih/v1/status')).body.version).toBe('0.1.1');
});
