import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChatReply } from '../../server/contract/chat.ts';
import type { LlmProvider } from '../../server/contract/providers.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { createAnonymousNonce } from '../../server/wordpress/nonce.ts';
import { startPeer, startSidecar } from './sidecar.ts';
import type { Call } from './stream.ts';
import { topicOf } from './words.ts';

/** As `npm run package` leaves it. */
const releasedProgram = fileURLToPath(
  new URL('../../dist/itih-rag-chat/sidecar/itih.mjs', import.meta.url),
);

/** One visitor asks all. */
const unlimited = { per_ip_max: 0, answers_per_ip: 0, answers_total: 0 };

export interface RelayOptions {
  /** By default the search by words alone. */
  embedder?: string;
  /** Starts the sidecar of the packaged plugin. */
  released?: boolean;
  /** By default so many that a question finds passages; how long a search takes is another benchmark's. */
  posts?: number;
  env?: Record<string, string>;
}

/**
 * A whole sidecar at the edge of a small site, as its own process: SQLite, an embedder, and a vendor that answers at
 * once. Anonymous visitors reach it as a web server leads them.
 */
export async function startRelay({
  embedder = 'builtin',
  released = false,
  posts = 5,
  env = {},
}: RelayOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'itih-relay-'));
  const salt = randomBytes(32).toString('hex');
  const site = await startPeer('parts/site-peer.ts', String(posts));
  const vendor = await startPeer('parts/vendor.ts');
  const sidecar = await startSidecar(
    {
      ITIH_SITE_URL: site.url,
      ITIH_DATABASE_URL: `sqlite:${join(folder, 'relay.sqlite')}`,
      ITIH_PUBLIC_PORT: '0',
      ITIH_NONCE_SALT: salt,
      ITIH_FETCH_ALLOW: '127.0.0.1',
      ITIH_CACHE_DIR: folder,
      ...env,
    },
    randomBytes(32).toString('hex'),
    ...(released ? [releasedProgram] : []),
  );
  await sidecar.call('PUT', '/settings', {
    embeddings: { provider: embedder },
    // The site has no pages: each look at one would be tried again for minutes.
    indexing: { only_shown_to_guests: false, read_pages: false },
  });
  await sidecar.call('POST', '/posts/index', {});
  for (let queue = 1; queue > 0; await sleep(100)) {
    const status = (await (await sidecar.call('GET', '/status')).json()) as {
      queue: { queued: number; processing: number };
    };
    queue = status.queue.queued + status.queue.processing;
  }
  const visitor = `${sidecar.publicUrl}/itih/v1`;
  const nonce = createAnonymousNonce(salt, Date.now() / 1000);
  const { origin } = new URL(vendor.url);
  const addresses: Partial<Record<LlmProvider, string>> = {
    openai_compatible: vendor.url,
    anthropic: origin,
  };
  let asked = 0;

  return {
    sidecar,
    vendor: vendor.url,

    /**
     * How the vendor answers from now on; see `relay-vendor.ts`.
     *
     * @param limits Without those that hold for one visitor, unless others are given.
     */
    async use(
      model: string,
      {
        provider = 'openai_compatible',
        limits = unlimited,
      }: { provider?: LlmProvider; limits?: Partial<Settings['limits']> } = {},
    ): Promise<void> {
      const connection = { base_url: addresses[provider], api_key: 'none', model };
      const answer = await sidecar.call('PUT', '/settings', {
        limits: { ...limits, trusted_proxies: ['127.0.0.1'] },
        llm: { provider, [provider]: connection },
      });
      if (!answer.ok) throw new Error(`PUT /settings answered ${await answer.text()}`);
    },

    /** A visitor's question; no two are the same. @param address Of the visitor. */
    question: (address = '127.0.0.1') => ({
      url: `${visitor}/chat`,
      headers: { 'x-wp-nonce': nonce, 'x-forwarded-for': address },
      body: { message: `What is note ${++asked} about ${topicOf(1 + (asked % posts))}?` },
    }),

    /** Asks a first question, and returns one that refers to it. */
    async followUp(): Promise<Call> {
      const { url, headers, body } = this.question();
      const first = await fetch(`${url}/sync`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { session_id, session_secret } = (await first.json()) as ChatReply;
      return {
        url,
        headers: { ...headers, 'x-itih-secret': session_secret ?? '' },
        body: { message: 'And what else is said about it?', session_id },
      };
    },

    async stop(): Promise<void> {
      await sidecar.end('SIGTERM');
      site.stop();
      vendor.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
