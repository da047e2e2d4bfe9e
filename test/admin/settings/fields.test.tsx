/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Control } from '../../../admin/settings/field.ts';
import { allFields, fieldOf, labelOf, tabOf } from '../../../admin/settings/fields.ts';
import { problemOf } from '../../../admin/settings/saving.tsx';
import { settingsTabs } from '../../../admin/settings/tabs.tsx';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import { secretFields, settings } from '../../../server/contract/settings.ts';

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

test('every field has a label, and stands on a tab of the screen or on that of the answers', () => {
  const tabs = [...Object.keys(settingsTabs()), 'answers'];
  for (const { label, tab } of fields) {
    expect(label).not.toBe('');
    expect(tabs).toContain(tab);
  }
});

const schemaOf = (path: string) =>
  z.toJSONSchema(new Map(contract).get(path)!) as Record<string, unknown> & {
    items?: Record<string, unknown>;
  };

/** Limits as the JSON Schema of the contract has them. */
function limitsOf(control: Control, path: string): unknown {
  const { type, minimum, maximum, maxLength, maxItems, items } = schemaOf(path);
  const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  switch (control.kind) {
    case 'number':
      return { kind: 'number', min: minimum, max, isWhole: type === 'integer' };
    case 'text':
    case 'textarea':
    case 'image':
      return { kind: control.kind, max: maxLength };
    case 'lines':
      return { kind: 'lines', items: maxItems, max: items?.['maxLength'] };
    case 'types':
    case 'posts':
      return { kind: control.kind, items: maxItems };
    case 'select':
      return { kind: 'select', options: schemaOf(path)['enum'] };
    case 'toggle':
      return { kind: type === 'boolean' ? 'toggle' : type };
    case 'special':
      return undefined;
    default:
      return control satisfies never;
  }
}

function ownLimits(control: Control): unknown {
  switch (control.kind) {
    case 'number':
      return {
        kind: 'number',
        min: control.min,
        max: control.max,
        isWhole: (control.step ?? 1) === 1,
      };
    case 'text':
    case 'textarea':
    case 'image':
      return { kind: control.kind, max: control.max };
    case 'lines':
      return { kind: 'lines', items: control.items, max: control.max };
    case 'types':
    case 'posts':
      return { kind: control.kind, items: control.items };
    case 'select':
      return { kind: 'select', options: control.options.map(({ value }) => value) };
    case 'toggle':
      return { kind: 'toggle' };
    case 'special':
      return undefined;
    default:
      return control satisfies never;
  }
}

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

test('an error that names an item of a list belongs to the field of the list', () => {
  expect(fieldOf('chat.starters.2')?.path).toBe('chat.starters');
  expect(labelOf('appearance.colors.bg')).toBe('Colours');
  expect(tabOf('limits.per_ip_max')).toBe('limits');
  expect(labelOf('chat.unheard_of')).toBe('chat.unheard_of');
});
