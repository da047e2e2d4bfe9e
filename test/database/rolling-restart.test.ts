import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Settings } from '../../server/contract/settings.ts';
import type { Database } from '../../server/storage/database.ts';
import { makeDice } from '../dice.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite, type WordPressSite } from '../fakes/wordpress-site.ts';
import { checkQuestions, checkRows, startLoad } from './load.ts';
import { freePort, spawnSidecar } from './process.ts';
import { mariadb, secret } from './sidecar.ts';
import { inFullRuns } from '../full-runs.ts';

/** Milliseconds by which the clocks of the two sidecars are off. */
const clocks = [-30_000, 30_000] as const;
const posts = 40;

/** About a second and a half. */
const slowly = answer({ text: 'The swans are fed at noon [1].'.split(/(?<= )/), delayMs: 200 });

type Shim = ReturnType<typeof shimFor>;
type Sidecar = Awaited<ReturnType<typeof spawnSidecar>> & { shim: Shim };

let site: WordPressSite;
let vendor: Awaited<ReturnType<typeof startOpenAiServer>>;
let env: Record<string, string>;
let database: Database;
const started: Sidecar[] = [];

async function start(ahead: number): Promise<Sidecar> {
  const sidecar = await spawnSidecar({
    ...env,
    ITIH_PORT: String(await freePort()),
    ITIH_TEST_CLOCK_AHEAD: String(ahead),
    NODE_OPTIONS: `--import ${new URL('./shifted-clock.ts', import.meta.url).href}`,
  });
  started.push({ ...sidecar, shim: shimFor(sidecar.url, secret) });
  return started.at(-1)!;
}

/** Sends calls to the sidecars in turn, as a balancer does. */
function balance(sidecars: readonly Sidecar[]): Shim {
  let calls = 0;
  const next = () => sidecars[calls++ % sidecars.length]!.shim;
  return {
    ...sidecars[0]!.shim,
    signed: (...given) => next().signed(...given),
    call: (...given) => next().call(...given),
  };
}

inFullRuns('two sidecars whose clocks are a minute apart (only with ITIH_TEST_FULL=1)', () => {
  beforeAll(async () => {
    site = await startWordPressSite(secret);
    vendor = await startOpenAiServer({ behave: () => slowly });
    for (let id = 1000; id < 1000 + posts; id++)
      site.put({ id, html: `<p>The swans of pond ${id} are fed at noon.</p>` });
    const openai = { base_url: vendor.url, api_key: fakeApiKey, model: 'gpt-4o-mini' };
    site.settings = {
      ...site.settings,
      embeddings: { provider: 'builtin' },
      limits: { per_ip_max: 0, answers_per_ip: 0, answers_relayed: 100 },
      llm: { provider: 'openai', fallback: '', openai },
    };
    env = { ITIH_SITE_URL: site.url, ITIH_DATABASE_URL: mariadb() };
    database = openDatabase(readConfig({ ...env, ITIH_SECRET: secret }));
  });
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all([database.close(), site.close(), vendor.close()]);
  });

  test('are restarted one after the other under load: nothing is lost or doubled', async () => {
    const running = [await start(clocks[0]), await start(clocks[1])];
    const load = startLoad({ shim: balance(running), site, dice: makeDice(1), visitors: 6 });
    for (const ahead of clocks) {
      await sleep(2500);
      // The balancer sends it nothing more; then it has to end while answers stream and documents are read.
      const [old] = running.splice(0, 1);
      await sleep(50);
      old!.child.kill('SIGTERM');
      expect(await once(old!.child, 'exit')).toEqual([0, null]);
      running.push(await start(ahead));
    }
    await sleep(2500);
    await load.stop();

    const own = Array.from({ length: posts }, (_, n) => 1000 + n);
    const published = [...own, ...load.published()];
    await until(
      'the documents',
      async () => (await checkRows(database, published)).length === 0,
      60_000,
    ).catch(() => undefined);
    expect(await checkRows(database, published)).toEqual([]);
    expect(await checkQuestions(database, load.asked, [])).toEqual([]);
    expect(load.asked.flatMap(({ done, code }) => (done ? [] : [code]))).toEqual([]);
    expect(load.asked.length).toBeGreaterThan(20);
    const lines = started.flatMap(({ log }) => log().split('\n'));
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);

    // A visitor of both has twice the limit at most: their clocks differ by the whole window.
    const [first, second] = running;
    await first!.shim.admin('PUT', '/settings', { body: { limits: { per_ip_max: 4 } } });
    await until(
      'the other sidecar knows it',
      async () => {
        const { body } = await second!.shim.admin<{ settings: Settings }>('GET', '/settings');
        return body.settings.limits.per_ip_max === 4;
      },
      60_000,
    );
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const { status } = await running[n % 2]!.shim.chat('Hello!', { ip: '192.0.2.77' });
      statuses.push(status);
    }
    const accepted = statuses.filter((status) => status === 200).length;
    expect(accepted).toBeGreaterThanOrEqual(4);
    expect(accepted).toBeLessThanOrEqual(8);
    expect(statuses.at(-1)).toBe(429);
  }, 240_000);
});
