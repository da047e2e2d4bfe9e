/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { failureHelp } from '../../admin/knowledge/failure.tsx';
import { Knowledge } from '../../admin/screens/knowledge.tsx';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { AppError } from '../../server/errors/app-error.ts';
import {
  collection,
  dashboardOf,
  documentOf,
  failedDocument,
  fakeServer,
  maskedDefaults,
  statusOf,
  settingsWith,
} from './fake-server.ts';
import { button, checkbox, click, fillIn, get, show, text, toggle, wait, happen } from './page.tsx';
import { siteOf } from './site.ts';

describe('document list', () => {
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
    server.on('GET /dashboard', dashboardOf({ completed: 2, failed: 1 }));
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

  test('filters ask the server, stand in the address, and can be taken back', async () => {
    await show(screen);
    server.on('GET /documents', collection([], 0));
    await fillIn({ status: 'failed', kind: 'pdf' });
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

  test('those that are selected are processed again; one that is refused says why', async () => {
    server.on('POST /documents/1/process', { document: post });
    server.fail('POST /documents/2/process', 'conflict');
    await show(screen);
    await toggle('Select Tours');
    await toggle('Select Prices');
    expect(checkbox('Select all documents of this page').indeterminate).toBe(true);
    expect(text()).toContain('2 documents selected');
    await click('Read again');
    expect(sent('POST')).toEqual([
      ['/documents/1/process', { force: true }],
      ['/documents/2/process', { force: true }],
    ]);
    expect(text()).toContain('1 document will be read again.');
    expect(text()).toContain('Prices: This is being worked on already.');
  });

  test('a deleted post is kept out for good, unless the owner wants it back', async () => {
    server.on('GET /settings', settingsWith({ indexing: { exclude_ids: [5] } }));
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

  test('indexing is paused and resumed', async () => {
    server.on('PUT /queue', ({ body }) => {
      const { paused } = body as { paused: boolean };
      server.on('GET /status', statusOf({ paused, queued: paused ? 3 : 0 }));
      return { paused };
    });
    await show(screen);
    expect(text()).toContain('Nothing is waiting to be read.');
    await click('Pause reading');
    expect(text()).toContain('Reading is paused. 3 documents wait.');
    expect(document.querySelector('[role="progressbar"]')).toBeNull();
    await click('Go on reading');
    expect(sent('PUT')).toEqual([
      ['/queue', { paused: true }],
      ['/queue', { paused: false }],
    ]);
    expect(text()).toContain('Nothing is waiting to be read.');
  });
});

describe('document view', () => {
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

  beforeEach(() => {
    open(3);
    server.on('GET /dashboard', dashboardOf({ completed: 1 }));
    server.on('GET /documents', collection([manual], 1));
    server.on(
      'GET /documents/3',
      collection({ document: manual, chunks: [chunk(0), chunk(1)] }, 22),
    );
  });

  test('a document shows what is known of it, and its chunks', async () => {
    await show(screen);
    const facts = get('#itih-document').textContent;
    expect(facts).toContain('PDF file');
    expect(facts).toContain('2 MB');
    expect(facts).toContain('Attempts2');
    expect(button('Edit in WordPress').getAttribute('href')).toBe('post.php?post=8&action=edit');
    const [first] = document.querySelectorAll('.itih-chunks li');
    expect(first?.textContent).toBe('Passage 1Page 1Use › CareText 0');
    expect(document.activeElement?.textContent).toBe('Manual');
  });

  test('a document that does not exist leads back to the others', async () => {
    open(9);
    await show(screen);
    expect(get('#itih-document').textContent).toContain('There is nothing here.');
    await click('All documents');
    expect(window.location.search).toBe('?page=itih-rag-chat-knowledge');
    expect(document.querySelector('#itih-document')).toBeNull();
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
});

describe('bulk', () => {
  const server = fakeServer();
  const documents = [
    documentOf({ id: 1, kind: 'post', post_id: 12, title: 'Tours' }),
    documentOf({ id: 2, title: 'Prices' }),
  ];
  const bulkCalls = () =>
    server.calls.filter(({ path }) => path === '/documents/bulk').map(({ body }) => body);
  const dialog = () => get('[role="dialog"]').textContent;
  const selectAll = async () => {
    await toggle('Select all documents of this page');
    await wait();
  };

  beforeEach(() => {
    window.history.replaceState(null, '', '?page=itih-rag-chat-knowledge&status=failed&s=o');
    server.on('GET /dashboard', dashboardOf({ completed: 1200 }));
    server.on('GET /documents', collection(documents, 1200));
    server.on('POST /documents/bulk', { affected: 1200, after: null });
  });

  test('all pages of a filter are chosen, asked about with their number, and deleted', async () => {
    await show(<Knowledge site={siteOf()} />);
    await selectAll();
    await click('Select all 1,200 documents');
    expect(get('.itih-selection').textContent).toContain('1,200 documents selected');
    await click('Delete', '.itih-selection');
    expect(dialog()).toContain('Delete 1,200 documents?');
    expect(bulkCalls()).toEqual([]);
    await click('Delete', '[role="dialog"]');
    expect(bulkCalls()).toEqual([
      { action: 'delete', filter: { search: 'o', status: 'failed' }, force: false, after: 0 },
    ]);
    expect(text()).toContain('1,200 documents were deleted.');
    expect(get('.itih-selection').textContent).not.toContain('selected');
  });

  test('it goes on call by call with its progress, and can be stopped', async () => {
    let release = () => {};
    server.on('POST /documents/bulk', ({ body }) => {
      if ((body as { after: number }).after === 0) return { affected: 300, after: 40 };
      return new Promise((resolve) => {
        release = () => resolve({ affected: 300, after: 80 });
      });
    });
    await show(<Knowledge site={siteOf()} />);
    await selectAll();
    await click('Select all 1,200 documents');
    await click('Read again');
    await click('Read again', '[role="dialog"]');
    expect(get('.itih-bulk [role=progressbar]').getAttribute('aria-valuenow')).toBe('25');
    await click('Stop');
    await happen(() => release());
    await wait();
    expect(bulkCalls()).toHaveLength(2);
    expect(bulkCalls()[1]).toMatchObject({ force: true, after: 40 });
    expect(text()).toContain('600 documents will be read again. You stopped it');
  });

  test('the posts of a selection are excluded, and the other documents are not named', async () => {
    server.on('POST /documents/bulk', { affected: 1, after: null });
    await show(<Knowledge site={siteOf()} />);
    await selectAll();
    await click('Exclude posts', '.itih-selection');
    expect(dialog()).toContain('Exclude the posts among 2 documents?');
    await click('Exclude posts', '[role="dialog"]');
    expect(bulkCalls()).toEqual([{ action: 'exclude', ids: [1, 2], force: false, after: 0 }]);
    expect(text()).toContain('1 post was excluded.');
  });

  test('kept out for good, posts are excluded before the others are deleted', async () => {
    await show(<Knowledge site={siteOf()} />);
    await selectAll();
    await click('Select all 1,200 documents');
    await click('Delete', '.itih-selection');
    await toggle('Keep posts and pages out for good');
    await click('Delete', '[role="dialog"]');
    expect(bulkCalls()).toMatchObject([{ action: 'exclude' }, { action: 'delete' }]);
  });

  test('an error in the middle says what was done, and why it ended', async () => {
    let calls = 0;
    server.on('POST /documents/bulk', () => {
      if (calls++ > 0) throw new AppError('overloaded');
      return { affected: 200, after: 300 };
    });
    await show(<Knowledge site={siteOf()} />);
    await selectAll();
    await click('Select all 1,200 documents');
    await click('Delete', '.itih-selection');
    await click('Delete', '[role="dialog"]');
    expect(text()).toContain('very busy');
    expect(text()).toContain('200 documents were deleted.');
  });
});

describe('failure help', () => {
  const page: Partial<DocumentView> = { kind: 'url', attachment_id: null };
  const post: Partial<DocumentView> = { kind: 'post', attachment_id: null, post_id: 5 };

  test.each<[string, Partial<DocumentView>, string, string]>([
    ['no_text', post, 'page builder', 'post.php?post=5&action=edit'],
    ['no_text', page, 'scripts', failedDocument.source_url],
    ['no_text', {}, 'Replace the file', 'post.php?post=3&action=edit'],
    ['too_large', {}, 'Divide it', 'post.php?post=3&action=edit'],
    ['unsupported_type', {}, 'Save it as', 'post.php?post=3&action=edit'],
    ['blocked_address', page, 'ITIH_FETCH_ALLOW', 'delete'],
    ['not_found', page, 'has moved', failedDocument.source_url],
    ['rest_forbidden', page, 'robots.txt', failedDocument.source_url],
    ['provider_error', page, 'in your browser', 'process'],
    ['provider_timeout', post, 'finds by meaning', '?page=itih-rag-chat-settings&tab=embeddings'],
    ['budget_exhausted', post, 'limit', '?page=itih-rag-chat-settings&tab=limits'],
    ['sidecar_unavailable', post, 'in time', 'process'],
    ['overloaded', page, 'Try it again', 'process'],
    ['internal_error', {}, 'log', 'process'],
  ])('%s: what helps', (code, document, advice, step) => {
    const help = failureHelp({ ...failedDocument, ...document, error: { code, message: 'No.' } });
    expect(help.advice).toContain(advice);
    expect(typeof help.step === 'string' ? help.step : help.step.href).toBe(step);
  });

  const server = fakeServer();
  beforeEach(() => {
    window.history.replaceState(null, '', '?page=itih-rag-chat-knowledge');
    server.on('GET /dashboard', dashboardOf({ failed: 1 }));
  });

  test('in the list the reason stands with its step', async () => {
    const error = { code: 'provider_timeout', message: 'The page took too long to answer.' };
    server.on('GET /documents', collection([{ ...failedDocument, ...page, error }], 1));
    server.on('POST /documents/7/process', { document: failedDocument });
    await show(<Knowledge site={siteOf()} />);
    expect(get('.itih-failure').textContent).toContain('took too long to answer');
    await click('Try again', '.itih-failure');
    expect(server.calls.some(({ path }) => path === '/documents/7/process')).toBe(true);
  });
});
