import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseDatabaseHost } from './database-config.ts';
import { saltsOf } from './key-material.ts';
import { readConfig, type SiteChoice } from './config.ts';
import { readWpConfig, variablesOfWpConfig } from './wp-config.ts';
import { bedrock, docker, plain } from '../../test/config/layouts.ts';

const secret = 's'.repeat(32);
const database = { name: 'site', user: 'u', password: `p'"\\$w`, host: 'db.example:3307' };
const connection = {
  host: 'db.example',
  port: 3307,
  user: 'u',
  password: database.password,
  database: 'site',
};
const literal = `define( 'DB_NAME', 'site' ); define( 'DB_USER', 'u' ); define( 'DB_PASSWORD', 'p' );
define( 'DB_HOST', 'db.example' );`;
const path = { PATH: process.env['PATH'] ?? '' };
const hasPhp = spawnSync('php', ['--version']).status === 0;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'itih-wp-config-'));
  // The file's owner, who runs it, comes this way.
  chmodSync(root, 0o755);
});
afterEach(() => rmSync(root, { recursive: true }));

type Layout = ReturnType<typeof plain>;
const read = (layout: Layout, env: Record<string, string> = {}, choice: SiteChoice = {}) =>
  readConfig({ ...path, ...layout.env, ...env }, { wp: layout.folder, ...choice });
const readFile = (layout: Layout, url = '') => readWpConfig(layout.folder, path, url);

