import { expect, test } from '@jest/globals';
import { createSecrets } from '../../server/secrets/secrets.ts';
import { openConnectorKeys } from '../../server/wordpress/connector-keys.ts';

const secret = 'a'.repeat(64);
const secrets = createSecrets(secret);

test('opens the keys of the vendors that it knows, each for the vendor’s own address', () => {
  const keys = openConnectorKeys(
    {
      openai: secrets.seal('key-1', 'connector openai'),
      google: secrets.seal('key-2', 'connector google'),
      akismet: secrets.seal('key-3', 'connector akismet'),
    },
    secret,
  );
  expect(keys).toEqual({
    openai: { key: 'key-1', baseUrl: '', by: 'connectors' },
    gemini: { key: 'key-2', baseUrl: '', by: 'connectors' },
  });
});

test('opens no key of another connector or secret', () => {
  const swapped = { anthropic: secrets.seal('key-1', 'connector openai') };
  expect(openConnectorKeys(swapped, secret)).toEqual({});
  const sealed = { openai: secrets.seal('key-1', 'connector openai') };
  expect(openConnectorKeys(sealed, 'b'.repeat(64))).toEqual({});
});
