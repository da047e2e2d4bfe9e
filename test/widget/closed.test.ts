/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { ItihChat } from '../../widget/element.ts';
import { englishStrings } from '../../widget/strings.ts';
import {
  completeBrowser,
  done,
  eventStream,
  fakeServer,
  meta,
  respond,
  session,
  settle,
} from './browser.ts';

let count = 0;
let server: ReturnType<typeof fakeServer>;
let chat: ItihChat;

const all = (selector: string) => [...(chat.shadowRoot?.querySelectorAll(selector) ?? [])];
const find = <T extends HTMLElement>(selector: string) =>
  chat.shadowRoot?.querySelector<T>(selector) as T;
const note = () => find('[data-code=budget_exhausted]');
const said = () => [...(note()?.querySelectorAll('p') ?? [])].map((node) => node.textContent);

const contact = 'Write to [the team](https://example.org/contact).';
const sentence = 'The chat has reached its limit for now.';
const closed = (retry_after: number): ChatEvent => ({
  type: 'error',
  code: 'budget_exhausted',
  message: sentence,
  retryable: false,
  retry_after,
  contact,
});

async function ask(question: string) {
  const input = find<HTMLTextAreaElement>('[part=input]');
  input.value = question;
  input.dispatchEvent(new Event('input'));
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
  await settle();
}

beforeAll(async () => {
  completeBrowser();
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

beforeEach(async () => {
  const api = `https://example.org/wp-json/itih/v1/?closed=${(count += 1)}`;
  server = fakeServer({ 'GET session': () => session() });
  server.handlers['POST chat'] = () => eventStream([meta, closed(7200), done]);
  globalThis.fetch = server.fetch;
  localStorage.clear();
  chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute(
    'config',
    JSON.stringify({ api, locale: 'en-GB', search_url: 'https://example.org/?s=' }),
  );
  document.body.append(chat);
  chat.open();
  await settle();
});
afterEach(() => chat.remove());

test('a visitor reads that the chat is closed for today, until when, and whom to ask', async () => {
  await ask('When?');
  const opens = new Date(Date.now() + 7_200_000);
  const time = opens.toLocaleTimeString('en-GB', { hour: 'numeric', minute: '2-digit' });
  expect(said()).toEqual([
    englishStrings.closed_today,
    `You can ask again from ${time}.`,
    expect.stringMatching(/^Write to the team/),
  ]);
  expect(note().querySelector<HTMLAnchorElement>('.contact a')?.href).toBe(
    'https://example.org/contact',
  );
  expect(find('[part=search]').textContent).toBe(englishStrings.search_site);
  expect(all('[part=error], [part=retry]')).toHaveLength(0);
  expect(find('[role=status]').textContent).toMatch(/for today\. You can ask .* the team/);
});

test('a month that is used up names the day', async () => {
  server.handlers['POST chat'] = () => eventStream([meta, closed(10 * 86_400), done]);
  await ask('When?');
  const day = new Date(Date.now() + 10 * 86_400_000).toLocaleDateString('en-GB', {
    month: 'long',
    day: 'numeric',
  });
  expect(said()[0]).toBe(sentence);
  expect(said()[1]).toContain(day);
});

test('without a stream the refusal says the same', async () => {
  server.handlers['POST chat'] = () =>
    respond(429, {
      code: 'budget_exhausted',
      message: sentence,
      data: { status: 429, retry_after: 60, contact },
    });
  await ask('When?');
  expect(said()).toHaveLength(3);
});

test('a server that does not say until when leaves it out, and the chat stays as it is', async () => {
  const { retry_after, contact: line, ...older } = closed(1) as ChatEvent & { type: 'error' };
  server.handlers['POST chat'] = () => eventStream([meta, older, done]);
  await ask('When?');
  await settle(50);
  expect([retry_after, line, said()]).toEqual([1, contact, [sentence]]);
});

test('the chat opens by itself, and the question can be sent again', async () => {
  server.handlers['POST chat'] = () => eventStream([meta, closed(1), done]);
  await ask('When?');
  expect(note()).not.toBeNull();
  await settle(1200);
  expect(note()).toBeNull();
  expect(find('[data-code=available] p').textContent).toBe(englishStrings.available_again);
  expect(find('[role=status]').textContent).toBe(englishStrings.available_again);
  server.handlers['POST chat'] = () =>
    eventStream([meta, { type: 'delta', content: 'Nine.' }, done]);
  find('[part=retry]').click();
  await settle();
  expect(all('[data-role=assistant] .bubble').at(-1)?.textContent).toBe('Nine.');
});
