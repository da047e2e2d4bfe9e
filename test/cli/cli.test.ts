import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askCommand, searchCommand } from '../../server/cli/ask.ts';
import { plain } from '../../server/cli/plain.ts';
import { readConfig } from '../../server/config/config.ts';
import { chatReply } from '../../server/contract/chat.ts';
import { searchReply } from '../../server/contract/search.ts';
import { createLog } from '../../server/runtime/log.ts';
import { closeServices, createServices, openDatabase } from '../../server/composition/services.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { inProcess } from './in-process.ts';

const secret = 's'.repeat(32);

let folder: string;
let site: Awaited<ReturnType<typeof startWordPressSite>>;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-cli-'));
  site = await startWordPressSite(secret);
  env = {
    ITIH_SECRET: secret,
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: `sqlite:${join(folder, 'itih.sqlite')}`,
  };
  const config = readConfig(env);
  const database = openDatabase(config);
  await migrate(database);
  const services = createServices(config, database, createLog('silent'));
  const content = 'The swans are fed at noon.\u001b[2J Every day a ranger tells about their life.';
  await services.knowledge.add({ title: 'Swans', content, mode: 'now' });
  const { worker, indexBuilder, vectorize } = services;
  await Promise.all([worker, indexBuilder, vectorize].map((loop) => loop.stop()));
  await closeServices(services);
}, 30_000);
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const question = 'When are the swans fed?';

test('a search shows what was found and how, and steers no terminal', async () => {
  const { stdout } = await inProcess(env, () => searchCommand(question, { topK: 1 }));
  expect(stdout).toContain('1. Swans');
  expect(stdout).toMatch(/words #1, covers \d+ %/);
  expect(stdout).not.toContain('\u001b');
}, 30_000);

test('a search as JSON is the reply of the endpoint', async () => {
  const { stdout } = await inProcess(env, () =>
    searchCommand(question, { json: true, minScore: 0.2 }),
  );
  const reply: unknown = JSON.parse(stdout);
  expect(searchReply.parse(reply)).toEqual(reply);
  expect(reply).toMatchObject({ min_score: 0.2, chunks: [{ title: 'Swans' }] });
}, 30_000);

test('a question is answered as in the chat, with its sources', async () => {
  const { stdout } = await inProcess(env, () => askCommand(question, {}));
  expect(stdout).toContain('The swans are fed at noon.');
  expect(stdout).toContain('[1] Swans');
  const asJson = await inProcess(env, () => askCommand(question, { json: true }));
  expect(chatReply.parse(JSON.parse(asJson.stdout))).toMatchObject({
    citations: [{ title: 'Swans' }],
  });
}, 60_000);

test('a page cannot steer the terminal', () => {
  expect(plain('a\u001b[31mred\u0007\u009b2J\u202e b\nc\td')).toBe('a[31mred2J b\nc\td');
});
