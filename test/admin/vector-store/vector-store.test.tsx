/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { VectorStoreStatus } from '../../../server/contract/admin.ts';
import { fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { click, fill, get, show, text } from '../page.tsx';
import { openTab } from '../settings/open-tab.tsx';

const server = fakeServer();
const inMemory: VectorStoreStatus = {
  engine: 'relational',
  mode: 'memory',
  reason: '12,000 vectors take 19 of 512 MB.',
  warnings: [],
  vectors: 12_000,
  memory_mb: 18.7,
};
function card(store: Partial<VectorStoreStatus> = {}) {
  server.on('GET /status', { ...statusOf(), vector_store: { ...inMemory, ...store } });
  return openTab('store');
}

const token = { set: true, last4: '0042' };
const vectorize = {
  ...maskedDefaults,
  vector_store: {
    engine: 'vectorize' as const,
    account_id: 'account-1',
    api_token: token,
    index_name: 'site-1',
  },
};
const sent = (method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path).at(-1)?.body;

beforeEach(() => {
  server.on('GET /settings', { settings: maskedDefaults });
  server.on('PUT /settings', { settings: vectorize });
});

test('says what is in use, why, and how much', async () => {
  await show(card());
  const facts = get('.itih-facts').textContent;
  expect(facts).toContain(
    "The site's databaseSearchExact, in memory12,000 vectors take 19 of 512 MB.",
  );
  expect(facts).toContain('Vectors12,000Memory19 MB');
  expect(document.querySelector('.components-notice')).toBeNull();
});

test.each([
  ['native', 'Exact, in the database'],
  ['table', 'Exact, read for each question'],
  ['hosted', 'By the hosted index'],
  ['none', 'No vectors: words are compared'],
] as const)('names the mode %s', async (mode, label) => {
  await show(card({ mode }));
  expect(get('.itih-facts').textContent).toContain(label);
});

test('shows every warning', async () => {
  await show(card({ warnings: ['The cache is small.', 'The index lags.'] }));
  const warnings = [...document.querySelectorAll('.components-notice.is-warning')];
  expect(warnings.map((one) => one.textContent)).toEqual([
    expect.stringContaining('The cache is small.'),
    expect.stringContaining('The index lags.'),
  ]);
});

test('asks for what Vectorize needs, and only then', async () => {
  await show(card());
  const fields = () => [...document.querySelectorAll('input')].map(({ name }) => name);
  expect(fields()).toEqual([]);
  await fill('[name="vector_store.engine"]', 'vectorize');
  expect(fields()).toEqual([
    'vector_store.account_id',
    'vector_store.api_token',
    'vector_store.index_name',
  ]);
  await click('Save');
  expect(sent('PUT', '/settings')).toBeUndefined();

  await fill('[name="vector_store.engine"]', 'relational');
  await click('Save');
  expect(sent('PUT', '/settings')).toEqual({ vector_store: { engine: 'relational' } });
});

test('unsaved values are tested', async () => {
  server.on('POST /admin/test', { ok: true, model: 'vectorize', latency_ms: 41, dimensions: 768 });
  await show(card());
  await fill('[name="vector_store.engine"]', 'vectorize');
  await fill('[name="vector_store.account_id"]', 'account-1');
  await click('Test the vector store');
  expect(sent('POST', '/admin/test')).toBeUndefined();
  await fill('[name="vector_store.api_token"]', 'a token');
  await fill('[name="vector_store.index_name"]', 'site-1');
  await click('Test the vector store');
  expect(sent('POST', '/admin/test')).toEqual({
    scope: 'vector_store',
    settings: {
      vector_store: {
        engine: 'vectorize',
        account_id: 'account-1',
        api_token: 'a token',
        index_name: 'site-1',
      },
    },
  });
  expect(text()).toContain('Vectorize answered in 41 ms with 768 dimensions.');
});

describe('with Vectorize', () => {
  const create = 'POST /vector-store/create-index';
  beforeEach(() => server.on('GET /settings', { settings: vectorize }));

  test.each([
    [{ ok: true, created: true }, 'is-success', 'The index was created, with 768 dimensions.'],
    [{ ok: true, created: false }, 'is-success', 'The index is there and fits'],
    [{ ok: false, created: false }, 'is-error', 'does not fit the embeddings'],
  ])('an index that is %j is told', async (reply, look, sentence) => {
    server.on(create, { ...reply, dimensions: 768, metric: 'cosine' });
    await show(card());
    await click('Create or check the index');
    expect(get(`.components-notice.${look}`).textContent).toContain(sentence);
    expect(server.calls.filter(({ path }) => path === '/status')).toHaveLength(2);
  });

  test('what is typed is saved first', async () => {
    server.on(create, { ok: true, created: true, dimensions: 768, metric: 'cosine' });
    await show(card());
    await fill('[name="vector_store.index_name"]', 'site-2');
    await click('Save, and create or check the index');
    const order = server.calls.map(({ method, path }) => `${method} ${path}`);
    expect(order.filter((call) => !call.startsWith('GET'))).toEqual(['PUT /settings', create]);
    expect(sent('PUT', '/settings')).toEqual({ vector_store: { index_name: 'site-2' } });
  });

  test('nothing is created when saving failed', async () => {
    server.fail('PUT /settings', 'invalid_request', { 'vector_store.index_name': 'Too long.' });
    await show(card());
    await fill('[name="vector_store.index_name"]', 'site-2');
    await click('Save, and create or check the index');
    expect(sent('POST', '/vector-store/create-index')).toBeUndefined();
    expect(get('[name="vector_store.index_name"]').getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain('Too long.');
  });

  test('why it was refused is told', async () => {
    server.fail(create, 'provider_error');
    await show(card());
    await click('Create or check the index');
    expect(document.querySelector('.components-notice.is-error')).not.toBeNull();
  });

  test('the token is never shown', async () => {
    await show(card());
    expect(text()).toContain('Key ending in 0042');
    await click('Replace');
    await fill('[name="vector_store.api_token"]', 'another token');
    await click('Save');
    expect(sent('PUT', '/settings')).toEqual({ vector_store: { api_token: 'another token' } });
    expect(text()).not.toContain('another token');
  });
});
