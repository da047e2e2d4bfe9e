/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { ItihChat } from '../../widget/element.ts';
import {
  completeBrowser,
  done,
  eventStream,
  fakeServer,
  meta,
  session,
  settle,
  source,
} from './browser.ts';

let count = 0;
let server: ReturnType<typeof fakeServer>;
let chat: ItihChat;

beforeAll(async () => {
  completeBrowser();
  await import('../../widget/panel.ts');
  await import('../../widget/index.ts');
});

beforeEach(() => {
  // Conversations are shared per API for as long as the page lives.
  const api = `https://example.org/wp-json/itih/v1/?below=${(count += 1)}`;
  server = fakeServer({ 'GET session': () => session() });
  globalThis.fetch = server.fetch;
  localStorage.clear();
  sessionStorage.clear();
  chat = document.createElement('itih-chat') as ItihChat;
  chat.setAttribute('config', JSON.stringify({ api }));
  document.body.append(chat);
  chat.open();
});

afterEach(() => document.body.replaceChildren());

const select = <T extends HTMLElement>(selector: string) =>
  chat.shadowRoot?.querySelector<T>(selector) as T;
const find = (part: string) => select(`[part~="${part}"]`);

async function ask(text: string, ...events: ChatEvent[]) {
  server.handlers['POST chat'] = () => eventStream([meta, ...events, done]);
  select<HTMLTextAreaElement>('[part=input]').value = text;
  find('input').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await settle();
}

const said = () => select('[role=status]').textContent;

const delta: ChatEvent = { type: 'delta', content: 'From **nine** [1].' };
const citations: ChatEvent = { type: 'citations', sources: [source] };
const nearby: ChatEvent[] = [
  {
    type: 'closest',
    pages: [
      {
        title: 'Parking',
        section: 'Prices',
        url: 'https://example.org/parking/#:~:text=Cars',
        kind: 'post',
        passage: 'Cars pay two euros.',
        marks: [
          [0, 4],
          [9, 12],
        ],
      },
    ],
  },
  { type: 'next_questions', questions: ['Where do I park?', 'Tickets'] },
];

describe('an answer', () => {
  test('that is not answered for certain shows the closest pages, with the asked words marked', async () => {
    await ask('What do cars pay?', delta, ...nearby);
    const card = find('sources').querySelector('a');
    expect(card?.href).toBe('https://example.org/parking/#:~:text=Cars');
    expect(card?.querySelector('bdi')?.textContent).toBe('Parking › Prices');
    const marks = [...(card?.querySelectorAll('mark') ?? [])];
    expect(marks.map((mark) => mark.textContent)).toEqual(['Cars', 'two']);
    expect(find('passage').textContent).toBe('Cars pay two euros.');
    expect(said()).toContain('Closest pages: Parking › Prices');
  });

  test('is followed by questions that are asked with a click', async () => {
    await ask('When?', delta, ...nearby);
    const [first, second] = find('next').querySelectorAll('button');
    expect([first?.textContent, second?.textContent]).toEqual(['Where do I park?', 'Tickets']);
    first?.click();
    await settle();
    expect(server.made('POST chat').map(({ body }) => body)).toMatchObject([
      { message: 'When?' },
      { message: 'Where do I park?' },
    ]);
    expect(chat.shadowRoot?.activeElement).toBe(find('input'));
  });

  test('is read out with blanks between blocks and without numbers of sources', async () => {
    const content =
      'Prices\n\n| Ticket | Price |\n|---|---|\n| Adult | €28 [1] |\n\n- One\n- Two [1]';
    const table: ChatEvent = { type: 'delta', content };
    await ask('Prices?', table, citations);
    expect(said()).toBe('Answer: Prices Ticket Price Adult €28 One Two');
  });

  test('shows what a mark stands for while it is focused', async () => {
    await ask('When?', delta, citations);
    expect(find('tip').hidden).toBe(true);
    const mark = select('sup a');
    mark.focus();
    expect(find('tip').textContent).toBe(`Opening hours${source.excerpt}`);
    mark.blur();
    expect(find('tip').hidden).toBe(true);
  });

  test('shows it at the first tap of a finger, and follows the link at the second', async () => {
    await ask('When?', delta, citations);
    const tap = (node: HTMLElement, pointerType = 'touch') => {
      const press = new MouseEvent('pointerdown', { bubbles: true });
      Object.assign(press, { pointerType });
      node.dispatchEvent(press);
      const click = new MouseEvent('click', { bubbles: true, cancelable: true });
      node.dispatchEvent(click);
      return click.defaultPrevented ? 'stays' : 'follows';
    };
    const mark = select('sup a');
    expect([tap(mark), find('tip').hidden]).toEqual(['stays', false]);
    expect(tap(mark)).toBe('follows');
    tap(find('bubble'));
    expect(find('tip').hidden).toBe(true);
    expect(tap(mark, 'mouse')).toBe('follows');
  });
});

describe('an answer that was cut at the limit of its length', () => {
  const cut = '… This answer was cut short.';

  test('says so', async () => {
    await ask('When?', delta, { ...done, finish_reason: 'length' });
    expect(select('.assistant').textContent).toContain(cut);
  });

  test('and only it', async () => {
    await ask('When?', delta);
    expect(select('.assistant').textContent).not.toContain(cut);
  });
});
