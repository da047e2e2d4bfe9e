/** The sidecar's log, and the id by which the lines of a request are found. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, diag, propagation, trace } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { createLog } from '../../server/runtime/log.ts';
import { Loop } from '../../server/runtime/one-at-a-time.ts';
import { forRequest, requestId } from '../../server/runtime/request-id.ts';
import { startTracing } from '../../server/runtime/tracing.ts';
import type { Passage } from '../../server/storage/chunks.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { startOtlpReceiver } from '../fakes/otlp-receiver.ts';
import { until } from '../fakes/wait.ts';
import { secret, startApp, startAppWithModel, type App } from './app-server.ts';

const words = 'example-words-of-a-visitor';
const id = 'browser-7f3a0c52';

let folder: string;
/** Stays open: the log may write to it after the last line that a test waits for. */
let file: number;
let app: App;
let openai: OpenAiServer;
beforeAll(async () => {
  openai = await startOpenAiServer();
});
afterAll(() => openai.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-log-'));
  file = openSync(join(folder, 'log'), 'a');
  openai.requests.length = 0;
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

type Line = Record<string, unknown>;
type Level = Parameters<typeof createLog>[0];

const written = () => readFileSync(join(folder, 'log'), 'utf8');
const lines = () =>
  written()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
/** Waits for a line, as the log writes in the background. */
async function lineWith(phrase: string): Promise<Line> {
  const find = () => lines().find(({ msg }) => String(msg).includes(phrase));
  await until(phrase, () => find() !== undefined);
  return find() ?? {};
}
/** Returns all lines so far. */
async function allLines(): Promise<Line[]> {
  app.services.log.error('the end');
  await lineWith('the end');
  return lines().slice(0, -1);
}

async function start(level: Level, ready = () => true): Promise<void> {
  app = await startApp({}, ready, createLog(level, file));
}
async function startChat(level: Level = 'debug'): Promise<void> {
  app = await startAppWithModel(openai, { log: createLog(level, file) });
}
const failing = (error: Error) => {
  app.services.documents.get = () => Promise.reject(error);
};

test('no text, address or secret of a visitor is in any line', async () => {
  await startChat('trace');
  const { shim } = app;
  const email = 'visitor@mail.example';
  const said = `${words}, write to ${email}`;
  const ip = '192.0.2.77';
  const { session } = await shim.chat(said, { ip });
  const { id: session_id, secret: sessionSecret } = session!;
  const headers = { 'x-itih-secret': sessionSecret };
  await shim.chat(`And ${said}?`, { session: session!, ip });
  for (const behaviour of ['unauthorised', 'hang-up', 'garbage', 'broken']) {
    await shim.chat(`${said} [[fake:${behaviour}]]`, { ip });
  }
  const error = { message: `You wrote: ${said}`, type: 'invalid_request_error' };
  openai.script({ kind: 'error', status: 400, body: { error } });
  await shim.chat(said, { ip });
  const rating = { message_id: 2, session_id, feedback: 'down', comment: said };
  await shim.call('POST', '/feedback', { body: rating, headers });
  for (const body of [
    said,
    { message: said, page_url: { bad: said } },
    { message: said.repeat(2000) },
    { message: said, session_id },
  ]) {
    await shim.call('POST', '/chat', { body });
  }
  const guessed = { query: { session_id: said }, headers: { 'x-itih-secret': said } };
  await shim.call('GET', '/history', guessed);
  await shim.admin('POST', '/search', { body: { query: said } });
  await shim.admin('POST', '/ask', { body: { message: said } });
  await shim.admin('GET', '/chats', { query: { search: said } });
  const all = await allLines();
  expect(all.length).toBeGreaterThan(25);
  for (const line of all) expect(line).toHaveProperty('level');
  const planted = { words, email, ip, secret, fakeApiKey, sessionSecret };
  const found = Object.entries(planted).filter(([, text]) => written().includes(text));
  expect(found).toEqual([]);
});

test('bad requests of strangers write nothing into the log', async () => {
  await start('info');
  const { url } = app;
  const bad = [
    () => fetch(`${url}/nothing/here`),
    () => fetch(`${url}/itih/v1/documents`, { method: 'POST', body: '{' }),
    () => fetch(`${url}/itih/v1/chat`, { method: 'POST', body: words }),
    () => fetch(`${url}/itih/v1/history`, { headers: { 'x-itih-signature': words } }),
  ];
  for (let sent = 0; sent < 200; sent += 40) {
    const requests = Array.from({ length: 40 }, (_, at) => bad[at % bad.length]!());
    for (const answer of await Promise.all(requests)) {
      expect(Math.floor(answer.status / 100)).toBe(4);
      await answer.arrayBuffer();
    }
  }
  expect(await allLines()).toEqual([]);
});

test('a request that fails by an error of the database tells neither statement nor values', async () => {
  await start('debug');
  const about = { errno: 1205, sqlState: 'HY000' };
  const sql = `insert into wp_rag_documents values ('${words}')`;
  failing(Object.assign(new Error('Lock wait timeout exceeded'), { ...about, sql }));
  expect((await app.shim.admin('GET', '/documents/1')).status).toBe(503);
  expect(await lineWith('request failed')).toMatchObject({ err: about });
  expect(written()).not.toContain(words);
});

test("a vendor's failure is a warning, only the sidecar's own is an error", async () => {
  await start('debug');
  failing(new AppError('provider_error'));
  await app.shim.admin('GET', '/documents/1');
  expect(await lineWith('request failed')).toMatchObject({ level: 40, code: 'provider_error' });
});

test('a crowd that is refused, and probes of tables that are newer, are one line without a stack each', async () => {
  let isNewer = false;
  await start('info', () => {
    if (isNewer) throw new AppError('newer_database');
    return true;
  });
  failing(new AppError('overloaded', { turnedAway: 'relayed' }));
  for (let each = 0; each < 20; each++) {
    expect((await app.shim.admin('GET', '/documents/1')).status).toBe(503);
  }
  isNewer = true;
  for (let each = 0; each < 20; each++) {
    expect((await fetch(`${app.url}/healthz`)).status).toBe(503);
  }
  const [crowd, probes, ...others] = await allLines();
  expect(crowd).toMatchObject({ code: 'overloaded', reason: 'relayed' });
  expect(JSON.stringify(crowd)).not.toContain('stack');
  expect(JSON.stringify(probes)).toContain('newer_database');
  expect(others).toEqual([]);
});

test('with WordPress hanging, visitors add a line a minute', async () => {
  await start('info');
  const { shim, services, site } = app;
  await shim.call('POST', '/chat/sync', { body: { message: 'Hello' } });
  site.failWith = 500;
  const passage = { documentId: 1, postId: 1, attachmentId: null } as unknown as Passage;
  services.visibility.distrust();
  for (let each = 0; each < 20; each++) {
    const settings = await services.settings.get();
    await services.visibility.onlyPublic([passage], settings).catch(() => []);
  }
  const told = (await allLines()).filter(({ msg }) => /which sources are public/.test(String(msg)));
  expect(told).toHaveLength(1);
});

describe('the id of a request', () => {
  const headers = { 'x-request-id': id };

  test('is at WordPress, too, and named where the sidecar fails, but not in a refusal', async () => {
    await start('debug');
    await app.shim.admin('GET', '/status', { headers });
    expect(app.site.requestIds).toContain(id);
    failing(new Error('no'));
    const failed = await app.shim.admin('GET', '/documents/1', { headers });
    expect(failed.body['data']).toMatchObject({ status: 500, request_id: id });
    expect(await lineWith('request failed')).toMatchObject({ requestId: id });
    const refused = await app.shim.admin('GET', '/documents/x', { headers });
    expect(refused.body['data']).toEqual({ status: 404 });
  });

  test('is replaced if it has another form, and may be that of several calls', async () => {
    await start('silent');
    for (const given of [
      'short',
      'a'.repeat(65),
      'with space',
      'new\tline12',
      'quote"12345',
      'é1234567',
    ]) {
      const foreign = { 'x-request-id': Buffer.from(given).toString('latin1') };
      const response = await app.shim.admin('GET', '/status', { headers: foreign });
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
    for (let n = 0; n < 2; n++) {
      const body = { message: 'Hello' };
      expect((await app.shim.call('POST', '/chat/sync', { body, headers })).status).toBe(200);
    }
  });

  test('is not that of background work which the request wakes up', async () => {
    await start('silent');
    const seen: (string | undefined)[] = [];
    const loop = new Loop(() => {
      seen.push(requestId());
      return Promise.resolve(null);
    });
    forRequest(id, () => loop.wake());
    await loop.stop();
    expect(seen).toEqual([undefined]);
  });
});

describe('an id that others see opens no answer', () => {
  const uuids = (text: string) => text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
  let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
  beforeEach(async () => {
    receiver = await startOtlpReceiver();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url;
    await startChat();
  });
  afterEach(async () => {
    await receiver.close();
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    for (const api of [trace, context, propagation, diag]) api.disable();
  });

  test.each([
    ['one of its own', randomUUID()],
    ['that of the question, as earlier widgets send it', ''],
    ['none', undefined],
  ])('with %s in the header', async (_case, given) => {
    const stop = await startTracing(createLog('silent'), '1.2.3', process.env);
    const body = { message: 'When are the swans fed?', request_id: randomUUID() };
    const logged = given === '' ? body.request_id : given;
    const headers = logged === undefined ? {} : { 'x-request-id': logged };
    const asked = await app.shim.call('POST', '/chat/sync', { body, headers });
    await stop();
    await lineWith('request ended');
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
