/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { contrast, contrastOf } from '../look.ts';
import { toPatch, withChanges } from './draft.ts';
import type { Control } from './field.ts';
import { allFields, fieldOf } from './fields.ts';
import { describeValue, problemOf } from './saving.tsx';
import { settingsTabs } from './tabs.tsx';
import { exportText, importDraft } from './transfer-section.tsx';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { colorNames, secretFields, settings } from '../../server/contract/settings.ts';
import { maskedDefaults } from '../../test/admin/fake-server.ts';

describe('fields', () => {
  type Leaf = [path: string, schema: z.ZodType];

  /** Returns the path and schema of each setting of the contract. */
  function leaves(schema: z.ZodType, at: string[] = []): Leaf[] {
    if (!(schema instanceof z.ZodObject)) return [[at.join('.'), schema]];
    return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
      leaves(field, [...at, name]),
    );
  }
  const contract = leaves(settings);
  const fields = allFields();
  const valueOf = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], settingsDefaults);

  test('every setting of the contract has one field, and no other has', () => {
    expect(fields.map(({ path }) => path).toSorted()).toEqual(
      contract.map(([path]) => path).toSorted(),
    );
  });

  test('every field has a label and says what it does, and stands on a tab of the screen or on that of the answers', () => {
    const tabs = [...Object.keys(settingsTabs()), 'answers'];
    // A day of the week is its name.
    const isDay = (path: string) => /^business\.\w+day$/.test(path);
    for (const { path, label, help, tab, control } of fields) {
      expect(label).not.toBe('');
      if (control.kind !== 'special' && !isDay(path))
        expect([path, help]).toEqual([path, expect.stringMatching(/\w/)]);
      expect(tabs).toContain(tab);
    }
  });

  const schemaOf = (path: string) =>
    z.toJSONSchema(new Map(contract).get(path)!) as Record<string, unknown> & {
      items?: Record<string, unknown>;
    };

  /** Limits as the JSON Schema of the contract has them. */
  function limitsOf({ kind }: Control, path: string): object {
    const { type, minimum, maximum, maxLength, maxItems, items, ...schema } = schemaOf(path);
    const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
    switch (kind) {
      case 'number':
        return { kind, min: minimum, max, isWhole: type === 'integer' };
      case 'scale':
        return { kind, min: minimum, max };
      case 'text':
      case 'textarea':
      case 'image':
        return { kind, max: maxLength };
      case 'lines':
        return { kind, items: maxItems, max: items?.['maxLength'] };
      case 'choices':
        // Post types are chosen from a list: nobody types one.
        return { kind, items: maxItems, max: items?.['maxLength'] };
      case 'posts':
        return { kind, items: maxItems };
      case 'select':
        return { kind, options: schema['enum'] };
      case 'toggle':
        return { kind: type === 'boolean' ? kind : type };
      case 'special':
        return { kind };
      default:
        return kind satisfies never;
    }
  }

  const ownLimits = (control: Control) => ({
    kind: control.kind,
    min: 'min' in control ? control.min : undefined,
    max: 'max' in control ? control.max : undefined,
    items: 'items' in control ? control.items : undefined,
    isWhole: control.kind === 'number' ? (control.step ?? 1) === 1 : undefined,
    options: 'options' in control ? control.options.map(({ value }) => value) : undefined,
  });

  test.each(fields.map((field) => [field.path, field] as const))(
    '%s has the limits of the contract, and its default is no problem',
    (path, { control }) => {
      expect(ownLimits(control)).toEqual(limitsOf(control, path));
      expect(problemOf(valueOf(path), control)).toBeUndefined();
    },
  );

  test('no secret is edited as a text', () => {
    const secret = fields.filter(({ path }) =>
      secretFields.some((name) => path.endsWith(`.${name}`)),
    );
    expect(secret.length).toBeGreaterThan(10);
    expect(new Set(secret.map(({ control }) => control.kind))).toEqual(new Set(['special']));
  });

  describe('problems', () => {
    test.each<[Control, unknown, unknown]>([
      [{ kind: 'number', min: 1, max: 5 }, 5, 6],
      [{ kind: 'number', min: 1, max: 5 }, 1, ''],
      [{ kind: 'number', min: 1, max: 5 }, 2, 1.5],
      [{ kind: 'number', min: 0, max: 1, step: 0.1 }, 0.55, -0.1],
      [{ kind: 'number', min: 0 }, 1e9, -1],
      [{ kind: 'text', max: 3 }, ' abc ', 'abcd'],
      [{ kind: 'lines', items: 2, max: 3 }, ['a', 'abc'], ['a', 'abcd']],
      [{ kind: 'lines', items: 2, max: 3 }, [], ['a', 'b', 'c']],
      [{ kind: 'posts', items: 1 }, [4], [4, 5]],
    ])('of %j', (control, right, wrong) => {
      expect(problemOf(right, control)).toBeUndefined();
      expect(problemOf(wrong, control)).toMatch(/\w/);
    });
  });
});

describe('parts', () => {
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
});
