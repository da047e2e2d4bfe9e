/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ChatEvent, Turn } from '../server/contract/chat.ts';
import { element } from './dom.ts';
import { englishStrings } from './strings.ts';
import { waitingView } from './view/waiting.ts';
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
  api,
  ask,
  chat,
  find,
  focused,
  open,
  press,
  said,
  select,
  server,
  useWidget,
} from '../test/widget/page.ts';

useWidget();

const delta = (content: string): ChatEvent => ({ type: 'delta', content });

beforeEach(() => {
  answer(delta('Nine.'), done);
  server.handlers['POST feedback'] = () => respond(200, { updated: 1 });
});

test('an answer of a model is asked for again in its place', async () => {
  answer(delta('Nine.'), { ...done, model: 'openai:gpt-4o' });
  open();
  await ask();
  answer(delta('Ten.'), done);
  find('regenerate').click();
  await settle();
  expect(all('[data-role=assistant]')).toHaveLength(1);
  expect(all('.bubble').map((node) => node.textContent)).toEqual(['When?', 'Ten.']);
});

test('an answer is copied with its sources and without its marks', async () => {
  open();
  let copied = '';
  const writeText = (text: string) => Promise.resolve(void (copied = text));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  answer(delta('From **nine** [1].'), { type: 'citations', sources: [source] }, done);
  await ask();
  find('copy').click();
  await settle();
  expect(copied).toBe(`From **nine**.\n\n${source.title}\n${source.url}`);
  expect(find('copy').title).toBe('Copied');
  expect(said()).toBe('Copied');
  Reflect.deleteProperty(navigator, 'clipboard');
});

test('the panel is enlarged and made smaller by one button, which says the next', () => {
  open();
  const { textContent } = find('enlarge');
  find('enlarge').click();
  expect(find('panel').hasAttribute('data-large')).toBe(true);
  expect([textContent, find('enlarge').textContent]).toEqual(['Enlarge', 'Make smaller']);
  find('enlarge').click();
  expect(find('panel').hasAttribute('data-large')).toBe(false);
  expect(find('enlarge').textContent).toBe('Enlarge');
});

test('a server that asks for a pause gets one: the button counts down and asks again', async () => {
  open();
  const busy = { code: 'rate_limited', message: 'Slow.', data: { status: 429, retry_after: 2 } };
  server.handlers['POST chat'] = () => respond(429, busy);
  await ask();
  const retry = find<HTMLButtonElement>('retry');
  const said = new Set<string>();
  for (let waits = 0; retry.disabled && waits < 100; waits++) {
    said.add(retry.textContent);
    await settle(50);
  }
  // A busy machine may skip a second.
  expect([...said].join()).toMatch(/^(Try again in [12] s,?){1,2}$/);
  expect([retry.disabled, retry.textContent]).toEqual([false, 'Try again']);
  answer(delta('Nine.'), done);
  retry.click();
  await settle();
  expect(find('bubble').parentElement?.parentElement?.textContent).toContain('Nine.');
});

test('a thumb down asks for the reason, which is sent with the comment', async () => {
  open();
  await ask();
  expect(find('reasons').hidden).toBe(true);
  find('feedback-down').click();
  await settle();
  expect(find('reasons').hidden).toBe(false);
  all('[part~=reason]')[0]?.click();
  find<HTMLTextAreaElement>('comment').value = 'It is ten.';
  find('reason-send').click();
  await settle();
  const sent = server.made('POST feedback').map(({ body }) => body.comment);
  expect(sent).toEqual([undefined, 'Not correct: It is ten.']);
  expect(find('reasons').hidden).toBe(true);
});

test('a new chat keeps the old one, which goes on when it is chosen and can be deleted', async () => {
  open();
  await ask();
  expect(find('earlier').hidden).toBe(true);
  find('new-chat').click();
  await settle();
  expect(all('.bubble')).toHaveLength(0);
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
  open();
  answer({ type: 'status', stage: 'reading', title: 'Tickets' });
  server.handlers['GET chat/6/events'] = () => new Promise(() => undefined);
  await ask();
  expect(find('stage').textContent).toBe('Reading Tickets');
});

