/** @jest-environment jsdom */
import { act } from 'react';
import { beforeEach, expect, test } from '@jest/globals';
import { AppError } from '../../../server/errors/app-error.ts';
import { fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { button, click, fill, get, show, text, wait } from '../page.tsx';
import { openTab } from '../settings/open-tab.tsx';

const server = fakeServer();

const field = () => get<HTMLInputElement>('[name="llm.model"]');
const listed = () =>
  [...document.querySelectorAll('#itih-llm [role="option"]')].map((one) => one.textContent);
const asked = () => server.calls.filter(({ path }) => path === '/admin/models');
const status = () => get('#itih-llm [role="status"]').textContent;
const activeOption = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

async function press(key: string): Promise<boolean> {
  let prevented = false;
  await act(async () => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    prevented = !field().dispatchEvent(event);
    await Promise.resolve();
  });
  await wait();
  return prevented;
}

async function openList() {
  await act(async () => {
    field().click();
    await Promise.resolve();
  });
  await wait();
}

beforeEach(async () => {
  server.on('GET /status', statusOf());
  server.on('GET /settings', { settings: maskedDefaults });
  server.on('POST /admin/models', {
    models: [
      { id: 'large-2', label: 'Large 2' },
      { id: 'small-1', label: 'small-1' },
      { id: 'small-2', label: 'Small 2' },
    ],
  });
  await show(openTab('models'));
  await fill('[name="llm.provider"]', 'openai');
  await fill('[name="llm.api_key"]', 'a key');
});

test('the list is asked for with the unsaved values, once it is wanted', async () => {
  await fill('[name="llm.base_url"]', 'http://models.test/v1');
  expect(asked()).toHaveLength(0);
  await openList();
  expect(asked().map(({ body }) => body)).toEqual([
    {
      scope: 'llm',
      provider: 'openai',
      settings: { llm: { openai: { api_key: 'a key', base_url: 'http://models.test/v1' } } },
    },
  ]);
  expect(listed()).toEqual(['large-2Large 2', 'small-1', 'small-2Small 2']);
  expect(status()).toBe('3 models to choose from.');
  expect(field().getAttribute('aria-expanded')).toBe('true');
});

test('typing narrows the list, asks nobody again, and stays when nothing matches', async () => {
  await openList();
  await fill('[name="llm.model"]', 'sma');
  await fill('[name="llm.model"]', 'small 2');
  expect(listed()).toEqual(['small-2Small 2']);
  await fill('[name="llm.model"]', 'my-own-model');
  expect(listed()).toEqual([]);
  expect(field().getAttribute('aria-expanded')).toBe('false');
  expect(field().value).toBe('my-own-model');
  expect(asked()).toHaveLength(1);
});

test('arrows and Enter choose, and the form is not sent', async () => {
  await press('ArrowDown');
  expect(activeOption()).toBe('large-2Large 2');
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowUp');
  expect(activeOption()).toBe('small-1');
  expect(await press('Enter')).toBe(true);
  expect(field().value).toBe('small-1');
  expect(listed()).toEqual([]);
  expect(await press('Enter')).toBe(false);
});

test('a list that is opened again shows all, at the chosen one', async () => {
  await openList();
  await fill('[name="llm.model"]', 'small-1');
  await press('Escape');
  expect(listed()).toEqual([]);
  expect(field().value).toBe('small-1');
  await press('ArrowDown');
  expect(listed()).toHaveLength(3);
  expect(activeOption()).toBe('small-1');
});

test('a click on a model chooses it', async () => {
  await click('Show the models', '#itih-llm');
  expect(document.activeElement).toBe(field());
  await act(async () => {
    get('#itih-llm [role="option"]:nth-child(3)').click();
    await Promise.resolve();
  });
  expect(field().value).toBe('small-2');
  expect(button('Show the models', '#itih-llm').getAttribute('aria-expanded')).toBe('false');
});

test('a list that cannot be had says why, a name can be typed, and it is tried again', async () => {
  server.on('POST /admin/models', () => {
    throw new AppError('provider_error', { message: 'OpenAI refused the API key (401).' });
  });
  await openList();
  expect(status()).toContain('OpenAI refused the API key (401).');
  await fill('[name="llm.model"]', 'small-1');
  expect(field().value).toBe('small-1');
  expect(asked()).toHaveLength(1);

  server.on('POST /admin/models', { models: [{ id: 'small-1', label: 'small-1' }] });
  await click('Show the models', '#itih-llm');
  expect(status()).toBe('1 model to choose from.');
});

test('another key asks for another list', async () => {
  await openList();
  await press('Escape');
  await fill('[name="llm.api_key"]', 'another key');
  expect(status()).toBe('');
  await openList();
  expect(asked()).toHaveLength(2);
});

test('nobody is asked before the rest is filled in', async () => {
  await fill('[name="llm.provider"]', 'workers_ai');
  await fill('[name="llm.api_key"]', 'a token');
  await openList();
  expect(asked()).toHaveLength(0);
  expect(text()).toContain('With the rest filled in, it can be chosen from a list.');
  await press('Escape');
  await fill('[name="llm.account_id"]', 'account');
  await click('Show the models', '#itih-llm');
  expect(asked()).toHaveLength(1);
});
