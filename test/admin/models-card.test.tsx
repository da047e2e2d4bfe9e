/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { MaskedSettings } from '../../admin/api.ts';
import { ModelsCard } from '../../admin/components/models-card.tsx';
import { fakeServer, maskedDefaults } from './fake-server.ts';
import { click, fill, get, show, text } from './page.tsx';

const server = fakeServer();
const onSaved = jest.fn();
const card = <ModelsCard onSaved={onSaved} />;

const withKey: MaskedSettings = {
  ...maskedDefaults,
  llm: {
    ...maskedDefaults.llm,
    provider: 'openai',
    openai: {
      api_key: { set: true, last4: 'ab12' },
      base_url: '',
      model: 'small-1',
      account_id: '',
    },
  },
};

const sent = (method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path).at(-1)?.body;

beforeEach(() => {
  onSaved.mockClear();
  server.on('GET /settings', { settings: maskedDefaults });
  server.on('PUT /settings', { settings: withKey });
});

const options = (selector: string) =>
  [...get<HTMLSelectElement>(selector).options].map(({ value }) => value);

test('offers the providers that work', async () => {
  await show(card);
  expect(options('[name="llm.provider"]')).toEqual([
    'builtin',
    'openai',
    'openai_compatible',
    'groq',
  ]);
  expect(options('[name="embeddings.provider"]')).toEqual([
    'builtin',
    'openai',
    'openai_compatible',
  ]);
});

test('a provider that was chosen by other means stays chosen', async () => {
  const llm = { ...maskedDefaults.llm, provider: 'ollama' as const };
  server.on('GET /settings', { settings: { ...maskedDefaults, llm } });
  await show(card);
  expect(get<HTMLSelectElement>('[name="llm.provider"]').value).toBe('ollama');
});

test('saves only what has changed', async () => {
  await show(card);
  await fill('[name="llm.provider"]', 'openai');
  await fill('[name="llm.api_key"]', 'a key');
  await fill('[name="llm.model"]', 'small-1');
  await fill('[name="llm.base_url"]', 'http://x.test');
  await fill('[name="llm.base_url"]', '');
  await click('Save');
  expect(sent('PUT', '/settings')).toEqual({
    llm: { provider: 'openai', openai: { api_key: 'a key', model: 'small-1' } },
  });
  expect(text()).toContain('Saved.');
  expect(text()).toContain('Key ending in ab12');
  expect(onSaved).toHaveBeenCalledTimes(1);
});

test('saving nothing calls nobody', async () => {
  await show(card);
  await click('Save');
  expect(text()).toContain('Nothing has changed.');
  expect(sent('PUT', '/settings')).toBeUndefined();
});

test('new embeddings say that the content is read again', async () => {
  await show(card);
  await fill('[name="embeddings.provider"]', 'openai');
  await fill('[name="embeddings.api_key"]', 'a key');
  await click('Save');
  expect(text()).toContain('Your content is being read again');
  expect(onSaved).toHaveBeenCalledTimes(1);
});

test('a field that was refused says why', async () => {
  server.fail('PUT /settings', 'invalid_request', { 'llm.openai.model': 'Too long.' });
  await show(card);
  await fill('[name="llm.provider"]', 'openai');
  await fill('[name="llm.api_key"]', 'a key');
  await fill('[name="llm.model"]', 'x');
  await click('Save');
  const field = get<HTMLInputElement>('[name="llm.model"]');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(get(`#${field.getAttribute('aria-describedby')}`).textContent).toBe('Too long.');
  expect(field.value).toBe('x');
});

test('a stored key is shown by its end, kept, replaced or removed', async () => {
  server.on('GET /settings', { settings: withKey });
  await show(card);
  expect(text()).toContain('Key ending in ab12');
  await click('Remove');
  expect(text()).toContain('The key will be removed when you save.');
  await click('Keep it');
  await click('Save');
  expect(sent('PUT', '/settings')).toBeUndefined();

  await click('Replace');
  await fill('[name="llm.api_key"]', 'another key');
  await click('Save');
  expect(sent('PUT', '/settings')).toEqual({ llm: { openai: { api_key: 'another key' } } });

  await click('Remove');
  await click('Save');
  expect(sent('PUT', '/settings')).toEqual({ llm: { openai: { api_key: '' } } });
});

test('tests the unsaved values', async () => {
  server.on('POST /admin/test', {
    ok: true,
    model: 'openai:small-1:free',
    latency_ms: 412,
    reply: 'Hello.',
  });
  await show(card);
  await fill('[name="llm.provider"]', 'openai');
  await fill('[name="llm.api_key"]', 'a key');
  await click('Test the language model');
  expect(sent('POST', '/admin/test')).toEqual({
    scope: 'llm',
    settings: { llm: { provider: 'openai', openai: { api_key: 'a key' } } },
  });
  expect(text()).toContain('small-1:free answered in 412 ms.');
});

test('a test that fails says why', async () => {
  server.on('POST /admin/test', { ok: false, code: 'provider_error', message: 'Key refused.' });
  await show(card);
  await click('Test the embeddings');
  expect(sent('POST', '/admin/test')).toEqual({ scope: 'embedding', settings: {} });
  expect(get('#itih-embeddings').textContent).toContain('Key refused.');
});

test('a provider that needs a key is not tested without one', async () => {
  await show(card);
  await fill('[name="llm.provider"]', 'groq');
  await click('Test the language model');
  expect(sent('POST', '/admin/test')).toBeUndefined();
});
