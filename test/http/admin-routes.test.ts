import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { z } from 'zod';
import {
  createIndexReply,
  dashboardReply,
  answerEstimateReply,
  embeddingEstimateReply,
  modelsReply,
  statusReply,
  testReply,
} from '../../server/contract/admin.ts';
import {
  createDocumentsReply,
  documentView,
  indexPostsReply,
  linkedFilesReply,
} from '../../server/contract/knowledge.ts';
import { searchReply } from '../../server/contract/search.ts';
import { readStatus } from '../../server/composition/status.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';
import { examine } from '../../server/composition/doctor/examine.ts';
import { localModelsReply } from '../../server/contract/local-models.ts';
import { listen } from '../fakes/listen.ts';
import { until } from '../fakes/wait.ts';
import { onnxModelFiles, writeFiles } from '../providers/local/tiny-models.ts';
import { startApp, type App } from './app-server.ts';

let app: App;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-state-'));
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1', ITIH_CACHE_DIR: folder });
  const body = { title: 'Swans', content: 'The swans are fed at noon, every day.', mode: 'now' };
  await app.shim.admin('POST', '/documents', { body });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const search = (body: object) => app.shim.admin('POST', '/search', { body });

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
  ['POST', '/admin/answer-estimate', answerEstimateReply, {}, 200],
  ['POST', '/vector-store/create-index', createIndexReply, {}, 200],
  ['POST', '/search', searchReply, { body: { query: 'When are the swans fed?' } }, 200],
  ['GET', '/documents', documentView.array(), {}, 200],
  ['GET', '/linked-files', linkedFilesReply, {}, 200],
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

test('settings come with what pages say of the business card, as far as it is understood', async () => {
  const found = async () => (await app.shim.admin('GET', '/settings')).body['found'];
  expect(await found()).toEqual({});
  const told = { phone: '01234 5678', later: 'unknown' };
  await app.services.state.writeText('site_business', JSON.stringify(told));
  expect(await found()).toEqual({ phone: '01234 5678' });
  await app.services.state.writeText('site_business', '{"phone":5}');
  expect(await found()).toEqual({});
  await app.services.state.remove('site_business');
});

test('a hosted index without a token is told, and questions are answered all the same', async () => {
  const chosen = { vector_store: { engine: 'vectorize' } };
  const message = 'Vectorize: no API token is set. Enter the one for this account.';
  const missing = { code: 'not_configured', message };
  const body = { scope: 'vector_store', settings: chosen };
  const tested = await app.shim.admin('POST', '/admin/test', { body });
  expect(tested.body).toEqual({ ok: false, ...missing, failure: 'setup' });
  await app.shim.admin('PUT', '/settings', { body: chosen });
  const made = await app.shim.admin('POST', '/vector-store/create-index', {});
  expect(made).toMatchObject({ status: 503, body: missing });
  expect((await search({ query: 'swans' })).body).toMatchObject({ chunks: [{ title: 'Swans' }] });
  await app.shim.admin('PUT', '/settings', { body: { vector_store: { engine: 'auto' } } });
});

test('a search takes only documents that the filter lets through, and no filter that it does not know', async () => {
  const query = 'When are the swans fed?';
  const found = async (filter: object) =>
    ((await search({ query, filter })).body['chunks'] as unknown[]).length;
  expect(await found({ kinds: ['txt'] })).toBe(1);
  expect(await found({ kinds: ['pdf'] })).toBe(0);
  const { status, body } = await search({ query, filter: { kind: 'pdf' } });
  expect([status, body['code']]).toEqual([400, 'invalid_request']);
});

