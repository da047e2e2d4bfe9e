/** A page with the widget, the server that it asks, and what a test does with them. */
import { afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { WidgetConfig } from '../../widget/config.ts';
import type { ItihChat } from '../../widget/element.ts';
import { completeBrowser, eventStream, fakeServer, meta, session, settle } from './browser.ts';

let count = 0;
export let api = '';
export let server: ReturnType<typeof fakeServer>;
/** The chat that was placed last. */
export let chat: ItihChat;

/** Gives each test of a file an empty page and a server of its own. */
export function useWidget(): void {
  beforeAll(async () => {
    completeBrowser();
    // Nobody is asked again while a chat is out of sight.
    Object.defineProperty(document, 'hidden', { value: false });
    Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
    await import('../../widget/answering.ts');
    await import('../../widget/panel.ts');
    await import('../../widget/index.ts');
  });
  beforeEach(() => {
    // Conversations are shared per API for as long as the page lives, which here is the whole file.
    api = `https://example.org/wp-json/itih/v1/?test=${(count += 1)}`;
    server = fakeServer({ 'GET session': () => session() });
    globalThis.fetch = server.fetch;
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => document.body.replaceChildren());
}

export function place(config: Partial<WidgetConfig> = {}, mode = 'floating'): ItihChat {
  chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('mode', mode);
  chat.setAttribute('config', JSON.stringify({ api, ...config }));
  document.body.append(chat);
  return chat;
}

export const open = (config: Partial<WidgetConfig> = {}): void => place(config).open();

export const select = <T extends HTMLElement = HTMLElement>(selector: string) =>
  chat.shadowRoot?.querySelector<T>(selector) as T;
export const find = <T extends HTMLElement = HTMLElement>(part: string) =>
  select<T>(`[part~="${part}"]`);
export const all = (selector: string) =>
  [...(chat.shadowRoot?.querySelectorAll(selector) ?? [])] as HTMLElement[];
export const texts = (selector: string) => all(selector).map((node) => node.textContent);
export const answers = () => all('[data-role=assistant]');
export const said = () => select('[role=status]').textContent;
export const focused = () => chat.shadowRoot?.activeElement?.getAttribute('part');

export function type(text: string): void {
  find<HTMLTextAreaElement>('input').value = text;
  find('input').dispatchEvent(new Event('input'));
}

export const press = (part: string, key: string, init: KeyboardEventInit = {}) =>
  find(part).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );

export async function ask(text = 'When?'): Promise<void> {
  type(text);
  press('input', 'Enter');
  await settle();
}

/** The server's answers from now on have these events after `meta`. */
export const answer = (...events: ChatEvent[]): void => {
  server.handlers['POST chat'] = () => eventStream([meta, ...events]);
};
