import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import {
  createIndexReply,
  dashboardReply,
  embeddingEstimateReply,
  modelsReply,
  statusReply,
  testReply,
} from '../../server/contract/admin.ts';
import {
  createDocumentsReply,
  documentView,
  indexPostsReply,
} from '../../server/contract/knowledge.ts';
import { searchReply } from '../../server/contract/search.ts';
import { startApp } from './app-server.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1' });
  const body = { title: 'Swans', content: 'The swans are fed at noon, every day.', mode: 'now' };
  await app.shim.admin('POST', '/documents', { body });
});
afterAll(() => app.close());

const replies: [string, string, z.ZodType, object, number][] = [
  ['GET', '/dashboard', dashboardReply, {}, 200],
  ['GET', '/status', statusReply, {}, 200],
  ['GET', '/admin/models', modelsReply, { query: { scope: 'llm' } }, 200],
  ['GET', '/admin/models', modelsReply, { query: { scope: 'embedding' } }, 200],
  ['POST', '/admin/models', modelsReply, { body: { scope: 'llm', settings: {} } }, 200],
  ['POST', '/admin/test', testReply, { body: { scope: 'llm' } }, 200],
  ['POST', '/admin/test', testReply, { body: { scope: 'embedding' } }, 200],
  ['POST', '/admin/test', testReply, { body: { scope: 'vector_store' } }, 200],
  ['POST', '/admin/embedding-estimate', embeddingEstimateReply, {}, 200],
  ['POST', '/vector-store/create-index', createIndexReply, {}, 200],
  ['POST', '/search', searchReply, { body: { query: 'When are the swans fed?' } }, 200],
  ['GET', '/documents', documentView.array(), {}, 200],
  [
    'POST',
    '/documents',
    createDocumentsReply,
    { body: { title: 'Note', content: 'Open daily.' } },
    201,
  ],
  ['POST', '/posts/index', indexPostsReply, { body: {} }, 202],
];

test.each(replies)(
  '%s %s answers as the contract says',
  async (method, path, schema, options, status) => {
    const answer = await app.shim.admin(method, path, options);
    expect(answer.status).toBe(status);
    expect(schema.parse(answer.body)).toEqual(answer.body);
  },
);

test('what was added is found', async () => {
  const { body } = await app.shim.admin('POST', '/search', {
    body: { query: 'When are the swans fed?' },
  });
  expect(body).toMatchObject({
    chunks: [{ title: 'Swans', content: expect.stringContaining('noon') }],
  });
});

describe('a hosted index without a token', () => {
  const chosen = { vector_store: { engine: 'vectorize' } };
  const message = 'Vectorize: no API token is set. Enter the one for this account.';
  const missing = { code: 'not_configured', message };

  test('is said when it is tested, before the settings are saved', async () => {
    const body = { scope: 'vector_store', settings: chosen };
    const tested = await app.shim.admin('POST', '/admin/test', { body });
    expect(tested.body).toEqual({ ok: false, ...missing, failure: 'setup' });
  });

  test('is said when it is to be made, and questions are answered all the same', async () => {
    await app.shim.admin('PUT', '/settings', { body: chosen });
    const made = await app.shim.admin('POST', '/vector-store/create-index', {});
    expect(made).toMatchObject({ status: 503, body: missing });
    const found = await app.shim.admin('POST', '/search', { body: { query: 'swans' } });
    expect(found.body).toMatchObject({ chunks: [{ title: 'Swans' }] });
    await app.shim.admin('PUT', '/settings', { body: { vector_store: { engine: 'auto' } } });
  });
});

describe('a search', () => {
  const search = (body: object) => app.shim.admin('POST', '/search', { body });

  test('takes only documents that the filter lets through', async () => {
    const query = 'When are the swans fed?';
    const found = async (filter: object) =>
      ((await search({ query, filter })).body['chunks'] as unknown[]).length;
    expect(await found({ kinds: ['txt'] })).toBe(1);
    expect(await found({ kinds: ['pdf'] })).toBe(0);
    expect(await found({ document_ids: [999] })).toBe(0);
  });

  test('refuses a filter that it does not know: it would restrict nothing', async () => {
    const { status, body } = await search({ query: 'swans', filter: { kind: 'pdf' } });
    expect([status, body['code']]).toEqual([400, 'invalid_request']);
  });

  test('understands a question by what was said before', async () => {
    const history = [
      { role: 'user', content: 'When are the swans fed?' },
      { role: 'assistant', content: 'At noon.' },
    ];
    const { body } = await search({ query: 'every day?', history });
    expect(body).toMatchObject({
      queries: [
        { text: 'every day?', why: 'question' },
        { text: 'every day? When are the swans fed?', why: 'joined' },
      ],
      chunks: [{ title: 'Swans' }],
    });
  });
});

