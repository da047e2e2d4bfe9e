import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../server/errors/config-error.ts';
import { readConfig, type SiteChoice } from '../../server/config/config.ts';
import { variablesOfWpConfig } from '../../server/config/variables-of-wp-config.ts';
import { readWpConfig } from '../../server/config/wp-config.ts';
import { bedrock, docker, plain } from './wp-configs/layouts.ts';

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
  root = mkdtempSync(join(tmpdir(), 'itih-evaluate-'));
  // The file's owner, who evaluates it, comes this way.
  chmodSync(root, 0o755);
});
afterEach(() => rmSync(root, { recursive: true }));

const configOf = (
  layout: { folder: string; env: Record<string, string> },
  env: Record<string, string> = {},
  choice: SiteChoice = {},
) => readConfig({ ...path, ...layout.env, ...env }, { wp: layout.folder, ...choice });

/** A program of this name alone on the PATH. */
function onlyProgram(name: string, script: string): { PATH: string } {
  const folder = join(root, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return { PATH: folder };
}

(hasPhp ? describe : describe.skip)('with php on the PATH it says what the file computes:', () => {
  test('variables, files named by them, and PHP in them, as in the Docker image', () => {
    const more = `define( 'WP_HOME', 'https://shop.example/' ); define( 'ITIH_SECRET', '${secret}' );`;
    const layout = docker(root, database, more);
    expect(configOf(layout, { WORDPRESS_TABLE_PREFIX: 'x_' })).toMatchObject({
      database: { dialect: 'mysql', prefix: 'x_rag_', connection },
      siteUrl: 'https://shop.example',
      secret,
      nonceSalt: 'nonce keyand salt',
      notice: '',
    });
  });

  test.each([
    ['2048', { rejectUnauthorized: false, verifyIdentity: false }],
    ['2048 | 64', { rejectUnauthorized: false, verifyIdentity: false }],
    ['2048 | 1 << 30', { rejectUnauthorized: true, verifyIdentity: true }],
    ['32', undefined],
  ])('whether WordPress uses TLS to its database: %s', (flags, ssl) => {
    const layout = docker(root, database, `define( 'MYSQL_CLIENT_FLAGS', ${flags} );`);
    const expected = { ...connection, ...(ssl && { ssl }) };
    expect(configOf(layout).database).toEqual(expect.objectContaining({ connection: expected }));
    const chosen = configOf(layout, { ITIH_DATABASE_SSL: 'verified' }).database;
    expect(chosen).toHaveProperty('connection.ssl.rejectUnauthorized', true);
  });

  test('which variables a service needs for the same, and no other of the shell', () => {
    const layout = docker(root, database, `define( 'WP_HOME', 'https://shop.example' );`);
    const shell = { ...path, ...layout.env, WORDPRESS_DEBUG: '1', API_TOKEN: 'x', HOME: root };
    const kept = variablesOfWpConfig(layout.folder, shell, path, '');
    expect(kept).toEqual(layout.env);
    expect(configOf({ ...layout, env: kept })).toEqual(configOf(layout));
    expect(variablesOfWpConfig(layout.folder, shell, { ...path, ...kept }, '')).toEqual({});
  });

  test('a framework and its .env, as in Bedrock, from the web’s root or WordPress’ own folder', () => {
    const env = ["DB_PREFIX='b_'", "WP_HOME='https://shop.example'"];
    const layout = bedrock(root, { ...database, password: 'p$w' }, env);
    for (const folder of [layout.folder, join(layout.folder, 'wp')]) {
      expect(configOf({ ...layout, folder })).toMatchObject({
        database: { prefix: 'b_rag_', connection: { ...connection, password: 'p$w' } },
        siteUrl: 'https://shop.example',
        notice: '',
      });
    }
  });

  test('paths relative to the file, output on the way, declarations that have to come first', () => {
    writeFileSync(join(root, 'keys.php'), `<?php define( 'DB_NAME', basename( __DIR__ ) );`);
    const php = `declare( strict_types=1 );
      echo 'noise', PHP_EOL; require __DIR__ . '/keys.php';
      define( 'DB_USER', basename( __FILE__ ) ); define( 'DB_PASSWORD', '' );
      define( 'DB_HOST', 'db.example' ); define( 'MULTISITE', true );`;
    const layout = plain(root, php);
    writeFileSync(join(root, 'wp-config.php'), `\uFEFF<?php ${php} require "wp-settings.php";`);
    expect(readWpConfig(layout.folder, path, '')).toMatchObject({
      constants: { DB_NAME: root.split('/').at(-1), DB_USER: 'wp-config.php', MULTISITE: '1' },
      doubt: '',
    });
  });

  test('the host that is meant, and no invented one', () => {
    const php = `${literal} define( 'WP_HOME', 'https://' . ( $_SERVER['HTTP_HOST'] ?? '' ) );`;
    const layout = plain(root, php);
    const homeOf = (url: string) => readWpConfig(layout.folder, path, url).constants['WP_HOME'];
    expect(homeOf('https://b.example:8443/c/')).toBe('https://b.example:8443');
    // Nobody can be reached there: the database says it.
    expect(homeOf('')).toBe('https://');
    expect(configOf(layout).siteUrl).toBe('');
  });

  test('that a framework lacks a value', () => {
    const layout = bedrock(root, { ...database, name: '' });
    expect(() => configOf(layout)).toThrow(/does not say DB_NAME.*DB_NAME is missing/);
  });

  test('that this is a network, which takes no notice of WP_HOME', () => {
    const network = `define( 'MULTISITE', true ); define( 'WP_HOME', 'https://a.example' );`;
    const layout = plain(root, literal + network);
    expect(configOf(layout)).toMatchObject({ siteUrl: '', wordpress: { url: '' } });
  });

  test('nothing of a file that loads WordPress in another way', () => {
    const layout = plain(root, `${literal} touch( __DIR__ . '/ran' ); require 'more.php';`, false);
    const config = configOf(layout);
    expect(config).toMatchObject({ database: { connection: { database: 'site' } } });
    expect(config.notice).toContain('does not load wp-settings.php itself');
    expect(() => rmSync(join(root, 'ran'))).toThrow('ENOENT');
  });

  const owner = process.getuid?.() === 0 ? test : test.skip;
  owner('as the file’s owner, when root starts it (skipped for other users)', () => {
    const layout = plain(root, `touch( __DIR__ . '/made' ); ${literal}`);
    for (const path of [root, join(root, 'wp-config.php')]) chownSync(path, 12_345, 12_345);
    configOf(layout);
    expect(statSync(join(root, 'made'))).toMatchObject({ uid: 12_345, gid: 12_345 });
  });

  test('no more than is used: other constants stay where they are', () => {
    const layout = plain(root, `${literal} define( 'OTHER_PASSWORD', 'x' );`);
    expect(readWpConfig(layout.folder, path, '').constants).not.toHaveProperty('OTHER_PASSWORD');
  });

  test('what is defined before the file fails or ends the process', () => {
    for (const end of [`add_filter( 'x', 'y' );`, 'exit( 1 );', `require 'missing.php';`]) {
      const layout = plain(root, `define( 'DB_NAME', 's' . 'ite' ); ${literal} ${end}`);
      expect(configOf(layout)).toMatchObject({ database: { connection: { database: 'site' } } });
    }
  });
});

describe('without PHP’s word', () => {
  test('WP-CLI is asked, which may be a wrapper around a container', () => {
    const rows = [
      { name: 'table_prefix', value: 'c_', type: 'variable' },
      { name: 'DB_NAME', value: 'site', type: 'constant' },
      { name: 'DB_USER', value: 'u', type: 'constant' },
      { name: 'DB_PASSWORD', value: 'p', type: 'constant' },
      { name: 'DB_HOST', value: 'db.example', type: 'constant' },
      { name: 'MULTISITE', value: true, type: 'constant' },
    ];
    const env = onlyProgram('wp', `echo '${JSON.stringify(rows)}'`);
    const layout = plain(root, `define( 'DB_NAME', getenv( 'X' ) );`);
    expect(configOf(layout, env)).toMatchObject({
      database: { prefix: 'c_rag_', connection: { database: 'site', host: 'db.example' } },
      notice: '',
    });
  });

  const failing: [string, string, string, string][] = [
    ['there is no program', 'other', '', 'there is neither php nor wp on the PATH'],
    ['PHP fails', 'php', 'echo broken >&2; exit 3', 'php ended with 3: broken'],
    ['PHP prints something else', 'php', 'echo hello', 'php printed something else'],
    ['PHP never stops printing', 'php', 'while :; do echo aaaaaaaaaaaaaaaaaaaaaaa; done', '1 MB'],
  ];
  test.each(failing)('the text is read when %s, and it says so', (_case, name, script, why) => {
    const layout = plain(root, literal);
    const config = configOf(layout, onlyProgram(name, script));
    expect(config).toMatchObject({ database: { connection: { database: 'site' } } });
    expect(config.notice).toMatch(/wp-config\.php was read as text: .*$/);
    expect(config.notice).toContain(why);
  });
});

describe('one sentence says', () => {
  const sentenceOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return (error as Error).message;
    }
    throw new Error('It was accepted.');
  };

  test('that there is no file', () => {
    const said = sentenceOf(() => readConfig(path, { wp: join(root, 'nowhere') }));
    expect(said).toBe(`There is no wp-config.php in ${root}/nowhere or the folder above it.`);
  });

  test('that it cannot be read', () => {
    mkdirSync(join(root, 'wp-config.php'));
    const said = sentenceOf(() => readConfig(path, { wp: root }));
    expect(said).toContain(`${root}/wp-config.php cannot be read`);
  });

  test('that another WordPress’ file above is not this one’s', () => {
    plain(root, literal);
    mkdirSync(join(root, 'blog'));
    expect(sentenceOf(() => readConfig(path, { wp: join(root, 'blog') }))).toContain('There is no');
  });

  test('which constants are missing, and why', () => {
    const layout = plain(root, `define( 'DB_NAME', 'x' );`);
    const php = `echo '{"constants":{},"tablePrefix":"","socket":"","problem":"DB_HOST is missing."}'`;
    expect(sentenceOf(() => configOf(layout, onlyProgram('php', php)))).toBe(
      `${root}/wp-config.php does not say DB_USER, DB_PASSWORD, DB_HOST. It was read as text because DB_HOST is missing. Complete the file, or set ITIH_DATABASE_URL.`,
    );
  });

  test('that the secret is too short', () => {
    const layout = plain(root, `${literal} define( 'ITIH_SECRET', 'short' );`);
    expect(sentenceOf(() => configOf(layout))).toContain('it needs 32 random characters');
  });

  test('that --url is no address, or has no folder', () => {
    const layout = plain(root, literal);
    expect(sentenceOf(() => configOf(layout, {}, { url: 'shop' }))).toContain('--url shop is not');
    expect(sentenceOf(() => readConfig(path, { url: 'http://a.example' }))).toContain('--wp');
  });
});

test('the database that is given wins; the site’s own still has its options', () => {
  const config = configOf(plain(root, literal), { ITIH_DATABASE_URL: 'sqlite::memory:' });
  expect(config.database).toMatchObject({ dialect: 'sqlite' });
  expect(config.wordpress).toMatchObject({ database: { connection: { database: 'site' } } });
});
