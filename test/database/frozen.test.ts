import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Database } from '../../server/storage/database.ts';
import { makeDice } from '../dice.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite, type WordPressSite } from '../fakes/wordpress-site.ts';
import { ask, checkQuestions, checkRows, startLoad, type Asked } from './load.ts';
import { freePort, spawnSidecar } from './process.ts';
import { mariadb, secret } from './sidecar.ts';
import { inFullRuns } from '../full-runs.ts';

type Shim = ReturnType<typeof shimFor>;
type Sidecar = Awaited<ReturnType<typeof spawnSidecar>> & { shim: Shim };

const embeddings = 'embed-any';
const leaseSeconds = 3;
/** Questions of one address in a minute. */
const limit = 5;
/** Milliseconds in which the site answers the reads of the sidecar that is frozen meanwhile. */
const slowRead = 8000;
const early = Array.from({ length: 20 }, (_, n) => 1000 + n);
/** As many as a sidecar works on at a time. */
const leased = [2000, 2001, 2002, 2003];
const last = [3000, 3001];

/** Over a second. */
const slowly = answer({ text: 'The swans are fed at noon [1].'.split(/(?<= )/), delayMs: 200 });

let site: WordPressSite;
let vendor: Awaited<ReturnType<typeof startOpenAiServer>>;
let database: Database;
let frozen: Sidecar;
let healthy: Sidecar;
const started: Sidecar[] = [];

let visitors = 0;
/** Each call is another visitor's, so that no limit stands in the way. */
const ofMany = (shim: Shim): Shim => ({
  ...shim,
  signed: (method, path, options) =>
    shim.signed(method, path, { ...options, ip: `198.51.100.${visitors++ % 250}` }),
});

async function startAll(): Promise<void> {
  site = await startWordPressSite(secret);
  vendor = await startOpenAiServer({ models: { [embeddings]: 64 }, behave: () => slowly });
  const openai = { base_url: vendor.url, api_key: fakeApiKey };
  site.settings = {
    ...site.settings,
    embeddings: { provider: 'openai', openai: { ...openai, model: embeddings } },
    limits: { per_ip_max: limit, answers_per_ip: 0, answers_relayed: 100 },
    llm: { provider: 'openai', fallback: '', openai: { ...openai, model: 'gpt-4o-mini' } },
  };
  const env = { ITIH_SITE_URL: site.url, ITIH_DATABASE_URL: mariadb() };
  database = openDatabase(readConfig({ ...env, ITIH_SECRET: secret }));
  for (let n = 0; n < 2; n++) {
    const sidecar = await spawnSidecar({
      ...env,
      ITIH_PORT: String(await freePort()),
      ITIH_LEASE_SECONDS: String(leaseSeconds),
      // Time goes on for a frozen process: this is not about patience with vendors.
      ITIH_FIRST_TOKEN_SECONDS: '300',
      ITIH_IDLE_SECONDS: '300',
    });
    started.push({ ...sidecar, shim: shimFor(sidecar.url, secret) });
  }
  [frozen, healthy] = started as [Sidecar, Sidecar];
}

async function publish(ids: readonly number[], { shim }: Sidecar): Promise<void> {
  for (const id of ids) {
    const paragraph = (n: number) => `<p>The swans of pond ${id} are fed at noon, bank ${n}.</p>`;
    site.put({ id, html: Array.from({ length: 40 }, (_, n) => paragraph(n)).join('') });
  }
  const events = ids.map((post_id) => ({ type: 'post_changed', post_id }));
  await shim.call('POST', '/events', { role: 'system', body: { events } });
}

const rowsOf = (ids: readonly number[]) =>
  database.query.selectFrom('documents').selectAll().where('post_id', 'in', ids).execute();
const areAll = async (ids: readonly number[], status: string) => {
  const rows = await rowsOf(ids);
  return rows.length === ids.length && rows.every((row) => row.status === status);
};

/** The documents of the posts that nobody edits, and their chunks. */
async function stored() {
  const documents = await rowsOf([...early, ...leased]);
  const ids = documents.map(({ id }) => id);
  const rows = await database.query
    .selectFrom('chunks')
    .selectAll()
    .where('document_id', 'in', ids)
    .orderBy('id')
    .execute();
  const chunks = rows.map(({ id, document_id, position, content, embedding }) => ({
    ...{ id, document_id, position, content },
    embedded: embedding !== null,
  }));
  return { documents, chunks };
}

/** Lines that a sidecar has logged. */
const linesOf = ({ log }: Sidecar) =>
  log()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { level: number; msg?: string; document?: number });
/** How often a sidecar has said this about each of the documents. */
const said = (sidecar: Sidecar, message: string, documents: readonly number[]) =>
  documents.map(
    (id) => linesOf(sidecar).filter((line) => line.msg === message && line.document === id).length,
  );

