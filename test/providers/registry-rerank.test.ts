import { describe, expect, test } from '@jest/globals';
import { providerKinds } from '../../server/composition/provider-kinds.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { createProviders } from '../../server/providers/registry.ts';

const config = {
  timeouts: { firstToken: 3000, idle: 3000 },
  fetchAllowed: { hosts: [], blocks: [] },
} as never;
const { signal } = new AbortController();
const none = { api_key: '', base_url: '', model: '', account_id: '' };

const settingsOf = (over: Partial<Pick<Settings, 'embeddings' | 'rerank'>>): Settings => ({
  ...settingsDefaults,
  ...over,
});

test('no reranker is chosen at first', () => {
  const providers = createProviders(providerKinds(config, {} as never));
  expect(providers.reranker(settingsDefaults)).toBeNull();
});

describe('the key of a reranker', () => {
  const keys: string[] = [];
  const kind = {
    reranker: ({ api_key }: { api_key: string }) => {
      keys.push(api_key);
      return { id: 'voyage:x' };
    },
  };
  const providers = createProviders({ voyage: kind, compatible: kind, cohere: kind } as never);
  const keyOf = (settings: Settings) => {
    keys.length = 0;
    providers.reranker(settings);
    return keys[0];
  };
  const embeddings = {
    ...settingsDefaults.embeddings,
    provider: 'voyage' as const,
    voyage: { ...none, api_key: 'of the embeddings' },
  };
  const rerank = { ...settingsDefaults.rerank, provider: 'voyage' as const };

  test('is its own, or the one of the embeddings at the same origin', () => {
    const own = { ...rerank, voyage: { ...none, api_key: 'its own' } };
    expect(keyOf(settingsOf({ embeddings, rerank: own }))).toBe('its own');
    expect(keyOf(settingsOf({ embeddings, rerank }))).toBe('of the embeddings');
    const spelt = { ...none, base_url: 'https://api.voyageai.com/v2' };
    expect(keyOf(settingsOf({ embeddings, rerank: { ...rerank, voyage: spelt } }))).toBe(
      'of the embeddings',
    );
  });

  test('is never the one of another origin', () => {
    const elsewhere = { ...rerank, voyage: { ...none, base_url: 'https://proxy.example/v1' } };
    expect(keyOf(settingsOf({ embeddings, rerank: elsewhere }))).toBe('');
    expect(keyOf(settingsOf({ embeddings, rerank: { ...rerank, provider: 'cohere' } }))).toBe('');
    const nowhere = { ...rerank, provider: 'compatible' as const };
    const same = {
      ...settingsDefaults.embeddings,
      provider: 'openai_compatible' as const,
      openai_compatible: { ...none, api_key: 'secret' },
    };
    expect(keyOf(settingsOf({ embeddings: same, rerank: nowhere }))).toBe('');
  });

  test('of a compatible server is that of compatible embeddings at its origin', () => {
    const base_url = 'https://models.example/v1';
    const same = {
      ...settingsDefaults.embeddings,
      provider: 'openai_compatible' as const,
      openai_compatible: { ...none, api_key: 'secret', base_url },
    };
    const here = {
      ...rerank,
      provider: 'compatible' as const,
      compatible: { ...none, base_url: 'https://models.example/' },
    };
    expect(keyOf(settingsOf({ embeddings: same, rerank: here }))).toBe('secret');
  });
});

test('a provider that does not rank is not asked for rerankers', async () => {
  const providers = createProviders(providerKinds(config, {} as never));
  const asked = providers.models(settingsDefaults, 'rerank', 'mistral', signal);
  await expect(asked).rejects.toMatchObject({ code: 'not_configured' });
  const models = await providers.models(settingsDefaults, 'rerank', 'jina', signal);
  expect(models[0]).toMatchObject({ id: 'jina-reranker-v3' });
});
