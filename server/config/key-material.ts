import { ConfigError } from '../errors/config-error.ts';

/** Minimum number of characters of a secret. */
const minSecret = 32;

const schemes = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE', 'SECRET'];

/** Names of the options in which WordPress stores salts that wp-config.php does not define. */
export const saltNames = ['auth_key', 'auth_salt', 'nonce_key', 'nonce_salt'] as const;
export type Salts = Record<(typeof saltNames)[number], string>;

/**
 * Returns the salts that WordPress takes from constants, as wp_salt() in wp-includes/pluggable.php does: not those
 * of wp-config-sample.php, and no repeated value, such as a translation of the sample has. Empty: WordPress uses
 * the option of that name.
 */
export function saltsOf(constants: Readonly<Record<string, string>>): Salts {
  const values = schemes.flatMap((scheme) => [
    constants[`${scheme}_KEY`],
    constants[`${scheme}_SALT`],
  ]);
  const usable = (name: string) => {
    const value = constants[name] ?? '';
    const isRepeated = values.filter((other) => other === value).length > 1;
    return isRepeated || value === 'put your unique phrase here' ? '' : value;
  };
  return {
    auth_key: usable('AUTH_KEY') || usable('SECRET_KEY'),
    auth_salt: usable('AUTH_SALT') || usable('SECRET_SALT'),
    nonce_key: usable('NONCE_KEY') || usable('SECRET_KEY'),
    nonce_salt: usable('NONCE_SALT'),
  };
}

/** @throws ConfigError for a secret that is too short */
export function requireLong(name: string, value: string): void {
  if (value.length >= minSecret) return;
  throw new ConfigError(
    `${name} is too short to be a secret: it needs ${minSecret} random characters, such as \`openssl rand -hex 32\` prints.`,
  );
}

export interface KeySources {
  secret: string;
  /** An empty salt is not known from the configuration. */
  salts: Salts;
  /** ITIH_ENCRYPTION_KEY; empty for none. */
  encryptionKey: string;
}

export interface KeyMaterial {
  /** Source of all keys. With `--wp` it is final when the site's options have been read. */
  keyMaterial: string;
  /** Possible sources of former keys, for secrets that were encrypted with them. */
  olderKeyMaterial: string[];
  nonceSalt: string;
}

/**
 * Adds the key material: ITIH_ENCRYPTION_KEY, else WordPress' salts, else the secret.
 *
 * @throws ConfigError for material that is too short
 */
export function withKeyMaterial<Sources extends KeySources>(
  config: Sources,
): Sources & KeyMaterial {
  const { encryptionKey, secret, salts } = config;
  const { auth_key, auth_salt } = salts;
  const authSalt = auth_key && auth_salt && auth_key + auth_salt;
  const keyMaterial = encryptionKey || authSalt || secret;
  if (encryptionKey) requireLong('ITIH_ENCRYPTION_KEY', encryptionKey);
  else if (authSalt) requireLong('AUTH_KEY with AUTH_SALT', authSalt);
  return {
    ...config,
    keyMaterial,
    olderKeyMaterial: [authSalt, secret].filter((older) => older && older !== keyMaterial),
    nonceSalt: salts.nonce_key + salts.nonce_salt,
  };
}
