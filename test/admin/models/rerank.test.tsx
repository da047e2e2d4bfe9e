/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import type { MaskedSettings } from '../../../admin/api.ts';
import { rerankProviders } from '../../../server/contract/providers.ts';
import { fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { click, fill, get, show, text } from '../page.tsx';
import { openTab } from '../settings/open-tab.tsx';

const server = fakeServer();
const card = () => get('#itih-rerank');
const sent = (method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path).at(-1)?.body;
const fields = () =>
  [...card().querySelectorAll('input')]
    .map(({ name, required }) => name.replace(/.*[.]/, '') + (required ? '!' : ''))
    .filter((name) => name !== '');

const withVoyage: MaskedSettings = {
  ...maskedDefaults,
  embeddings: {
    ...maskedDefaults.embeddings,
    provider: 'voyage',
    voyage: {
      api_key: { set: true, last4: 'ab12' },
      base_url: '',
      model: 'voyage-4',
      account_id: '',
    },
  },
};

beforeEach(() => {
  server.on('GET /status', statusOf());
  server.on('GET /settings', { settings: maskedDefaults });
  server.on('PUT /settings', { settings: maskedDefaults });
});

test('is off at first, and offers every provider of the contract', async () => {
  await show(openTab('embeddings'));
  const options = [...get<HTMLSelectElement>('[name="rerank.provider"]').options];
  expect(options.map(({ value }) => value)).toEqual(['', ...rerankProviders]);
  expect(options[0]?.text).toBe('None');
  expect(fields()).toEqual([]);
  expect(card().textContent).not.toContain('Test');
});

test.each([
  ['voyage', ['api_key!', 'model!', 'base_url', 'candidates!']],
  ['cohere', ['api_key!', 'model!', 'base_url', 'candidates!']],
  ['compatible', ['base_url!', 'api_key', 'model', 'candidates!']],
])('asks for what %s needs', async (provider, wanted) => {
  await show(openTab('embeddings'));
  await fill('[name="rerank.provider"]', provider);
  expect(fields()).toEqual(wanted);
});

test('tries and saves what was filled in', async () => {
  server.on('POST /admin/test', { ok: true, model: 'cohere:rerank-v4.0-pro', latency_ms: 210 });
  await show(openTab('embeddings'));
  await fill('[name="rerank.provider"]', 'cohere');
  await fill('[name="rerank.api_key"]', 'a key');
  await fill('[name="rerank.model"]', 'rerank-v4.0-pro');
  await fill('[name="rerank.candidates"]', '20');
  const rerank = {
    provider: 'cohere',
    cohere: { api_key: 'a key', model: 'rerank-v4.0-pro' },
    candidates: 20,
  };
  await click('Test the reranking');
  expect(sent('POST', '/admin/test')).toEqual({ scope: 'rerank', settings: { rerank } });
  expect(card().textContent).toContain('rerank-v4.0-pro answered in');
  await click('Save');
  expect(sent('PUT', '/settings')).toEqual({ rerank });
});

test('a test that fails says why', async () => {
  server.on('POST /admin/test', { ok: false, code: 'provider_error', message: 'Refused (401).' });
  await show(openTab('embeddings'));
  await fill('[name="rerank.provider"]', 'compatible');
  await fill('[name="rerank.base_url"]', 'https://models.example/v1');
  await click('Test the reranking');
  expect(card().textContent).toContain('Refused (401).');
});

test('the models are those that rank', async () => {
  server.on('POST /admin/models', { models: [{ id: 'rerank-2.5', label: 'rerank-2.5' }] });
  server.on('GET /settings', { settings: withVoyage });
  await show(openTab('embeddings'));
  await fill('[name="rerank.provider"]', 'voyage');
  await click('Show the models', '#itih-rerank');
  expect(sent('POST', '/admin/models')).toMatchObject({ scope: 'rerank', provider: 'voyage' });
  expect(card().textContent).toContain('rerank-2.5');
});

test('needs no key where the embeddings have one for the same address', async () => {
  server.on('GET /settings', { settings: withVoyage });
  await show(openTab('embeddings'));
  await fill('[name="rerank.provider"]', 'voyage');
  expect(fields()).toContain('api_key');
  expect(card().textContent).toContain('the one of the embeddings is used');
  await fill('[name="rerank.base_url"]', 'https://proxy.example/v1');
  expect(fields()).toContain('api_key!');
  await fill('[name="rerank.provider"]', 'cohere');
  expect(fields()).toContain('api_key!');
  expect(text()).toContain('Reranking');
});
