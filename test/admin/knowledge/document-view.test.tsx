/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { Knowledge } from '../../../admin/screens/knowledge.tsx';
import {
  collection,
  dashboardOf,
  documentOf,
  failedDocument,
  fakeServer,
  statusOf,
} from '../fake-server.ts';
import { button, click, get, show, text, wait } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const screen = <Knowledge site={siteOf()} />;
const manual = documentOf({
  id: 3,
  kind: 'pdf',
  title: 'Manual',
  attachment_id: 8,
  bytes: 2_400_000,
  attempts: 2,
  source_url: 'https://example.org/manual.pdf',
});
const chunk = (position: number) => ({
  id: 100 + position,
  position,
  content: `Text ${position}`,
  heading_path: 'Use › Care',
  page: position + 1,
});

const open = (id: number) =>
  window.history.replaceState(null, '', `?page=itih-rag-chat-knowledge&document=${id}`);
const asked = (path: string) => server.calls.filter((call) => call.path === path);

beforeEach(() => {
  open(3);
  server.on('GET /status', statusOf());
  server.on('GET /dashboard', dashboardOf({ completed: 1 }));
  server.on('GET /documents', collection([manual], 1));
  server.on('GET /documents/3', collection({ document: manual, chunks: [chunk(0), chunk(1)] }, 22));
});

test('a document shows what is known of it, and its chunks', async () => {
  await show(screen);
  const facts = get('#itih-document').textContent;
  expect(facts).toContain('PDF file');
  expect(facts).toContain('2 MB');
  expect(facts).toContain('Attempts2');
  expect(button('Edit in WordPress').getAttribute('href')).toBe('post.php?post=8&action=edit');
  const [first] = document.querySelectorAll('.itih-chunks li');
  expect(first?.textContent).toBe('Chunk 1Page 1Use › CareText 0');
  expect(document.activeElement?.textContent).toBe('Manual');
});

test('its chunks come page by page', async () => {
  await show(screen);
  server.on('GET /documents/3', collection({ document: manual, chunks: [chunk(20)] }, 22));
  await click('Next');
  expect(asked('/documents/3').at(-1)?.query).toMatchObject({ page: '2' });
  expect(get('.itih-chunks').textContent).toContain('Text 20');
});

test('a failed document says why', async () => {
  open(7);
  server.on('GET /documents/7', collection({ document: failedDocument, chunks: [] }, 0));
  await show(screen);
  expect(get('#itih-document').textContent).toContain('No readable text was found.');
  expect(document.querySelector('#itih-chunks')).toBeNull();
});

test('a document that does not exist leads back to the others', async () => {
  open(9);
  await show(screen);
  expect(get('#itih-document').textContent).toContain('There is nothing here.');
  await click('All documents');
  expect(window.location.search).toBe('?page=itih-rag-chat-knowledge');
  expect(document.querySelector('#itih-document')).toBeNull();
});

test('it opens from the list, and the focus returns there', async () => {
  window.history.replaceState(null, '', '?page=itih-rag-chat-knowledge');
  await show(screen);
  await click('Manual');
  expect(window.location.search).toContain('document=3');
  expect(get('#itih-documents').parentElement?.hidden).toBe(true);
  await click('All documents');
  expect(get('#itih-documents').parentElement?.hidden).toBe(false);
  expect(document.activeElement).toBe(get('#itih-document-3'));
});

test('processed again, it is followed until it is ready', async () => {
  const queued = { ...manual, status: 'queued' as const };
  server.on('POST /documents/3/process', () => {
    server.on('GET /documents/3', collection({ document: queued, chunks: [] }, 0));
    return { document: queued };
  });
  await show(screen);
  await click('Process again, even if unchanged');
  expect(asked('/documents/3/process')[0]?.body).toEqual({ force: true });
  expect(get('#itih-document').textContent).toContain('Waiting');
  server.on('GET /documents/3', collection({ document: manual, chunks: [chunk(0)] }, 1));
  await wait(2200);
  expect(get('#itih-document').textContent).toContain('Ready');
});

test('deleted, it is left for the list', async () => {
  server.on('DELETE /documents/3', () => {
    server.fail('GET /documents/3', 'not_found');
    server.on('GET /documents', collection([], 0));
    return { deleted: true };
  });
  await show(screen);
  await click('Delete');
  expect(get('[role="dialog"]').textContent).toContain('Delete “Manual”?');
  await click('Delete', '[role="dialog"]');
  expect(document.querySelector('#itih-document')).toBeNull();
  expect(text()).toContain('1 document was deleted.');
  expect(document.activeElement?.textContent).toBe('Documents');
});
