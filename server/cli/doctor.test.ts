/** `itih doctor` between a fake site and a fake vendor. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { doctorCommand, type DoctorOptions } from './doctor.ts';
import { readConfig } from '../config/config.ts';
import type { Finding } from '../composition/doctor/examine.ts';
import { closeServices, createServices, openDatabase } from '../composition/services.ts';
import { createLog } from '../runtime/log.ts';
import { migrate } from '../storage/migrate.ts';
import { freePort } from '../../tools/stack/ports.ts';
import { startOpenAiServer, type OpenAiServer } from '../../test/fakes/openai-server.ts';
import { startWordPressSite } from '../../test/fakes/wordpress-site.ts';
import { compileCache } from '../../test/program.ts';
import { inProcess, type Ended } from '../../test/cli/in-process.ts';

const secret = 'example-secret-of-this-site-0123456789';
const apiKey = 'example-api-key-0123456789';
const words = 'example-words-of-a-visitor';
const email = 'visitor@mail.example';
const password = 'example-password-of-redis';
const sitePassword = 'example-password-of-staging';
const address = '192.0.2.77';

let folder: string;
let site: Awaited<ReturnType<typeof startWordPressSite>>;
let vendor: OpenAiServer;
let env: Record<string, string>;
let stored: Record<string, unknown>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-doctor-'));
  site = await startWordPressSite(secret);
  vendor = await startOpenAiServer({ apiKey });
  env = {
    ITIH_SECRET: secret,
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: `sqlite:${join(folder, 'itih.sqlite')}`,
    ITIH_FETCH_ALLOW: '127.0.0.1',
  };
  const config = readConfig(env);
  const database = openDatabase(config);
  await migrate(database);
  const services = createServices(config, database, createLog('silent'));
  const connection = { api_key: apiKey, base_url: vendor.url, model: 'gpt-4o-mini' };
  await services.settings.update({
    llm: { provider: 'openai', openai: connection },
    chat: { system_prompt: `Be kind to ${words}`, contact: `Ask ${email}` },
    // As on a site whose model was removed.
    embeddings: { provider: 'local', local: { model: 'nowhere' } },
  });
  stored = site.settings;
  const content = `The swans are fed by ${email}, says ${words}.`;
  await services.knowledge.add({ title: words, content, mode: 'now' });
  const { id } = await services.chats.open('', '', '');
  await services.chats.addQuestion(id, {
    content: `${words}, ${email}`,
    pageUrl: `https://site.example/?q=${words}`,
    language: 'en',
  });
  const { worker, indexBuilder, vectorize } = services;
  await Promise.all([worker, indexBuilder, vectorize].map((loop) => loop.stop()));
  await closeServices(services);
}, 30_000);
beforeEach(() => {
  site.failWith = 0;
  site.password = '';
  site.settings = stored;
});
afterAll(async () => {
  await site.close();
  await vendor.close();
  rmSync(folder, { recursive: true });
});

const doctor = (options: DoctorOptions = {}, over: Record<string, string> = {}) =>
  inProcess({ ...env, ...over }, () => doctorCommand(options));
/** As an owner starts it: the causes of Node's errors are not read across the realms of jest. */
const started = (over: Record<string, string>): Promise<Ended> =>
  new Promise((resolve) => {
    const program = new URL('../itih.mjs', import.meta.url).pathname;
    const options = { env: { ...process.env, ...compileCache, ...env, ...over }, timeout: 25_000 };
    execFile(process.execPath, [program, 'doctor', '--json'], options, (error, stdout) =>
      resolve({ status: error ? Number(error.code) : 0, stdout }),
    );
  });
const findings = ({ stdout }: Ended) =>
  new Map((JSON.parse(stdout) as Finding[]).map((found) => [found.check, found]));

test('each part is said to work, and the status is 0', async () => {
  const ended = await doctor({ json: true });
  const found = findings(ended);
  expect([...found.values()].filter(({ result }) => result === 'fail')).toEqual([
    // The fake site has no self-test of its transports.
    expect.objectContaining({ check: 'streaming' }),
  ]);
  for (const check of [
    'database',
    'disk',
    'reader',
    'index',
    'site',
    'version',
    'keys',
    'language model',
    'queue',
  ]) {
    expect([check, found.get(check)?.result]).toEqual([check, 'ok']);
  }
  // Nobody has started one.
  expect(found.get('sidecar')).toMatchObject({ result: 'warn' });
  expect(found.get('embeddings')).toMatchObject({
    result: 'warn',
    says: expect.stringContaining('no model "nowhere"'),
  });
  expect(found.get('reranking')).toMatchObject({ result: 'skip' });
}, 30_000);

test('a vendor that refuses the key and a site that is away are said with the next step', async () => {
  vendor.script({ kind: 'error', status: 401, body: { error: { message: 'Wrong key.' } } });
  const refused = await doctor({ json: true });
  expect(refused.status).toBe(1);
  expect(findings(refused).get('language model')).toMatchObject({
    result: 'fail',
    says: expect.stringContaining('refused the API key'),
    next: expect.stringContaining('key'),
  });
  const tooLong = {
    message: 'request (753 tokens) exceeds the available context size (512 tokens)',
    type: 'exceed_context_size_error',
    n_ctx: 512,
  };
  const refuse = { kind: 'error', status: 400, body: { error: tooLong } } as const;
  vendor.script(...Array.from({ length: 12 }, () => refuse));
  const small = findings(await doctor({ json: true })).get('language model');
  vendor.script();
  expect(small).toMatchObject({
    result: 'fail',
    says: expect.stringContaining('512 tokens: too few for a question'),
    next: expect.stringMatching(/^Choose another model/),
  });
  site.failWith = 500;
  const away = await doctor();
  expect(away.status).toBe(1);
  expect(away.stdout).toMatch(/^fail {2}site: .*\n {6}→ .*Site Health/m);
  expect(away.stdout).toMatch(/^skip {2}keys: /m);
}, 60_000);

