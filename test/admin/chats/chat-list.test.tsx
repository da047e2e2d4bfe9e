/** @jest-environment jsdom */
import apiFetch from '@wordpress/api-fetch';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Chats } from '../../../admin/screens/chats.tsx';
import { collection, fakeServer, ServerError, statusOf } from '../fake-server.ts';
import { button, checkbox, click, fill, get, show, text, toggle, wait } from '../page.tsx';
import { siteOf } from '../site.ts';
import { chatOf } from './samples.ts';

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

const asked = () => server.calls.filter(({ path }) => path === '/chats').map(({ query }) => query);
const lastAsked = () => asked().at(-1);

beforeEach(() => {
  window.history.replaceState(null, '', '/wp-admin/admin.php?page=itih-rag-chat-chats');
  server.on('GET /status', statusOf());
  server.on('GET /chats', collection([one, two], 45));
  server.on('GET /chats/facets', { pages: ['/visit/', '/shop/'], languages: ['en', 'de'] });
});

test('lists conversations with what their owner wants to know', async () => {
  await show(page);
  const rows = [...document.querySelectorAll('#itih-chats tbody tr')].map((row) => row.textContent);
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

test('without conversations it says what will be here, and offers no filters', async () => {
  server.on('GET /chats', collection([], 0));
  await show(page);
  expect(text()).toContain('Nobody has asked anything yet.');
  expect(document.querySelector('[role="search"]')).toBeNull();
});

test('filters that nothing fits are told from an empty list', async () => {
  window.history.replaceState(null, '', '?page=itih-rag-chat-chats&outcome=failed');
  server.on('GET /chats', ({ query }) =>
    query['outcome'] ? collection([], 0) : collection([one], 1),
  );
  await show(page);
  expect(text()).toContain('No conversation fits these filters.');
  await click('Show all conversations');
  expect(text()).toContain('When does the museum open?');
  expect(window.location.search).toBe('?page=itih-rag-chat-chats');
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

test('what the server would refuse is left out of the question', async () => {
  window.history.replaceState(
    null,
    '',
    '?page=itih-rag-chat-chats&from=soon&feedback=maybe&outcome=lost&orderby=name&paged=-3',
  );
  await show(page);
  expect(lastAsked()).toEqual({ page: '1', _locale: 'user' });
});

test('it is sorted by the number of questions, and turned to the next page', async () => {
  await show(page);
  await click('Questions');
  expect(lastAsked()).toMatchObject({ orderby: 'turns' });
  expect(lastAsked()).not.toHaveProperty('order', 'asc');
  await click('Questions');
  expect(lastAsked()).toMatchObject({ orderby: 'turns', order: 'asc' });
  await click('Next');
  expect(lastAsked()).toMatchObject({ page: '2', orderby: 'turns' });
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

  test('all of a page are chosen at once', async () => {
    await show(page);
    await toggle('Select all conversations of this page');
    expect(checkbox('Select Wo kann ich parken?').checked).toBe(true);
    expect(text()).toContain('2 conversations selected');
  });

  test('all that fit the filter are deleted, with their number in the question', async () => {
    window.history.replaceState(null, '', '?page=itih-rag-chat-chats&to=2025-12-31&s=park');
    deletes(45);
    await show(page);
    await click('Delete all that fit (45)');
    expect(get('[role="dialog"]').textContent).toContain('Delete 45 conversations?');
    await click('Delete', '[role="dialog"]');
    expect(requests()).toEqual([{ filter: { search: 'park', to: '2025-12-31' } }]);
    expect(text()).toContain('45 conversations were deleted.');
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

  test('a refusal is shown, and the list stays', async () => {
    server.fail('POST /chats/delete', 'overloaded');
    await show(page);
    await toggle('Select Wo kann ich parken?');
    await click('Delete', '.itih-selection');
    await click('Delete', '[role="dialog"]');
    expect(text()).toContain('very busy');
    expect(text()).toContain('Wo kann ich parken?');
  });

  test('who may only read is offered none of it', async () => {
    await show(<Chats site={siteOf({ canManage: false })} />);
    expect(text()).toContain('Wo kann ich parken?');
    expect(document.querySelector('[type="checkbox"], .is-destructive')).toBeNull();
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

test('a list that fails says so and can be asked again', async () => {
  server.on('GET /chats', () => {
    throw new ServerError(500, { code: 'internal_error', message: 'It broke.' });
  });
  await show(page);
  expect(text()).toContain('It broke.');
  server.on('GET /chats', collection([one], 1));
  await click('Try again');
  expect(text()).toContain('When does the museum open?');
});

test.each([
  ['an administrator is told how to start it', true, 'The sidecar is not running'],
  ['others are told whom to ask', false, 'Please tell an administrator'],
])('without a sidecar %s', async (_, canManage, sentence) => {
  server.fail('GET /status', 'sidecar_unavailable');
  server.fail('GET /chats', 'sidecar_unavailable');
  await show(<Chats site={siteOf({ canManage })} />);
  expect(text()).toContain(sentence);
  expect(document.querySelector('#itih-on-site') !== null).toBe(canManage);
});
