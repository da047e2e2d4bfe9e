import { beforeEach, describe, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings, SettingsPatch } from '../../server/contract/settings.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createSecrets } from '../../server/secrets/secrets.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';
import { requireUnchanged, revisionOf } from '../../server/wordpress/settings-revision.ts';
import { createSettings } from '../../server/wordpress/settings.ts';

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

describe('the store', () => {
  /** The option as WordPress has it. */
  let option: Record<string, unknown>;
  const open = () =>
    createSettings({
      bridge: {
        settings: () => Promise.resolve({ settings: structuredClone(option) }),
        storeSettings: (settings: Record<string, unknown>) => {
          option = structuredClone(settings);
          return Promise.resolve();
        },
      } as unknown as Bridge,
      secrets: createSecrets('a'.repeat(64)),
      givenKeys: {},
      clock: () => 0,
      log: createLog('silent'),
    });
  beforeEach(() => {
    option = {};
  });

  test('refuses a patch of a setting that another process has changed, and stores others', async () => {
    const store = open();
    await store.get();
    const revision = store.revision();
    await open().update({ chat: { top_k: 9 } });
    await expect(store.update({ chat: { top_k: 7 } }, revision)).rejects.toMatchObject({
      code: 'conflict',
      fields: { 'chat.top_k': said },
    });
    expect((await store.update({ chat: { tone: 'warm' } }, revision)).chat.top_k).toBe(9);
    await store.update({ chat: { top_k: 7 } }, store.revision());
    expect(option).toEqual({ chat: { top_k: 7, tone: 'warm' } });
  });

  test('a key that somebody has replaced is a conflict, too', async () => {
    const store = open();
    await store.update({ llm: { openai: { api_key: 'not-a-key-0001' } } });
    const revision = store.revision();
    await open().update({ llm: { openai: { api_key: 'not-a-key-0002' } } });
    await expect(
      store.update({ llm: { openai: { api_key: 'not-a-key-0003' } } }, revision),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('checks a patch and stores nothing', async () => {
    const store = open();
    await store.update({ llm: { openai: { api_key: 'not-a-key-0001' } } });
    const before = structuredClone(option);
    await store.check({ chat: { top_k: 7 } });
    const moved = { llm: { openai: { base_url: 'https://collector.example/v1' } } };
    await expect(store.check(moved)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(option).toEqual(before);
  });
});
