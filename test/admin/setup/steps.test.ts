import { expect, test } from '@jest/globals';
import { lookPatch, readableOn } from '../../../admin/setup/look-step.tsx';
import { nextStep, stepAfter, stepIn, type Facts } from '../../../admin/setup/steps.tsx';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';

const fresh: Facts = {
  connected: false,
  documents: 0,
  ready: 0,
  asked: false,
  styled: false,
  enabled: false,
};

test.each<[string, Partial<Facts>, string]>([
  ['a new site', {}, 'connect'],
  ['the sidecar answers', { connected: true }, 'content'],
  ['posts wait', { connected: true, documents: 4 }, 'indexing'],
  ['some are read', { connected: true, documents: 4, ready: 1 }, 'ask'],
  ['a question was asked', { connected: true, documents: 4, ready: 4, asked: true }, 'look'],
  ['it has a name', { connected: true, documents: 4, ready: 4, styled: true }, 'on'],
  ['it is on', { connected: true, documents: 4, ready: 4, enabled: true }, 'on'],
  ['the sidecar is away', { documents: 4, ready: 4, enabled: true }, 'connect'],
])('%s: the owner goes on where they were', (_name, facts, step) => {
  expect(nextStep({ ...fresh, ...facts })).toBe(step);
});

test('the address names a step, and nothing else counts as one', () => {
  expect(stepIn(new URLSearchParams('step=ask'))).toBe('ask');
  expect(stepIn(new URLSearchParams('step=elsewhere'))).toBeUndefined();
  expect(stepAfter('connect')).toBe('content');
  expect(stepAfter('on')).toBe('on');
});

const { appearance } = settingsDefaults;
const accent = '#2145e6';
const draft = { bot_name: '', color: accent, position: appearance.position };

test('only the fields that were changed are saved', () => {
  expect(lookPatch(draft, appearance, accent)).toEqual({});
  expect(lookPatch({ ...draft, bot_name: ' Guide ' }, appearance, accent)).toEqual({
    bot_name: 'Guide',
  });
  expect(lookPatch({ ...draft, position: 'bottom-left' }, appearance, accent)).toEqual({
    position: 'bottom-left',
  });
});

test('a colour is used with a text that can be read on it, and keeps the other colours', () => {
  const stored = { ...appearance, colors: { text: '#333333' } };
  const { colors } = lookPatch({ ...draft, color: '#ffe08a' }, stored, accent);
  expect(colors).toMatchObject({ text: '#333333', launcher: '#ffe08a', launcher_icon: '#1e1e1e' });
  expect(readableOn('#0b6b7d')).toBe('#ffffff');
  expect(readableOn('#808080')).toBe('#1e1e1e');
});
