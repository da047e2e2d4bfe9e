/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import type { ChatEvent, ClosestPage } from '../../server/contract/chat.ts';
import { done, respond, settle, source } from './browser.ts';
import {
  answer,
  api,
  ask,
  chat,
  find,
  open,
  said,
  select,
  server,
  texts,
  useWidget,
} from './page.ts';

useWidget();

const delta = (content: string): ChatEvent => ({ type: 'delta', content });

async function askFor(...events: ChatEvent[]): Promise<void> {
  answer(...events, done);
  open();
  await ask();
}

const text = delta('From **nine** [1].');
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
    await askFor(text, ...nearby);
    const card = find('sources').querySelector('.quotation');
    expect(card?.querySelector('a')?.href).toBe('https://example.org/parking/#:~:text=Cars');
    expect(card?.querySelector('.crumb')?.textContent).toBe('Parking › Prices');
    const marks = [...(card?.querySelectorAll('mark') ?? [])];
    expect(marks.map((mark) => mark.textContent)).toEqual(['Cars', 'two']);
    expect(find('passage').textContent).toBe('Cars pay two euros.');
    expect(said()).toContain('Closest pages: Parking › Prices');
  });

  test('is followed by questions that are asked with a click', async () => {
    await askFor(text, ...nearby);
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

  test('is read out in sentences and without numbers of sources', async () => {
    const content =
      '#### Prices\n\n| Ticket | Price |\n|---|---|\n| Adult | €28 [1] |\n\n- One\n- Two [1]\n  - Three!\n\n```json\n{}\n```';
    const table: ChatEvent = { type: 'delta', content };
    await askFor(table, citations);
    expect(said()).toBe('Answer: Prices. Ticket, Price. Adult, €28. One. Two. Three! {}.');
  });

  test('shows what a mark stands for while it is focused', async () => {
    await askFor(text, citations);
    expect(find('tip').hidden).toBe(true);
    const mark = select('sup a');
    mark.focus();
    expect(find('tip').textContent).toBe(`Opening hours${source.excerpt}`);
    mark.blur();
    expect(find('tip').hidden).toBe(true);
  });

  test('shows it at the first tap of a finger, and follows the link at the second', async () => {
    await askFor(text, citations);
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

test.each([
  ['length', true],
  ['stop', false],
] as const)('one that ended by %s says that it was cut: %s', async (finish_reason, isCut) => {
  await askFor(text, { ...done, finish_reason });
  expect(select('.assistant').textContent.includes('… This answer was cut short.')).toBe(isCut);
});

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
const cited: ChatEvent = { type: 'citations', sources: [hours] };
const closest: ChatEvent = { type: 'closest', pages };
const quoted = { ...done, model: 'builtin:quotation-1' };

async function quote(content: string, ...events: ChatEvent[]): Promise<void> {
  answer(delta(content), ...events);
  open();
  await ask();
}

/** The card, the only place of its source, and the lines of further pages. */
function expectCard(): void {
  expect(texts('.quotation tr:has(strong)')).toEqual(['Mondayclosed']);
  expect(select('.crumb').textContent).toBe('Plan your visit › Opening hours');
  const link = select<HTMLAnchorElement>('.quotation > a:last-child');
  expect([link.textContent, link.href]).toEqual(['Open page', hours.passage_url]);
  expect(texts('.source')).toEqual([]);
  expect(texts('.after .caption')).toEqual(['More pages']);
  expect(texts('.after .row-title')).toEqual(['Cafe › Opening hours', 'Holidays']);
  expect(select<HTMLAnchorElement>('.after .row').href).toBe(pages[0]?.url);
}

describe('a quotation is the card of its page, with further pages below', () => {
  test('as it is answered', async () => {
    await quote(content, cited, closest, quoted);
    expectCard();
    expect(said()).toBe(
      'Answer: Opening hours says: Day, Hours. Tuesday, 10:00 – 17:30. Monday, closed.' +
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
    open();
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
    await quote(content, { type: 'citations', sources: [file] }, quoted);
    expect([select('.quotation a'), select('.crumb')]).toEqual([null, null]);
    await quote(content.replace(' [1]', ''), closest, quoted);
    expect([texts('.quotation').length, select('.quotation a')]).toEqual([2, null]);
  });
});

test('a mark that stands alone leaves no line behind', async () => {
  await quote('**Visit** says:\n\n> Open from ten.\n>\n> [1]', cited, quoted);
  expect(texts('.quotation > p:not(.crumb)')).toEqual(['Open from ten.']);
});

test('a question that names a section is no question that the answer repeats', async () => {
  await quote('**May I bring a dog?** says:\n\n> **Only assistance dogs.** [1]', cited, quoted);
  expect([select('.text strong').className, select('.asked')]).toEqual(['', null]);
});

describe('no card is', () => {
  test.each([
    ['the quotation of a language model', content, 'openai:gpt-4o'],
    ['a statement of an earlier version', '**Monday**: closed [1]', 'builtin:extractive-1'],
  ])('%s', async (_, text, model) => {
    await quote(text, cited, { ...done, model });
    expect(select('.quotation')).toBeNull();
    expect(texts('.source .row-title')).toEqual(['Plan your visit › Opening hours']);
    expect(select('sup a').textContent).toBe('1');
  });
});
