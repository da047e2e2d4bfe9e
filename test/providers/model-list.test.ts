import { expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { ProviderId } from '../../server/contract/providers.ts';
import { createProviders, type ProviderKind } from '../../server/providers/registry.ts';
import { vendorRefused } from '../../server/providers/shared/vendor-error.ts';

const listing = (models: ProviderKind['models']) => {
  const kind: ProviderKind = {
    languageModel: () => {
      throw new AppError('not_configured');
    },
    models,
  };
  const kinds = new Proxy({} as Record<ProviderId, ProviderKind>, { get: () => kind });
  const { signal } = new AbortController();
  return createProviders(kinds).models(settingsDefaults, 'llm', 'groq', signal);
};

test('an owner whose list of models cannot be had reads what the vendor said', async () => {
  const refused = vendorRefused('Groq', { status: 401, message: 'Invalid API Key' }, []);
  await expect(listing(() => Promise.reject(refused))).rejects.toMatchObject({
    code: 'provider_error',
    message: 'Groq refused the API key (401): Invalid API Key',
  });
});

test('what no vendor said stays hidden', async () => {
  const failed = new Error('a detail of the process');
  await expect(listing(() => Promise.reject(failed))).rejects.toMatchObject({
    code: 'internal_error',
    message: 'Something went wrong.',
  });
});
