import { expect, test } from '@jest/globals';
import { deriveKeys } from '../../server/secrets/secrets.ts';
import { createSecrets } from '../../server/secrets/secrets.ts';

const material = 'm'.repeat(32);

test('every purpose has a key of its own, and other material has others', () => {
  const keys = [material, 'n'.repeat(32)].flatMap((one) => Object.values(deriveKeys(one)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(keys.length);
  expect(deriveKeys(material)).toEqual(deriveKeys(material));
});

test('a secret opens for the origin that it was sealed for, and for no other', () => {
  const secrets = createSecrets(material);
  const sealed = secrets.seal('a secret', 'https://one.example');
  expect(secrets.open(sealed, 'https://one.example')).toEqual({ secret: 'a secret', isOld: false });
  expect(() => secrets.open(sealed, 'https://two.example')).toThrow();
  expect(() => secrets.open(sealed, '')).toThrow();
});

test('nothing that is sealed now opens with the empty material of earlier versions', () => {
  const sealed = createSecrets('').seal('planted', 'https://one.example');
  expect(() => createSecrets(material, ['']).open(sealed, 'https://one.example')).toThrow();
});
