import { describe, expect, test } from '@jest/globals';
import { saltsOf } from '../../server/config/key-material.ts';

const none = { auth_key: '', auth_salt: '', nonce_key: '', nonce_salt: '' };
const all = { AUTH_KEY: 'a', AUTH_SALT: 'b', NONCE_KEY: 'c', NONCE_SALT: 'd' };
const sample = 'put your unique phrase here';

/** As wp_salt() in wp-includes/pluggable.php chooses. */
describe('salts', () => {
  const cases: [string, Record<string, string>, object][] = [
    ['of constants', all, { auth_key: 'a', auth_salt: 'b', nonce_key: 'c', nonce_salt: 'd' }],
    ['that are not defined', {}, none],
    ['of the sample', { AUTH_KEY: sample, NONCE_SALT: sample }, none],
    ['that are empty', { AUTH_KEY: '', AUTH_SALT: '' }, none],
    [
      'of a translated sample, which stands several times',
      { ...all, AUTH_KEY: 'votre phrase unique', SECURE_AUTH_KEY: 'votre phrase unique' },
      { auth_key: '', auth_salt: 'b', nonce_key: 'c', nonce_salt: 'd' },
    ],
    [
      'of the old constants, where the others do not count',
      { SECRET_KEY: 'k', SECRET_SALT: 's', AUTH_KEY: sample },
      { auth_key: 'k', auth_salt: 's', nonce_key: 'k', nonce_salt: '' },
    ],
  ];
  test.each(cases)('%s', (_case, constants, expected) => {
    expect(saltsOf(constants)).toEqual(expected);
  });
});
