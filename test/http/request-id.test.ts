import { randomUUID } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, diag, propagation, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChatDetail, ChatSummary } from '../../server/contract/chats.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createLoop } from '../../server/runtime/one-at-a-time.ts';
import { forRequest, requestId } from '../../server/runtime/request-id.ts';
import { startTracing } from '../../server/runtime/tracing.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { until } from '../fakes/wait.ts';
import { startOtlpReceiver } from '../fakes/otlp-receiver.ts';
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

describe('an id that others see opens no answer', () => {
  let receiver: Awaited<ReturnType<typeof startOtlpReceiver>> | undefined;
  afterEach(async () => {
    await receiver?.close();
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    for (const api of [trace, context, propagation, diag]) api.disable();
  });

  const uuids = (text: string) => text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];

  test.each([
    ['one of its own', randomUUID()],
    ['that of the question, as earlier widgets send it', ''],
    ['none', undefined],
  ])('with %s in the header', async (_case, given) => {
    receiver = await startOtlpReceiver();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url;
    const stop = await startTracing(createLog('silent'), '1.2.3', process.env);
    const body = { message: 'When are the swans fed?', request_id: randomUUID() };
    const logged = given === '' ? body.request_id : given;
    const headers = logged === undefined ? {} : { 'x-request-id': logged };
    const asked = await app.shim.call('POST', '/chat/sync', { body, headers });
    await stop();
    await lineOf('request ended');
    const { session_id } = asked.body;
    const chats = await app.shim.admin('GET', '/chats');
    const chat = await app.shim.admin('GET', `/chats/${String(session_id)}`);
    const seen = uuids(
      JSON.stringify([
        lines(),
        receiver.spans,
        [chats.body, chat.body],
        openai.requests.map((request) => [request.headers, request.body]),
        app.site.requestIds,
        [...asked.headers],
      ]),
    );
    expect(seen).toContain(asked.headers.get('x-request-id'));
    const ask = (request_id: string) =>
      app.shim.call('POST', '/chat/sync', { body: { ...body, request_id } });
    for (const request_id of new Set(seen)) {
      expect((await ask(request_id)).body['session_id']).not.toBe(session_id);
    }
    // The visitor who asked still finds the answer.
    const again = await ask(body.request_id);
    expect(again.body['session_id'] === session_id).toBe(given !== '');
  });

  test('it does so with the secret of the session', async () => {
    const first = await app.shim.call('POST', '/chat/sync', { body: { message: 'Hello' } });
    const { session_id, session_secret } = first.body;
    const request_id = randomUUID();
    const ask = (secret: string) =>
      app.shim.call('POST', '/chat/sync', {
        body: { message: 'When are the swans fed?', session_id, request_id },
        headers: { 'x-request-id': request_id, 'x-itih-secret': secret },
      });
    const question = await ask(String(session_secret));
    expect((await ask(String(session_secret))).body).toEqual(question.body);
    expect((await ask('')).body['session_id']).not.toBe(session_id);
    expect((await ask('wrong')).body['session_id']).not.toBe(session_id);
  });
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
