/**
 * Visitors ask and editors save while the vendor fails at random, the database is locked, the site is silent or slow
 * and the sidecar is killed. Afterwards nothing that was accepted is lost, doubled or without an owner.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import mysql from 'mysql2/promise';
import { openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import { makeDice } from '../dice.ts';
import { answer, namedBehaviours, type Behaviour } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { shimFor } from '../fakes/shim.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { checkQuestions, checkRows, during, startLoad, type Fault } from './load.ts';
import { freePort, spawnSidecar } from './process.ts';
import { mariadb, secret } from './sidecar.ts';
import { inFullRuns } from '../full-runs.ts';

const minutes = 3;
const visitors = 6;
/** Milliseconds for what is left to end: a vendor that hangs is given up after two minutes. */
const settleMs = 150_000;
const ownPosts = Array.from({ length: 20 }, (_, n) => 1000 + n);

const whole = answer({ text: 'The swans are fed at noon [1].', delayMs: 5 });
/** How often the vendor does each; `hang` is rare, because it holds its question until the timeout. */
const vendorFaults: [number, Behaviour][] = [
  [0.005, namedBehaviours['overloaded']!],
  [0.04, namedBehaviours['server-error']!],
  [0.005, namedBehaviours['out-of-credit']!],
  [0.02, namedBehaviours['reset']!],
  [0.03, namedBehaviours['cut']!],
  [0.02, namedBehaviours['cut-mid-frame']!],
  [0.02, namedBehaviours['garbage']!],
  [0.02, answer({ text: '' })],
  [0.02, answer({ text: 'Slowly, the swans are fed at noon [1].', delayMs: 100 })],
  [0.002, namedBehaviours['hang']!],
];

type Locks = Record<'sqlite' | 'mariadb', (address: string, ms: number) => Promise<void>>;
/** Hold what every question needs for so many milliseconds. */
const locks: Locks = {
  async sqlite(address, ms) {
    const other = new DatabaseSync(address.slice('sqlite:'.length), { timeout: 5000 });
    other.exec('BEGIN IMMEDIATE');
    await sleep(ms);
    other.exec('ROLLBACK');
    other.close();
  },
  async mariadb(address, ms) {
    const url = new URL(address);
    const table = `${url.searchParams.get('prefix')}rag_state`;
    url.search = '';
    const other = await mysql.createConnection(url.href);
    await other.query('BEGIN');
    await other.query(`SELECT * FROM ${table} WHERE name LIKE 'tokens:%' FOR UPDATE`);
    await sleep(ms);
    await other.query('ROLLBACK');
    await other.end();
  },
};

async function runFaults(kind: keyof Locks) {
  const dice = makeDice(1);
  const folder = mkdtempSync(join(tmpdir(), 'itih-faults-'));
  const address = kind === 'sqlite' ? `sqlite:${join(folder, 'faults.sqlite')}` : mariadb();
  const site = await startWordPressSite(secret);
  const vendor = await startOpenAiServer({
    behave: () => vendorFaults.find(([share]) => dice.chance(share))?.[1] ?? whole,
  });
  for (const id of ownPosts)
    site.put({ id, html: `<p>The swans of pond ${id} are fed at noon.</p>` });
  const openai = { base_url: vendor.url, api_key: fakeApiKey, model: 'gpt-4o-mini' };
  site.settings = {
    ...site.settings,
    embeddings: { provider: 'builtin' },
    chat: { strict: false },
    limits: { per_ip_max: 0, answers_per_ip: 0, answers_total: 0, answers_relayed: 10_000 },
    llm: { provider: 'openai_compatible', fallback: '', openai_compatible: openai },
  };
  const env = {
    ITIH_PORT: String(await freePort()),
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: address,
    ITIH_CACHE_DIR: folder,
    ITIH_LEASE_SECONDS: '5',
  };
  let sidecar = await spawnSidecar(env);
  const logs = [sidecar.log];
  const shim = shimFor(sidecar.url, secret);
  const load = startLoad({ shim, site, dice: makeDice(2), visitors });
  const faults: Fault[] = [];
  const kinds: Record<string, () => Promise<void>> = {
    'database locked': () => locks[kind](address, 500 + dice.below(2500)),
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
      sidecar.child.kill('SIGKILL');
      await once(sidecar.child, 'exit');
      sidecar = await spawnSidecar(env);
      logs.push(sidecar.log);
    },
  };
  try {
    for (const end = Date.now() + minutes * 60_000; Date.now() < end;) {
      const name = dice.pick(Object.keys(kinds));
      const fault = { name, from: Date.now(), to: Infinity };
      faults.push(fault);
      await kinds[name]!();
      fault.to = Date.now();
      await sleep(4000 + dice.below(8000));
    }
    await load.stop();
    // A change of the settings starts the comparison that finds what was missed.
    await shim.admin('PUT', '/settings', { body: { general: {} } });
    const database = openDatabase(readConfig({ ...env, ITIH_SECRET: secret }));
    const rowsNow = () => checkRows(database, [...ownPosts, ...load.published()]);
    const until = Date.now() + settleMs;
    let rows = await rowsNow();
    for (; rows.length > 0 && Date.now() < until; rows = await rowsNow()) await sleep(1000);
    const questions = await checkQuestions(database, load.asked, faults);
    await database.close();
    const lines = logs.flatMap((log) => log().match(/^\{.*\}$/gm) ?? []);
    const unexpected = lines.filter((line) => {
      const { level, time } = JSON.parse(line) as { level: number; time: string };
      return level >= 50 && during(faults, Date.parse(time), Date.parse(time)) === '';
    });
    const accepted = load.asked.filter((asked) => asked.accepted > 0).length;
    return { violations: [...questions, ...rows, ...unexpected], accepted };
  } finally {
    sidecar.child.kill('SIGKILL');
    await Promise.all([vendor.close(), site.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

inFullRuns.each(['sqlite', 'mariadb'] as const)(
  `${minutes} minutes of faults on %s (only with ITIH_TEST_FULL=1, as they need their time)`,
  (kind) => {
    test('lose, double and orphan nothing', async () => {
      const { violations, accepted } = await runFaults(kind);
      expect(violations).toEqual([]);
      expect(accepted).toBeGreaterThan(100);
    }, 480_000);
  },
);
