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
import { errors } from '../../server/contract/errors.ts';
import type { Database } from '../../server/storage/database.ts';
import { makeDice, type Dice } from '../dice.ts';
import { answer, namedBehaviours, type Behaviour } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { readFrames, shimFor } from '../fakes/shim.ts';
import { startWordPressSite, type WordPressSite } from '../fakes/wordpress-site.ts';
import { freePort, spawnSidecar } from './process.ts';
import { mariadb, secret } from './sidecar.ts';
import { inFullRuns } from '../full-runs.ts';

/** One question, and all that its visitor saw. */
interface Asked {
  question: string;
  from: number;
  to: number;
  /** 0: no response. */
  status: number;
  /** Code of a refusal or of an error within the stream; empty: none. */
  code: string;
  /** Id of the stored question; 0: not accepted. */
  accepted: number;
  /** Id of the stored answer: 0: it could not be stored; null: the stream broke off. */
  done: number | null;
  text: string;
  /** Whether its source changed or went while it was written, so that it is shown and stored without its mark. */
  withdrawn: boolean;
}

/** Longer than the sidecar waits for any vendor. */
const patience = 150_000;

async function ask(shim: ReturnType<typeof shimFor>, question: string): Promise<Asked> {
  const asked: Asked = {
    question,
    from: Date.now(),
    to: 0,
    status: 0,
    code: '',
    accepted: 0,
    done: null,
    text: '',
    withdrawn: true,
  };
  try {
    const body = { message: question };
    // Like PHP: a connection that is used again may be closed by the server at the same moment.
    const headers = { connection: 'close' };
    const { url, ...init } = shim.signed('POST', '/chat', { body, headers });
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) });
    asked.status = response.status;
    if (!response.ok) asked.code = ((await response.json()) as { code: string }).code;
    else {
      for await (const { data } of readFrames(response, 0)) {
        if (data.type === 'meta') asked.accepted = data.message_id;
        if (data.type === 'delta') asked.text += data.content;
        if (data.type === 'citations') asked.withdrawn = false;
        if (data.type === 'error') asked.code = data.code;
        if (data.type === 'done') asked.done = data.message_id;
      }
    }
  } catch {
    // The connection broke, as the missing parts tell.
  }
  asked.to = Date.now();
  return asked;
}

/** Whether a code is the contract's, and says more than that something went wrong. */
const isNamed = (code: string) => code in errors && code !== 'internal_error';

interface LoadOptions {
  shim: ReturnType<typeof shimFor>;
  site: WordPressSite;
  dice: Dice;
  visitors: number;
}

function startLoad({ shim, site, dice, visitors }: LoadOptions) {
  const asked: Asked[] = [];
  const posts = new Map<number, boolean>();
  let stopped = false;
  let questions = 0;

  async function visit(): Promise<void> {
    while (!stopped) {
      questions++;
      asked.push(await ask(shim, `When are the swans fed at noon? Question ${questions}.`));
      // A visitor who was refused thinks for a while.
      await sleep((asked.at(-1)?.accepted ? 50 : 500) + dice.below(200));
    }
  }

  async function edit(): Promise<void> {
    while (!stopped) {
      const post_id = 1 + dice.below(60);
      const removed = posts.get(post_id) === true && dice.chance(0.3);
      posts.set(post_id, !removed);
      if (removed) site.remove(post_id);
      else site.put({ id: post_id, html: `<p>Swan ${dice.below(1e6)} is fed at noon.</p>` });
      const type = removed ? 'post_removed' : 'post_changed';
      // The plugin does not retry either: what is missed is found by comparison.
      await shim
        .call('POST', '/events', { role: 'system', body: { events: [{ type, post_id }] } })
        .catch(() => undefined);
      await sleep(300 + dice.below(400));
    }
  }

  const working = [...Array.from({ length: visitors }, visit), edit()];
  return {
    asked,
    /** Ids of the public posts. */
    published: () => [...posts].filter(([, there]) => there).map(([id]) => id),
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(working);
    },
  };
}

interface Fault {
  name: string;
  from: number;
  to: number;
}

/** Milliseconds after a fault in which its consequences may still be seen. */
const aftermath = 15_000;

/** The names of the faults that a time lies in, or soon after. */
const during = (faults: readonly Fault[], from: number, to: number): string =>
  faults
    .filter((fault) => fault.from <= to && fault.to + aftermath >= from)
    .map(({ name }) => name)
    .join(', ');

