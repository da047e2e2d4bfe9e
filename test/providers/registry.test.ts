import { expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createProviders } from '../../server/providers/registry.ts';

test.each([
  [true, 'local'],
  [false, 'builtin'],
])('an embedder whose model is installed (%s) is chosen as %s', (installed, provider) => {
  const local = { isInstalled: (model: string) => installed && model === 'english' };
  const settings = structuredClone(settingsDefaults);
  expect(settings.embeddings.provider).toBe('local');
  const chosen = createProviders({ local } as never).embedderChoice(settings);
  expect(chosen.provider).toBe(provider);
});
