/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { groupsOf } from '../../../admin/knowledge/reading.tsx';
import { Knowledge } from '../../../admin/screens/knowledge.tsx';
import type { ReadingReply } from '../../../server/contract/knowledge.ts';
import {
  collection,
  dashboardOf,
  documentOf,
  fakeServer,
  maskedDefaults,
  statusOf,
} from '../fake-server.ts';
import { button, click, fill, get, show, text, wait } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const screen = <Knowledge site={siteOf()} />;
const reading: ReadingReply = {
  state: 'read',
  post: { id: 12, title: 'Tours', url: 'http://site.test/tours/', language: 'en' },
  document: documentOf({ id: 3, kind: 'post', post_id: 12 }),
  error: null,
  blocks: [
    { kind: 'heading', level: 1, text: 'Tours' },
    { kind: 'heading', level: 4, text: 'Times' },
    { kind: 'paragraph', text: 'They start at ten.' },
    { kind: 'item', text: 'By boat' },
    { kind: 'item', text: 'On foot' },
    { kind: 'row', text: 'Ticket: Adults; Price: 12' },
    { kind: 'row', text: 'Ticket: Children; Price: 6' },
    { kind: 'row', text: 'Free on Sundays' },
    { kind: 'code', text: 'a = 1' },
  ],
  chunks: [{ position: 0, content: 'They start at ten.', heading_path: 'Tours', page: null }],
  shortened: false,
  left_out: [
    { what: 'images', count: 2 },
    { what: 'embeds', count: 1 },
  ],
};
const open = (query: string) =>
  window.history.replaceState(null, '', `?page=itih-rag-chat-knowledge${query}`);
const sent = (method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path);

beforeEach(() => {
  open('&post=12');
  server.on('GET /status', statusOf());
  server.on('GET /dashboard', dashboardOf({ completed: 1 }));
  server.on('GET /documents', collection([], 0));
  server.on('GET /posts/12/reading', reading);
});

test('the text of a post is shown with its headings, lists and tables', async () => {
  await show(screen);
  expect(get('#itih-reading h2').textContent).toBe('Tours');
  const shown = get('.itih-text');
  const headings = [...shown.querySelectorAll('h3, h4')];
  expect(headings.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['H3', 'Tours'],
    ['H4', 'Times'],
  ]);
  expect([...shown.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
    'By boat',
    'On foot',
  ]);
  expect(shown.querySelector('pre')?.textContent).toBe('a = 1');
  expect(get('#itih-text').textContent).toContain('2 pictures without description');
  expect(get('#itih-text').textContent).toContain('1 embedded page');
  expect(get('.itih-chunks').textContent).toContain('They start at ten.');
  expect(button('Open its document').getAttribute('href')).toContain('document=3');
});

test('rows that name their cells are a table', async () => {
  const blocks = reading.blocks.slice(5, 7);
  server.on('GET /posts/12/reading', { ...reading, blocks });
  await show(screen);
  const cells = [...document.querySelectorAll('.itih-text :is(th, td)')];
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Ticket',
    'Price',
    'Adults',
    '12',
    'Children',
    '6',
  ]);
  expect(groupsOf(reading.blocks).map(({ blocks: { length } }) => length)).toEqual([
    1, 1, 1, 2, 3, 1,
  ]);
});

test('an excluded post can be let in again', async () => {
  server.on('GET /posts/12/reading', { ...reading, state: 'excluded', document: null });
  const indexing = { ...maskedDefaults.indexing, exclude_ids: [5, 12] };
  server.on('GET /settings', { settings: { ...maskedDefaults, indexing } });
  server.on('PUT /settings', { settings: maskedDefaults });
  server.on('POST /posts/index', () => {
    server.on('GET /posts/12/reading', { ...reading, state: 'waiting' });
    return { queued: 1, total: 1 };
  });
  await show(screen);
  expect(text()).toContain('You have excluded it');
  await click('Let the chat use it');
  expect(sent('PUT', '/settings')[0]?.body).toEqual({ indexing: { exclude_ids: [5] } });
  expect(sent('POST', '/posts/index')[0]?.body).toEqual({ ids: [12] });
  expect(text()).toContain('will be read in a moment');
  server.on('GET /posts/12/reading', reading);
  await wait(2200);
  expect(text()).toContain('The chat answers from this text.');
});

test.each([
  ['type_not_chosen', 'Posts of its type are not read.', 'Choose the types that are read'],
  ['not_read', 'has not read it so far', 'Read it now'],
  ['filtered', 'itih_post_is_public', 'Edit in WordPress'],
  ['failed', 'could not be read the last time', 'Process again'],
] as const)('%s is explained, with what helps', async (state, sentence, name) => {
  server.on('GET /posts/12/reading', { ...reading, state });
  await show(screen);
  expect(text()).toContain(sentence);
  expect(button(name, '#itih-reading')).toBeTruthy();
});

test('a post that is not public shows no text', async () => {
  const nothing = { post: null, document: null, blocks: [], chunks: [], left_out: [] };
  server.on('GET /posts/12/reading', { ...reading, ...nothing, state: 'not_public' });
  await show(screen);
  expect(text()).toContain('It is a draft, private');
  expect(document.querySelector('.itih-text')).toBeNull();
});

test('a text that cannot be read says why, and a failed call can be tried again', async () => {
  server.fail('GET /posts/12/reading', 'overloaded');
  await show(screen);
  expect(text()).toContain('very busy');
  const error = { code: 'no_text', message: 'No readable text was found.' };
  server.on('GET /posts/12/reading', { ...reading, error, blocks: [], chunks: [] });
  await click('Try again');
  expect(get('#itih-text').textContent).toContain('No readable text was found.');
});

test('a post is found by its title', async () => {
  open('&tab=reading');
  server.on('GET /wp/v2/search', [
    { id: 12, title: 'Tours' },
    { id: 14, title: '' },
  ]);
  await show(screen);
  await fill('[name="post"]', 'tou');
  await wait(400);
  expect(server.calls.at(-1)?.query).toMatchObject({ search: 'tou', type: 'post' });
  expect(get('.itih-found').textContent).toBe('Tours#14');
  await click('Tours', '.itih-found');
  expect(window.location.search).toContain('post=12');
  expect(document.activeElement?.textContent).toBe('Tours');
  await click('Another post');
  expect(get('.itih-found')).toBeTruthy();
});