/** Compares each question with what is stored of it. */
async function checkQuestions(
  database: Database,
  asked: readonly Asked[],
  faults: readonly Fault[],
): Promise<string[]> {
  const turns = await database.query
    .selectFrom('chats')
    .select(['id', 'role', 'content', 'question_id', 'finish_reason'])
    .execute();
  const questions = Map.groupBy(
    turns.filter(({ role }) => role === 'user'),
    ({ content }) => content,
  );
  const answers = Map.groupBy(
    turns.filter(({ role }) => role === 'assistant'),
    ({ question_id }) => Number(question_id),
  );
  return asked.flatMap((one) => {
    const near = during(faults, one.from, one.to);
    const wrong = wrongOf(one, questions.get(one.question) ?? [], answers.get(one.accepted) ?? []);
    return wrong && !allowed(wrong, near)
      ? [`${wrong} [${near || 'no fault near'}]: ${JSON.stringify(one)}`]
      : [];
  });
}

/** A connection breaks with its process, and an answer that the database does not take is stored when it is back. */
const allowed = (wrong: string, near: string) =>
  (/sidecar/.test(near) && ['broken off', 'no response'].includes(wrong)) ||
  (/database/.test(near) && wrong === 'answer stored after its end');

function wrongOf(
  { status, code, accepted, done, text, withdrawn }: Asked,
  questions: readonly { id: number }[],
  answers: readonly { id: number; content: string; finish_reason: string }[],
): string {
  if (questions.length > 1) return 'stored twice';
  if (answers.length > 1) return 'answered twice';
  if (code && !isNamed(code)) return `code ${code}`;
  if (status === 0) return 'no response';
  if (accepted === 0) return status === 200 ? 'no meta' : '';
  if (questions[0]?.id !== accepted) return 'question not stored';
  if (done === null) return 'broken off';
  const [stored] = answers;
  if (!stored) return 'answer lost';
  const shown = withdrawn ? text.replaceAll(' [1]', '') : text;
  if (stored.content !== shown) return 'stored otherwise than streamed';
  return done === 0 ? 'answer stored after its end' : '';
}

/** Rows that belong to nothing, and documents that did not end well. */
async function checkRows({ query }: Database, published: readonly number[]): Promise<string[]> {
  const documents = await query.selectFrom('documents').selectAll().execute();
  const chunks = await query.selectFrom('chunks').select(['id', 'document_id']).execute();
  const sessions = await query.selectFrom('chat_sessions').select('id').execute();
  const chats = await query.selectFrom('chats').select('session_id').execute();
  const terms = await query.selectFrom('chat_terms').select('session_id').distinct().execute();
  const ids = new Set(documents.map(({ id }) => id));
  const sessionIds = new Set(sessions.map(({ id }) => id));
  const posts = new Set(documents.map(({ post_id }) => post_id));
  const count = (name: string, orphans: readonly unknown[]) =>
    orphans.length > 0 ? [`${orphans.length} ${name}`] : [];
  return [
    ...count(
      'chunks without a document',
      chunks.filter(({ document_id }) => !ids.has(document_id)),
    ),
    ...count(
      'turns without a session',
      chats.filter(({ session_id }) => !sessionIds.has(session_id)),
    ),
    ...count(
      'terms without a session',
      terms.filter(({ session_id }) => !sessionIds.has(session_id)),
    ),
    ...count(
      'leases',
      documents.filter(({ lease_owner }) => lease_owner !== null),
    ),
    ...count(
      'posts without a document',
      published.filter((id) => !posts.has(id)),
    ),
    ...count(
      'documents of no public post',
      documents.filter(({ post_id }) => !published.includes(post_id ?? 0)),
    ),
    ...documents.flatMap((row) => {
      // The site was silent three times in a row: the post is read again within the hour.
      const waitsForSite = row.status === 'failed' && row.error_code === 'sidecar_unavailable';
      if (waitsForSite && row.available_at > 0) return [];
      const parts = chunks.filter(({ document_id }) => document_id === row.id).length;
      if (row.status !== 'completed')
        return [`post ${row.post_id} ${row.status}: ${row.error_code} ${row.error_message}`];
      return parts === row.chunk_count ? [] : [`post ${row.post_id}: ${parts} of its chunks`];
    }),
  ];
}

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
