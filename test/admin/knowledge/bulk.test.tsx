/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { act } from 'react';
import { Knowledge } from '../../../admin/screens/knowledge.tsx';
import { AppError } from '../../../server/errors/app-error.ts';
import { collection, dashboardOf, documentOf, fakeServer, statusOf } from '../fake-server.ts';
import { button, click, get, show, text, toggle, wait } from '../page.tsx';
import { siteOf } from '../site.ts';

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
  server.on('GET /status', statusOf());
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

test('a cancelled action does nothing', async () => {
  await show(<Knowledge site={siteOf()} />);
  await selectAll();
  await click('Select all 1,200 documents');
  await click('Process again');
  await click('Cancel', '[role="dialog"]');
  expect(bulkCalls()).toEqual([]);
  expect(document.querySelector('[role="dialog"]')).toBeNull();
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
  await click('Process again, even if unchanged');
  await click('Process again', '[role="dialog"]');
  expect(get('.itih-bulk [role=progressbar]').getAttribute('aria-valuenow')).toBe('25');
  await click('Stop');
  await act(async () => {
    release();
    await Promise.resolve();
  });
  await wait();
  expect(bulkCalls()).toHaveLength(2);
  expect(bulkCalls()[1]).toMatchObject({ force: true, after: 40 });
  expect(text()).toContain('600 documents will be processed again. You stopped it');
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

test('where one page is all, the whole filter is not offered', async () => {
  server.on('GET /documents', collection(documents, 2));
  await show(<Knowledge site={siteOf()} />);
  await selectAll();
  expect(() => button('Select all 2 documents')).toThrow('There is no button');
});
