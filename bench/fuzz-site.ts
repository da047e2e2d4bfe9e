/** A sidecar process with all of its ports, between a fake site and a fast vendor. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import { createAnonymousNonce } from '../server/wordpress/nonce.ts';
import { fakeSite } from '../test/fakes/shim.ts';
import { startWordPressSite } from '../test/fakes/wordpress-site.ts';
import { freePort } from '../tools/stack/ports.ts';
import type { Keys, Transport } from './fuzz-requests.ts';
import type { Known } from './fuzz-values.ts';
import { startPeer, startSidecar } from './ingest-sidecar.ts';
import { readMemory } from './memory-probe.ts';

/** Stands for WordPress behind the gateway, whose answers are its own affair. */
async function startUpstream() {
  const server = createServer((asked, answer) => {
    asked.resume().on('error', () => answer.destroy());
    answer.setHeader('content-type', 'application/json').end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => void server.close().closeAllConnections(),
  };
}

export async function startFuzzSite() {
  const folder = mkdtempSync(join(tmpdir(), 'itih-fuzz-'));
  const secret = randomBytes(32).toString('hex');
  const site = await startWordPressSite(secret);
  const vendor = await startPeer('./relay-vendor.ts');
  const passedOn = await startUpstream();
  const publicPort = await freePort();
  const memory = join(folder, 'memory.txt');
  for (let id = 1; id <= 20; id++)
    site.put({ id, title: `Swans ${id}`, html: `<p>Swan ${id} is fed at noon.</p>` });
  const sidecar = await startSidecar(
    {
      ITIH_SITE_URL: site.url,
      ITIH_DATABASE_URL: `sqlite:${join(folder, 'fuzz.sqlite')}`,
      ITIH_CACHE_DIR: folder,
      ITIH_PUBLIC_PORT: String(publicPort),
      ITIH_GATEWAY_UPSTREAM: passedOn.url,
      ITIH_GATEWAY_PORT: '0',
      ITIH_NONCE_KEY: 'key',
      ITIH_NONCE_SALT: 'salt',
      ITIH_BENCH_MEMORY: memory,
      NODE_OPTIONS: `--import ${new URL('./memory-probe.ts', import.meta.url).href}`,
    },
    secret,
  );
  const nonce = createAnonymousNonce('keysalt', Date.now() / 1000);
  const keys: Keys = { site: fakeSite, secret, nonce, login: '', sessionSecret: '' };
  const known: Known = {
    id: ['1', '2', '3', '7'],
    session_id: [],
    url: ['http://127.0.0.1:1/', `${site.url}/page`, 'http://10.0.0.1/', 'ftp://a/'],
    address: ['http://127.0.0.1:1/somebody/model'],
    base_url: ['http://127.0.0.1:1/v1', ''],
    auth_header: ['Bearer fuzz'],
    request_id: ['3f1c2a9e-5d0b-4c7a-9b1e-0a2b3c4d5e6f', '7d444840-9dc0-41d1-b245-5ffdce74fad2'],
  };

  async function must(method: string, path: string, body: unknown): Promise<unknown> {
    const answer = await sidecar.call(method, path, body, 'admin');
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  }

  return {
    keys,
    known,
    failures: sidecar.failures,
    origins: {
      direct: sidecar.url,
      edge: `http://127.0.0.1:${publicPort}`,
      gateway: sidecar.gatewayUrl,
    } satisfies Partial<Record<Transport, string>>,
    memory: (since: number) => readMemory(memory, since),

    /** Puts back what requests have changed, and begins a session: memory must not grow with the data. */
    async tidy(): Promise<void> {
      const { chat, indexing, general, privacy } = settingsDefaults;
      await must('PUT', '/settings', {
        general: { ...general, widget_enabled: true },
        privacy,
        indexing,
        chat: { ...chat, strict: false },
        limits: {
          ...settingsDefaults.limits,
          per_ip_max: 0,
          answers_per_session: 0,
          answers_per_ip: 0,
          answers_total: 0,
          answers_relayed: 10_000,
        },
        embeddings: { provider: 'builtin' },
        llm: {
          provider: 'openai_compatible',
          openai_compatible: { base_url: vendor.url, model: '3x1' },
        },
      });
      await must('PUT', '/queue', { paused: false });
      for (const kind of ['txt', 'url'])
        await must('POST', '/documents/bulk', { action: 'delete', filter: { kind } });
      await must('POST', '/chats/delete', { filter: {} });
      const opened = (await must('POST', '/chat/sync', { message: 'When are the swans fed?' })) as {
        session_id: string;
        session_secret: string;
        reply: string;
      };
      if (!opened.reply) throw new Error('The chat did not answer.');
      known['session_id'] = [opened.session_id];
      known['session'] = [opened.session_id];
      keys.sessionSecret = opened.session_secret;
    },

    async stop(): Promise<void> {
      await sidecar.end('SIGTERM');
      vendor.stop();
      passedOn.close();
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
