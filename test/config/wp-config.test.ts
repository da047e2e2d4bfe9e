import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../server/errors/config-error.ts';
import { readConfig } from '../../server/config/config.ts';

describe('the configuration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'itih-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const secret = 's'.repeat(32);
  const wpConfig = (host: string, more = '') => `<?php
    define('DB_NAME', 'site'); define('DB_USER', 'u'); define('DB_PASSWORD', 'p'); define('DB_HOST', '${host}');
    define('NONCE_KEY', 'nk'); define('NONCE_SALT', 'ns'); $table_prefix = 'x_'; ${more}`;
  const withWp = (php: string, env: Record<string, string> = {}) => {
    writeFileSync(join(folder, 'wp-config.php'), php);
    return readConfig(env, { wp: folder });
  };

  test('takes the database from wp-config.php', () => {
    expect(withWp(wpConfig('db.example:3307')).database).toEqual({
      dialect: 'mysql',
      prefix: 'x_rag_',
      connection: {
        user: 'u',
        password: 'p',
        database: 'site',
        host: 'db.example',
        port: 3307,
      },
    });
  });

  const urls: [string, object][] = [
    ['sqlite::memory:', { dialect: 'sqlite', file: ':memory:', prefix: 'wp_rag_' }],
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

  test.each(urls)('understands %s', (url, expected) => {
    const env = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test', ITIH_DATABASE_URL: url };
    expect(readConfig(env).database).toEqual(expected);
  });

  test('knows how the certificate of the database is checked', () => {
    const sslWith = (ITIH_DATABASE_SSL: string) =>
      withWp(wpConfig('db.example'), { ITIH_DATABASE_SSL }).database;
    const checks = (isVerified: boolean) => ({
      rejectUnauthorized: isVerified,
      verifyIdentity: isVerified,
    });
    expect(sslWith('')).not.toHaveProperty('connection.ssl');
    expect(sslWith('unverified')).toHaveProperty('connection.ssl', checks(false));
    expect(sslWith('verified')).toHaveProperty('connection.ssl', checks(true));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, 'certificates');
    const ssl = { ...checks(true), ca: 'certificates' };
    expect(sslWith(file)).toHaveProperty('connection.ssl', ssl);
    expect(() => sslWith('verfied')).toThrow(ConfigError);
    expect(() => sslWith('verfied')).toThrow('ITIH_DATABASE_SSL');
  });

  test('takes API keys from the environment, then from wp-config.php', () => {
    const constants = ['OPENAI', 'GROQ', 'WORKERS_AI', 'COHERE'].map(
      (provider) => `define('ITIH_${provider}_API_KEY', ' of-the-file ');`,
    );
    const php = wpConfig('localhost', constants.join(' '));
    const { givenKeys } = withWp(php, { ITIH_OPENAI_API_KEY: 'of-env', ITIH_GROQ_API_KEY: '' });
    expect(givenKeys).toEqual({
      openai: { key: 'of-env', by: 'config', baseUrl: '' },
      groq: { key: 'of-the-file', by: 'config', baseUrl: '' },
      workers_ai: { key: 'of-the-file', by: 'config', baseUrl: '' },
      cohere: { key: 'of-the-file', by: 'config', baseUrl: '' },
    });
  });

  test('takes the address of a given key from the same places', () => {
    const php = wpConfig('localhost', `define('ITIH_GROQ_BASE_URL', 'https://proxy.example');`);
    const { givenKeys } = withWp(php, { ITIH_GROQ_API_KEY: 'of-env' });
    expect(givenKeys).toEqual({
      groq: { key: 'of-env', by: 'config', baseUrl: 'https://proxy.example' },
    });
    expect(() => withWp(php, { ITIH_GROQ_BASE_URL: 'proxy' })).toThrow('ITIH_GROQ_BASE_URL');
  });

  test('puts the environment before wp-config.php', () => {
    const php = wpConfig(
      'localhost',
      `define('ITIH_SECRET', '${'w'.repeat(32)}'); define('WP_HOME', 'http://wp.test/');`,
    );
    expect(withWp(php)).toMatchObject({
      secret: 'w'.repeat(32),
      siteUrl: 'http://wp.test',
      nonceSalt: 'nkns',
    });
    const env = {
      ITIH_SECRET: secret,
      ITIH_SITE_URL: 'http://env.test/',
      ITIH_DATABASE_URL: 'sqlite::memory:',
      ITIH_NONCE_KEY: 'e',
    };
    expect(withWp(php, env)).toMatchObject({
      secret,
      siteUrl: 'http://env.test',
      nonceSalt: 'ens',
      database: { dialect: 'sqlite' },
    });
  });

  test('takes an empty variable for one that is not set', () => {
    const empty = { ITIH_SECRET: '', ITIH_DATABASE_URL: '', ITIH_PORT: '' };
    expect(withWp(wpConfig('localhost'), empty)).toMatchObject({
      secret: '',
      port: 8790,
      database: { dialect: 'mysql' },
    });
  });

  const define = (constants: Record<string, string>) =>
    Object.entries(constants)
      .map(([name, value]) => `define('${name}', '${value}');`)
      .join(' ');
  const salts = { AUTH_KEY: 'k'.repeat(32), AUTH_SALT: 's'.repeat(32) };

  test('derives keys from the salts, whatever the secret is; a key of its own comes first', () => {
    const php = wpConfig('localhost', define(salts));
    const ofSalts = salts.AUTH_KEY + salts.AUTH_SALT;
    expect(withWp(php).keyMaterial).toBe(ofSalts);
    expect(withWp(php, { ITIH_SECRET: secret }).keyMaterial).toBe(ofSalts);
    const own = 'e'.repeat(32);
    expect(withWp(php, { ITIH_ENCRYPTION_KEY: own })).toMatchObject({
      keyMaterial: own,
      olderKeyMaterial: [ofSalts, ''],
    });
    expect(readConfig({ ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' })).toMatchObject({
      keyMaterial: secret,
    });
  });

  test('remembers material of earlier versions that is none', () => {
    const sample = 'put your unique phrase here';
    const php = wpConfig('localhost', define({ AUTH_KEY: sample, AUTH_SALT: sample }));
    expect(withWp(php, { ITIH_SECRET: secret })).toMatchObject({
      keyMaterial: secret,
      olderKeyMaterial: [sample + sample, ''],
    });
  });

  const short: [string, string, string][] = [
    ['ITIH_SECRET', define({ ITIH_SECRET: 'short' }), 'ITIH_SECRET is too short'],
    ['ITIH_ENCRYPTION_KEY', define({ ITIH_ENCRYPTION_KEY: 'x' }), 'ITIH_ENCRYPTION_KEY is too'],
    ['the salts', define({ AUTH_KEY: 'a', AUTH_SALT: 'b' }), 'AUTH_KEY with AUTH_SALT is too'],
  ];

  test.each(short)('refuses material that can be guessed: %s', (_case, more, sentence) => {
    expect(() => withWp(wpConfig('localhost', more))).toThrow(ConfigError);
    expect(() => withWp(wpConfig('localhost', more))).toThrow(sentence);
  });

  test('finds wp-config.php one folder above, as WordPress does', () => {
    writeFileSync(join(folder, 'wp-config.php'), wpConfig('above.example'));
    const inner = join(folder, 'public');
    mkdirSync(inner);
    expect(readConfig({}, { wp: inner }).database).toMatchObject({
      connection: { host: 'above.example' },
    });
  });

  const wrong: [string, Record<string, string>, string][] = [
    ['no secret', { ITIH_SITE_URL: 'http://site.test' }, 'ITIH_SECRET'],
    ['a short secret', { ITIH_SECRET: 'short', ITIH_SITE_URL: 'http://site.test' }, 'ITIH_SECRET'],
    ['no site', { ITIH_SECRET: secret }, 'ITIH_SITE_URL'],
    ['a site that is no address', { ITIH_SECRET: secret, ITIH_SITE_URL: 'site' }, 'ITIH_SITE_URL'],
    [
      'another database',
      {
        ITIH_SECRET: secret,
        ITIH_SITE_URL: 'http://site.test',
        ITIH_DATABASE_URL: 'postgres://x/y',
      },
      'ITIH_DATABASE_URL',
    ],
    [
      'a port of letters',
      { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test', ITIH_PORT: 'http' },
      'ITIH_PORT',
    ],
  ];

  test.each(wrong)('with %s says which variable is wrong', (_case, env, name) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(name);
  });

  test('of a folder without WordPress says so', () => {
    const inner = join(folder, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    expect(() => readConfig({}, { wp: inner })).toThrow(`There is no wp-config.php in ${inner}`);
  });
});
