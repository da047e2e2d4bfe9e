/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { englishStrings } from '../../widget/strings.ts';
import type { WidgetConfig } from '../../widget/config.ts';
import type { ItihChat } from '../../widget/element.ts';
import {
  apiError,
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
let api = '';
let server: ReturnType<typeof fakeServer>;

beforeAll(async () => {
  completeBrowser();
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

beforeEach(() => {
  // Conversations are shared per API for as long as the page lives, which here is the whole file.
  api = `https://example.org/wp-json/itih/v1/?site=${(count += 1)}`;
  server = fakeServer({ 'GET session': () => session() });
  globalThis.fetch = server.fetch;
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => document.body.replaceChildren());

const delta = { type: 'delta', content: 'From **nine** [1].' } as const;
const citations = { type: 'citations' as const, sources: [source] };

function place(config: Partial<WidgetConfig> = {}, mode = 'floating') {
  const chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('mode', mode);
  chat.setAttribute('config', JSON.stringify({ api, ...config }));
  document.body.append(chat);
  const find = <T extends HTMLElement>(part: string) =>
    chat.shadowRoot?.querySelector<T>(`[part~="${part}"]`) as T;
  const all = (selector: string) => [...(chat.shadowRoot?.querySelectorAll(selector) ?? [])];
  const type = (text: string) => {
    find<HTMLTextAreaElement>('input').value = text;
    find('input').dispatchEvent(new Event('input'));
  };
  const press = (part: string, key: string, init: KeyboardEventInit = {}) =>
    find(part).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
    );
  const ask = async (text: string) => {
    type(text);
    press('input', 'Enter');
    await settle();
  };
  const answers = () => all('[data-role=assistant]') as HTMLElement[];
  return { chat, find, all, type, press, ask, answers };
}

const focused = (chat: ItihChat) => chat.shadowRoot?.activeElement?.getAttribute('part');

describe('the launcher', () => {
  test('nothing is fetched and no panel is built until it is used', async () => {
    const { chat, all, find } = place();
    await settle();
    expect(all('dialog')).toHaveLength(0);
    expect(server.calls).toHaveLength(0);
    chat.open();
    expect(find('panel').hasAttribute('open')).toBe(true);
    await settle();
    expect(server.calls.map(({ path }) => path)).toEqual(['session']);
  });

  test('the focus goes to the input, and with Escape back to the launcher', () => {
    const { chat, find, press } = place();
    find('launcher').click();
    expect(find('launcher').getAttribute('aria-expanded')).toBe('true');
    expect(focused(chat)).toBe('input');
    press('input', 'Escape');
    expect(find('panel').hasAttribute('open')).toBe(false);
    expect(focused(chat)).toBe('launcher');
  });

  test('an open panel is open again on the next page, without taking the focus', () => {
    const first = place();
    first.chat.open();
    first.chat.remove();
    const { chat, find } = place();
    expect(find('panel').hasAttribute('open')).toBe(true);
    expect(chat.shadowRoot?.activeElement).toBeNull();
    chat.close();
    chat.remove();
    expect(place().all('dialog')).toHaveLength(0);
  });

  test('mount adds a chat to an element and takes it away again', () => {
    const mounted = window.ItihChat?.mount(document.body, { api });
    const chat = document.querySelector('itih-chat');
    expect(chat?.getAttribute('mode')).toBe('floating');
    mounted?.open();
    expect(chat?.shadowRoot?.querySelector('dialog')?.open).toBe(true);
    mounted?.close();
    expect(chat?.shadowRoot?.querySelector('dialog')?.open).toBe(false);
    mounted?.destroy();
    expect(document.querySelector('itih-chat')).toBeNull();
    expect(() => window.ItihChat?.mount('#nowhere', { api })).toThrow(TypeError);
  });
});

describe('a question', () => {
  test('is answered with text, sources and what can be done with them', async () => {
    server.handlers['POST chat'] = () => eventStream([meta, delta, citations, done]);
    const { chat, find, ask, answers } = place();
    chat.open();
    await ask('When?');
    const [answer] = answers();
    expect(answer?.dataset.status).toBe('done');
    expect(answer?.dataset.messageId).toBe('7');
    expect(answer?.querySelector('[part~=bubble] strong')?.textContent).toBe('nine');
    expect(answer?.querySelector('sup a')?.getAttribute('aria-label')).toBe(
      'Source 1: Opening hours, opens in a new tab',
    );
    const link = find('sources').querySelector('a');
    expect(link?.href).toBe(source.passage_url);
    expect(find('input')).toHaveProperty('value', '');
    expect(chat.shadowRoot?.querySelector('[role=status]')?.textContent).toBe('Answer: From nine.');
    expect(find('log').getAttribute('aria-live')).toBe('off');
  });

  test('belongs to the session of the one before', async () => {
    server.handlers['POST chat'] = () => eventStream([meta, delta, done]);
    const { chat, ask } = place();
    chat.open();
    await ask('When?');
    await ask('And on Sunday?');
    const [first, second] = server.made('POST chat');
    expect(first?.headers.get('X-Itih-Secret')).toBeNull();
    expect(second?.headers.get('X-Itih-Secret')).toBe('proof');
    expect(second?.body.session_id).toBe('s1');
  });

  test.each([
    ['Shift and Enter write a line', { shiftKey: true }],
    ['Enter while composing picks a candidate', { isComposing: true }],
    ['also in Safari', { keyCode: 229 }],
  ])('%s', async (_, init) => {
    const { chat, type, press } = place();
    chat.open();
    type('When?');
    press('input', 'Enter', init);
    await settle(10);
    expect(server.made('POST chat')).toHaveLength(0);
  });

  test('that is too long is not sent, and its length is shown in time', async () => {
    const { chat, find, type, press } = place({ max_message_chars: 40 });
    chat.open();
    type('a'.repeat(31));
    expect(find('count').hidden).toBe(true);
    type('a'.repeat(32));
    expect(find('count').textContent).toBe('32 / 40');
    expect(find('count').hidden).toBe(false);
    type('a'.repeat(41));
    expect(find<HTMLButtonElement>('send').disabled).toBe(true);
    expect(find('input').getAttribute('aria-invalid')).toBe('true');
    press('input', 'Enter');
    await settle(10);
    expect(server.made('POST chat')).toHaveLength(0);
  });

  test('can be picked from the starters, which then go away', async () => {
    server.handlers['POST chat'] = () => eventStream([meta, delta, done]);
    const { chat, find } = place({ starters: ['When are you open?'] });
    chat.open();
    find('starter').click();
    await settle();
    expect(server.made('POST chat')[0]?.body.message).toBe('When are you open?');
    expect(find('starters').hidden).toBe(true);
  });
});

describe('while the answer comes', () => {
  test('text, reasoning and tools show, and stopping keeps them', async () => {
    const stream = liveStream();
    server.handlers['POST chat'] = () => stream.response;
    const { chat, find, ask, answers } = place();
    chat.open();
    await ask('When?');
    expect(find('dots').hidden).toBe(false);
    stream.send(meta);
    stream.send({ type: 'reasoning', content: 'Hours?' });
    stream.send({ type: 'tool', id: 't', name: 'x', label: 'Looking', state: 'start' });
    stream.send({ type: 'delta', content: 'From ' });
    await settle();
    const [answer] = answers();
    expect(answer?.dataset.status).toBe('streaming');
    expect(find('reasoning').textContent).toContain('Hours?');
    expect(find('tools').querySelector('[aria-hidden=true]:not(svg)')?.textContent).toBe('Looking');
    find('stop').click();
    await settle();
    expect(answer?.dataset.status).toBe('stopped');
    expect(find('after').textContent).toBe('Stopped.');
    expect(answer?.querySelector('[part~=bubble]')?.textContent).toBe('From');
    expect(server.made('POST chat')[0]?.signal?.aborted).toBe(true);
    expect(find('send').getAttribute('aria-label')).toBe('Send');
  });

  test('a stream that ends without "done", and an answer that is gone, can be retried in its place', async () => {
    let tries = 0;
    server.handlers['GET chat/6/events'] = () => apiError(404, 'not_found');
    server.handlers['POST chat'] = () =>
      eventStream(
        (tries += 1) === 1 ? [meta, delta] : [meta, { ...delta, content: 'Nine.' }, done],
      );
    const { chat, find, ask, all, answers } = place();
    chat.open();
    await ask('When?');
    await settle(400);
    expect(answers()[0]?.dataset.status).toBe('failed');
    find('retry').click();
    await settle();
    expect(all('[data-role]')).toHaveLength(2);
    expect(answers()[0]?.dataset.status).toBe('done');
    expect(answers()[0]?.querySelector('[part~=bubble]')?.textContent).toBe('Nine.');
    expect(all('[part=error]')).toHaveLength(0);
  });

  test.each([
    [apiError(429, 'rate_limited', 'x'), 'Too many messages. Please wait a moment.', true],
    [apiError(503, 'not_configured', 'x'), englishStrings.error_unavailable, false],
    // For longer than it is asked again by itself.
    [apiError(503, 'overloaded', 'x', { retry_after: 60 }), englishStrings.error_busy, true],
    [apiError(500, 'internal_error'), 'Something went wrong. Please try again.', true],
  ])('a refusal is said in the page’s words', async (response, text, retryable) => {
    server.handlers['POST chat'] = () => response;
    const { chat, find, all, ask } = place();
    chat.open();
    await ask('When?');
    expect(find('error').querySelector('p')?.textContent).toBe(text);
    expect(all('[part=retry]')).toHaveLength(retryable ? 1 : 0);
    expect(chat.shadowRoot?.querySelector('[role=status]')?.textContent).toBe(text);
  });
});

describe('without a sidecar', () => {
  const search_url = 'https://example.org/?s=';
  const texts = (nodes: Element[]) => nodes.map((node) => node.textContent);

  test('one sentence, the question, and the way to the site’s own search', async () => {
    server.handlers['POST chat'] = () => apiError(503, 'sidecar_unavailable');
    const { chat, find, all, ask } = place({ search_url });
    chat.open();
    await ask('Opening hours & fees?');
    expect(texts(all('.error p'))).toEqual([englishStrings.error_unavailable]);
    expect(texts(all('[data-role=user] .bubble'))).toEqual(['Opening hours & fees?']);
    const link = find<HTMLAnchorElement>('search');
    expect(link.textContent).toBe('Search this site');
    expect(link.href).toBe('https://example.org/?s=Opening%20hours%20%26%20fees%3F');
    expect(link.target).toBe('');
    expect(all('[part=retry]')).toHaveLength(1);
  });

  test('it is said before the first question, and the search takes what is typed', async () => {
    server.handlers['GET session'] = () =>
      respond(200, {
        nonce: 'n1',
        expires_in: 60,
        limits: { max_message_chars: 40 },
        available: false,
      });
    const { chat, find, all, type } = place({ search_url });
    chat.open();
    await settle();
    expect(texts(all('.error p'))).toEqual([englishStrings.error_unavailable]);
    type('Boats');
    find('search').dispatchEvent(new Event('focus'));
    expect(find<HTMLAnchorElement>('search').href).toBe('https://example.org/?s=Boats');
  });

  test('another failure offers no search, and a site without one none either', async () => {
    server.handlers['POST chat'] = () => apiError(500, 'internal_error');
    const first = place({ search_url });
    first.chat.open();
    await first.ask('When?');
    expect(first.all('[part=search]')).toHaveLength(0);
    first.chat.remove();
    server.handlers['POST chat'] = () => apiError(503, 'sidecar_unavailable');
    const second = place({ api: `${api}&other=1` });
    second.chat.open();
    await second.ask('When?');
    expect(second.all('.error p')).toHaveLength(1);
    expect(second.all('[part=search]')).toHaveLength(0);
  });
});

describe('feedback', () => {
  test('is sent once, pressed and thanked for', async () => {
    server.handlers['POST chat'] = () => eventStream([meta, delta, done]);
    server.handlers['POST feedback'] = () => respond(200, { updated: 1 });
    const { chat, find, ask } = place();
    chat.open();
    await ask('When?');
    find('feedback-up').click();
    find('feedback-up').click();
    await settle();
    expect(server.made('POST feedback').map(({ body }) => body)).toEqual([
      { message_id: 7, session_id: 's1', feedback: 'up' },
    ]);
    expect(find('feedback-up').getAttribute('aria-pressed')).toBe('true');
    expect(find('thanks').textContent).toBe(englishStrings.thanks);
  });

  test('that did not arrive is not shown as given', async () => {
    server.handlers['POST chat'] = () => eventStream([meta, delta, done]);
    const { chat, find, ask } = place();
    chat.open();
    await ask('When?');
    find('feedback-down').click();
    await settle();
    expect(find('feedback-down').getAttribute('aria-pressed')).toBe('false');
    expect(find('thanks').textContent).toBe('Something went wrong. Please try again.');
  });
});

describe('a kept conversation', () => {
  const keep = () => localStorage.setItem(`itih-chat:${api}`, 's1 proof');
  const base = { reasoning: '', model: '', createdAt: '2026-01-01T00:00:00Z' };
  const numbers = { promptTokens: 0, completionTokens: 0, responseTimeMs: 0 };
  const turns = [
    { ...base, ...numbers, id: 1, role: 'user', content: 'When?', citations: [], feedback: null },
    {
      ...base,
      ...numbers,
      id: 2,
      role: 'assistant',
      content: 'Nine.',
      citations: [],
      feedback: 'up',
    },
  ];

  test('is shown when the panel opens', async () => {
    keep();
    server.handlers['GET history'] = () => respond(200, { turns });
    const { chat, all, find } = place();
    await settle();
    expect(server.calls).toHaveLength(0);
    chat.open();
    await settle();
    expect(server.made('GET history')[0]?.query.get('session_id')).toBe('s1');
    expect(server.made('GET history')[0]?.headers.get('X-Itih-Secret')).toBe('proof');
    expect(all('[data-role]').map((node) => node.textContent)).toEqual([
      'You: When?',
      expect.stringContaining('Assistant: '),
    ]);
    expect(find('feedback-up').getAttribute('aria-pressed')).toBe('true');
  });

  test('that the server no longer has is forgotten', async () => {
    keep();
    server.handlers['GET history'] = () => apiError(403, 'invalid_session');
    const { chat, all } = place();
    chat.open();
    await settle();
    expect(localStorage.getItem(`itih-chat:${api}`)).toBeNull();
    expect(all('[part=error]')).toHaveLength(0);
  });

  test('that could not be loaded can be asked for again', async () => {
    keep();
    const { chat, all, find } = place();
    chat.open();
    await settle();
    server.handlers['GET history'] = () => respond(200, { turns });
    find('retry').click();
    await settle();
    expect(all('[data-role]')).toHaveLength(2);
    expect(all('[part=error]')).toHaveLength(0);
  });

  test('is deleted after a question, which Escape answers with no', async () => {
    keep();
    server.handlers['GET history'] = () => respond(200, { turns });
    server.handlers['DELETE history'] = () => respond(200, { deleted: 2 });
    const { chat, all, find, press } = place();
    chat.open();
    await settle();
    find('clear').click();
    expect(focused(chat)).toBe('clear-confirm');
    press('confirm', 'Escape');
    expect(find('confirm').hidden).toBe(true);
    expect(find('panel').hasAttribute('open')).toBe(true);
    find('clear').click();
    find('clear-confirm').click();
    await settle();
    expect(server.made('DELETE history')).toHaveLength(1);
    expect(all('[data-role]')).toHaveLength(0);
    expect(localStorage.getItem(`itih-chat:${api}`)).toBeNull();
    expect(focused(chat)).toBe('input');
  });
});

describe('consent', () => {
  const consent_text = 'Questions are stored. See the [policy](https://example.org/privacy).';

  test('comes before any request and is remembered for its wording', async () => {
    const first = place({ consent_text, starters: ['When?'] });
    first.chat.open();
    await settle();
    expect(server.calls).toHaveLength(0);
    expect(first.all('[part=input]')).toHaveLength(0);
    expect(first.find('starters').hidden).toBe(true);
    expect(first.find('consent').querySelector('a')?.href).toBe('https://example.org/privacy');
    first.find('consent-accept').click();
    await settle();
    expect(server.calls.map(({ path }) => path)).toEqual(['session']);
    expect(focused(first.chat)).toBe('input');
    first.chat.remove();
    expect(place({ consent_text }).all('[part=consent]')).toHaveLength(0);
    expect(place({ consent_text: 'Something else.' }).all('[part=consent]')).toHaveLength(1);
  });

  test('is asked for by the server where the page is older, and the question goes on', async () => {
    server.handlers['POST chat'] = (call) =>
      call.body['consent'] === true
        ? eventStream([meta, delta, done])
        : respond(403, {
            code: 'consent_required',
            message: 'Please agree.',
            data: { consent: consent_text },
          });
    const { chat, ask, find, all } = place();
    chat.open();
    await settle();
    await ask('When?');
    expect(all('[part=input]')).toHaveLength(0);
    expect(find('consent').textContent).toContain('Questions are stored.');
    find('consent-accept').click();
    await settle();
    expect(server.made('POST chat').map(({ body }) => body['consent'])).toEqual([undefined, true]);
    expect(find('log').textContent).toContain('From nine');
    expect(all('[part=input]')).toHaveLength(1);
  });
});

test('an inline and a floating chat show the same conversation', async () => {
  server.handlers['POST chat'] = () => eventStream([meta, delta, done]);
  const inline = place({}, 'inline');
  const floating = place();
  await settle();
  expect(server.calls).toHaveLength(0);
  await inline.ask('When?');
  floating.chat.open();
  await settle();
  expect(floating.answers()).toHaveLength(1);
  expect(server.made('GET session')).toHaveLength(1);
  expect(inline.find('panel').tagName).toBe('SECTION');
});

test('works without storage', async () => {
  const blocked = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  server.handlers['POST chat'] = () => eventStream([meta, delta, done]);
  const { chat, ask, answers } = place();
  chat.open();
  await ask('When?');
  await ask('And then?');
  expect(answers().map(({ dataset }) => dataset.status)).toEqual(['done', 'done']);
  expect(server.made('POST chat')[1]?.body.session_id).toBe('s1');
  blocked.mockRestore();
});

test('the element follows its attributes and a move in the page', () => {
  const { chat, find } = place({ bot_name: 'One' });
  chat.open();
  expect(find('title').textContent).toBe('One');
  chat.setAttribute(
    'config',
    JSON.stringify({ api, bot_name: 'Two', rtl: true, position: 'bottom-left' }),
  );
  expect(find('title').textContent).toBe('Two');
  expect(chat.shadowRoot?.querySelector('.root')?.className).toBe('root floating bottom-left');
  expect(chat.shadowRoot?.querySelector('.root')?.getAttribute('dir')).toBe('rtl');
  document.body.append(chat);
  expect(find('panel').hasAttribute('open')).toBe(true);
});
