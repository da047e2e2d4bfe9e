import type { GivenKeys } from '../config/given-keys.ts';
import type { Vendor } from '../contract/providers.ts';
import { createSecrets } from '../secrets/secrets.ts';

/** Providers by the id of their connector: wp-includes/connectors.php of WordPress 7.0. */
const providerOf: Readonly<Record<string, Vendor>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'gemini',
};

/**
 * Decrypts the keys of WordPress' connectors. Each is for its vendor's own address, whatever the settings name. One
 * that cannot be decrypted is left out: it was sent before the secret changed.
 *
 * @param secret The one that signs the calls.
 */
export function openConnectorKeys(
  sealed: Readonly<Record<string, string>>,
  secret: string,
): GivenKeys {
  const secrets = createSecrets(secret);
  const keys: GivenKeys = {};
  for (const [connector, text] of Object.entries(sealed)) {
    const provider = providerOf[connector];
    if (!provider) continue;
    try {
      const { secret: key } = secrets.open(text, `connector ${connector}`);
      keys[provider] = { key, baseUrl: '', by: 'connectors' };
    } catch {
      continue;
    }
  }
  return keys;
}
