/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { contrast, contrastOf, widgetTheme } from '../../../admin/settings/colors-field.tsx';
import { describeValue } from '../../../admin/settings/saving.tsx';
import { sameValue, toPatch, withChanges } from '../../../admin/settings/draft.ts';
import { fieldOf } from '../../../admin/settings/fields.ts';
import { exportText, importDraft } from '../../../admin/settings/transfer-section.tsx';
import { colorNames } from '../../../server/contract/settings.ts';
import { themes } from '../../../server/contract/themes.ts';
import { maskedDefaults } from '../fake-server.ts';

describe('a patch', () => {
  test('names only what differs from the stored settings', () => {
    const draft = withChanges(
      maskedDefaults,
      { 'chat.tone': 'warm' },
      {
        'chat.top_k': 5,
        'chat.tone': 'dry',
        'appearance.colors': {},
        'general.hide_ids': [],
        'indexing.post_types': ['post'],
        'llm.openai.model': 'small-1',
      },
    );
    expect(toPatch(draft)).toEqual({
      chat: { tone: 'dry' },
      indexing: { post_types: ['post'] },
      llm: { openai: { model: 'small-1' } },
    });
  });

  test('a value that returns to the stored one leaves it', () => {
    expect(withChanges(maskedDefaults, { 'chat.tone': 'x' }, { 'chat.tone': '' })).toEqual({});
    expect(withChanges(maskedDefaults, { 'chat.tone': 'x' }, { 'chat.tone': undefined })).toEqual(
      {},
    );
  });

  test('colours have no order, lists have one', () => {
    expect(sameValue({ bg: '#000000', text: '#ffffff' }, { text: '#ffffff', bg: '#000000' })).toBe(
      true,
    );
    expect(sameValue([1, 2], [2, 1])).toBe(false);
  });
});

describe('colours', () => {
  test('have the contrast that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'));
  });

  test('of every theme can be read', () => {
    for (const theme of ['light', 'dark', 'ocean', 'sunset', 'auto'] as const) {
      for (const name of colorNames) expect(contrastOf(name, theme, {})).toBeGreaterThan(4.5);
    }
  });

  test('of one’s own are compared with both palettes of the theme auto', () => {
    expect(contrastOf('text', 'light', { text: '#111111' })).toBeGreaterThan(15);
    expect(contrastOf('text', 'auto', { text: '#111111' })).toBeLessThan(2);
  });

  test('go to the widget over those of the theme', () => {
    const bg = '#123456';
    expect(widgetTheme('ocean', { bg })).toEqual({
      name: 'ocean',
      colors: { ...themes.ocean, bg },
    });
    expect(widgetTheme('auto', { bg }).dark).toEqual({ ...themes.dark, bg });
  });
});

describe('a file of settings', () => {
  const key = { set: true, last4: 'ab12' };
  const stored = {
    ...maskedDefaults,
    llm: { ...maskedDefaults.llm, openai: { ...maskedDefaults.llm.openai, api_key: key } },
    chat: { ...maskedDefaults.chat, tone: 'warm' },
  };

  test('has every setting but the secrets, and is read again', () => {
    const text = exportText(stored);
    expect(text).not.toContain('ab12');
    expect(text).not.toContain('api_key');
    expect(text).not.toContain('api_token');
    expect(importDraft(text, stored)).toEqual({});
    expect(importDraft(text, maskedDefaults)).toEqual({ 'chat.tone': 'warm' });
  });

  test('keeps what the contract does not know, so that the server names it', () => {
    const file = { format: 'itih-rag-chat settings', settings: { chat: { tone: 5, odd: 1 } } };
    expect(importDraft(JSON.stringify(file), stored)).toEqual({ 'chat.tone': 5, 'chat.odd': 1 });
  });

  test('takes no secret from it', () => {
    const llm = { openai: { api_key: 'stolen', model: 'small-1' } };
    const file = { format: 'itih-rag-chat settings', settings: { llm } };
    expect(importDraft(JSON.stringify(file), stored)).toEqual({ 'llm.openai.model': 'small-1' });
  });

  test.each(['', '[]', '{"settings":{}}', '{"format":"itih-rag-chat settings","settings":[]}'])(
    'that is %j is none',
    (text) => {
      expect(() => importDraft(text, stored)).toThrow('not a file of settings');
    },
  );
});

test.each([
  ['general.widget_enabled', false, 'Off'],
  ['general.audience', 'logged_in', 'Those who are logged in'],
  ['appearance.bot_name', '', 'Empty'],
  ['appearance.bot_name', 'Ada', 'Ada'],
  ['general.hide_ids', [], 'Empty'],
  ['general.hide_ids', [1, 2, 3, 4, 5], '1, 2, 3 and 2 more'],
  ['appearance.colors', { bg: '#000000' }, 'bg #000000'],
  ['limits.per_ip_max', 0, '0'],
  ['llm.openai.api_key', 'a-key', 'Set, and never shown'],
  ['llm.openai.api_key', { set: false, last4: '' }, 'Empty'],
])('%s as %j is told as “%s”', (path, value, told) => {
  expect(describeValue(value, fieldOf(path))).toBe(told);
});