const closed = async () => `http://127.0.0.1:${await freePort('later')}/v1`;
const encrypted = () => Promise.resolve(vendor.url.replace('http:', 'https:'));

test.each([
  ['is down', closed, /cannot be reached \(ECONNREFUSED\)/, /whether the server runs/],
  ['has no TLS', encrypted, /does not speak https/, /base URL/],
])(
  'a server that %s is told apart from a wrong key',
  async (_case, addressOf, says, next) => {
    const url = await addressOf();
    // The key in the settings is for another address; the environment gives one for this.
    const text = JSON.stringify(stored).replaceAll(vendor.url, url);
    site.settings = JSON.parse(text.replace(/"enc:2:[^"]+"/, '""')) as typeof stored;
    const env = { ITIH_OPENAI_API_KEY: apiKey, ITIH_OPENAI_BASE_URL: url };
    expect(findings(await started(env)).get('language model')).toMatchObject({
      result: 'fail',
      says: expect.stringMatching(says),
      next: expect.stringMatching(next),
    });
  },
  30_000,
);

test('keys under another key material are named, with what opens them', async () => {
  const ended = await doctor(
    { json: true },
    {
      ITIH_ENCRYPTION_KEY: 'another-key-material-0123456789012',
    },
  );
  const found = findings(ended).get('keys');
  // The sidecar's secret is an older material, so that a key under it still opens.
  expect(found?.result).toBe('ok');
  site.settings = JSON.parse(
    JSON.stringify(stored).replace(/enc:2:[^"]+/, `enc:2:${'A'.repeat(80)}`),
  ) as typeof stored;
  const foreign = findings(await doctor({ json: true })).get('keys');
  expect(foreign).toMatchObject({
    result: 'fail',
    says: expect.stringContaining('llm.openai.api_key'),
    next: expect.stringContaining('ITIH_ENCRYPTION_KEY'),
  });
}, 60_000);

test('a site behind a password of its web server has the variable named that opens it', async () => {
  site.password = `staging:${sitePassword}`;
  const { result, says } = findings(await doctor({ json: true })).get('site') ?? {};
  expect([result, says]).toEqual(['fail', expect.stringContaining('ITIH_SITE_AUTH')]);
}, 30_000);

test('a configuration that cannot work is one finding', async () => {
  const ended = await doctor({ json: true }, { ITIH_SECRET: 'short' });
  expect(ended.status).toBe(1);
  expect([...findings(ended).keys()]).toEqual(['configuration']);
}, 30_000);

test('the support bundle has neither secrets nor what anybody wrote', async () => {
  const log = join(folder, 'sidecar.log');
  const entry = { level: 50, time: '2026-11-23T07:00:00Z', requestId: 'browser-7f3a0c52' };
  const err = {
    type: 'Error',
    message: `no answer for ${email} at ${address} with ${apiKey} or ${sitePassword}`,
  };
  writeFileSync(
    log,
    [
      JSON.stringify({ ...entry, msg: 'answer failed', err, text: words }),
      JSON.stringify({ ...entry, msg: 'request ended', path: '/itih/v1/chats/abcdefgh12345678' }),
      JSON.stringify({ question: words }),
      `a line of another program: ${words} ${secret}`,
    ].join('\n'),
  );
  const file = join(folder, 'support.zip');
  site.password = `staging:${sitePassword}`;
  await doctor(
    { bundle: file, log },
    {
      REDIS_URL: `redis://:${password}@127.0.0.1:1`,
      ITIH_SITE_AUTH: site.password,
    },
  );
  const files = Object.fromEntries(
    Object.entries(unzipSync(readFileSync(file))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
  expect(Object.keys(files).sort()).toEqual([
    'README.txt',
    'about.json',
    'checks.json',
    'counts.json',
    'log.jsonl',
    'settings.json',
    'status.json',
  ]);
  const all = Object.values(files).join('\n');
  const planted = { secret, apiKey, words, email, password, sitePassword, address };
  expect(Object.entries(planted).filter(([, text]) => all.includes(text))).toEqual([]);
  expect(all).not.toMatch(/enc:2:|abcdefgh12345678/);
  expect(JSON.parse(files['status.json']!)).toMatchObject({ bridge: { ok: true } });
  // It still helps.
  expect(files['checks.json']).toContain('REDIS_URL is set and ignored');
  expect(JSON.parse(files['settings.json']!)).toMatchObject({
    llm: { provider: 'openai', openai: { model: 'gpt-4o-mini', api_key: '[set]' } },
    chat: { system_prompt: expect.stringMatching(/^\[\d+ characters\]$/) },
  });
  expect(JSON.parse(files['counts.json']!)).toMatchObject({ conversations: 1, turns: 1 });
  expect(files['log.jsonl']?.trim().split('\n')).toHaveLength(2);
  expect(files['log.jsonl']).toContain('browser-7f3a0c52');
}, 30_000);