test('a search understands a question by what was said before', async () => {
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

test('a provider that nobody has set up can be saved and left again; meanwhile the index goes on', async () => {
  const chosen = {
    embeddings: { provider: 'workers_ai' },
    llm: { provider: 'workers_ai', fallback: '' },
  };
  const save = async (body: object) =>
    expect((await app.shim.admin('PUT', '/settings', { body })).status).toBe(200);
  const ask = async () => {
    const body = { message: 'When are the swans fed?' };
    const asked = await app.shim.call('POST', '/chat/sync', { body });
    return asked.body['code'] ?? asked.status;
  };
  const body = { scope: 'embedding', settings: chosen };
  const tested = await app.shim.admin('POST', '/admin/test', { body });
  expect(tested.body).toMatchObject({ ok: false, code: 'not_configured' });
  await save(chosen);
  expect((await search({ query: 'swans' })).body).toMatchObject({ chunks: [{ title: 'Swans' }] });
  expect(await ask()).toBe('not_configured');
  await save({ llm: { fallback: 'builtin' } });
  expect(await ask()).toBe(200);
  await save({ embeddings: { provider: 'builtin' }, llm: { provider: 'builtin' } });
  expect(await ask()).toBe(200);
});

describe('a stored key and another address', () => {
  const path = 'llm.openai.api_key';
  const api_key = 'example-key-0123456789';
  let collector: Awaited<ReturnType<typeof listen>>;
  let heard: (string | undefined)[];
  let base_url: string;
  beforeAll(async () => {
    heard = [];
    const server = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json');
      response.end('{"data":[{"id":"a-model"}]}');
    });
    collector = await listen(server);
    base_url = `${collector.url}/v1`;
    await app.shim.admin('PUT', '/settings', { body: { llm: { openai: { api_key } } } });
  });
  afterAll(() => collector.close());
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
    ['POST', '/admin/answer-estimate', {}],
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

test('with WordPress hanging the status is there within seconds', async () => {
  jest.useFakeTimers();
  const bridge = { settings: () => new Promise(() => undefined) } as unknown as Bridge;
  const status = readStatus({ ...app.services, bridge });
  await jest.advanceTimersByTimeAsync(3000);
  expect(await status).toMatchObject({
    database: { ok: true },
    bridge: { ok: false, message: 'WordPress did not answer within 3 s.' },
  });
  jest.useRealTimers();
});

const names = (body: unknown) => localModelsReply.parse(body).models.map(({ name }) => name);

test('models in the folder are listed, chosen and removed, but not while they are used', async () => {
  writeFiles(onnxModelFiles(), join(folder, 'models', 'tiny'));
  const listed = await app.shim.admin('GET', '/models/local');
  expect(listed.status).toBe(200);
  expect(localModelsReply.parse(listed.body)).toEqual(listed.body);
  expect(names(listed.body)).toEqual(['english', 'tiny']);
  const choice = await app.shim.admin('GET', '/admin/models', {
    query: { scope: 'embedding', provider: 'local' },
  });
  expect(choice.body).toMatchObject({
    models: [{ id: 'english' }, { id: 'tiny' }],
  });

  const chosen = { embeddings: { provider: 'local', local: { model: 'tiny' } } };
  expect((await app.shim.admin('PUT', '/settings', { body: chosen })).status).toBe(200);
  const test = await app.shim.admin('POST', '/admin/test', { body: { scope: 'embedding' } });
  expect(test.body).toMatchObject({ ok: true, model: 'local:tiny', dimensions: 3 });
  const used = await app.shim.admin('DELETE', '/models/local/tiny');
  expect([used.status, used.body['code']]).toEqual([409, 'conflict']);

  const other = { embeddings: { provider: 'builtin' } };
  await app.shim.admin('PUT', '/settings', { body: other });
  const removed = await app.shim.admin('DELETE', '/models/local/tiny');
  expect([removed.status, names(removed.body)]).toEqual([200, ['english']]);
  for (const name of ['tiny', 'english', '..%2f..']) {
    expect((await app.shim.admin('DELETE', `/models/local/${name}`)).status).toBe(404);
  }
});

test('the doctor says what a site in another language is missing, and of a model that is gone', async () => {
  const embeddings = (model: string) => ({ provider: 'local', local: { model } });
  const found = async (locale: string, model: string) => {
    app.site.about.locale = locale;
    const body = { embeddings: embeddings(model) };
    expect((await app.shim.admin('PUT', '/settings', { body })).status).toBe(200);
    const { findings } = await examine(app.services);
    return findings.find(({ check }) => check === 'embeddings');
  };
  expect(await found('de_DE', 'english')).toMatchObject({
    result: 'warn',
    says: expect.stringContaining('until multilingual-e5-small is here'),
  });
  expect(await found('en_GB', 'english')).toMatchObject({ result: 'ok' });
  // As Model2Vec writes them: no such model can be loaded any more.
  writeFiles({ 'model.safetensors': 'x', 'tokenizer.json': {} }, join(folder, 'models', 'potion'));
  expect(await found('en_GB', 'potion')).toMatchObject({
    result: 'warn',
    says: expect.stringContaining('no model "potion" in the ONNX format'),
  });
  const { body } = await app.shim.admin('GET', '/status');
  expect(statusReply.parse(body).index.embedder).not.toContain('potion');
  await app.shim.admin('PUT', '/settings', { body: { embeddings: { provider: 'builtin' } } });
}, 60_000);

test('a model in the folder is no language model', async () => {
  const query = { scope: 'llm', provider: 'local' };
  const answer = await app.shim.admin('GET', '/admin/models', { query });
  expect(answer.status).toBe(503);
  const body = { llm: { provider: 'local' } };
  expect((await app.shim.admin('PUT', '/settings', { body })).status).toBe(400);
});

test('a download is started by its address, and its failure is told', async () => {
  for (const address of ['', 'ftp://example.com/x', 'no address']) {
    const refused = await app.shim.admin('POST', '/models/local', { body: { address } });
    expect(refused.status).toBe(400);
  }
  const body = { address: 'http://10.0.0.9/private-model' };
  const started = await app.shim.admin('POST', '/models/local', { body });
  expect(started.status).toBe(202);
  expect(localModelsReply.parse(started.body).download?.name).toBe('private-model');
  const download = async () =>
    localModelsReply.parse((await app.shim.admin('GET', '/models/local')).body).download;
  await until('it ends', async () => (await download())?.state !== 'running');
  const error = expect.stringMatching(/may not be/);
  expect(await download()).toMatchObject({ state: 'failed', error });
});
