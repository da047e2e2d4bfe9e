/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { Knowledge } from '../../../admin/screens/knowledge.tsx';
import {
  collection,
  dashboardOf,
  documentOf,
  failedDocument,
  fakeServer,
  maskedDefaults,
  statusOf,
} from '../fake-server.ts';
import { button, checkbox, click, fill, get, show, text, toggle, wait } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const screen = <Knowledge site={siteOf()} />;
const post = documentOf({ id: 1, kind: 'post', post_id: 12, title: 'Tours', language: 'de' });
const page = documentOf({
  id: 2,
  kind: 'url',
  title: 'Prices',
  source_url: 'https://www.example.org/prices/',
});

const rows = () => [...document.querySelectorAll('.itih-table tbody tr')];
const asked = () => server.calls.filter(({ path }) => path === '/documents').at(-1)?.query;
const sent = (method: string) =>
  server.calls
    .filter((call) => call.method === method)
    .map(({ path, body }) => [path, ...(body ? [body] : [])]);

beforeEach(() => {
  window.history.replaceState(null, '', '/wp-admin/admin.php?page=itih-rag-chat-knowledge');
  server.on('GET /status', statusOf());
  server.on('GET /dashboard', dashboardOf({ completed: 2, failed: 1 }));
  server.on('GET /settings', { settings: maskedDefaults });
  server.on('GET /documents', collection([post, page, failedDocument], 3));
});

test('each document says what it is, where it is from and what has become of it', async () => {
  await show(screen);
  expect(rows()).toHaveLength(3);
  expect(rows()[0]?.textContent).toContain('Post or page');
  expect(rows()[0]?.textContent).toContain('German');
  const source = get<HTMLAnchorElement>('.itih-source');
  expect(source.href).toBe('https://www.example.org/prices/');
  expect(source.textContent).toContain('example.org/prices');
  expect(rows()[2]?.textContent).toContain('Failed');
  expect(rows()[2]?.textContent).toContain('No readable text was found.');
  expect(text()).toContain('3 documents');
});

test('what no browser should open is no link', async () => {
  const odd = documentOf({ source_url: 'javascript:alert(1)' });
  server.on('GET /documents', collection([odd], 1));
  await show(screen);
  expect(rows()).toHaveLength(1);
  expect(document.querySelector('.itih-source')).toBeNull();
});

test('an empty knowledge base says how to begin', async () => {
  server.on('GET /documents', collection([], 0));
  server.on('POST /posts/index', { queued: 0, total: 0 });
  await show(screen);
  expect(text()).toContain('Nothing is known yet.');
  expect(document.querySelector('.itih-filters')).toBeNull();
  await click('Index all content');
  expect(sent('POST')).toEqual([['/posts/index', {}]]);
});

test('a list that cannot be loaded can be asked for again', async () => {
  server.fail('GET /documents', 'overloaded');
  await show(screen);
  expect(get('#itih-documents').textContent).toContain('very busy');
  server.on('GET /documents', collection([post], 1));
  await click('Try again');
  expect(rows()).toHaveLength(1);
});

test('filters ask the server, stand in the address, and can be taken back', async () => {
  await show(screen);
  server.on('GET /documents', collection([], 0));
  await fill('[name="status"]', 'failed');
  await fill('[name="kind"]', 'pdf');
  await wait();
  expect(asked()).toMatchObject({ status: 'failed', kind: 'pdf' });
  expect(window.location.search).toContain('status=failed&kind=pdf');
  expect(text()).toContain('No document fits these filters.');
  expect(get<HTMLOptionElement>('[value="failed"]').textContent).toBe('Failed (1)');

  server.on('GET /documents', collection([post], 1));
  await click('Show all documents');
  expect(asked()).not.toHaveProperty('status');
  window.history.back();
  await wait(50);
  expect(asked()).toMatchObject({ status: 'failed', kind: 'pdf' });
});

test('a search waits until no more is typed', async () => {
  await show(screen);
  const before = server.calls.length;
  await fill('[name="s"]', 'pri');
  await fill('[name="s"]', 'prices');
  await wait(50);
  expect(server.calls).toHaveLength(before);
  await wait(400);
  expect(asked()).toMatchObject({ search: 'prices', page: '1' });
});

test('headings sort, and the other way at the second press', async () => {
  await show(screen);
  await click('Updated');
  expect(asked()).toMatchObject({ orderby: 'updated_at', order: 'desc' });
  await click('Title');
  expect(asked()).toMatchObject({ orderby: 'title', order: 'asc' });
  await click('Title');
  expect(asked()).toMatchObject({ orderby: 'title', order: 'desc' });
  const sorted = [...document.querySelectorAll('[aria-sort="descending"]')];
  expect(sorted.map(({ textContent }) => textContent)).toEqual(['Title']);
});

test('many documents come page by page', async () => {
  server.on('GET /documents', collection([post, page], 42));
  await show(screen);
  const pages = get('[aria-label="Pages of documents"]');
  expect(pages.textContent).toContain('Page 1 of 3');
  await click('Previous');
  expect(asked()).toMatchObject({ page: '1' });
  await click('Next');
  expect(asked()).toMatchObject({ page: '2' });
  expect(pages.textContent).toContain('Page 2 of 3');
});

