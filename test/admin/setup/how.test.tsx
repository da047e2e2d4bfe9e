/** @jest-environment jsdom */
/** How it answers: quotations at once, or a vendor's model after a test. */
import { beforeEach, expect, test } from '@jest/globals';
import { Setup } from '../../../admin/screens/setup.tsx';
import { dashboardOf, fakeServer, settingsWith } from '../fake-server.ts';
import { click, fillIn, get, happen, show, text, wait } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const screen = <Setup site={siteOf()} />;
const step = () => new URLSearchParams(window.location.search).get('step');
const value = (name: string) => get<HTMLInputElement>(`[name="${name}"]`).value;
const letWrite = async () => {
  await happen(() => get<HTMLInputElement>('[value=ai]').click());
  await wait(400);
};
const estimate = { tokens: 4000, price_usd: 0.12, as_of: '2026-11-26' };

beforeEach(() => {
  window.history.replaceState(null, '', '?page=itih-rag-chat-setup&step=how');
  server.on('GET /dashboard', dashboardOf({}));
  server.on('POST /admin/answer-estimate', estimate);
  server.on('POST /admin/test', { ok: true, model: 'openai:gpt-6-luna', latency_ms: 900 });
  server.on('PUT /settings', settingsWith({}));
});

test('pages are quoted unless the owner wants it otherwise, and nothing is saved for it', async () => {
  await show(screen);
  expect(get<HTMLInputElement>('[value=quote]').checked).toBe(true);
  expect(text()).toContain('Nothing leaves your server');
  await click('Continue');
  expect(step()).toBe('content');
  expect(server.sent('PUT', '/settings')).toBeUndefined();
});

test('an AI comes with a model, its price, a link to a key, and a cap', async () => {
  await show(screen);
  await letWrite();
  expect(value('llm.model')).toBe('gpt-6-luna');
  expect(text()).toContain('About $0.12 per 100 answers');
  expect(get<HTMLAnchorElement>('a[href*="api-keys"]').textContent).toContain(
    'Make a key at OpenAI',
  );
  expect(value('answers_a_day')).toBe('500');
  expect(text()).toContain('About $0.60 a day at most.');
  await fillIn({ 'llm.api_key': 'key of the owner', answers_a_day: '200' });
  await happen(() => get<HTMLFormElement>('form.itih-form').requestSubmit());
  await wait();
  expect(server.sent('POST', '/admin/test')).toMatchObject({ scope: 'llm' });
  expect(server.sent('PUT', '/settings')).toEqual({
    llm: { provider: 'openai', openai: { model: 'gpt-6-luna', api_key: 'key of the owner' } },
    limits: { daily_tokens: 800_000 },
  });
  expect(step()).toBe('content');
});

test('the AI of WordPress is offered where there is one, and is tested before it is saved', async () => {
  await show(<Setup site={siteOf({ ownAi: 'Lantern' })} />);
  expect(text()).toContain('written by Lantern');
  await happen(() => get<HTMLInputElement>('[value=wordpress]').click());
  await wait(400);
  expect(document.querySelector('[name="llm.api_key"], [name="llm.provider"]')).toBeNull();
  await happen(() => get<HTMLFormElement>('form.itih-form').requestSubmit());
  await wait();
  const patch = { llm: { provider: 'wordpress' } };
  expect(server.sent('POST', '/admin/test')).toEqual({ scope: 'llm', settings: patch });
  expect(server.sent('PUT', '/settings')).toEqual({
    ...patch,
    limits: { daily_tokens: 2_000_000 },
  });
  expect(step()).toBe('content');
});

test('elsewhere a line says how to get one', async () => {
  await show(screen);
  expect(document.querySelector('[value=wordpress]')).toBeNull();
  expect(text()).toContain('from WordPress 7.0 on');
});

test('another vendor brings its own model', async () => {
  await show(screen);
  await letWrite();
  await fillIn({ 'llm.provider': 'anthropic' });
  expect(value('llm.model')).toBe('claude-haiku-5-5');
  await fillIn({ 'llm.provider': 'preset:deepseek' });
  expect(value('llm.model')).toBe('deepseek-flash');
});

test('a key that the vendor refuses is not saved, and the owner can go on without it', async () => {
  server.on('POST /admin/test', {
    ok: false,
    code: 'provider_error',
    message: 'OpenAI refuses the key.',
    failure: 'key',
  });
  await show(screen);
  await letWrite();
  await fillIn({ 'llm.api_key': 'wrong' });
  await happen(() => get<HTMLFormElement>('form.itih-form').requestSubmit());
  await wait();
  expect(text()).toContain('OpenAI refuses the key. Nothing was saved.');
  expect(step()).toBe('how');
  await click('Quote my pages for now');
  expect(step()).toBe('content');
  expect(server.sent('PUT', '/settings')).toBeUndefined();
});

test('a model without a known price shows none', async () => {
  server.on('POST /admin/answer-estimate', { ...estimate, price_usd: null });
  await show(screen);
  await letWrite();
  expect(text()).toContain('The plugin does not know the price of this model.');
  expect(text()).toContain('Paid to a vendor of your choice');
});

test('who goes back to quotations keeps the key, and the model is not asked any more', async () => {
  const stored = { llm: { provider: 'openai' as const } };
  server.on('GET /settings', settingsWith(stored));
  await show(screen);
  expect(get<HTMLInputElement>('[value=ai]').checked).toBe(true);
  await happen(() => get<HTMLInputElement>('[value=quote]').click());
  await click('Continue');
  expect(server.sent('PUT', '/settings')).toEqual({ llm: { provider: 'builtin' } });
});
