/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { ItihChat } from '../../widget/element.ts';
import {
  apiError,
  completeBrowser,
  done,
  eventStream,
  fakeServer,
  meta,
  session,
  settle,
} from './browser.ts';

let count = 0;
let server: ReturnType<typeof fakeServer>;
let chat: ItihChat;
let isOnline = true;

const find = <T extends HTMLElement>(part: string) =>
  chat.shadowRoot?.querySelector<T>(`[part~="${part}"]`) as T;
const input = () => find<HTMLTextAreaElement>('input');
const type = (text: string) => {
  input().value = text;
  input().dispatchEvent(new Event('input'));
};
const press = () =>
  input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
async function go(online: boolean, ms?: number) {
  isOnline = online;
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  await settle(ms);
}
const asked = () => server.made('POST chat').map(({ body }) => body['message']);

beforeAll(async () => {
  completeBrowser();
  Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
  // Nobody is asked again while the chat is out of sight.
  Object.defineProperty(document, 'hidden', { value: false });
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

beforeEach(() => {
  const api = `https://example.org/wp-json/itih/v1/?offline=${(count += 1)}`;
  isOnline = true;
  server = fakeServer({ 'GET session': () => session() });
  const delta: ChatEvent = { type: 'delta', content: 'Nine.' };
  server.handlers['POST chat'] = () => eventStream([meta, delta, done]);
  globalThis.fetch = server.fetch;
  localStorage.clear();
  sessionStorage.clear();
  chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('config', JSON.stringify({ api, starters: ['What does it cost?'] }));
  document.body.append(chat);
  chat.open();
});
afterEach(() => chat.remove());

test('offline, the composer says so, keeps the draft, and sends nothing', async () => {
  type('When?');
  await go(false);
  expect(find('count').hidden).toBe(false);
  expect(find('count').textContent).toBe('You seem to be offline.');
  expect(find<HTMLButtonElement>('send').disabled).toBe(true);
  press();
  await settle();
  expect(asked()).toEqual([]);
  expect(input().value).toBe('When?');
});

test('back online, it sends when it is told to, not by itself', async () => {
  await go(false);
  type('When?');
  await go(true);
  expect(find('count').hidden).toBe(true);
  expect(asked()).toEqual([]);
  press();
  await settle();
  expect(asked()).toEqual(['When?']);
});

test('a suggested question becomes the draft, and does not replace one', async () => {
  await go(false);
  find('starter').click();
  expect(input().value).toBe('What does it cost?');
  type('When?');
  find('starter').click();
  await settle();
  expect([input().value, asked()]).toEqual(['When?', []]);
});

test('a question that has failed is not sent again, until it is asked for online', async () => {
  server.handlers['POST chat'] = () => apiError(503, 'sidecar_unavailable');
  type('When?');
  press();
  await settle();
  await go(false);
  const before = asked().length;
  find('retry').click();
  await settle();
  expect(asked()).toHaveLength(before);
  await go(true, 900);
  expect(find('note').textContent).toContain('available again');
  expect(asked()).toHaveLength(before);
});

test('a chat that is switched off says so and takes no question, until it is on again', async () => {
  server.handlers['POST chat'] = () => apiError(403, 'chat_disabled');
  type('When?');
  press();
  await settle();
  expect(find('error').textContent).toContain('not available right now');
  expect(find('composer').hidden).toBe(true);
  // A look at whether it is on is due at once then.
  await go(true, 900);
  expect(find('note').textContent).toContain('available again');
  expect(find('composer').hidden).toBe(false);
});
