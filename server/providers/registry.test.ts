import { describe, expect, test } from '@jest/globals';
import { providers } from '../contract/providers.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { Providers } from './registry.ts';
import { providerKinds } from '../composition/provider-kinds.ts';
import type { Settings } from '../contract/settings.ts';

describe('models and embedders', () => {
  test.each([
    ['english', 'local', 'english'],
    ['of-the-language', 'local', 'of-the-language'],
    [null, 'builtin', ''],
  ])('where the local model is %j, the embedder is %s with %j', (meant, provider, model) => {
    const local = { chosen: (name: string) => (name === 'english' ? meant : name) };
    const settings = structuredClone(settingsDefaults);
    expect(settings.embeddings.provider).toBe('local');
    const chosen = new Providers({ local } as never).embedderChoice(settings);
    expect(chosen).toMatchObject({ provider, model });
  });

  describe('a site that may not use AI', () => {
    const made: string[] = [];
    const kind = (provider: string) => ({
      languageModel: () => ({ id: `${provider}:m` }),
      embedder: () => ({ n: made.push(provider) }),
      reranker: () => made.push(provider),
      models: () => Promise.resolve([]),
    });
    const kinds = Object.fromEntries(Object.keys(providers).map((id) => [id, kind(id)]));
    const settings = structuredClone(settingsDefaults);
    Object.assign(settings.llm, { provider: 'openai', fallback: 'ollama' });
    Object.assign(settings.embeddings, { provider: 'mistral' });
    Object.assign(settings.rerank, { provider: 'cohere' });
    const off = new Providers(kinds as never, () => false);
    const on = new Providers(kinds as never);

    test('answers with the built-in model alone', () => {
      expect(off.languageModel(settings).id).toBe('builtin:m');
      expect(off.fallbackModel(settings)).toBeNull();
      expect(on.languageModel(settings).id).toBe('openai:m');
      expect(on.fallbackModel(settings)?.id).toBe('ollama:m');
    });

    test('embeds and ranks with no vendor, not even what is indexed', async () => {
      expect(off.embedderChoice(settings).provider).toBe('builtin');
      expect(on.embedderChoice(settings).provider).toBe('mistral');
      expect(off.reranker(settings)).toBeNull();
      const code = { code: 'not_configured', retryable: true };
      const indexed = on.embedderChoice(settings);
      expect(() => off.embedder(settings, indexed)).toThrow(expect.objectContaining(code));
      const { signal } = new AbortController();
      await expect(off.models(settings, 'llm', 'openai', signal)).rejects.toMatchObject(code);
      expect(made).toEqual([]);
    });

    test('goes on with the local model', () => {
      Object.assign(settings.embeddings, { provider: 'local' });
      expect(off.embedderChoice(settings).provider).toBe('local');
      off.embedder(settings);
      expect(made).toEqual(['local']);
    });
  });
});

describe('rerankers', () => {
  const config = {
    timeouts: { firstToken: 3000, idle: 3000 },
    fetchAllowed: { hosts: [], blocks: [] },
  } as never;
  const { signal } = new AbortController();
  const none = { api_key: '', base_url: '', model: '', account_id: '' };

  test('no reranker is chosen at first', () => {
    const providers = new Providers(providerKinds(config, {} as never, {} as never));
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
    const providers = new Providers({ voyage: kind, compatible: kind, cohere: kind } as never);
    type Connection = [provider: string, Partial<typeof none>];
    const keyOf = (embeddings: Connection, rerank: Connection) => {
      keys.length = 0;
      const choice = ([provider, given]: Connection, usual: object) => ({
        ...usual,
        provider,
        [provider]: { ...none, ...given },
      });
      providers.reranker({
        ...settingsDefaults,
        embeddings: choice(embeddings, settingsDefaults.embeddings),
        rerank: choice(rerank, settingsDefaults.rerank),
      } as unknown as Settings);
      return keys[0];
    };
    const secret = { api_key: 'secret' };
    const voyage: Connection = ['voyage', secret];
    const base_url = 'https://models.example/v1';

    test.each<[string, Connection, Connection, string]>([
      ['its own', voyage, ['voyage', { api_key: 'its own' }], 'its own'],
      ['that of the embeddings', voyage, ['voyage', {}], 'secret'],
      [
        'so at their origin',
        voyage,
        ['voyage', { base_url: 'https://api.voyageai.com/v2' }],
        'secret',
      ],
      ['none at another', voyage, ['voyage', { base_url: 'https://proxy.example/v1' }], ''],
      ['none of another vendor', voyage, ['cohere', {}], ''],
      ['none without an address', ['openai_compatible', secret], ['compatible', {}], ''],
      [
        'that of a compatible server at its origin',
        ['openai_compatible', { ...secret, base_url }],
        ['compatible', { base_url: 'https://models.example/' }],
        'secret',
      ],
    ])('is %s', (_which, embeddings, rerank, expected) => {
      expect(keyOf(embeddings, rerank)).toBe(expected);
    });
  });

  test('a provider that does not rank is not asked for rerankers', async () => {
    const providers = new Providers(providerKinds(config, {} as never, {} as never));
    const asked = providers.models(settingsDefaults, 'rerank', 'mistral', signal);
    await expect(asked).rejects.toMatchObject({ code: 'not_configured' });
    const models = await providers.models(settingsDefaults, 'rerank', 'jina', signal);
    expect(models[0]).toMatchObject({ id: 'jina-reranker-v3' });
  });
});