test('a page that is no longer there leads to the last one', async () => {
  server.on('GET /documents', ({ query }) => collection(query['page'] === '2' ? [post] : [], 21));
  window.history.replaceState(null, '', '?page=itih-rag-chat-knowledge&paged=9');
  await show(screen);
  expect(asked()).toMatchObject({ page: '2' });
  expect(rows()).toHaveLength(1);
});

test('an unfinished document is followed until it is ready', async () => {
  server.on('GET /documents', collection([documentOf({ id: 3, status: 'processing' })], 1));
  await show(screen);
  expect(rows()[0]?.textContent).toContain('In progress');
  server.on('GET /documents', collection([documentOf({ id: 3 })], 1));
  await wait(2200);
  expect(rows()[0]?.textContent).toContain('Ready');
});

test('one document is processed again', async () => {
  server.on('POST /documents/2/process', { document: page });
  await show(screen);
  await click('Process again: Prices');
  expect(sent('POST')).toEqual([['/documents/2/process', {}]]);
  expect(text()).toContain('1 document will be processed again.');
});

test('those that are selected are processed again; one that is refused says why', async () => {
  server.on('POST /documents/1/process', { document: post });
  server.fail('POST /documents/2/process', 'conflict');
  await show(screen);
  await toggle('Select Tours');
  await toggle('Select Prices');
  expect(checkbox('Select all documents of this page').indeterminate).toBe(true);
  expect(text()).toContain('2 documents selected');
  await click('Process again, even if unchanged');
  expect(sent('POST')).toEqual([
    ['/documents/1/process', { force: true }],
    ['/documents/2/process', { force: true }],
  ]);
  expect(text()).toContain('1 document will be processed again.');
  expect(text()).toContain('Prices: This is being worked on already.');
});

test('a whole page is selected, and let go again', async () => {
  await show(screen);
  await toggle('Select all documents of this page');
  expect(text()).toContain('3 documents selected');
  await toggle('Select all documents of this page');
  expect(document.querySelector('.itih-table .is-selected')).toBeNull();
});

test('nothing is deleted before the owner agrees', async () => {
  await show(screen);
  await click('Delete: Prices');
  expect(get('[role="dialog"]').textContent).toContain('Delete “Prices”?');
  await click('Cancel');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  expect(sent('DELETE')).toEqual([]);
});

test('a deleted post is kept out for good, unless the owner wants it back', async () => {
  const indexing = { ...maskedDefaults.indexing, exclude_ids: [5] };
  server.on('GET /settings', { settings: { ...maskedDefaults, indexing } });
  server.on('PUT /settings', { settings: maskedDefaults });
  server.on('DELETE /documents/1', { deleted: true });
  await show(screen);
  await click('Delete: Tours');
  await click('Delete');
  expect(sent('PUT')).toEqual([['/settings', { indexing: { exclude_ids: [5, 12] } }]]);
  expect(sent('DELETE')).toEqual([['/documents/1']]);
  expect(text()).toContain('1 document was deleted.');

  await click('Delete: Tours');
  await toggle('Keep posts and pages out for good');
  await click('Delete');
  expect(sent('PUT')).toHaveLength(1);
});

test('what is gone already counts as deleted', async () => {
  await show(screen);
  await click('Delete: Prices');
  await click('Delete');
  expect(sent('DELETE')).toEqual([['/documents/2']]);
  expect(text()).toContain('1 document was deleted.');
});

test('when a post cannot be kept out, it is not deleted either', async () => {
  server.fail('PUT /settings', 'overloaded');
  await show(screen);
  await click('Delete: Tours');
  await click('Delete');
  expect(sent('DELETE')).toEqual([]);
  expect(text()).toContain('This did not work:');
});

test('the focus stays on the page when its row is gone', async () => {
  server.on('DELETE /documents/2', () => {
    server.on('GET /documents', collection([post], 1));
    return { deleted: true };
  });
  await show(screen);
  button('Delete: Prices').focus();
  await click('Delete: Prices');
  await click('Delete');
  expect(rows()).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe('Documents');
});

test('a missing sidecar is explained here, too', async () => {
  server.fail('GET /status', 'sidecar_unavailable');
  await show(screen);
  expect(get('#itih-problem').textContent).toContain('The sidecar is not running');
  expect(document.querySelector('#itih-documents')).toBeNull();
});

test('indexing is paused and resumed', async () => {
  server.on('PUT /queue', ({ body }) => {
    const { paused } = body as { paused: boolean };
    server.on('GET /status', statusOf({ paused, queued: paused ? 3 : 0 }));
    return { paused };
  });
  await show(screen);
  expect(text()).toContain('Nothing is waiting to be read.');
  await click('Pause indexing');
  expect(text()).toContain('Indexing is paused. 3 documents wait.');
  expect(document.querySelector('[role="progressbar"]')).toBeNull();
  await click('Resume indexing');
  expect(sent('PUT')).toEqual([
    ['/queue', { paused: true }],
    ['/queue', { paused: false }],
  ]);
  expect(text()).toContain('Nothing is waiting to be read.');
});

test('a pause that is refused says why', async () => {
  server.fail('PUT /queue', 'overloaded');
  await show(screen);
  await click('Pause indexing');
  expect(get('.itih-queue').textContent).toContain('very busy');
});