test('a question that waits for others says so, and announces it once', async () => {
  open();
  const stream = liveStream();
  server.handlers['POST chat'] = () => stream.response;
  await ask();
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
  open();
  expect(find('credit')).toBeNull();
  chat.remove();
  open({ privacy_url: 'https://example.org/privacy/' });
  expect(find<HTMLAnchorElement>('privacy').href).toBe('https://example.org/privacy/');
  expect(find('credit').textContent).toBe('Privacy policy');
  chat.remove();
  open({ privacy_url: 'javascript:alert(1)', show_credit: true });
  expect(find('privacy')).toBeNull();
  expect(find('credit').textContent).toBe('Powered by Itih RAG Chat');
});

test('each state of a tool is said once, politely, and stands beside its icon', async () => {
  const stream = liveStream();
  server.handlers['POST chat'] = () => stream.response;
  open();
  const status = select('[role=status]');
  const said: (string | null)[] = [];
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
  const send = (event: ChatEvent) => {
    stream.send(event);
    return settle();
  };
  const tool = (id: string, label: string) => ({ type: 'tool', id, name: 'x', label }) as const;

  await ask();
  await send(meta);
  await send({ ...tool('a', 'Find tables'), state: 'start' });
  await send({ ...tool('b', 'Find rooms'), state: 'start' });
  expect(select('[part=tools] .spoken').textContent).toBe('Using Find tables');
  await send({ ...tool('a', 'Find tables'), state: 'end', ok: true });
  await send({ ...tool('b', 'Find rooms'), state: 'end', ok: false });
  await send({ type: 'delta', content: 'At nine.' });
  await send(done);
  expect(said.filter(Boolean)).toEqual([
    'Using Find tables',
    'Using Find rooms',
    'Find tables: done',
    'Find rooms: failed',
    'Answer: At nine.',
  ]);
  expect(select('[part=tools] p:last-child .spoken').textContent).toBe('Find rooms: failed');
});

const turn = (id: number, role: Turn['role']) => ({ id, role, content: 'Text', citations: [] });
/** Opens the panel as a page does; `place` is what the page before has kept. */
async function openAt(place: string): Promise<HTMLElement> {
  sessionStorage.setItem('itih-chat-scroll', place);
  server.handlers['GET history'] = () =>
    respond(200, { turns: [turn(1, 'user'), turn(2, 'assistant')] });
  localStorage.setItem(`itih-chat:${api}`, 's1 proof');
  open();
  const log = find('log');
  Object.defineProperties(log, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } });
  await settle();
  return log;
}
const kept = () => sessionStorage.getItem('itih-chat-scroll');
const scroll = (log: HTMLElement, top: number) => {
  log.scrollTop = top;
  log.dispatchEvent(new Event('scroll'));
};

test('the place in a conversation is kept for the next page', async () => {
  const log = await openAt('');
  scroll(log, 120);
  expect(kept()).toBe('120');
  expect((await openAt('120')).scrollTop).toBe(120);
});

test('at the end no place is kept, so that the next page shows its end', async () => {
  const log = await openAt('120');
  scroll(log, 600);
  expect(kept()).toBe('');
});

describe('a mail to the owner', () => {
  async function sendMail(email: string) {
    find<HTMLInputElement>('mail-email').value = email;
    find<HTMLTextAreaElement>('mail-note').value = 'Please call.';
    find('mail-send').click();
    await settle();
  }

  test.each([
    [() => apiError(400, 'invalid_request'), 'Please check your e-mail address.'],
    [() => apiError(429, 'rate_limited'), 'Too many messages. Please wait a moment.'],
    [() => apiError(500, 'internal_error', 'Something went wrong.'), 'Something went wrong.'],
  ])('a refusal is said, and what was written stays', async (refusal, text) => {
    const error = { type: 'error', code: 'provider_error', message: '', retryable: true } as const;
    answer({ type: 'offer_mail' }, error, done);
    open();
    await ask();
    find('mail-offer').click();
    server.handlers['POST chat/mail'] = refusal;
    await sendMail('ada@example.org');
    expect(find('mail-result').textContent).toBe(text);
    expect(said()).toBe(text);
    expect(find<HTMLTextAreaElement>('mail-note').value).toBe('Please call.');
    server.handlers['POST chat/mail'] = () => respond(200, { sent: true });
    await sendMail('ada@example.org');
    expect(find('mail-result').textContent).toContain('Sent.');
  });
});

