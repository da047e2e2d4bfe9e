import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWpConfig } from '../../server/config/wp-config.ts';
import { reloadNginx } from '../../tools/stack/nginx.ts';
import { freePort } from '../../tools/stack/ports.ts';
import { readStack, up, type Stack } from '../../tools/stack/stack.ts';
import { startPeer, startSidecar } from '../parts/sidecar.ts';

export type Way = 'relay' | 'accel' | 'edge';

/** The configuration that `wp itih doctor --snippets=nginx` prints, or the part of it that a way needs. */
function snippetFor(way: Way, { sidecarPort }: Stack, publicPort: number): string {
  const file = new URL('../../plugin-shim/snippets/nginx.conf', import.meta.url);
  const text = readFileSync(file, 'utf8')
    .replaceAll('{{sidecar}}', `http://127.0.0.1:${sidecarPort}`)
    .replaceAll('{{public}}', `http://127.0.0.1:${publicPort}`)
    .replaceAll('{{path}}', '/wp-json')
    .replaceAll('{{home}}', '')
    .replaceAll('{{down}}', '{}');
  const [accel = ''] = text.split('# 2. Edge');
  return { relay: '', accel, edge: text }[way];
}

/** A real WordPress behind a real nginx with four PHP workers, its sidecar, and a vendor that answers at once. */
export async function startStreamsSite() {
  const bed = await up({ name: 'bench-streams', part: 'wordpress' });
  const stack = readStack(bed.file);
  const vendor = await startPeer('parts/vendor.ts');
  const publicPort = await freePort();
  const { constants } = readWpConfig(stack.wpDir, process.env, '');
  const sidecar = await startSidecar(
    {
      ITIH_PORT: String(stack.sidecarPort),
      ITIH_PUBLIC_PORT: String(publicPort),
      ITIH_SITE_URL: stack.url,
      ITIH_DATABASE_URL: `sqlite:${join(stack.folder, 'streams.sqlite')}`,
      ITIH_NONCE_KEY: constants['NONCE_KEY'] ?? '',
      ITIH_NONCE_SALT: constants['NONCE_SALT'] ?? '',
    },
    stack.secret,
  );
  const api = `${stack.url}/wp-json/itih/v1`;
  const login = Buffer.from(`${stack.adminUser}:${stack.appPassword}`).toString('base64');
  const { nonce } = (await (await fetch(`${api}/session`)).json()) as { nonce: string };

  return {
    url: stack.url,
    nonce,
    sidecar,
    /** Where visitors ask. */
    chat: `${api}/chat`,
    /** The sidecar's port for visitors, without the web server. */
    direct: `http://127.0.0.1:${publicPort}/itih/v1/chat`,

    /**
     * How the vendor answers from now on; see `relay-vendor.ts`.
     *
     * @param relayed PHP workers that may wait for answers; 0: as many as by default.
     */
    async answer(model: string, relayed = 4): Promise<void> {
      const answer = await sidecar.call('PUT', '/settings', {
        general: { widget_enabled: true },
        embeddings: { provider: 'builtin' },
        chat: { strict: false },
        limits: {
          per_ip_max: 0,
          answers_per_ip: 0,
          answers_total: 0,
          answers_relayed: relayed,
          trusted_proxies: ['127.0.0.1'],
        },
        llm: {
          provider: 'openai_compatible',
          openai_compatible: { base_url: vendor.url, model },
        },
      });
      if (!answer.ok) throw new Error(`PUT /settings answered ${await answer.text()}`);
    },

    /** Configures nginx, and lets the plugin's self-test find it. */
    async use(way: Way): Promise<void> {
      const { folder, logs, url, wpDir, phpSocket, sidecarPort } = stack;
      const more = snippetFor(way, stack, publicPort);
      const port = Number(new URL(url).port);
      await reloadNginx(folder, logs, { port, root: wpDir, phpSocket, sidecarPort, more });
      const headers = { authorization: `Basic ${login}` };
      const tested = await fetch(`${api}/site-health/streaming`, { headers });
      const text = await tested.text();
      const said = {
        relay: 'PHP relays',
        accel: 'nginx fetches',
        edge: 'straight to the sidecar;',
      };
      if (!text.includes(said[way])) throw new Error(`The self-test found: ${text}`);
    },

    async stop(): Promise<void> {
      await sidecar.end('SIGTERM');
      vendor.stop();
      bed.close();
    },
  };
}
