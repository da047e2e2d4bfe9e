import { expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings, SettingsPatch } from '../../server/contract/settings.ts';
import { requireUnchanged, revisionOf } from '../../server/wordpress/settings-revision.ts';

const before = revisionOf(settingsDefaults);
const changed = (change: (settings: Settings) => void): Settings => {
  const settings = structuredClone(settingsDefaults);
  change(settings);
  return settings;
};
const byOther = changed((settings) => {
  settings.chat.top_k = 9;
  settings.llm.openai.model = 'small-1';
  settings.appearance.colors = { bg: '#000000' };
});
const said = 'Somebody else has changed this setting in the meantime.';

test.each<[SettingsPatch, string[]]>([
  [{ chat: { top_k: 7 } }, ['chat.top_k']],
  [{ chat: { top_k: 9 } }, ['chat.top_k']],
  [{ chat: { top_k: 7, tone: 'warm' } }, ['chat.top_k']],
  [{ llm: { openai: { model: 'large-1' } } }, ['llm.openai.model']],
  [{ appearance: { colors: { text: '#ffffff' } } }, ['appearance.colors']],
  [
    { chat: { top_k: 7 }, llm: { openai: { model: 'large-1' } } },
    ['chat.top_k', 'llm.openai.model'],
  ],
])('%j is refused for the settings that another save has changed', (patch, paths) => {
  expect(() => requireUnchanged(patch, before, byOther)).toThrow(
    expect.objectContaining({
      code: 'conflict',
      status: 409,
      fields: Object.fromEntries(paths.map((path) => [path, said])),
    }),
  );
});

test.each<[SettingsPatch]>([
  [{}],
  [{ chat: { tone: 'warm' } }],
  [{ llm: { openai: { base_url: '' }, provider: 'openai' } }],
  [{ appearance: { theme: 'dark' } }],
])('%j is stored: it names none of them', (patch) => {
  expect(() => requireUnchanged(patch, before, byOther)).not.toThrow();
});

test('without a revision nothing is compared, also after the shim’s own', () => {
  const patch = { chat: { top_k: 7 } };
  expect(() => requireUnchanged(patch, '', byOther)).not.toThrow();
  expect(() => requireUnchanged(patch, '.a1b2c3', byOther)).not.toThrow();
});

test('only the part before the dot is read', () => {
  expect(() => requireUnchanged({ chat: { tone: '' } }, `${before}.a1b2c3`, byOther)).not.toThrow();
});

test('after another version of the program every setting counts as changed', () => {
  const older = before.slice(5);
  expect(() => requireUnchanged({ chat: { tone: '' } }, older, settingsDefaults)).toThrow(
    expect.objectContaining({ code: 'conflict' }),
  );
});

test('equal settings have the same revision, and each change another one', () => {
  expect(revisionOf(changed(() => {}))).toBe(before);
  expect(revisionOf(byOther)).not.toBe(before);
});
