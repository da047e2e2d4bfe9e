/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import {
  type BlockData,
  BlockEdit,
  type ChatAttributes,
  configOf,
} from '../../admin/editor/block-edit.tsx';
import { PostPanel } from '../../admin/editor/post-panel.tsx';
import type { PostInChat } from '../../server/contract/posts.ts';
import { themes } from '../../server/contract/themes.ts';
import { fakeServer } from './fake-server.ts';
import { button, click, get, show, text, wait } from './page.tsx';

describe('block', () => {
  const empty: ChatAttributes = { title: '', starters: [], theme: '', height: 0 };
  const data: BlockData = {
    preview: 'http://site.test/?itih_preview=inline',
    title: 'Chat with us',
    limits: { title: 60, starter: 20, starters: 2, height: [240, 1200] },
    shown: true,
  };

  function Editor({ start }: { start: ChatAttributes }) {
    const [attributes, setAttributes] = useState(start);
    return (
      <BlockEdit
        attributes={attributes}
        setAttributes={(changed) => setAttributes((last) => ({ ...last, ...changed }))}
      />
    );
  }

  const edit = (attributes: Partial<ChatAttributes> = {}) =>
    show(<Editor start={{ ...empty, ...attributes }} />);
  beforeEach(() => {
    const InspectorControls = ({ children }: { children: ReactNode }) => <aside>{children}</aside>;
    const useBlockProps = jest.fn(() => ({ className: 'wp-block' }));
    window.wp = { blockEditor: { useBlockProps, InspectorControls } } as unknown as Window['wp'];
    window.itihChatBlock = data;
  });

  test('the preview shows no more than visitors would see', async () => {
    const written = {
      ...empty,
      title: ' Desk ',
      starters: ['', 'a', 'x'.repeat(30), 'c'],
      height: 9,
    };
    expect(configOf(written, data)).toEqual({
      bot_name: 'Desk',
      starters: ['a', 'x'.repeat(20)],
      height: 240,
    });
    expect(configOf({ ...empty, theme: 'auto' }, data)).toEqual({
      theme: { name: 'auto', colors: themes.light, dark: themes.dark },
      height: 640,
    });
    await edit();
    expect(get<HTMLIFrameElement>('.itih-preview iframe').src).toBe(data.preview);
  });

  test('it says when visitors do not see the chat', async () => {
    await edit();
    expect(text()).not.toContain('Visitors do not see');
    window.itihChatBlock = { ...data, shown: false };
    await edit();
    expect(text()).toContain('Visitors do not see the chat yet');
  });
});

describe('post panel', () => {
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
});