/** Asks at once as one visitor. */
const askMuch = ({ shim }: Sidecar, questions: number) =>
  Promise.all(
    Array.from({ length: questions }, () =>
      ask(
        {
          ...shim,
          signed: (method, path, options) =>
            shim.signed(method, path, { ...options, ip: '192.0.2.77' }),
        },
        'Hello!',
      ),
    ),
  );
const statusesOf = (asked: readonly Asked[]) => asked.map(({ status, code }) => code || status);

const questionOf = (pond: number) => `When are the swans of pond ${pond} fed?`;
const late = (milliseconds: number) => sleep(milliseconds, 'still frozen');

inFullRuns('a frozen sidecar (only with ITIH_TEST_FULL=1)', () => {
  beforeAll(startAll);
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await Promise.all([database.close(), site.close(), vendor.close()]);
  });

  test('holds up neither visitors nor documents, and does no harm when it goes on', async () => {
    await publish(early, frozen);
    await until('the first documents', () => areAll(early, 'completed'));

    // The other one rests while this one takes documents and a question, so that it is known which it has.
    healthy.child.kill('SIGSTOP');
    site.delay = slowRead;
    await publish(leased, frozen);
    await until('the leases', () => areAll(leased, 'processing'));
    const asksOfVendor = () =>
      vendor.requests.filter(({ path }) => path.endsWith('/chat/completions')).length;
    const asksBefore = asksOfVendor();
    const interrupted = ask(ofMany(frozen.shim), questionOf(1001));
    await until('its vendor is asked', () => asksOfVendor() > asksBefore);
    frozen.child.kill('SIGSTOP');
    const frozenAt = Date.now();
    site.delay = 0;
    healthy.child.kill('SIGCONT');

    const taken = await rowsOf(leased);
    expect(taken.map(({ status, attempts }) => [status, attempts])).toEqual(
      leased.map(() => ['processing', 1]),
    );
    const load = startLoad({ shim: ofMany(healthy.shim), site, dice: makeDice(2), visitors: 4 });
    const answered = ({ done, text, from }: Asked) =>
      Boolean(done) && text.includes('noon') && from > frozenAt;
    await until('answers', () => load.asked.filter(answered).length >= 20);
    await until('the leased documents', () => areAll(leased, 'completed'));
    await load.stop();
    const published = () => [...early, ...leased, ...load.published()];
    await until('edited posts', async () => (await checkRows(database, published())).length === 0);
    // By now the frozen one has all that its jobs waited for.
    await until('the slow reads', () => Date.now() > frozenAt + slowRead + 500);
    const done = await stored();

    // A limit holds for questions that waited in the frozen one, too.
    const here = statusesOf(await askMuch(healthy, 3));
    const waiting = [askMuch(frozen, limit), ask(ofMany(frozen.shim), questionOf(1002))] as const;
    await expect(Promise.race([...waiting, interrupted, late(500)])).resolves.toBe('still frozen');
    frozen.child.kill('SIGCONT');
    const [much, meanwhile] = await Promise.all(waiting);
    const there = statusesOf(much);
    const before = await interrupted;
    const accepted = [...here, ...there].filter((status) => status === 200).length;
    expect(here).toEqual([200, 200, 200]);
    // Two sidecars may let one too many through: decision 0051.
    expect([limit, limit + 1]).toContain(accepted);
    expect(there.filter((status) => status === 'rate_limited')).toHaveLength(3 + limit - accepted);

    const ids = taken.map(({ id }) => id);
    const once = ids.map(() => 1);
    await until('it gives up its leases', () =>
      said(frozen, 'document not processed', ids).every((times) => times > 0),
    );
    expect(said(frozen, 'document not processed', ids)).toEqual(once);
    expect(said(frozen, 'document processed', ids)).toEqual(ids.map(() => 0));
    expect(said(healthy, 'document processed', ids)).toEqual(once);
    expect(await stored()).toEqual(done);
    expect(done.chunks.filter(({ embedded }) => !embedded)).toEqual([]);

    // It works again like the other one.
    const after = await ask(ofMany(frozen.shim), questionOf(1003));
    expect([before, meanwhile, after].map(({ code, text }) => [code, text])).toEqual(
      Array(3).fill(['', 'The swans are fed at noon [1].']),
    );
    healthy.child.kill('SIGSTOP');
    await publish(last, frozen);
    await until('documents that it takes now', () => areAll(last, 'completed'));
    healthy.child.kill('SIGCONT');
    const asked = [...load.asked, before, meanwhile, after];
    expect(await checkQuestions(database, asked, [])).toEqual([]);
    expect(load.asked.filter(({ done }) => !done)).toEqual([]);
    expect(await checkRows(database, [...published(), ...last])).toEqual([]);
    for (const sidecar of started)
      expect(linesOf(sidecar).filter(({ level }) => level >= 50)).toEqual([]);
  });
});
