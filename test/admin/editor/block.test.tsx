/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import {
  type BlockData,
  BlockEdit,
  type ChatAttributes,
} from '../../../admin/editor/block-edit.tsx';
import { themes } from '../../../server/contract/themes.ts';
import { fill, get, show, text } from '../page.tsx';

const empty: ChatAttributes = { title: '', starters: [], theme: '', height: 0 };
const data: BlockData = {
  look: {
    theme: { name: 'light', colors: { ...themes.light, primary: '#123456' } },
    bot_name: '',
    welcome: 'Ask about **tickets** or [our hours](https://museum.example/hours/).',
    starters: ['When are you open?'],
    logo: '',
    avatar: '',
    strings: { title: 'Chat with us', welcome: 'Hello!', placeholder: 'Type your question…' },
  },
  themes,
  limits: { title: 60, starter: 20, starters: 2, height: [240, 1200] },
  shown: true,
};
let saved: ChatAttributes;

function Editor({ start }: { start: ChatAttributes }) {
  const [attributes, setAttributes] = useState(start);
  saved = attributes;
  return (
    <BlockEdit
      attributes={attributes}
      setAttributes={(changed) => setAttributes((last) => ({ ...last, ...changed }))}
    />
  );
}

const edit = (attributes: Partial<ChatAttributes> = {}) =>
  show(<Editor start={{ ...empty, ...attributes }} />);
const preview = () => get('.itih-preview');
const starters = () =>
  [...preview().querySelectorAll('.itih-preview-starters span')].map((one) => one.textContent);

beforeEach(() => {
  const InspectorControls = ({ children }: { children: ReactNode }) => <aside>{children}</aside>;
  const useBlockProps = jest.fn(() => ({ className: 'wp-block' }));
  window.wp = { blockEditor: { useBlockProps, InspectorControls } } as unknown as Window['wp'];
  window.itihChatBlock = data;
});

describe('the preview', () => {
  test('of a new block is the chat of the settings', async () => {
    await edit();
    expect(preview().textContent).toContain('Chat with us');
    expect(preview().textContent).toContain('Ask about tickets or our hours.');
    expect(starters()).toEqual(['When are you open?']);
    expect(preview().style.getPropertyValue('--itih-primary')).toBe('#123456');
    expect(preview().style.height).toBe('');
    expect(preview().querySelector('a, button, input')).toBeNull();
  });

  test('follows the fields', async () => {
    await edit();
    await fill('[name="title"]', 'Tickets');
    await fill('[name="starters"]', 'What is a ticket?\n');
    await fill('[name="theme"]', 'dark');
    await fill('[name="height"]', '100');
    expect(preview().textContent).toContain('Tickets');
    expect(starters()).toEqual(['What is a ticket?']);
    expect(preview().style.getPropertyValue('--itih-primary')).toBe(themes.dark.primary);
    expect(preview().style.height).toBe('240px');
    // The line that is being written is not taken away.
    expect(saved).toEqual({
      title: 'Tickets',
      starters: ['What is a ticket?', ''],
      theme: 'dark',
      height: 100,
    });
  });

  test('shows no more than visitors would see', async () => {
    await edit({ starters: ['', 'a', 'x'.repeat(30), 'c'] });
    expect(starters()).toEqual(['a', 'x'.repeat(20)]);
  });

  test('of a theme that follows the system is the light one', async () => {
    await edit({ theme: 'auto' });
    expect(preview().style.getPropertyValue('--itih-bg')).toBe(themes.light.bg);
  });
});

test('an emptied field is that of the settings again', async () => {
  await edit({ height: 400, starters: ['a'] });
  await fill('[name="height"]', '');
  await fill('[name="starters"]', '');
  expect(saved).toEqual(empty);
});

test('it says when visitors do not see the chat', async () => {
  await edit();
  expect(text()).not.toContain('Visitors do not see');
  window.itihChatBlock = { ...data, shown: false };
  await edit();
  expect(text()).toContain('Visitors do not see the chat yet');
});
