/** Everything is logged, and the log knows neither what visitors write nor who they are, nor any secret. */
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLog } from '../../server/runtime/log.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { until } from '../fakes/wait.ts';
import { secret, startApp } from './app-server.ts';

const words = 'example-words-of-a-visitor';
const email = 'visitor@mail.example';
const address = '192.0.2.77';
const said = `${words}, write to ${email}`;

let folder: string;
let openai: OpenAiServer;
let app: Awaited<ReturnType<typeof startApp>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-log-'));
  openai = await startOpenAiServer();
  const log = createLog('trace', openSync(join(folder, 'log'), 'a'));
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1' }, () => true, log);
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  const llm = { provider: 'openai', fallback: '', openai: connection };
  await app.shim.admin('PUT', '/settings', { body: { chat: { strict: false }, llm } });
});
afterEach(async () => {
  await app.close();
  await openai.close();
  rmSync(folder, { recursive: true });
});

test('no text, address or secret of a visitor is in any line', async () => {
  const { shim } = app;
  const { session } = await shim.chat(said, { ip: address });
  const headers = { 'x-itih-secret': session!.secret };
  await shim.chat(`And ${said}?`, { session: session!, ip: address });
  for (const behaviour of ['unauthorised', 'hang-up', 'garbage', 'broken']) {
    await shim.chat(`${said} [[fake:${behaviour}]]`, { ip: address });
  }
  openai.script({
    kind: 'error',
    status: 400,
    body: { error: { message: `You wrote: ${said}`, type: 'invalid_request_error' } },
  });
  await shim.chat(said, { ip: address });
  const query = { session_id: session!.id };
  const { body: history } = await shim.call<{ turns: { id: number }[] }>('GET', '/history', {
    query,
    headers,
  });
  await shim.call('POST', '/feedback', {
    body: {
      message_id: history.turns.at(-1)?.id,
      session_id: session!.id,
      feedback: 'down',
      comment: said,
    },
    headers,
  });
  await shim.call('POST', '/chat', { body: said });
  await shim.call('POST', '/chat', { body: { message: said, page_url: { bad: said } } });
  await shim.call('POST', '/chat', { body: { message: said.repeat(2000) } });
  await shim.call('POST', '/chat', { body: { message: said, session_id: session!.id } });
  await shim.call('GET', '/history', {
    query: { session_id: said },
    headers: { 'x-itih-secret': said },
  });
  await shim.admin('POST', '/search', { body: { query: said } });
  await shim.admin('POST', '/ask', { body: { message: said } });
  await shim.admin('GET', '/chats', { query: { search: said } });
  const log = () => readFileSync(join(folder, 'log'), 'utf8');
  await until('the log is written', () => log().split('\n').length > 27);
  await sleep(300);
  const written = log();
  const lines = written.trim().split('\n');
  expect(lines.length).toBeGreaterThan(25);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('level');
  const planted = { words, email, address, secret, key: fakeApiKey, session: session!.secret };
  const found = Object.entries(planted).filter(([, text]) => written.includes(text));
  expect(found).toEqual([]);
});
