/** @jest-environment jsdom */
import { describe, expect, jest, test } from '@jest/globals';
import { englishStrings } from './strings.ts';
import {
  apiError,
  done,
  liveStream,
  meta,
  respond,
  settle,
  source,
} from '../test/widget/browser.ts';
import {
  all,
  answer,
  answers,
  api,
  ask,
  chat,
  find,
  focused,
  open,
  place,
  press,
  said,
  server,
  texts,
  type,
  useWidget,
} from '../test/widget/page.ts';

useWidget();

const delta = { type: 'delta', content: 'From **nine** [1].' } as const;
const citations = { type: 'citations' as const, sources: [source] };

describe('the launcher', () => {
  test('an open panel is open again on the next page, without taking the focus', () => {
    open();
    chat.remove();
    place();
    expect(find('panel').hasAttribute('open')).toBe(true);
    expect(chat.shadowRoot?.activeElement).toBeNull();
    chat.close();
    chat.remove();
    place();
    expect(all('dialog')).toHaveLength(0);
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
    answer(delta, citations, done);
    open();
    await ask();
    const [shown] = answers();
    expect(shown?.dataset.status).toBe('done');
    expect(shown?.dataset.messageId).toBe('7');
    expect(shown?.querySelector('[part~=bubble] strong')?.textContent).toBe('nine');
    expect(shown?.querySelector('sup a')?.getAttribute('aria-label')).toBe(
      'Source 1: Opening hours, opens in a new tab',
    );
    const link = find('sources').querySelector('a');
    expect(link?.href).toBe(source.passage_url);
    expect(find('input')).toHaveProperty('value', '');
    expect(said()).toBe('Answer: From nine.');
    expect(find('log').getAttribute('aria-live')).toBe('off');
  });

  test.each([
    ['Shift and Enter write a line', { shiftKey: true }],
    ['Enter while composing picks a candidate', { isComposing: true }],
    ['also in Safari', { keyCode: 229 }],
  ])('%s', async (_, init) => {
    open();
    type('When?');
    press('input', 'Enter', init);
    await settle(10);
    expect(server.made('POST chat')).toHaveLength(0);
  });

  test('that is too long is not sent, and its length is shown in time', async () => {
    open({ max_message_chars: 40 });
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
});

describe('while the answer comes', () => {
  test('text, reasoning and tools show, and stopping keeps them', async () => {
    const stream = liveStream();
    server.handlers['POST chat'] = () => stream.response;
    open();
    await ask();
    expect(find('dots').hidden).toBe(false);
    stream.send(meta);
    stream.send({ type: 'reasoning', content: 'Hours?' });
    stream.send({ type: 'tool', id: 't', name: 'x', label: 'Looking', state: 'start' });
    stream.send({ type: 'delta', content: 'From ' });
    await settle();
    const [shown] = answers();
    expect(shown?.dataset.status).toBe('streaming');
    expect(find('reasoning').textContent).toContain('Hours?');
    expect(find('tools').querySelector('[aria-hidden=true]:not(svg)')?.textContent).toBe('Looking');
    find('stop').click();
    await settle();
    expect(shown?.dataset.status).toBe('stopped');
    expect(find('after').textContent).toBe('Stopped.');
    expect(shown?.querySelector('[part~=bubble]')?.textContent).toBe('From');
    expect(server.made('POST chat')[0]?.signal?.aborted).toBe(true);
    expect(find('send').getAttribute('aria-label')).toBe('Send');
  });

  test.each([
    [apiError(429, 'rate_limited', 'x'), 'Too many messages. Please wait a moment.', true],
    [apiError(503, 'not_configured', 'x'), englishStrings.error_unavailable, false],
    // For longer than it is asked again by itself.
    [apiError(503, 'overloaded', 'x', { retry_after: 60 }), englishStrings.error_busy, true],
    [apiError(500, 'internal_error'), 'Something went wrong. Please try again.', true],
  ])('a refusal is said in the page’s words', async (response, text, retryable) => {
    server.handlers['POST chat'] = () => response;
    open();
    await ask();
    expect(find('error').querySelector('p')?.textContent).toBe(text);
    expect(all('[part=retry]')).toHaveLength(retryable ? 1 : 0);
    expect(said()).toBe(text);
  });
});

describe('without a sidecar', () => {
  const search_url = 'https://example.org/?s=';

  test('it is said before the first question, and the search takes what is typed', async () => {
    server.handlers['GET session'] = () =>
      respond(200, {
        nonce: 'n1',
        expires_in: 60,
        limits: { max_message_chars: 40 },
        available: false,
      });
    open({ search_url });
    await settle();
    expect(texts('.error p')).toEqual([englishStrings.error_unavailable]);
    type('Boats');
    find('search').dispatchEvent(new Event('focus'));
    expect(find<HTMLAnchorElement>('search').href).toBe('https://example.org/?s=Boats');
  });

  test('another failure offers no search, and a site without one none either', async () => {
    server.handlers['POST chat'] = () => apiError(500, 'internal_error');
    open({ search_url });
    await ask();
    expect(all('[part=search]')).toHaveLength(0);
    chat.remove();
    server.handlers['POST chat'] = () => apiError(503, 'sidecar_unavailable');
    open({ api: `${api}&other=1` });
    await ask();
    expect(all('.error p')).toHaveLength(1);
    expect(all('[part=search]')).toHaveLength(0);
  });
});

describe('feedback', () => {
  test('is sent once, pressed and thanked for', async () => {
    answer(delta, done);
    server.handlers['POST feedback'] = () => respond(200, { updated: 1 });
    open();
    await ask();
    find('feedback-up').click();
    find('feedback-up').click();
    await settle();
    expect(server.made('POST feedback').map(({ body }) => body)).toEqual([
      { message_id: 7, session_id: 's1', feedback: 'up' },
    ]);
    expect(find('feedback-up').getAttribute('aria-pressed')).toBe('true');
    expect(find('thanks').textContent).toBe(englishStrings.thanks);
  });

  test('is asked for a refusal, too, but not for a greeting', async () => {
    answer(delta, { ...done, model: '', finish_reason: 'refusal' });
    open();
    await ask();
    expect(find('feedback-down').hidden).toBe(false);
    answer(delta, { ...done, model: 'builtin' });
    await ask('Thanks!');
    expect(all('[part=feedback-down]').map(({ hidden }) => hidden)).toEqual([false, true]);
  });

  test('that did not arrive is not shown as given', async () => {
    answer(delta, done);
    open();
    await ask();
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

  test('that the server no longer has is forgotten', async () => {
    keep();
    server.handlers['GET history'] = () => apiError(403, 'invalid_session');
    open();
    await settle();
    expect(localStorage.getItem(`itih-chat:${api}`)).toBeNull();
    expect(all('[part=error]')).toHaveLength(0);
  });

  test('that could not be loaded can be asked for again', async () => {
    keep();
    open();
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
    open();
    await settle();
    find('clear').click();
    expect(focused()).toBe('clear-confirm');
    press('confirm', 'Escape');
    expect(find('confirm').hidden).toBe(true);
    expect(find('panel').hasAttribute('open')).toBe(true);
    find('clear').click();
    find('clear-confirm').click();
    await settle();
    expect(server.made('DELETE history')).toHaveLength(1);
    expect(all('[data-role]')).toHaveLength(0);
    expect(localStorage.getItem(`itih-chat:${api}`)).toBeNull();
    expect(focused()).toBe('input');
  });
});

describe('consent', () => {
  const consent_text = 'Questions are stored. See the [policy](https://example.org/privacy).';

  test('comes before any request and is remembered for its wording', async () => {
    open({ consent_text, starters: ['When?'] });
    await settle();
    expect(server.calls).toHaveLength(0);
    expect(all('[part=input]')).toHaveLength(0);
    expect(find('starters').hidden).toBe(true);
    expect(find('consent').querySelector('a')?.href).toBe('https://example.org/privacy');
    find('consent-accept').click();
    await settle();
    expect(server.calls.map(({ path }) => path)).toEqual(['session']);
    expect(focused()).toBe('input');
    chat.remove();
    place({ consent_text });
    expect(all('[part=consent]')).toHaveLength(0);
    place({ consent_text: 'Something else.' });
    expect(all('[part=consent]')).toHaveLength(1);
  });
});

test('an inline and a floating chat show the same conversation', async () => {
  answer(delta, done);
  place({}, 'inline');
  await settle();
  expect(server.calls).toHaveLength(0);
  expect(find('panel').tagName).toBe('SECTION');
  await ask();
  open();
  await settle();
  expect(answers()).toHaveLength(1);
  expect(server.made('GET session')).toHaveLength(1);
});

test('works without storage', async () => {
  const blocked = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  answer(delta, done);
  open();
  await ask();
  await ask('And then?');
  expect(answers().map(({ dataset }) => dataset.status)).toEqual(['done', 'done']);
  expect(server.made('POST chat')[1]?.body.session_id).toBe('s1');
  blocked.mockRestore();
});

test('the element follows its attributes and a move in the page', () => {
  open({ bot_name: 'One' });
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
