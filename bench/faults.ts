/**
 * Visitors ask and editors save while the vendor fails, the database is locked or killed, the site is silent and the
 * sidecar is killed. Afterwards nothing that was accepted is lost, doubled or without an owner.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../server/composition/services.ts';
import { readConfig } from '../server/config/config.ts';
import { fakeApiKey } from '../test/fakes/openai-server.ts';
import { shimFor } from '../test/fakes/shim.ts';
import { startWordPressSite } from '../test/fakes/wordpress-site.ts';
import { freePort } from '../tools/stack/ports.ts';
import { checkQuestions, checkRows, during, type Fault } from './faults-check.ts';
import { mariadbDatabase, sqliteDatabase } from './faults-database.ts';
import { startLoad } from './faults-load.ts';
import { startFaultyVendor, tokensOfAnswer, type FaultyVendor } from './faults-vendor.ts';
import { makeDice } from './fuzz-values.ts';
import { startSidecar } from './ingest-sidecar.ts';
import { readMemory } from './memory-probe.ts';
import type { BenchOptions, Figures } from './run.ts';

const visitors = 6;

/** Milliseconds for what is left to end: a vendor that hangs is given up after two minutes. */
const settleMs = 90_000;

/** Share by which tokens may be counted otherwise than charged: the sidecar estimates what a cut call has cost. */
const estimated = 0.1;

/** A call that was cut costs at most as much as a whole one. */
function wrongCount(counted: number, vendor: FaultyVendor): string[] {
  const least = vendor.charged() * (1 - estimated);
  const most = (vendor.charged() + vendor.cut() * tokensOfAnswer) * (1 + estimated);
  return counted >= least && counted <= most
    ? []
    : [`${counted} tokens counted, between ${least} and ${most} charged`];
}

