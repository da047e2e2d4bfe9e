/** @jest-environment jsdom */
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Turn } from '../../server/contract/chat.ts';
import type { ItihChat } from '../../widget/element.ts';
import { completeBrowser, fakeServer, respond, session, settle } from './browser.ts';

const turn = (id: number, role: Turn['role']) => ({ id, role, content: 'Text', citations: [] });
let count = 0;
let api = '';

/** Opens the panel as a page does; `place` is what the page before has kept. */
async function open(place: string): Promise<HTMLElement> {
  sessionStorage.setItem('itih-chat-scroll', place);
  const chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('config', JSON.stringify({ api }));
  document.body.append(chat);
  chat.open();
  const log = chat.shadowRoot?.querySelector<HTMLElement>('[part=log]') as HTMLElement;
  Object.defineProperties(log, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } });
  await settle();
  return log;
}
const kept = () => sessionStorage.getItem('itih-chat-scroll');
const scroll = (log: HTMLElement, top: number) => {
  log.scrollTop = top;
  log.dispatchEvent(new Event('scroll'));
};

beforeAll(async () => {
  completeBrowser();
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

beforeEach(() => {
  document.body.replaceChildren();
  api = `https://example.org/wp-json/itih/v1/?scroll=${(count += 1)}`;
  const server = fakeServer({ 'GET session': () => session() });
  const turns = [turn(1, 'user'), turn(2, 'assistant')];
  server.handlers['GET history'] = () => respond(200, { turns });
  globalThis.fetch = server.fetch;
  localStorage.setItem(`itih-chat:${api}`, 's1 proof');
});

test('the place in a conversation is kept for the next page', async () => {
  const log = await open('');
  scroll(log, 120);
  expect(kept()).toBe('120');
  expect((await open('120')).scrollTop).toBe(120);
});

test('at the end no place is kept, so that the next page shows its end', async () => {
  const log = await open('120');
  scroll(log, 600);
  expect(kept()).toBe('');
});
