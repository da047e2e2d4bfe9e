import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ConfigError } from '../errors/config-error.ts';
import { readConfig, readProxies } from './config.ts';

const secret = 's'.repeat(32);
const least = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };
const read = (more: Record<string, string> = {}) => readConfig({ ...least, ...more });

const urls: [string, object][] = [
  [
    'sqlite:/var/lib/itih.sqlite',
    { dialect: 'sqlite', file: '/var/lib/itih.sqlite', prefix: 'wp_rag_' },
  ],
  [
    'mysql://us%40er:p%2Fw@db.example:3307/si%20te?prefix=x_',
    {
      dialect: 'mysql',
      prefix: 'x_rag_',
      connection: {
        host: 'db.example',
        port: 3307,
        user: 'us@er',
        password: 'p/w',
        database: 'si te',
      },
    },
  ],
  [
    'mariadb://u:p@[::1]/site',
    {
      dialect: 'mysql',
      prefix: 'wp_rag_',
      connection: { host: '::1', port: 3306, user: 'u', password: 'p', database: 'site' },
    },
  ],
];

test.each(urls)('the database %s is understood', (url, expected) => {
  expect(read({ ITIH_DATABASE_URL: url }).database).toEqual(expected);
});

test('the certificate of the database is checked as ITIH_DATABASE_SSL says', () => {
  const sslWith = (ITIH_DATABASE_SSL: string) =>
    read({ ITIH_DATABASE_URL: 'mysql://u:p@db.example/site', ITIH_DATABASE_SSL }).database;
  const checks = (isVerified: boolean) => ({
    rejectUnauthorized: isVerified,
    verifyIdentity: isVerified,
  });
  expect(sslWith('')).not.toHaveProperty('connection.ssl');
  expect(sslWith('unverified')).toHaveProperty('connection.ssl', checks(false));
  expect(sslWith('verified')).toHaveProperty('connection.ssl', checks(true));
  const folder = mkdtempSync(join(tmpdir(), 'itih-ssl-'));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, 'certificates');
  const ssl = { ...checks(true), ca: 'certificates' };
  expect(sslWith(file)).toHaveProperty('connection.ssl', ssl);
  rmSync(folder, { recursive: true });
  expect(() => sslWith('verfied')).toThrow(ConfigError);
  expect(() => sslWith('verfied')).toThrow('ITIH_DATABASE_SSL');
});

test('an empty variable is one that is not set, and REDIS_URL is ignored with a note', () => {
  expect(read({ ITIH_PORT: '', ITIH_DATABASE_URL: '', REDIS_URL: '' })).toMatchObject({
    port: 8790,
    database: { dialect: 'sqlite' },
    notices: [],
    keyMaterial: secret,
  });
  expect(read({ REDIS_URL: 'not an address' }).notices).toEqual([
    expect.stringContaining('REDIS_URL is set and ignored'),
  ]);
});

test.each<[string, Record<string, string>, string]>([
  ['a short secret', { ITIH_SECRET: 'short' }, 'ITIH_SECRET'],
  ['no site', { ITIH_SITE_URL: '' }, 'ITIH_SITE_URL'],
  ['a site that is no address', { ITIH_SITE_URL: 'site' }, 'ITIH_SITE_URL'],
  ['another database', { ITIH_DATABASE_URL: 'postgres://x/y' }, 'ITIH_DATABASE_URL'],
  ['a port of letters', { ITIH_PORT: 'http' }, 'ITIH_PORT'],
])('with %s says which variable is wrong', (_case, env, name) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(name);
});

test('a server of one’s own has a minute for the first token, a vendor a third of it', () => {
  expect(read().timeouts).toMatchObject({ firstToken: 20_000, ownFirstToken: 60_000 });
  expect(read({ ITIH_FIRST_TOKEN_SECONDS: '90' }).timeouts).toMatchObject({
    firstToken: 90_000,
    ownFirstToken: 90_000,
  });
});

test('takes addresses and blocks of this machine and of private networks', () => {
  const text = '127.0.0.1, ::1,10.1.2.3,192.168.0.0/16,fd00::/8,127.0.0.0/8';
  expect(readProxies(text)).toEqual(text.split(',').map((one) => one.trim()));
});

test.each([
  '',
  '8.8.8.8',
  '0.0.0.0/0',
  '10.0.0.0/0',
  '192.168.0.0/8',
  '::/0',
  'proxy.example',
  '10.0.0.1/x',
])('“%s” is refused: it would let others say who the visitor is', (text) => {
  expect(() => readProxies(text)).toThrow('ITIH_PUBLIC_PROXIES');
});