/** Runs faults on one database for so many minutes; a sidecar is killed only in the first half. */
export async function runFaults(
  kind: 'sqlite' | 'mariadb',
  { seed, minutes }: Pick<BenchOptions, 'seed' | 'minutes'>,
) {
  const dice = makeDice(seed);
  const folder = mkdtempSync(join(tmpdir(), 'itih-faults-'));
  const secret = randomBytes(32).toString('hex');
  const database = kind === 'sqlite' ? sqliteDatabase(folder) : await mariadbDatabase();
  const site = await startWordPressSite(secret);
  const vendor = await startFaultyVendor(makeDice(seed + 1));
  const memory = join(folder, 'memory.txt');
  const logged: string[] = [];
  const env = {
    ITIH_PORT: String(await freePort()),
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: database.url,
    ITIH_CACHE_DIR: folder,
    ITIH_LEASE_SECONDS: '5',
    ITIH_BENCH_MEMORY: memory,
    NODE_OPTIONS: `--import ${new URL('./memory-probe.ts', import.meta.url).href}`,
  };
  for (let id = 1000; id < 1020; id++)
    site.put({ id, html: `<p>The swans of pond ${id} are fed at noon.</p>` });
  let sidecar = await startSidecar(env, secret);
  let started = Date.now();
  const shim = shimFor(sidecar.url, secret);
  const openai = { base_url: vendor.url, api_key: fakeApiKey, model: 'gpt-4o-mini' };
  const { status } = await shim.admin('PUT', '/settings', {
    body: {
      embeddings: { provider: 'builtin' },
      chat: { strict: false },
      limits: {
        per_ip_max: 0,
        answers_per_ip: 0,
        answers_total: 0,
        answers_relayed: 10_000,
        daily_tokens: 1e9,
      },
      llm: { provider: 'openai_compatible', fallback: '', openai_compatible: openai },
    },
  });
  if (status !== 200) throw new Error(`The settings were not taken: ${status}`);
  const own = Array.from({ length: 20 }, (_, n) => 1000 + n);
  const load = startLoad({ shim, site, dice: makeDice(seed + 2), visitors });
  const begun = Date.now();
  const half = begun + minutes * 30_000;
  const faults: Fault[] = [];

  const kinds: Record<string, () => Promise<void>> = {
    'database locked': () => database.lock(500 + dice.below(2500)),
    'site silent': async () => {
      site.failWith = 503;
      await sleep(2000 + dice.below(3000));
      site.failWith = 0;
    },
    'site slow': async () => {
      site.delay = 2000;
      await sleep(2000 + dice.below(3000));
      site.delay = 0;
    },
    'sidecar killed': async () => {
      await sidecar.end('SIGKILL');
      logged.push(...sidecar.failures);
      sidecar = await startSidecar(env, secret);
      started = Date.now();
    },
    ...(database.restart && { 'database killed': database.restart }),
  };

  async function breakThings(): Promise<void> {
    for (const end = begun + minutes * 60_000; Date.now() < end;) {
      const early = Date.now() < half;
      const names = Object.keys(kinds).filter((name) => early || name !== 'sidecar killed');
      const name = dice.pick(names);
      const fault = { name, from: Date.now(), to: Infinity };
      faults.push(fault);
      await kinds[name]!();
      fault.to = Date.now();
      await sleep(4000 + dice.below(8000));
    }
  }

  try {
    await breakThings();
    await load.stop();
    // A change of the settings starts the comparison that finds what was missed.
    await shim.admin('PUT', '/settings', { body: { general: {} } });
    const until = Date.now() + settleMs;
    const published = [...own, ...load.published()];
    const config = readConfig({ ...env, ITIH_SECRET: secret });
    const read = openDatabase(config);
    // Documents settle, and answers that visitors left are finished.
    let rows = await checkRows(read, published);
    while (rows.length > 0 && Date.now() < until) {
      await sleep(1000);
      rows = await checkRows(read, published);
    }
    const questions = await checkQuestions(read, load.asked, faults);
    const counter = await read.query
      .selectFrom('state')
      .select('number')
      .where('name', '=', `tokens:${new Date().toISOString().slice(0, 10)}`)
      .executeTakeFirst();
    await read.close();
    logged.push(...sidecar.failures);
    const lines = logged.map((line) => {
      const at = Date.parse((JSON.parse(line) as { time: string }).time);
      return { line, near: during(faults, at, at) };
    });
    const unexpected = lines.filter(({ near }) => !/killed|locked|silent|slow/.test(near));
    const counted = Number(counter?.number ?? 0);
    const violations = [
      ...questions,
      ...rows,
      ...wrongCount(counted, vendor),
      ...unexpected.map(({ line }) => `log: ${line.slice(0, 600)}`),
    ];
    const { asked } = load;
    const of = (test: (one: (typeof asked)[number]) => boolean) => asked.filter(test).length;
    return {
      violations,
      figures: {
        faults: faults.length,
        questions: asked.length,
        accepted: of(({ accepted }) => accepted > 0),
        'answered well': of(({ done, code }) => done !== null && code === ''),
        codes: Object.fromEntries(
          [...Map.groupBy(asked, ({ code }) => code || 'none')].map(([code, all]) => [
            code,
            all.length,
          ]),
        ),
        'broken off with the process': of(({ status, done }) => status === 200 && done === null),
        'longest, s': Math.max(...asked.map(({ from, to }) => to - from)) / 1000,
        'posts at the end': published.length,
        'calls of the vendor': vendor.calls(),
        'tokens charged': vendor.charged(),
        'calls cut': vendor.cut(),
        'tokens counted': counted,
        'errors in the log near a fault': lines.length - unexpected.length,
        violations: violations.length,
        memory: { ...readMemory(memory, Math.max(started, half) + 5000) },
      },
    };
  } finally {
    await sidecar.end('SIGTERM').catch(() => undefined);
    await Promise.all([vendor.close(), site.close()]);
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function run(options: BenchOptions): Promise<Figures> {
  const kinds = options.database ? [options.database] : (['sqlite', 'mariadb'] as const);
  const figures: Figures = {};
  for (const [kind, done] of await Promise.all(
    kinds.map(async (kind) => [kind, await runFaults(kind, options)] as const),
  )) {
    figures[kind] = done.figures;
    for (const violation of done.violations.slice(0, 20)) console.log(`${kind}: ${violation}`);
    if (done.violations.length > 0) process.exitCode = 1;
  }
  return figures;
}
