/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { ItihChat } from '../../widget/element.ts';
import { englishStrings } from '../../widget/strings.ts';
import { waitingView } from '../../widget/view/waiting.ts';
import {
  completeBrowser,
  done,
  eventStream,
  fakeServer,
  liveStream,
  meta,
  respond,
  session,
  settle,
  source,
} from './browser.ts';

let count = 0;
let server: ReturnType<typeof fakeServer>;
let chat: ItihChat;
let api = '';

const find = <T extends HTMLElement>(part: string) =>
  chat.shadowRoot?.querySelector<T>(`[part~="${part}"]`) as T;
const all = (part: string) =>
  [...(chat.shadowRoot?.querySelectorAll(`[part~="${part}"]`) ?? [])] as HTMLElement[];
const type = (text: string) => {
  find<HTMLTextAreaElement>('input').value = text;
  find('input').dispatchEvent(new Event('input'));
};
const delta = (content: string): ChatEvent => ({ type: 'delta', content });

function place(config: object = {}) {
  chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('config', JSON.stringify({ api, ...config }));
  document.body.append(chat);
  chat.open();
}

async function ask(text: string) {
  type(text);
  find('send').click();
  await settle();
}

beforeAll(async () => {
  completeBrowser();
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

beforeEach(() => {
  api = `https://example.org/wp-json/itih/v1/?actions=${(count += 1)}`;
  server = fakeServer({ 'GET session': () => session() });
  server.handlers['POST chat'] = () => eventStream([meta, delta('Nine.'), done]);
  server.handlers['POST feedback'] = () => respond(200, { updated: 1 });
  globalThis.fetch = server.fetch;
  localStorage.clear();
  sessionStorage.clear();
  place();
});

afterEach(() => document.body.replaceChildren());

test('what is typed stays over a change of the page, until it is sent', async () => {
  type('When are');
  chat.remove();
  place();
  expect(find<HTMLTextAreaElement>('input').value).toBe('When are');
  await ask('When are you open?');
  chat.remove();
  place();
  expect(find<HTMLTextAreaElement>('input').value).toBe('');
});

test('an answer is asked for again in its place', async () => {
  await ask('When?');
  server.handlers['POST chat'] = () => eventStream([meta, delta('Ten.'), done]);
  find('regenerate').click();
  await settle();
  expect(all('assistant')).toHaveLength(1);
  expect(all('bubble').map((node) => node.textContent)).toEqual(['When?', 'Ten.']);
});

test('an answer is copied with its sources and without its marks', async () => {
  let copied = '';
  const writeText = (text: string) => Promise.resolve(void (copied = text));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  server.handlers['POST chat'] = () =>
    eventStream([
      meta,
      delta('From **nine** [1].'),
      { type: 'citations', sources: [source] },
      done,
    ]);
  await ask('When?');
  find('copy').click();
  await settle();
  expect(copied).toBe(`From **nine**.\n\n${source.title}\n${source.url}`);
  expect(find('copy').title).toBe('Copied');
  expect(chat.shadowRoot?.querySelector('[role=status]')?.textContent).toBe('Copied');
  Reflect.deleteProperty(navigator, 'clipboard');
});

test('the panel is enlarged and made smaller by one button, which says the next', () => {
  const { title } = find('enlarge');
  find('enlarge').click();
  expect(find('panel').hasAttribute('data-large')).toBe(true);
  expect([title, find('enlarge').title]).toEqual(['Enlarge', 'Make smaller']);
  find('enlarge').click();
  expect(find('panel').hasAttribute('data-large')).toBe(false);
  expect(find('enlarge').title).toBe('Enlarge');
});

test('a server that asks for a pause gets one: the button counts down and asks again', async () => {
  const busy = { code: 'rate_limited', message: 'Slow.', data: { status: 429, retry_after: 2 } };
  server.handlers['POST chat'] = () => respond(429, busy);
  await ask('When?');
  const retry = find<HTMLButtonElement>('retry');
  const said = new Set<string>();
  for (let waits = 0; retry.disabled && waits < 100; waits++) {
    said.add(retry.textContent);
    await settle(50);
  }
  expect([...said].join()).toMatch(/^(Try again in 2 s,)?Try again in 1 s$/);
  expect([retry.disabled, retry.textContent]).toEqual([false, 'Try again']);
  server.handlers['POST chat'] = () => eventStream([meta, delta('Nine.'), done]);
  retry.click();
  await settle();
  expect(find('bubble').parentElement?.parentElement?.textContent).toContain('Nine.');
});

test('a thumb down asks for the reason, which is sent with the comment', async () => {
  await ask('When?');
  expect(find('reasons').hidden).toBe(true);
  find('feedback-down').click();
  await settle();
  expect(find('reasons').hidden).toBe(false);
  all('reason')[0]?.click();
  find<HTMLTextAreaElement>('comment').value = 'It is ten.';
  find('reason-send').click();
  await settle();
  const sent = server.made('POST feedback').map(({ body }) => body.comment);
  expect(sent).toEqual([undefined, 'Not correct: It is ten.']);
  expect(find('reasons').hidden).toBe(true);
});

test('a new chat keeps the old one, which goes on when it is chosen and can be deleted', async () => {
  await ask('When?');
  expect(find('earlier').hidden).toBe(true);
  find('new-chat').click();
  await settle();
  expect(all('bubble')).toHaveLength(0);
  expect(localStorage.getItem(`itih-chat:${api}`)).toBeNull();
  find('earlier').click();
  expect(find('earlier-open').textContent).toContain('When?');
  server.handlers['GET history'] = () => respond(200, { turns: [] });
  find('earlier-open').click();
  await settle();
  expect(server.made('GET history')[0]?.headers.get('X-Itih-Secret')).toBe('proof');
  await ask('And then?');
  find('new-chat').click();
  await settle();
  server.handlers['DELETE history'] = () => respond(200, { deleted: 2 });
  find('earlier').click();
  find('earlier-delete').click();
  await settle();
  expect(server.made('DELETE history')[0]?.headers.get('X-Itih-Secret')).toBe('proof');
  expect(find('earlier').hidden).toBe(true);
});

test('a wait says what is done', async () => {
  server.handlers['POST chat'] = () =>
    eventStream([meta, { type: 'status', stage: 'reading', title: 'Tickets' }]);
  server.handlers['GET chat/6/events'] = () => new Promise(() => undefined);
  await ask('When?');
  expect(find('stage').textContent).toBe('Reading Tickets');
});

test('a question that waits for others says so, and announces it once', async () => {
  const stream = liveStream();
  server.handlers['POST chat'] = () => stream.response;
  await ask('When?');
  const live = chat.shadowRoot!.querySelector('[role=status]')!;
  stream.send({ type: 'status', stage: 'waiting' });
  await settle();
  expect(find('stage').textContent).toBe(englishStrings.waiting);
  expect(live.textContent).toBe(englishStrings.waiting);
  live.textContent = '';
  stream.send({ type: 'status', stage: 'waiting' });
  await settle();
  expect(live.textContent).toBe('');
  stream.send(meta);
  stream.send({ type: 'status', stage: 'searching' });
  await settle();
  expect(find('stage').textContent).toBe(englishStrings.searching);
});

test('after ten seconds it says that it takes longer, and offers to stop', () => {
  jest.useFakeTimers();
  try {
    const stop = jest.fn();
    const { root, update } = waitingView(englishStrings, stop);
    const slow = root.querySelector<HTMLElement>('[part=slow]')!;
    update(true, undefined);
    jest.advanceTimersByTime(9_900);
    expect(slow.hidden).toBe(true);
    jest.advanceTimersByTime(200);
    expect(slow.hidden).toBe(false);
    root.querySelector<HTMLButtonElement>('[part=stop-waiting]')?.click();
    expect(stop).toHaveBeenCalledTimes(1);
    update(false, undefined);
    expect(slow.hidden).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test('the foot links the privacy policy, names the maker, or is not there', () => {
  expect(find('credit')).toBeNull();
  chat.remove();
  place({ privacy_url: 'https://example.org/privacy/' });
  expect(find<HTMLAnchorElement>('privacy').href).toBe('https://example.org/privacy/');
  expect(find('credit').textContent).toBe('Privacy policy');
  chat.remove();
  place({ privacy_url: 'javascript:alert(1)', show_credit: true });
  expect(find('privacy')).toBeNull();
  expect(find('credit').textContent).toBe('Powered by Itih RAG Chat');
});
