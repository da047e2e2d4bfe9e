import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStream, quantile } from '../parts/stream.ts';
import type { Figures } from '../run.ts';
import { startStreamsSite, type Way } from './site.ts';

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
