/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChatEvent, ClosestPage } from '../../server/contract/chat.ts';
import type { ItihChat } from '../../widget/element.ts';
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
let api = '';

beforeAll(async () => {
  completeBrowser();
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

beforeEach(() => {
  // Conversations are shared per API for as long as the page lives.
  api = `https://example.org/wp-json/itih/v1/?quotation=${(count += 1)}`;
  server = fakeServer({ 'GET session': () => session() });
  globalThis.fetch = server.fetch;
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => document.body.replaceChildren());

function open(): void {
  chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('config', JSON.stringify({ api }));
  document.body.append(chat);
  chat.open();
}

async function ask(text = 'Are you open on Mondays?') {
  open();
  select<HTMLTextAreaElement>('[part=input]').value = text;
  select('[part=input]').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
  );
  await settle();
}

const select = <T extends HTMLElement>(selector: string) =>
  chat.shadowRoot?.querySelector<T>(selector) as T;
const texts = (selector: string) =>
  [...(chat.shadowRoot?.querySelectorAll(selector) ?? [])].map((node) => node.textContent);
const said = () => select('[role=status]').textContent;

const content = [
  '**Opening hours** says:\n',
  '> | Day | Hours |',
  '> | --- | --- |',
  '> | Tuesday | 10:00 – 17:30 |',
  '> | **Monday** | **closed** [1] |',
].join('\n');
const hours = {
  n: 1,
  title: 'Plan your visit',
  section: 'Opening hours',
  url: 'http://localhost/visit/',
  kind: 'post',
  passage_url: 'http://localhost/visit/#:~:text=Monday',
  excerpt: 'Monday · closed',
} as const;
const page = (title: string, section: string): ClosestPage => ({
  ...{ title, section, kind: 'post', passage: 'The same hours.', marks: [[4, 8]] },
  url: `http://localhost/${title}/`,
});
const pages = [page('Cafe', 'Opening hours'), page('Holidays', '')];
const citations: ChatEvent = { type: 'citations', sources: [hours] };
const closest: ChatEvent = { type: 'closest', pages };
const quoted = { ...done, model: 'builtin:quotation-1' };

const answer = (text: string, ...events: ChatEvent[]) => {
  server.handlers['POST chat'] = () =>
    eventStream([meta, { type: 'delta', content: text }, ...events]);
};

/** The card, the only place of its source, and the lines of further pages. */
function expectCard(): void {
  expect(texts('.quotation tr:has(strong)')).toEqual(['Mondayclosed']);
  expect(select('.crumb').textContent).toBe('Plan your visit › Opening hours');
  const link = select<HTMLAnchorElement>('.quotation > a:last-child');
  expect([link.textContent, link.href]).toEqual(['Open page', hours.passage_url]);
  expect(texts('.source')).toEqual([]);
  expect(texts('.after .caption')).toEqual(['More pages']);
  expect(texts('.after .row')).toEqual(['Cafe › Opening hours', 'Holidays']);
  expect(select<HTMLAnchorElement>('.after .row').href).toBe(pages[0]?.url);
}

describe('a quotation is the card of its page, with further pages below', () => {
  test('as it is answered', async () => {
    answer(content, citations, closest, quoted);
    await ask();
    expectCard();
    expect(said()).toBe(
      'Answer: Opening hours says: Day Hours Tuesday 10:00 – 17:30 Monday closed' +
        ' More pages: Cafe › Opening hours; Holidays',
    );
  });

  test('where the host holds streams back', async () => {
    server.handlers['POST chat/sync'] = () =>
      respond(200, {
        ...{ reply: content, reasoning: '', citations: [hours], closest: pages, tool_calls: [] },
        ...{ outcome: 'answered', session_id: 's1', session_secret: 'proof' },
        ...{ message_id: 7, usage: done.usage, model: quoted.model, ms: 5 },
      });
    await ask();
    expectCard();
  });

  test('in the history', async () => {
    localStorage.setItem(`itih-chat:${api}`, 's1 proof');
    const turn = { reasoning: '', feedback: null, createdAt: '', finishReason: null, model: '' };
    server.handlers['GET history'] = () =>
      respond(200, {
        turns: [
          { ...turn, id: 6, role: 'user', content: 'Monday?', citations: [] },
          {
            ...{ ...turn, id: 7, role: 'assistant', content, citations: [hours], closest: pages },
            ...{ finishReason: 'stop', model: quoted.model },
          },
        ],
      });
    open();
    await settle();
    expectCard();
  });

  test('without a source where the owner wants none, and without an address of its own', async () => {
    const { passage_url: _, section: __, ...file } = { ...hours, url: '' };
    answer(content, { type: 'citations', sources: [file] }, quoted);
    await ask();
    expect([select('.quotation a'), select('.crumb')]).toEqual([null, null]);
    answer(content.replace(' [1]', ''), closest, quoted);
    await ask();
    expect([texts('.quotation').length, select('.quotation a')]).toEqual([2, null]);
  });
});

test('a mark that stands alone leaves no line behind', async () => {
  answer('**Visit** says:\n\n> Open from ten.\n>\n> [1]', citations, quoted);
  await ask();
  expect(texts('.quotation > p:not(.crumb)')).toEqual(['Open from ten.']);
});

test('a question that names a section is no question that the answer repeats', async () => {
  answer('**May I bring a dog?** says:\n\n> **Only assistance dogs.** [1]', citations, quoted);
  await ask();
  expect([select('.text strong').className, select('.asked')]).toEqual(['', null]);
});

describe('no card is', () => {
  test.each([
    ['the quotation of a language model', content, 'openai:gpt-4o'],
    ['a statement of an earlier version', '**Monday**: closed [1]', 'builtin:extractive-1'],
  ])('%s', async (_, text, model) => {
    answer(text, citations, { ...done, model });
    await ask();
    expect(select('.quotation')).toBeNull();
    expect(texts('.source .source-title')).toEqual(['Plan your visit › Opening hours']);
    expect(select('sup a').textContent).toBe('1');
  });
});

test('of the closest pages the first is open, and the others have a line each', async () => {
  const refusal: ChatEvent = { ...quoted, finish_reason: 'refusal' };
  answer(
    'These pages may help:',
    { type: 'closest', pages: [page('Visit', ''), ...pages] },
    refusal,
  );
  await ask();
  expect(texts('.after .caption')).toEqual(['Closest pages']);
  expect(texts('.source .passage mark')).toEqual(['same']);
  expect(texts('.row')).toEqual(['Cafe › Opening hours', 'Holidays']);
  expect(said()).toBe(
    'Answer: These pages may help: Closest pages: Visit; Cafe › Opening hours; Holidays',
  );
});
