/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { ItihChat } from '../../widget/element.ts';
import { launcherStrings } from '../../widget/launcher/shell.ts';
import type { Shell } from '../../widget/launcher/shell.ts';
import { englishStrings } from '../../widget/strings.ts';
import { completeBrowser, settle } from './browser.ts';

const api = 'https://example.org/wp-json/itih/v1/';
const panel = 'http://localhost/build/widget-panel.js?ver=1';
const view = { open: jest.fn(), close: jest.fn(), destroy: jest.fn() };
const created: Shell[] = [];

beforeAll(async () => {
  completeBrowser();
  await import('../../widget/index.ts');
});
beforeEach(() => {
  created.length = 0;
  jest.clearAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(async () => {
  document.body.replaceChildren();
  // A load that a test left open would be shared with the next.
  await fail();
  document.head.replaceChildren();
  delete window.itihChatPanel;
});

const panels = () => [...document.head.querySelectorAll<HTMLScriptElement>('script')];

function place(mode = 'floating', config: object = {}): ItihChat {
  const chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('mode', mode);
  chat.setAttribute('config', JSON.stringify({ api, panel, ...config }));
  document.body.append(chat);
  return chat;
}
const launcherOf = (chat: ItihChat) =>
  chat.shadowRoot?.querySelector<HTMLButtonElement>('[part=launcher]') as HTMLButtonElement;

/** The panel's bundle arrives. */
async function arrive(): Promise<void> {
  window.itihChatPanel = (shell) => {
    created.push(shell);
    return view;
  };
  panels().at(-1)?.dispatchEvent(new Event('load'));
  await settle();
}

async function fail(): Promise<void> {
  panels().at(-1)?.dispatchEvent(new Event('error'));
  await settle();
}

test('its English texts are those of the panel', () => {
  for (const [name, text] of Object.entries(launcherStrings)) {
    expect(englishStrings[name as keyof typeof englishStrings]).toBe(text);
  }
});

test('where scripts need trusted types and the page allows no policy for them, the button says so', async () => {
  const createPolicy = jest.fn<NonNullable<Window['trustedTypes']>['createPolicy']>(() => {
    throw new TypeError('Refused.');
  });
  window.trustedTypes = { createPolicy };
  const chat = place();
  launcherOf(chat).click();
  await settle(20);
  delete window.trustedTypes;
  expect(createPolicy.mock.calls[0]?.[0]).toBe('itih-chat');
  expect(launcherOf(chat).textContent).toBe(launcherStrings.load_failed);
});

test('a click loads it once and opens it', async () => {
  const chat = place('floating', { strings: { open: 'Chat öffnen' } });
  expect(launcherOf(chat).title).toBe('Chat öffnen');
  launcherOf(chat).click();
  launcherOf(chat).click();
  expect(panels()).toHaveLength(1);
  expect(launcherOf(chat).getAttribute('aria-busy')).toBe('true');
  await arrive();
  expect(view.open).toHaveBeenCalledTimes(1);
  expect(created).toHaveLength(1);
});

test('calls of a mounted chat are kept until the panel is there', async () => {
  const first = window.ItihChat?.mount(document.body, { api, panel });
  first?.open();
  first?.close();
  await arrive();
  expect(created).toHaveLength(1);
  expect(view.open).not.toHaveBeenCalled();
  first?.open();
  expect(view.open).toHaveBeenCalledTimes(1);
  first?.destroy();
  expect(view.destroy).toHaveBeenCalledTimes(1);
});

test('a link to #itih-chat opens it', async () => {
  place();
  location.hash = '#itih-chat';
  await settle();
  await arrive();
  expect(view.open).toHaveBeenCalledTimes(1);
  location.hash = '';
});

test('a text stands on the button, until it says that the panel could not be loaded', async () => {
  const chat = place('floating', { label: 'Ask us' });
  expect(launcherOf(chat).textContent).toBe('Ask us');
  launcherOf(chat).click();
  await fail();
  expect(launcherOf(chat).textContent).toBe(launcherStrings.load_failed);
});

test('a chat that is gone when the panel comes is not built', async () => {
  const mounted = window.ItihChat?.mount(document.body, { api, panel });
  mounted?.open();
  mounted?.destroy();
  await arrive();
  expect(created).toHaveLength(0);
});

test('a failed prefetch says nothing', async () => {
  const chat = place();
  launcherOf(chat).dispatchEvent(new Event('pointerenter'));
  await fail();
  expect(launcherOf(chat).textContent).toBe('');
});

test.each([
  ['a panel that was open', () => sessionStorage.setItem('itih-chat-open', '1')],
  ['an answer on its way', () => localStorage.setItem(`itih-chat:${api} pending`, '7')],
])('%s on the page before loads the panel at once', (_, before) => {
  before();
  place();
  expect(panels()).toHaveLength(1);
});

test.each([
  'https://evil.example/widget-panel.js',
  'http://localhost.evil.example/build/widget-panel.js',
  'http://localhost/wp-json/?_jsonp=alert',
  'http://localhost/?x=/widget-panel.js',
  'http://localhost/wp-json/widget-panel.js?ver=1&_jsonp=alert',
  'data:text/javascript,alert(1)//widget-panel.js',
  'javascript:alert(1)',
])('a page’s markup cannot name %s as the panel', (address) => {
  launcherOf(place('floating', { panel: address })).click();
  expect(panels().map((script) => script.getAttribute('src'))).toEqual(['']);
});

test('a policy with nonces allows the panel', () => {
  const allowed = document.createElement('script');
  allowed.nonce = 'n0nce';
  allowed.setAttribute('nonce', 'n0nce');
  document.body.append(allowed);
  launcherOf(place()).click();
  expect(panels()[0]?.nonce).toBe('n0nce');
});
