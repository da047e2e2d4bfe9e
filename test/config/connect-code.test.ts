import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { readConnectCode } from '../../server/config/connect-code.ts';

const secret = 'f'.repeat(64);
const codeOf = (payload: string) => {
  const encoded = Buffer.from(payload).toString('base64url');
  return `itih1.${encoded}.${createHash('sha256').update(encoded).digest('hex').slice(0, 8)}`;
};
const good = codeOf(JSON.stringify({ site: 'https://example.com/shop', secret }));

test('one variable is all that a sidecar elsewhere needs', () => {
  expect(readConfig({ ITIH_CONNECT: good })).toMatchObject({
    siteUrl: 'https://example.com/shop',
    secret,
    // Another site on this machine must not be taken for it.
    tryLoopback: false,
    database: { dialect: 'sqlite' },
  });
  const inside = { ITIH_CONNECT: good, ITIH_SITE_URL: 'http://wordpress' };
  expect(readConfig(inside).siteUrl).toBe('http://wordpress');
});

test.each<[string, Record<string, string>, string]>([
  ['an address', { ITIH_SITE_URL: 'http://me:opensesame@wordpress' }, 'ITIH_SITE_AUTH'],
  [
    'a connection code',
    { ITIH_CONNECT: codeOf(JSON.stringify({ site: 'https://me:opensesame@wp.test', secret })) },
    'ITIH_SITE_AUTH',
  ],
  ['a password without its user', { ITIH_SITE_AUTH: 'opensesame' }, 'ITIH_SITE_AUTH'],
])('%s with a password is refused by a sentence without it', (_case, variables, named) => {
  const read = () => readConfig({ ITIH_CONNECT: good, ...variables });
  expect(read).toThrow(named);
  expect(read).not.toThrow('opensesame');
});

test.each([
  ['cut off', good.slice(0, -3)],
  ['changed', good.replace('.ey', '.fy')],
  ['something else', 'hello'],
  ['empty', '.'],
  ['of another form', codeOf('"text"')],
  ['with a short secret', codeOf(JSON.stringify({ site: 'https://example.com', secret: 'short' }))],
])('a code that is %s is refused without being repeated', (_case, code) => {
  expect(() => readConnectCode(code)).toThrow(/ITIH_CONNECT/);
  try {
    readConnectCode(code);
  } catch (error) {
    expect((error as Error).message).not.toContain(code.slice(6, 30) || '-');
  }
});
