/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { englishStrings } from '../../widget/strings.ts';
import { apiError, done, respond, settle } from './browser.ts';
import {
  all,
  answer,
  ask,
  find,
  open,
  press,
  said,
  select,
  server,
  texts,
  type,
  useWidget,
} from './page.ts';

useWidget();

describe('closed for today', () => {
  const note = () => select('[data-code=budget_exhausted]');
  const lines = () => texts('[data-code=budget_exhausted] p');

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

  beforeEach(() => {
    answer(closed(7200), done);
    open({ locale: 'en-GB', search_url: 'https://example.org/?s=' });
  });

  test('a month that is used up names the day', async () => {
    answer(closed(10 * 86_400), done);
    await ask();
    const day = new Date(Date.now() + 10 * 86_400_000).toLocaleDateString('en-GB', {
      month: 'long',
      day: 'numeric',
    });
    expect(lines()[0]).toBe(sentence);
    expect(lines()[1]).toContain(day);
  });

  test('without a stream the refusal says the same', async () => {
    server.handlers['POST chat'] = () =>
      respond(429, {
        code: 'budget_exhausted',
        message: sentence,
        data: { status: 429, retry_after: 60, contact },
      });
    await ask();
    expect(lines()).toHaveLength(3);
  });

  test('a server that does not say until when leaves it out, and the chat stays as it is', async () => {
    const { retry_after, contact: line, ...older } = closed(1) as ChatEvent & { type: 'error' };
    answer(older, done);
    await ask();
    await settle(50);
    expect([retry_after, line, lines()]).toEqual([1, contact, [sentence]]);
  });

  test('the chat opens by itself, and the question can be sent again', async () => {
    answer(closed(1), done);
    await ask();
    expect(note()).not.toBeNull();
    await settle(1200);
    expect(note()).toBeNull();
    expect(select('[data-code=available] p').textContent).toBe(englishStrings.available_again);
    expect(said()).toBe(englishStrings.available_again);
    answer({ type: 'delta', content: 'Nine.' }, done);
    find('retry').click();
    await settle();
    expect(all('[data-role=assistant] .bubble').at(-1)?.textContent).toBe('Nine.');
  });
});

describe('offline', () => {
  let isOnline = true;
  const input = () => find<HTMLTextAreaElement>('input');
  async function go(online: boolean, ms?: number) {
    isOnline = online;
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    await settle(ms);
  }
  const asked = () => server.made('POST chat').map(({ body }) => body['message']);

  beforeAll(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
  });
  beforeEach(() => {
    isOnline = true;
    answer({ type: 'delta', content: 'Nine.' }, done);
    open({ starters: ['What does it cost?'] });
  });

  test('offline, the composer says so, keeps the draft, and sends nothing', async () => {
    type('When?');
    await go(false);
    expect(find('count').hidden).toBe(false);
    expect(find('count').textContent).toBe('You seem to be offline.');
    expect(find<HTMLButtonElement>('send').disabled).toBe(true);
    press('input', 'Enter');
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
    press('input', 'Enter');
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
    await ask();
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
    await ask();
    expect(find('error').textContent).toContain('not available right now');
    expect(find('composer').hidden).toBe(true);
    // A look at whether it is on is due at once then.
    await go(true, 900);
    expect(find('note').textContent).toContain('available again');
    expect(find('composer').hidden).toBe(false);
  });
});
