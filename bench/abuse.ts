/**
 * Whether visitors can exhaust the sidecar or the site: compressed bodies, slow readers, many streams of one
 * address, bad requests, messages that cost much to understand, one who holds all that PHP has. On real WordPress
 * with four PHP workers, behind nginx and beside the gateway.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStack, up } from '../tools/stack/stack.ts';
import { worstMessage } from './abuse-messages.ts';
import {
  holdCompressed,
  holdPlaces,
  openStreams,
  readSlowly,
  sendNonsense,
  type Answers,
} from './abuse-attacks.ts';
import { startPeer, startSidecar } from './ingest-sidecar.ts';
import { quantile } from './relay-client.ts';
import type { Figures } from './run.ts';

/** Milliseconds that the figures of an idle site are taken for, and that memory has to come back. */
const idleMs = 8000;
const settleMs = 20_000;

/** Asks for the home page again and again; milliseconds of each, by phase. */
function watchPage(url: string) {
  const times = new Map<string, number[]>();
  let phase = '';
  let stopped = false;
  const work = async () => {
    while (!stopped) {
      const asked = phase;
      const started = performance.now();
      const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
      await response?.text().catch(() => '');
      const taken = response?.ok ? performance.now() - started : Infinity;
      if (asked) times.set(asked, [...(times.get(asked) ?? []), taken]);
      await sleep(150);
    }
  };
  const working = work();
  return {
    times,
    enter: (name: string) => void (phase = name),
    async stop() {
      stopped = true;
      await working;
    },
  };
}

/** The longest that the event loop was held up between two moments, in milliseconds: on the clock and of processor time. */
function longestDelay(file: string, from: number, to: number): [wall: number, cpu: number] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const delays = lines.map((line) => line.split(' ').map(Number));
  const during = delays.filter(([at = 0]) => at > from && at <= to + 300);
  const most = (column: number) => Math.max(0, ...during.map((delay) => delay[column] ?? 0));
  return [most(1), most(2)];
}

export async function run(): Promise<Figures> {
  const bed = readStack((await up({ name: 'bench', part: 'wordpress' })).file);
  const vendor = await startPeer('./relay-vendor.ts');
  const delays = join(bed.folder, 'event-loop.txt');
  const sidecar = await startSidecar(
    {
      ITIH_PORT: String(bed.sidecarPort),
      ITIH_SITE_URL: bed.url,
      ITIH_DATABASE_URL: `sqlite:${join(bed.folder, 'abuse.sqlite')}`,
      ITIH_GATEWAY_UPSTREAM: bed.url,
      ITIH_GATEWAY_PORT: '0',
      ITIH_NONCE_SALT: randomBytes(32).toString('hex'),
      ITIH_FETCH_ALLOW: '127.0.0.1',
      ITIH_BENCH_DELAY: delays,
      NODE_OPTIONS: `--import ${new URL('./abuse-probe.ts', import.meta.url).href}`,
    },
    bed.secret,
  );
  const use = async (model: string) => {
    const { ok, status } = await sidecar.call('PUT', '/settings', {
      general: { widget_enabled: true },
      chat: { strict: false },
      limits: { per_ip_max: 0, trusted_proxies: ['127.0.0.1'] },
      llm: { provider: 'openai_compatible', openai_compatible: { base_url: vendor.url, model } },
    });
    if (!ok) throw new Error(`PUT /settings answered ${status}`);
  };
  const nonceAt = async (api: string) =>
    ((await (await fetch(`${api}/session`)).json()) as { nonce: string }).nonce;
  const edge = `${sidecar.gatewayUrl}/wp-json/itih/v1`;
  const relay = `${bed.url}/wp-json/itih/v1`;
  const answers: Answers = new Map();
  const page = watchPage(`${bed.url}/`);
  const figures: Figures = {};

  let idlePage = 0;
  async function phase(name: string, work: () => Promise<unknown>): Promise<void> {
    const from = Date.now();
    page.enter(name);
    await work();
    page.enter('');
    await sleep(500);
    const taken = page.times.get(name) ?? [];
    const median = quantile(taken, 0.5);
    if (!idlePage) idlePage = median;
    const [wall, cpu] = longestDelay(delays, from, Date.now());
    figures[name] = {
      'home page, median ms': median,
      'home page, p95 ms': quantile(taken, 0.95),
      'median, of idle': median / idlePage,
      'event loop held up, ms': wall,
      'event loop held up, ms of processor': cpu,
      'RSS at the end, MB': sidecar.rss(),
    };
  }

  try {
    await use('50x20');
    // A sidecar that has been in use: what is loaded and compiled at first is no leak.
    for (let n = 0; n < 5; n++)
      await openStreams(`${edge}/chat`, await nonceAt(edge), 4, new Map());
    await sendNonsense(edge, 500, new Map());
    await sleep(3000);
    await phase('idle', () => sleep(idleMs));
    const start = sidecar.rss();
    const targets = [`${edge}/chat`, `${edge}/documents`, `${sidecar.url}/itih/v1/documents`];
    await phase('200 compressed bodies', () =>
      holdCompressed(
        Array.from({ length: 200 }, (_, n) => targets[n % 3]!),
        answers,
      ),
    );
    // Long answers: some 25,000 tokens for each reader.
    await use('1000x10x20');
    await phase('50 slow readers', async () =>
      readSlowly(`${edge}/chat`, await nonceAt(edge), 50, answers),
    );
    await use('600x50');
    let served = 0;
    await phase('14 streams, 4 PHP workers', async () => {
      served = await openStreams(`${relay}/chat`, await nonceAt(relay), 14, answers);
    });
    let refused = 0;
    await phase('newcomers beside one who holds all places', async () => {
      refused = await holdPlaces(`${relay}/chat`, await nonceAt(relay), 6, answers);
    });
    await phase('5,000 bad requests', () => sendNonsense(edge, 5000, answers));
    await sleep(settleMs);
    const { unit, ms } = worstMessage();
    const grown = sidecar.rss() - start;
    return {
      ...figures,
      'streams served of 14': served,
      'RSS, start MB': start,
      'RSS, 20 s after the end MB': sidecar.rss(),
      answers: Object.fromEntries([...answers].sort()),
      'worst message': JSON.stringify(unit),
      worst_message_cpu_ms: ms,
      newcomer_refused: refused,
      rss_growth_mb: grown,
    };
  } finally {
    await page.stop();
    await sidecar.end('SIGTERM');
    vendor.stop();
  }
}
