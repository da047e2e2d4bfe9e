const schemes = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE', 'SECRET'];

/** The names of the options in which WordPress keeps a salt that wp-config.php does not give. */
export const saltNames = ['auth_key', 'auth_salt', 'nonce_key', 'nonce_salt'] as const;
export type Salts = Record<(typeof saltNames)[number], string>;

/**
 * The salts that WordPress takes from constants, as wp_salt() in wp-includes/pluggable.php chooses them: not
 * those of wp-config-sample.php, and none that stands twice, as a translation of the sample does. Empty: it
 * takes the option of that name.
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
