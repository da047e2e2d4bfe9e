/** `itih eval` as it is started, between a fake site and a fake vendor. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { closeServices, createServices, openDatabase } from '../../server/composition/services.ts';
import { createLog } from '../../server/runtime/log.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { compileCache } from '../program.ts';

const secret = 's'.repeat(32);
const program = new URL('../../server/itih.mjs', import.meta.url).pathname;

let folder: string;
let site: Awaited<ReturnType<typeof startWordPressSite>>;
let vendor: OpenAiServer;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-eval-'));
  site = await startWordPressSite(secret);
  vendor = await startOpenAiServer({ apiKey: null, models: { local: 0 } });
  env = {
    ...compileCache,
    ITIH_SECRET: secret,
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: `sqlite:${join(folder, 'itih.sqlite')}`,
    ITIH_FETCH_ALLOW: '127.0.0.1',
  };
  const config = readConfig(env);
  const database = openDatabase(config);
  await migrate(database);
  const services = createServices(config, database, createLog('silent'));
  const content = 'The swans are fed at noon. Every day a ranger tells about their life.';
  await services.addDocuments({ title: 'Swans', content, mode: 'now' });
  const { worker, indexBuilder, vectorize } = services;
  await Promise.all([worker, indexBuilder, vectorize.sync].map((loop) => loop.stop()));
  await closeServices(services);
  writeFileSync(join(folder, 'asked.csv'), 'question,expected\nWhen are the swans fed?,noon\n');
}, 30_000);
beforeEach(() => {
  site.settings = {};
});
afterAll(async () => {
  await site.close();
  await vendor.close();
  rmSync(folder, { recursive: true });
});

const evaluate = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, 'eval', join(folder, 'asked.csv'), ...args], {
    env: { ...process.env, ...env },
    timeout: 25_000,
  });

test('the questions of a file are asked without a key, and the report is printed', async () => {
  const { stdout, stderr } = await evaluate();
  expect(stderr).toContain('Asking 1 question; builtin');
  expect(stdout).toContain('# Answers of the chat');
  expect(stdout).toContain('> **Swans** says:');
  expect(stdout).toContain('> > **The swans are fed at noon.** [1]');
  expect(stdout).toContain('Expected (there): noon');
}, 30_000);

test('the configured model judges, and the number of calls is said before', async () => {
  site.settings = {
    llm: {
      provider: 'builtin',
      fallback: 'openai_compatible',
      openai_compatible: { base_url: vendor.url, model: 'local' },
    },
  };
  vendor.script(
    // A server of one's own is asked first how much it takes.
    { kind: 'raw', contentType: 'application/json', body: '{"data":[]}' },
    answer({ text: '{"grade":"good","reason":"It says when."}' }),
  );
  const output = join(folder, 'report.md');
  const { stderr } = await evaluate('--judge', '--output', output);
  expect(stderr).toContain('openai_compatible:local judges: one more call');
  expect(readFileSync(output, 'utf8')).toContain('Judge: **Good**. It says when.');
  expect(vendor.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(1);
}, 30_000);

test.each([
  ['--judge needs a language model', ['--judge']],
  ['name another file', ['--output', 'asked.csv']],
  ['The report cannot be written', ['--output', 'none/report.md']],
])(
  '%s: one sentence and status 1',
  async (sentence, args) => {
    const paths = args.map((arg) => (arg.startsWith('--') ? arg : join(folder, arg)));
    await expect(evaluate(...paths)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(sentence),
    });
  },
  30_000,
);
