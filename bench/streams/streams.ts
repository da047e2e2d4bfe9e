import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readWpConfig } from '../../server/config/wp-config.ts';
import { reloadNginx } from '../../tools/stack/nginx.ts';
import { freePort } from '../../tools/stack/ports.ts';
import { readStack, type Stack, up } from '../../tools/stack/stack.ts';
import { quantile } from '../parts/measure.ts';
import { startPeer, startSidecar } from '../parts/sidecar.ts';
import { openStream } from '../parts/stream.ts';
import type { Figures } from '../run.ts';

type Way = 'relay' | 'accel' | 'edge';

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
async function startStreamsSite() {
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

type Site = Awaited<ReturnType<typeof startStreamsSite>>;

/** Milliseconds: 20 tokens a second. */
const interval = 50;

/** Each question is a search, and with accel a start of WordPress, so that streams open slowly and last long. */
const runs: Record<Way, { streams: number; stagger: number; deltas: number }> = {
  relay: { streams: 4, stagger: 100, deltas: 400 },
  accel: { streams: 1000, stagger: 60, deltas: 1500 },
  edge: { streams: 1000, stagger: 30, deltas: 900 },
};

const idlePages = 40;
const firstTokens = 60;

/** Milliseconds until the whole front page is there. */
async function page(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers: { connection: 'close' } });
  const text = await response.text();
  if (!text.includes('<html')) throw new Error(`The page answers ${response.status}`);
  return performance.now() - started;
}

async function pages(url: string, goesOn: () => boolean): Promise<number[]> {
  const taken = [];
  while (goesOn()) {
    taken.push(await page(url));
    await sleep(150);
  }
  return taken;
}

async function idle(site: Site): Promise<number[]> {
  let left = idlePages;
  return pages(site.url, () => left-- > 0);
}

/** All streams at once, read by a process of its own, and the front page meanwhile. */
async function measure(site: Site, way: Way): Promise<Figures> {
  const { streams, stagger, deltas } = runs[way];
  await site.use(way);
  await site.answer(`${deltas}x${interval}`);
  const before = await idle(site);
  const client = fileURLToPath(new URL('client.ts', import.meta.url));
  const given = [site.chat, site.nonce, streams, stagger, deltas].map(String);
  const child = spawn(process.execPath, [client, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const ended = once(child, 'exit');
  await once(lines, 'line');
  let running = true;
  const cpu = site.sidecar.cpu();
  const since = performance.now();
  const result = once(lines, 'line').then(([line]) => {
    running = false;
    return JSON.parse(line as string) as Figures;
  });
  // Pages that begin while the streams end are left out: they would be measured on an idle machine.
  const meanwhile = way === 'relay' ? [] : await pages(site.url, () => running);
  const figures = await result;
  await ended;
  const used = (site.sidecar.cpu() - cpu) / ((performance.now() - since) / 1000);
  const pageFigures: Figures =
    meanwhile.length === 0
      ? {}
      : {
          pages: meanwhile.length,
          page_idle_ms_p50: quantile(before, 0.5),
          page_idle_ms_p95: quantile(before, 0.95),
          page_ms_p50: quantile(meanwhile, 0.5),
          page_ms_p95: quantile(meanwhile, 0.95),
          page_ratio_p95: quantile(meanwhile, 0.95) / quantile(before, 0.95),
        };
  return {
    streams,
    ...figures,
    ...pageFigures,
    sidecar_cores: used,
    sidecar_rss_mb: site.sidecar.rss(),
    load: loadavg()[0] ?? 0,
  };
}

/** The first token through the web server and without it, in turns, so that the machine's other work meets both. */
async function firstToken(site: Site): Promise<Figures> {
  await site.use('edge');
  await site.answer('3x5');
  const taken: Record<string, number[]> = { edge: [], direct: [] };
  for (let n = 0; n < firstTokens; n++) {
    for (const [name, url] of [
      ['edge', site.chat],
      ['direct', site.direct],
    ] as const) {
      const body = { message: `What is note ${n}?` };
      const stream = openStream({ url, headers: { 'x-wp-nonce': site.nonce }, body });
      taken[name]?.push(await stream.first);
      await stream.closed;
    }
  }
  const [edge = 0, direct = 0] = [taken['edge'], taken['direct']].map((of) =>
    quantile(of ?? [], 0.5),
  );
  return { edge_ms_p50: edge, direct_ms_p50: direct, added_ms_p50: edge - direct };
}

/**
 * A thousand visitors at once behind nginx with four PHP workers: through accel and through edge, and four through
 * the relay beside them.
 */
export async function run(): Promise<Figures> {
  const site = await startStreamsSite();
  try {
    const figures: Figures = { first_token: await firstToken(site) };
    for (const way of ['relay', 'edge', 'accel'] as const) {
      figures[way] = await measure(site, way);
      // A run takes minutes; what was measured so far is not lost when it is stopped.
      console.error(JSON.stringify({ [way]: figures[way] }));
    }
    return figures;
  } finally {
    await site.stop();
  }
}
