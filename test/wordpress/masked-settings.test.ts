import { expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { maskSettings, normaliseSettings } from '../../server/wordpress/settings.ts';

/** Not a key: long enough to be one. */
const apiKey = 'example-key-0123456789';
const given = { key: 'key', baseUrl: '', by: 'config' } as const;
const shown = (api_key: string) =>
  maskSettings(normaliseSettings({ llm: { openai: { api_key } } }), {});

test('a browser is shown everything but the secrets', () => {
  const masked = shown(apiKey);
  expect(masked).toMatchObject({
    chat: settingsDefaults.chat,
    llm: {
      openai: { api_key: { set: true, last4: '6789' } },
      groq: { api_key: { set: false, last4: '' } },
    },
    vector_store: { api_token: { set: false, last4: '' } },
  });
  expect(JSON.stringify(masked)).not.toContain(apiKey);
});

test('and which keys are given from outside', () => {
  const { llm, embeddings } = maskSettings(settingsDefaults, {
    groq: given,
    openai: given,
  });
  expect(llm).toMatchObject({
    openai: { api_key: { given: 'config' } },
    groq: { api_key: { given: 'config' } },
    ollama: { api_key: { set: false, last4: '' } },
  });
  expect(embeddings).toMatchObject({ openai: { api_key: { given: 'config' } } });
  expect(embeddings).not.toHaveProperty('groq');
});

test.each(['a', 'abcd', 'abcdefgh'])('but not the end of a secret as short as %s', (short) => {
  expect(shown(short)).toMatchObject({ llm: { openai: { api_key: { set: true, last4: '' } } } });
});
