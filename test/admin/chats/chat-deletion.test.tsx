/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { Chats } from '../../../admin/screens/chats.tsx';
import type { ChatDeletion } from '../../../server/contract/chats.ts';
import { collection, fakeServer, statusOf } from '../fake-server.ts';
import { button, click, get, show, text, wait } from '../page.tsx';
import { siteOf } from '../site.ts';
import { chatOf } from './samples.ts';

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
const ends = () =>
  server.calls.filter(({ method, path }) => method === 'DELETE' && path === '/chats/deletion');
const bar = () => document.querySelector('[role="progressbar"]');

beforeEach(() => {
  window.history.replaceState(null, '', '/wp-admin/admin.php?page=itih-rag-chat-chats');
  server.on('GET /status', statusOf());
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

test('how it ended is told until the owner has read it', async () => {
  now(done);
  server.on('DELETE /chats/deletion', { deletion: done });
  await show(page);
  expect(text()).toContain('12,000 conversations were deleted.');
  get('.itih-notice .components-notice__dismiss').click();
  await wait();
  expect(text()).not.toContain('12,000 conversations were deleted.');
  expect(ends()).toHaveLength(1);
});

test('a problem is named while it is tried again', async () => {
  now(deletionOf({ error: { code: 'overloaded', message: 'The database is busy.' } }));
  await show(page);
  expect(text()).toContain('The database is busy. It is tried again by itself.');
  expect(bar()).not.toBeNull();
});

test('who may only read sees how far it is, and cannot stop it', async () => {
  now(deletionOf());
  await show(<Chats site={siteOf({ canManage: false })} />);
  expect(text()).toContain('3,000 of 12,000 done');
  expect(() => button('Stop')).toThrow();
});