(hasPhp ? describe : describe.skip)('wp-config.php says', () => {
  test('variables and files named by them, as in the Docker image', () => {
    const more = `define( 'WP_HOME', 'https://shop.example/' ); define( 'ITIH_SECRET', '${secret}' );`;
    const config = read(docker(root, database, more), { WORDPRESS_TABLE_PREFIX: 'x_' });
    expect(config).toMatchObject({
      database: { dialect: 'mysql', prefix: 'x_rag_', connection },
      nonceSalt: 'nonce keyand salt',
      siteUrl: 'https://shop.example',
      secret,
      notices: [],
    });
    expect(existsSync(join(root, 'loaded'))).toBe(false);
  });

  test('a framework and its .env, as in Bedrock', () => {
    const env = ["DB_PREFIX='b_'", "WP_HOME='https://shop.example'"];
    const layout = bedrock(root, { ...database, password: 'p$w' }, env);
    for (const folder of [layout.folder, join(layout.folder, 'wp')]) {
      expect(read({ ...layout, folder })).toMatchObject({
        database: { prefix: 'b_rag_', connection: { ...connection, password: 'p$w' } },
        siteUrl: 'https://shop.example',
        notices: [],
      });
    }
    expect(existsSync(join(layout.folder, 'wp/loaded'))).toBe(false);
  });

  test.each([
    ['2048', { rejectUnauthorized: false, verifyIdentity: false }],
    ['MYSQLI_CLIENT_SSL | 1073741824', { rejectUnauthorized: true, verifyIdentity: true }],
    ['32', undefined],
  ])('whether WordPress uses TLS to its database: %s', (flags, ssl) => {
    const layout = plain(root, `${literal} define( 'MYSQL_CLIENT_FLAGS', ${flags} );`);
    const { connection } = read(layout).database as { connection: { ssl?: object } };
    expect(connection.ssl).toEqual(ssl);
    const chosen = read(layout, { ITIH_DATABASE_SSL: 'verified' }).database;
    expect(chosen).toHaveProperty('connection.ssl.rejectUnauthorized', true);
  });

  test('the host that is meant, and no invented one', () => {
    const php = `${literal} define( 'WP_HOME', 'https://' . ( $_SERVER['HTTP_HOST'] ?? '' ) );`;
    const layout = plain(root, php);
    const { constants } = readFile(layout, 'https://b.example:8443/c/');
    expect(constants['WP_HOME']).toBe('https://b.example:8443');
    // Nobody can be reached there: the database says it.
    expect(read(layout).siteUrl).toBe('');
  });

  test('that this is a network, whose address is in the database', () => {
    const network = `define( 'MULTISITE', true ); define( 'WP_HOME', 'https://a.example' );`;
    const layout = plain(root, literal + network);
    expect(read(layout)).toMatchObject({ siteUrl: '', wordpress: { url: '' } });
  });

  const owner = process.getuid?.() === 0 ? test : test.skip;
  owner('all to its owner, when root starts it (skipped for other users)', () => {
    const layout = plain(root, `touch( __DIR__ . '/made' ); ${literal}`);
    for (const path of [root, join(root, 'wp-config.php')]) chownSync(path, 12_345, 12_345);
    expect(read(layout)).toMatchObject({ database: { connection: { database: 'site' } } });
    expect(statSync(join(root, 'made'))).toMatchObject({ uid: 12_345, gid: 12_345 });
  });

  test.each([
    ['an exception', `throw new Exception( 'No .env.' );`, 'No .env.'],
    ['an error', `missing();`, 'Call to undefined function missing()'],
    ['a mistake', `if (`, 'syntax error'],
  ])('why it ends early: %s', (_case, php, why) => {
    expect(() => read(plain(root, php))).toThrow(why);
    expect(() => read(plain(root, php))).toThrow('ITIH_CONNECT');
  });

  test('what stands before its early end, and a note', () => {
    const { database, notices } = read(plain(root, `${literal} exit( missing() );`));
    expect(database).toMatchObject({ connection: { database: 'site' } });
    expect(notices).toEqual([expect.stringContaining('ended early: Call to undefined function')]);
  });

  test('which constants are missing', () => {
    const layout = plain(root, `define( 'DB_NAME', 'x' );`);
    expect(() => read(layout)).toThrow(
      `${root}/wp-config.php does not say DB_USER, DB_PASSWORD, DB_HOST. Or set`,
    );
  });

  test('which variables a service needs for the same, and no other of the shell', () => {
    const layout = docker(root, database);
    const shell = { ...path, ...layout.env, WORDPRESS_DEBUG: '1', API_TOKEN: 'x', HOME: root };
    const kept = variablesOfWpConfig(layout.folder, shell, path, '');
    const { WORDPRESS_CONFIG_EXTRA: _, ...needed } = layout.env;
    expect(kept).toEqual(needed);
    expect(variablesOfWpConfig(layout.folder, shell, { ...path, ...kept }, '')).toEqual({});
  });

  test('its own options, where another database is given', () => {
    const config = read(plain(root, literal), { ITIH_DATABASE_URL: 'sqlite::memory:' });
    expect(config.database).toMatchObject({ dialect: 'sqlite' });
    expect(config.wordpress).toMatchObject({ database: { connection: { database: 'site' } } });
  });

  const wpConfig = (more = '') =>
    plain(
      root,
      `${literal}
    define('NONCE_KEY', 'nk'); define('NONCE_SALT', 'ns'); $table_prefix = 'x_'; ${more}`,
    );
  const withWp = (more: string, env: Record<string, string> = {}) => read(wpConfig(more), env);

  test('takes API keys from the environment, then from wp-config.php', () => {
    const constants = ['OPENAI', 'GROQ', 'WORKERS_AI', 'COHERE'].map(
      (provider) => `define('ITIH_${provider}_API_KEY', ' of-the-file ');`,
    );
    const php = constants.join(' ');
    const { givenKeys } = withWp(php, { ITIH_OPENAI_API_KEY: 'of-env', ITIH_GROQ_API_KEY: '' });
    expect(givenKeys).toEqual({
      openai: { key: 'of-env', by: 'config', baseUrl: '' },
      groq: { key: 'of-the-file', by: 'config', baseUrl: '' },
      workers_ai: { key: 'of-the-file', by: 'config', baseUrl: '' },
      cohere: { key: 'of-the-file', by: 'config', baseUrl: '' },
    });
  });

  test('takes the address of a given key from the same places', () => {
    const php = `define('ITIH_GROQ_BASE_URL', 'https://proxy.example');`;
    const { givenKeys } = withWp(php, { ITIH_GROQ_API_KEY: 'of-env' });
    expect(givenKeys).toEqual({
      groq: { key: 'of-env', by: 'config', baseUrl: 'https://proxy.example' },
    });
    expect(() => withWp(php, { ITIH_GROQ_BASE_URL: 'proxy' })).toThrow('ITIH_GROQ_BASE_URL');
  });

  test('puts the environment before wp-config.php', () => {
    const php = `define('ITIH_SECRET', '${'w'.repeat(32)}'); define('WP_HOME', 'http://wp.test/');`;
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

  const define = (constants: Record<string, string>) =>
    Object.entries(constants)
      .map(([name, value]) => `define('${name}', '${value}');`)
      .join(' ');
  const salts = { AUTH_KEY: 'k'.repeat(32), AUTH_SALT: 's'.repeat(32) };

  test('derives keys from the salts, whatever the secret is; a key of its own comes first', () => {
    const php = define(salts);
    const ofSalts = salts.AUTH_KEY + salts.AUTH_SALT;
    expect(withWp(php).keyMaterial).toBe(ofSalts);
    expect(withWp(php, { ITIH_SECRET: secret }).keyMaterial).toBe(ofSalts);
    const own = 'e'.repeat(32);
    expect(withWp(php, { ITIH_ENCRYPTION_KEY: own })).toMatchObject({
      keyMaterial: own,
      olderKeyMaterial: [ofSalts],
    });
    expect(readConfig({ ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' })).toMatchObject({
      keyMaterial: secret,
    });
  });

  test('takes no key from a sample', () => {
    const sample = 'put your unique phrase here';
    const php = define({ AUTH_KEY: sample, AUTH_SALT: sample });
    expect(withWp(php, { ITIH_SECRET: secret })).toMatchObject({
      keyMaterial: secret,
      olderKeyMaterial: [],
    });
  });

  const short: [string, string, string][] = [
    ['ITIH_ENCRYPTION_KEY', define({ ITIH_ENCRYPTION_KEY: 'x' }), 'ITIH_ENCRYPTION_KEY is too'],
    ['the salts', define({ AUTH_KEY: 'a', AUTH_SALT: 'b' }), 'AUTH_KEY with AUTH_SALT is too'],
  ];

  test.each(short)('refuses material that can be guessed: %s', (_case, more, sentence) => {
    expect(() => withWp(more)).toThrow(sentence);
  });
});

describe('a sentence says', () => {
  test.each([
    ['that there is no PHP', 'other', '', 'there is no php on the PATH'],
    ['that PHP fails', 'php', 'echo broken >&2; exit 3', 'php ended with 3: broken'],
    ['that PHP prints something else', 'php', 'echo hello', 'php printed something else'],
    ['that it never stops', 'php', 'while :; do echo aaaaaaaaaaaaaaaaaaaaa; done', '1 MB'],
  ])('%s, and other ways', (_case, name, script, why) => {
    const folder = join(root, 'bin');
    mkdirSync(folder);
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const env = { PATH: folder };
    expect(() => read(plain(root, literal), env)).toThrow(why);
    expect(() => read(plain(root, literal), env)).toThrow('ITIH_CONNECT');
  });

  test('that there is no file, also where another WordPress is above', () => {
    const none = join(root, 'nowhere');
    expect(() => readConfig(path, { wp: none })).toThrow(
      `There is no wp-config.php in ${none} or the folder above it.`,
    );
    plain(root, literal);
    mkdirSync(join(root, 'blog'));
    expect(() => readConfig(path, { wp: join(root, 'blog') })).toThrow('There is no');
  });

  test('that --url is no address, or has no folder', () => {
    const layout = plain(root, literal);
    expect(() => read(layout, {}, { url: 'shop' })).toThrow('--url shop is not');
    expect(() => readConfig(path, { url: 'http://a.example' })).toThrow('--wp');
  });
});

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

const usual = '/run/mysqld/mysqld.sock';
const tcp = (host: string, port = 3306) => ({ host, port });

const hosts: [string, object][] = [
  ['localhost', { socketPath: usual }],
  // PHP takes no notice of the port.
  ['localhost:3307', { socketPath: usual }],
  ['p:localhost:/srv/my.sock', { socketPath: '/srv/my.sock' }],
  ['db.example', tcp('db.example')],
  ['p:db.example:3307', tcp('db.example', 3307)],
  ['127.0.0.1:3307', tcp('127.0.0.1', 3307)],
  ['[::1]:3307', tcp('::1', 3307)],
  ['2001:db8::1', tcp('2001:db8::1')],
];

test.each(hosts)('DB_HOST %j leads where PHP goes', (text, expected) => {
  expect(parseDatabaseHost(text, '', (file) => file === usual)).toEqual(expected);
});

test('a socket that PHP names comes before the usual ones, and is waited for', () => {
  const php = { socketPath: '/srv/php.sock' };
  expect(parseDatabaseHost('localhost', '/srv/php.sock', () => true)).toEqual(php);
  expect(parseDatabaseHost('localhost', '/srv/php.sock', () => false)).toEqual(php);
  expect(parseDatabaseHost('localhost:3307', '', () => false)).toEqual(tcp('localhost', 3307));
});