describe('a provider that nobody has set up', () => {
  const chosen = {
    embeddings: { provider: 'workers_ai' },
    llm: { provider: 'workers_ai', fallback: '' },
  };

  test('is told by a test of the connection, before it is saved', async () => {
    for (const scope of ['llm', 'embedding']) {
      const { body } = await app.shim.admin('POST', '/admin/test', {
        body: { scope, settings: chosen },
      });
      expect(body).toMatchObject({ ok: false, code: 'not_configured' });
    }
  });

  test('can be saved and left again; meanwhile the index that there is goes on', async () => {
    const saved = await app.shim.admin('PUT', '/settings', { body: chosen });
    expect([saved.status, saved.body]).toMatchObject([200, { settings: chosen }]);
    const search = { body: { query: 'When are the swans fed?' } };
    expect((await app.shim.admin('POST', '/search', search)).body).toMatchObject({
      chunks: [{ title: 'Swans' }],
    });
    const asked = await app.shim.call('POST', '/chat/sync', {
      body: { message: 'When are the swans fed?' },
    });
    expect([asked.status, asked.body['code']]).toEqual([503, 'not_configured']);
    const withFallback = { llm: { fallback: 'builtin' } };
    await app.shim.admin('PUT', '/settings', { body: withFallback });
    const { status } = await app.shim.call('POST', '/chat/sync', {
      body: { message: 'When are the swans fed?' },
    });
    expect(status).toBe(200);
    const back = { embeddings: { provider: 'builtin' }, llm: { provider: 'builtin' } };
    expect((await app.shim.admin('PUT', '/settings', { body: back })).status).toBe(200);
    expect((await app.shim.call('POST', '/chat/sync', { body: { message: 'Hello' } })).status).toBe(
      200,
    );
  });
});

describe('settings', () => {
  test('come without secrets, and a wrong one is named', async () => {
    const body = { llm: { openai: { api_key: 'example-key-0123456789' } } };
    const saved = await app.shim.admin('PUT', '/settings', { body });
    expect(JSON.stringify(saved.body)).not.toContain('example-key');
    expect(saved.body).toMatchObject({
      settings: { llm: { openai: { api_key: { set: true, last4: '6789' } } } },
    });
    const wrong = await app.shim.admin('PUT', '/settings', { body: { chat: { top_k: 0 } } });
    expect(wrong).toMatchObject({
      status: 400,
      body: { data: { fields: { 'chat.top_k': expect.any(String) } } },
    });
    expect((await app.shim.admin('GET', '/settings')).body).toEqual(saved.body);
  });
});

describe('a stored key and another address', () => {
  const path = 'llm.openai.api_key';
  const api_key = 'example-key-0123456789';
  let collector: Server;
  let heard: (string | undefined)[];
  let base_url: string;
  beforeAll(async () => {
    heard = [];
    collector = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json');
      response.end('{"data":[{"id":"a-model"}]}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    base_url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1`;
    await app.shim.admin('PUT', '/settings', { body: { llm: { openai: { api_key } } } });
  });
  afterAll(() => {
    collector.closeAllConnections();
    collector.close();
  });
  const elsewhere = () => ({ llm: { provider: 'openai', openai: { base_url, model: 'm' } } });
  const both = () => ({
    llm: { ...elsewhere().llm, openai_compatible: { base_url } },
    embeddings: { provider: 'openai', openai: { base_url, model: 'm' } },
  });

  test.each([
    ['POST', '/admin/test', { scope: 'llm' }],
    ['POST', '/admin/test', { scope: 'embedding' }],
    ['POST', '/admin/models', { scope: 'llm', provider: 'openai' }],
    ['POST', '/admin/models', { scope: 'llm', provider: 'openai_compatible' }],
    ['POST', '/admin/embedding-estimate', {}],
  ])('%s %s with %j does not send it there', async (method, path, body) => {
    await app.shim.admin(method, path, { body: { ...body, settings: both() } });
    expect(heard.filter((authorization) => authorization !== undefined)).toEqual([]);
  });

  test('a test says that it has to be entered again', async () => {
    const body = { scope: 'llm', settings: elsewhere() };
    expect((await app.shim.admin('POST', '/admin/test', { body })).body).toEqual({
      ok: false,
      code: 'not_configured',
      message:
        'OpenAI: no API key is set. Enter the one for this address; the environment’s key is for the address in ITIH_OPENAI_BASE_URL alone.',
      failure: 'setup',
    });
  });

  test('PUT refuses it at the field of the key, and takes it with a key', async () => {
    const refused = await app.shim.admin('PUT', '/settings', { body: elsewhere() });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', data: { fields: { [path]: expect.any(String) } } },
    });
    const openai = { ...elsewhere().llm.openai, api_key: 'another-key' };
    const body = { llm: { provider: 'openai', openai } };
    expect((await app.shim.admin('PUT', '/settings', { body })).status).toBe(200);
    const listed = await app.shim.admin('GET', '/admin/models', { query: { scope: 'llm' } });
    expect([listed.status, heard.at(-1)]).toEqual([200, 'Bearer another-key']);
    const back = { llm: { provider: 'builtin', openai: { api_key: '', base_url: '' } } };
    await app.shim.admin('PUT', '/settings', { body: back });
  });
});

test('with WordPress gone the status says what is wrong, and the rest is there', async () => {
  app.site.failWith = 500;
  const { status, body } = await app.shim.admin('GET', '/status');
  expect(status).toBe(200);
  expect(body).toMatchObject({ ok: false, database: { ok: true }, bridge: { ok: false } });
  app.site.failWith = 0;
});

test('with WordPress hanging the status is there within seconds', async () => {
  app.site.delay = 4000;
  const begun = performance.now();
  const { body } = await app.shim.admin('GET', '/status');
  expect(performance.now() - begun).toBeLessThan(3800);
  expect(body).toMatchObject({
    database: { ok: true },
    bridge: { ok: false, message: 'WordPress did not answer within 3 s.' },
  });
  app.site.delay = 0;
});
