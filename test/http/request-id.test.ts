import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ChatDetail, ChatSummary } from '../../server/contract/chats.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createLoop } from '../../server/runtime/one-at-a-time.ts';
import { forRequest, requestId } from '../../server/runtime/request-id.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { until } from '../fakes/wait.ts';
import { startApp } from './app-server.ts';

const id = 'browser-7f3a0c52';

let folder: string;
let file: number;
let openai: OpenAiServer;
let app: Awaited<ReturnType<typeof startApp>>;

const lines = () =>
  readFileSync(join(folder, 'log'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
async function lineOf(msg: string): Promise<Record<string, unknown>> {
  const find = () => lines().find((line) => line['msg'] === msg);
  await until(msg, () => find() !== undefined);
  return find() ?? {};
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-id-'));
  file = openSync(join(folder, 'log'), 'a');
  openai = await startOpenAiServer();
  const log = createLog('debug', file);
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1' }, () => true, log);
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  const llm = { provider: 'openai', fallback: '', openai: connection };
  await app.shim.admin('PUT', '/settings', { body: { chat: { strict: false }, llm } });
  app.site.requestIds.length = 0;
});
afterEach(async () => {
  await app.close();
  await openai.close();
  rmSync(folder, { recursive: true });
});

test('one id is in the answer, on each line of the log, at the vendor and in the chat', async () => {
  const question = 'When are the swans fed?';
  const { url, ...init } = app.shim.signed('POST', '/chat', {
    body: { message: question },
    headers: { 'x-request-id': id },
  });
  const response = await fetch(url, init);
  expect(response.headers.get('x-request-id')).toBe(id);
  await response.text();
  const of = (msg: string) => lines().filter((line) => line['msg'] === msg);
  const isEnded = () => of('request ended').some((line) => line['path'] === '/itih/v1/chat');
  await until('the end', isEnded);
  for (const msg of ['answered', 'request ended']) {
    expect(of(msg)).toContainEqual(expect.objectContaining({ requestId: id }));
  }
  expect(openai.requests.map(({ headers }) => headers['x-client-request-id'])).toEqual([id]);
  const { body: chats } = await app.shim.admin<ChatSummary[]>('GET', '/chats');
  const { body: chat } = await app.shim.admin<ChatDetail>('GET', `/chats/${chats[0]!.session}`);
  expect(chat.turns.map((turn) => turn.requestId)).toEqual(['', id]);
});

test('what is asked of WordPress for a request has its id', async () => {
  await app.shim.admin('GET', '/status', { headers: { 'x-request-id': id } });
  expect(app.site.requestIds).toContain(id);
});

test('an answer that fails names the request to the reader and in the log', async () => {
  const { frames } = await app.shim.chat('Swans? [[fake:unauthorised]]', {
    headers: { 'x-request-id': id },
  });
  expect(frames.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ type: 'error', request_id: id }),
  );
  expect(await lineOf('answer failed')).toMatchObject({ requestId: id });
});

test('an error of the sidecar names the request in its body, a refusal does not', async () => {
  app.services.documents.get = () => Promise.reject(new Error('no'));
  const headers = { 'x-request-id': id };
  const failed = await app.shim.admin('GET', '/documents/1', { headers });
  expect(failed.body['data']).toMatchObject({ status: 500, request_id: id });
  expect(await lineOf('request failed')).toMatchObject({ requestId: id });
  const refused = await app.shim.admin('GET', '/documents/x', { headers });
  expect(refused.body['data']).toEqual({ status: 404 });
});

test.each(['short', 'a'.repeat(65), 'with space', 'new\tline12', 'quote"12345', 'é1234567'])(
  'an id of another form is replaced: %j',
  async (foreign) => {
    const headers = { 'x-request-id': Buffer.from(foreign).toString('latin1') };
    const response = await app.shim.admin('GET', '/status', { headers });
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  },
);

test('calls of one request are all accepted, a repeated one is not', async () => {
  const body = { message: 'Hello' };
  const signed = () =>
    app.shim.signed('POST', '/chat/sync', { body, headers: { 'x-request-id': id } });
  const first = signed();
  expect((await fetch(first.url, first)).status).toBe(200);
  const second = signed();
  expect((await fetch(second.url, second)).status).toBe(200);
  expect((await fetch(first.url, first)).status).toBe(401);
});

test('background work that a request wakes up is not the request’s', async () => {
  const seen: (string | undefined)[] = [];
  const loop = createLoop(() => {
    seen.push(requestId());
    return Promise.resolve(null);
  });
  forRequest(id, () => loop.look());
  await loop.stop();
  expect(seen).toEqual([undefined]);
});
