/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act } from 'react';
import { PostPanel } from '../../../admin/editor/post-panel.tsx';
import type { PostInChat } from '../../../server/contract/posts.ts';
import { fakeServer } from '../fake-server.ts';
import { button, click, get, show, text, wait } from '../page.tsx';

const server = fakeServer();
const createNotice = jest.fn<(status: string, text: string, options: NoticeOptions) => void>();
interface NoticeOptions {
  actions: { label: string; onClick: () => void }[];
}

const known: PostInChat = {
  state: 'in',
  label: 'In the chat',
  sentence: 'Since May 17, 2026.',
  can_read: true,
  excluded: false,
  can_exclude: true,
  answers: 3,
  document_url: 'http://site.test/wp-admin/admin.php?page=itih-rag-chat-knowledge&document=7',
  told: true,
};
const excluded: PostInChat = {
  ...known,
  state: 'absent',
  label: 'Not in the chat',
  sentence: 'It is excluded.',
  can_read: false,
  excluded: true,
  answers: null,
  document_url: '',
};
let post: PostInChat;
const route = '/posts/12/chat';
const asked = () => server.calls.filter(({ method }) => method === 'GET').length;
const sent = () => server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
const panel = (saving = false) => <PostPanel id={12} saving={saving} />;

beforeEach(() => {
  post = known;
  createNotice.mockClear();
  window.wp = { data: { dispatch: () => ({ createNotice }) } } as unknown as Window['wp'];
  server.on(`GET ${route}`, () => post);
  server.on(`POST ${route}`, ({ body }) => {
    const wanted = body as { excluded?: boolean };
    if (wanted.excluded !== undefined) post = wanted.excluded ? excluded : known;
    else post = { ...known, state: 'updating' };
    return post;
  });
});

test('it says the state, the answers, and where the text is', async () => {
  await show(panel());
  expect(get('[role="status"]').textContent).toBe('In the chatSince May 17, 2026.');
  expect(text()).toContain('It was a source of 3 answers in the last 90 days.');
  expect(get<HTMLAnchorElement>('a').href).toBe(known.document_url);
});

test('figures and buttons that do not apply are left out', async () => {
  post = { ...excluded, can_exclude: false };
  await show(panel());
  expect(text()).toBe('Not in the chatIt is excluded.');
  expect(document.querySelector('button, a')).toBeNull();
});

test('excluding says so, and Undo takes it in again', async () => {
  await show(panel());
  await click('Exclude from the chat');
  expect(sent()).toEqual([{ excluded: true }]);
  expect(text()).toContain('It is excluded.');
  const [status, sentence, options] = createNotice.mock.calls[0]!;
  expect([status, sentence]).toEqual(['success', 'Excluded from the chat.']);
  await act(async () => {
    options.actions[0]!.onClick();
    await Promise.resolve();
  });
  await wait();
  expect(sent()).toEqual([{ excluded: true }, { excluded: false }]);
  expect(text()).toContain('Since May 17, 2026.');
});

test('a change that the sidecar does not know of yet is named', async () => {
  server.on(`POST ${route}`, { ...excluded, told: false });
  await show(panel());
  await click('Exclude from the chat');
  expect(text()).toContain('It learns of this when it is back.');
});

test('a refused change is an error, and changes nothing', async () => {
  server.fail(`POST ${route}`, 'rest_forbidden');
  await show(panel());
  await click('Exclude from the chat');
  expect(text()).toContain('Sorry, you are not allowed to do that.');
  expect(createNotice).not.toHaveBeenCalled();
  expect(button('Exclude from the chat')).toBeDefined();
  await click('Try again');
  expect(text()).not.toContain('Sorry');
});

test('a state that cannot be read is an error with another try', async () => {
  server.fail(`GET ${route}`, 'internal_error');
  await show(panel());
  expect(document.querySelector('[role="status"]')).toBeNull();
  server.on(`GET ${route}`, known);
  await click('Try again');
  expect(text()).toContain('Since May 17, 2026.');
});

test('after a save it looks again', async () => {
  const root = await show(panel());
  expect(asked()).toBe(1);
  act(() => root.render(panel(true)));
  await wait();
  expect(asked()).toBe(1);
  post = { ...known, state: 'updating', sentence: 'An older version.' };
  act(() => root.render(panel(false)));
  await wait();
  expect(asked()).toBe(2);
  expect(text()).toContain('An older version.');
});

test('it looks until the post has been read, and then no more', async () => {
  await show(panel());
  await click('Read it again');
  expect(sent()).toEqual([{ reindex: true }]);
  expect(asked()).toBe(1);
  post = { ...known, sentence: 'Since today.' };
  await wait(2100);
  expect(text()).toContain('Since today.');
  const looks = asked();
  await wait(2100);
  expect(asked()).toBe(looks);
});

test('what was never read is read for the first time', async () => {
  post = { ...known, state: 'unread', answers: null };
  await show(panel());
  expect(button('Read it now')).toBeDefined();
});
