import { describe, expect, test } from '@jest/globals';
import { providers } from '../../server/contract/providers.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createProviders } from '../../server/providers/registry.ts';

test.each([
  ['english', 'local', 'english'],
  ['of-the-language', 'local', 'of-the-language'],
  [null, 'builtin', ''],
])('where the local model is %j, the embedder is %s with %j', (meant, provider, model) => {
  const local = { chosen: (name: string) => (name === 'english' ? meant : name) };
  const settings = structuredClone(settingsDefaults);
  expect(settings.embeddings.provider).toBe('local');
  const chosen = createProviders({ local } as never).embedderChoice(settings);
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
  const off = createProviders(kinds as never, () => false);
  const on = createProviders(kinds as never);

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
