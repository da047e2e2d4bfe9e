import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine } from '../../server/composition/doctor/examine.ts';
import { statusReply } from '../../server/contract/admin.ts';
import { localModelsReply } from '../../server/contract/local-models.ts';
import { onnxModelFiles, writeFiles } from '../providers/local/tiny-models.ts';
import { startApp } from './app-server.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-state-'));
  app = await startApp({ ITIH_CACHE_DIR: folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
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

test('is no language model', async () => {
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
  const body = { address: 'http://127.0.0.1:9/private-model' };
  const started = await app.shim.admin('POST', '/models/local', { body });
  expect(started.status).toBe(202);
  expect(localModelsReply.parse(started.body).download?.name).toBe('private-model');
  for (;;) {
    const { body: now } = await app.shim.admin('GET', '/models/local');
    const { download } = localModelsReply.parse(now);
    if (download?.state === 'running') continue;
    expect(download).toMatchObject({ state: 'failed', error: expect.stringMatching(/may not be/) });
    break;
  }
});

test('only administrators may', async () => {
  expect((await app.shim.call('GET', '/models/local')).status).toBe(403);
});