test('the menu is closed by Escape, by its items, and by a press elsewhere; the panel stays', async () => {
  open();
  expect(find('more').hidden).toBe(false);
  await ask();
  const state = () => [find('menu').hidden, find('more').getAttribute('aria-expanded')];
  const toggle = () => find('more').click();
  toggle();
  expect([...state(), focused()]).toEqual([false, 'true', 'enlarge']);
  press('menu', 'Escape');
  expect([...state(), focused()]).toEqual([true, 'false', 'more']);
  toggle();
  find('enlarge').click();
  expect(find('menu').hidden).toBe(true);
  toggle();
  find('log').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(find('menu').hidden).toBe(true);
  expect(find('panel').hasAttribute('open')).toBe(true);
});

test('beside the page stays for the next page, and is undone by the same button', () => {
  open();
  const root = () => select('.root').hasAttribute('data-docked');
  find('dock').click();
  expect([root(), find('dock').textContent]).toEqual([true, 'Over the page']);
  chat.remove();
  open();
  expect(root()).toBe(true);
  find('dock').click();
  expect([root(), find('dock').textContent]).toEqual([false, 'Beside the page']);
});

test('the page and its tag manager hear how it is used, without a text', async () => {
  const told: unknown[] = [];
  window.dataLayer = [];
  for (const name of ['open', 'question', 'answer', 'source']) {
    document.body.addEventListener(`itih:${name}`, (event) =>
      told.push([event.type, event.target === chat, (event as CustomEvent).detail]),
    );
  }
  open({ starters: ['When?'] });
  const text = 'Nine [1]. [Search this site](https://example.org/?s=When)';
  answer(delta(text), { type: 'citations', sources: [source] }, done);
  find('starter').click();
  await settle();
  for (const link of [find('source'), select('p a:not([data-tip])')]) {
    link.addEventListener('click', (event) => event.preventDefault());
    link.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
  const heard = [
    ['itih:open', {}],
    ['itih:question', { suggested: true }],
    ['itih:answer', { outcome: 'done' }],
    ['itih:source', { url: source.url }],
  ] as const;
  expect(told).toEqual(heard.map(([name, detail]) => [name, true, detail]));
  expect(window.dataLayer).toEqual(heard.map(([event, detail]) => ({ event, ...detail })));
  delete window.dataLayer;
});

describe('a person', () => {
  const contact = 'Write to [the team](https://example.org/contact).';
  const search_url = 'https://example.org/?s=';
  const refused = { ...done, finish_reason: 'refusal' } as const;

  test('is named after the second question in a row that was not answered', async () => {
    open({ contact, search_url });
    answer(delta('I do not know.'), refused);
    await ask();
    expect(find('contact')).toBeNull();
    await ask();
    expect(find('contact').querySelector('a')?.href).toBe('https://example.org/contact');
    expect(find<HTMLAnchorElement>('search').href).toBe(`${search_url}When%3F`);
  });

  test('is named where nobody answers', async () => {
    open({ contact });
    server.handlers['POST chat'] = () => apiError(503, 'sidecar_unavailable');
    await ask();
    expect(find('error').querySelector('a')?.href).toBe('https://example.org/contact');
  });
});

test('a link to #itih-chat opens the chat each time', async () => {
  open();
  find('close').click();
  for (let times = 0; times < 2; times++) {
    location.hash = '#itih-chat';
    await settle();
    expect([find('panel').hasAttribute('open'), location.hash]).toEqual([true, '']);
    find('close').click();
  }
});

test('where a model writes it is said that it can be wrong', () => {
  open({ ai: true, show_credit: true });
  expect(all('.credit').map((node) => node.textContent)).toEqual([
    englishStrings.ai_note,
    englishStrings.powered_by,
  ]);
});

test.each([
  [
    'come before those of the owner',
    ['Who?', 'Is it far?', 'Why?'],
    ['Is there parking?', 'Do dogs pay?', 'When?'],
  ],
  ['are not offered where they are few', ['Want more?'], ['When?', 'Do dogs pay?']],
])('questions of the page %s', async (_how, further, shown) => {
  const headings = (...texts: string[]) => texts.map((text) => element('h3', '', [text]));
  const main = headings('Prices', 'Is there\n parking?', 'Do dogs pay?', 'Do dogs pay?');
  const faq = element('main', '', [...main, ...headings(...further)]);
  const nav = element('nav', '', headings('Where next?', 'Who else?'));
  document.body.append(nav, faq);
  open({ starters: ['When?', 'Do dogs pay?'] });
  await settle();
  expect(all('.starter').map((node) => node.textContent)).toEqual(shown);
  nav.remove();
  faq.remove();
});
