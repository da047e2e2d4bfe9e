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
  respond,
  session,
  settle,
} from './browser.ts';

let count = 0;
let server: ReturnType<typeof fakeServer>;
let chat: ItihChat;

beforeAll(async () => {
  completeBrowser();
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

beforeEach(async () => {
  const api = `https://example.org/wp-json/itih/v1/?mail=${(count += 1)}`;
  server = fakeServer({ 'GET session': () => session() });
  globalThis.fetch = server.fetch;
  localStorage.clear();
  sessionStorage.clear();
  chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('config', JSON.stringify({ api }));
  document.body.append(chat);
  chat.open();
  await settle();
});
afterEach(() => document.body.replaceChildren());

const select = <T extends HTMLElement>(selector: string) =>
  chat.shadowRoot?.querySelector<T>(selector) as T;
const find = <T extends HTMLElement = HTMLElement>(part: string) => select<T>(`[part="${part}"]`);

async function ask(...events: ChatEvent[]) {
  server.handlers['POST chat'] = () => eventStream([meta, ...events, done]);
  find<HTMLTextAreaElement>('input').value = 'Is Ada there?';
  find('input').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await settle();
}
const nothing: ChatEvent = { type: 'delta', content: 'I found nothing.' };

async function send(email: string) {
  find<HTMLInputElement>('mail-email').value = email;
  find<HTMLTextAreaElement>('mail-note').value = 'Please call.';
  find('mail-send').click();
  await settle();
}

test('the form is offered where the server says so, and sends', async () => {
  await ask(nothing);
  expect(find('mail-offer')).toBeNull();
  await ask(nothing, { type: 'offer_mail' });
  find('mail-offer').click();
  expect(chat.shadowRoot?.activeElement).toBe(find('mail-email'));
  let body: unknown;
  server.handlers['POST chat/mail'] = (call) => {
    expect(call.headers.get('X-Itih-Secret')).toBe('proof');
    body = call.body;
    return respond(200, { sent: true });
  };
  await send('ada@example.org');
  expect(body).toEqual({
    session_id: 's1',
    email: 'ada@example.org',
    note: 'Please call.',
    page_url: location.href,
  });
  expect(find('mail').textContent).toBe('Sent. The answer comes by e-mail.');
  expect(chat.shadowRoot?.activeElement).toBe(find('mail-result'));
});

test.each([
  [() => apiError(400, 'invalid_request'), 'Please check your e-mail address.'],
  [() => apiError(429, 'rate_limited'), 'Too many messages. Please wait a moment.'],
  [() => apiError(500, 'internal_error', 'Something went wrong.'), 'Something went wrong.'],
])('a refusal is said, and what was written stays', async (answer, text) => {
  await ask(
    { type: 'offer_mail' },
    {
      type: 'error',
      code: 'provider_error',
      message: '',
      retryable: true,
    },
  );
  find('mail-offer').click();
  server.handlers['POST chat/mail'] = answer;
  await send('ada@example.org');
  expect(find('mail-result').textContent).toBe(text);
  expect(select('[role=status]').textContent).toBe(text);
  expect(find<HTMLTextAreaElement>('mail-note').value).toBe('Please call.');
  server.handlers['POST chat/mail'] = () => respond(200, { sent: true });
  await send('ada@example.org');
  expect(find('mail-result').textContent).toContain('Sent.');
});
