import { beforeEach, expect, jest, test } from '@jest/globals';
import { createModelContexts, type ModelContexts } from '../../server/chat/model-contexts.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { ModelChoice, Providers } from '../../server/providers/registry.ts';

let now: number;
const models = jest.fn<(...asked: unknown[]) => Promise<ModelChoice[]>>();
let contexts: ModelContexts;
beforeEach(() => {
  now = 0;
  models.mockReset().mockResolvedValue([]);
  const providers = { models } as unknown as Pick<Providers, 'models'>;
  contexts = createModelContexts({ providers, clock: () => now });
});

const model = 'tiny';
const listed = (id: string, context: number): ModelChoice => ({ id, label: id, context });

function settingsWith({
  base_url = 'http://127.0.0.1:8080/v1',
  context,
  fallback = 'builtin',
}: {
  base_url?: string;
  context?: number;
  fallback?: 'builtin' | 'openai';
} = {}): Settings {
  const { llm } = settingsDefaults;
  return {
    ...settingsDefaults,
    llm: {
      ...llm,
      provider: 'openai_compatible',
      fallback,
      openai_compatible: { ...llm.openai_compatible, base_url, model },
      openai: { ...llm.openai, model: 'gpt-4' },
      traits: context === undefined ? [] : [{ model: `openai_compatible:${model}`, context }],
    },
  };
}

test('the built-in model has room for everything', async () => {
  expect(await contexts.smallest(settingsDefaults)).toBeUndefined();
  expect(models).not.toHaveBeenCalled();
});

test('the smaller context of two models counts', async () => {
  expect(await contexts.smallest(settingsWith({ context: 200_000 }))).toBe(200_000);
  const both = settingsWith({ context: 200_000, fallback: 'openai' });
  expect(await contexts.smallest(both)).toBe(8192);
});

test('a server of one’s own is asked for its list, once in ten minutes', async () => {
  models.mockResolvedValue([listed('other', 99_999), listed(model, 4096)]);
  expect(await contexts.smallest(settingsWith())).toBe(4096);
  expect(await contexts.smallest(settingsWith())).toBe(4096);
  expect(models).toHaveBeenCalledTimes(1);
  now += 10 * 60 * 1000;
  models.mockResolvedValue([listed(model, 16_384)]);
  expect(await contexts.smallest(settingsWith())).toBe(16_384);
});

test('the only model of a list answers by any name', async () => {
  models.mockResolvedValue([listed('/models/Tiny.gguf', 4096)]);
  expect(await contexts.smallest(settingsWith())).toBe(4096);
});

test('a vendor on the Internet is not asked', async () => {
  await contexts.smallest(settingsWith({ base_url: 'https://openrouter.ai/api/v1' }));
  expect(models).not.toHaveBeenCalled();
});

test('a server that does not answer keeps a visitor waiting for a moment, and only once', async () => {
  models.mockReturnValue(new Promise(() => undefined));
  const began = performance.now();
  expect(await contexts.smallest(settingsWith())).toBeUndefined();
  expect(await contexts.smallest(settingsWith())).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(5000);
  expect(models).toHaveBeenCalledTimes(1);
});

test('a list that cannot be read says nothing', async () => {
  models.mockRejectedValue(new Error('No list.'));
  expect(await contexts.smallest(settingsWith())).toBeUndefined();
});

test('a refusal is believed before the owner, until the server may have been started anew', async () => {
  contexts.learn('openai_compatible:tiny', 2048);
  expect(await contexts.smallest(settingsWith({ context: 8192 }))).toBe(2048);
  now += 10 * 60 * 1000;
  expect(await contexts.smallest(settingsWith({ context: 8192 }))).toBe(8192);
});
