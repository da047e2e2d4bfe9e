import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
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

/** WP-CLI refuses to run as root, so another account owns the files. */
function withWpCli(): Record<string, string> {
  if (process.getuid?.() === 0) spawnSync('chown', ['-R', '12345:12345', root]);
  return { PATH: `${realWpCli}:${path.PATH}`, HOME: root };
}

/** Both readers of layouts: WP-CLI itself where `npm run real` names it, and PHP. */
const realWpCli = process.env['ITIH_TEST_WP_CLI'] ?? '';
const readers: [string, boolean, () => Record<string, string>][] = [
  ['WP-CLI', realWpCli !== '', () => withWpCli()],
  ['PHP’s tokens', hasPhp, () => path],
];
for (const [reader, isThere, programs] of readers) {
  const runs = reader === 'WP-CLI';
  const described = isThere ? describe : describe.skip;
  const read = (
    layout: { folder: string; env: Record<string, string> },
    env: Record<string, string> = {},
  ) => configOf(layout, { ...programs(), ...env });

  described(`${reader} says what the file says:`, () => {
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
    });

    test.each([
      ['2048', { rejectUnauthorized: false, verifyIdentity: false }],
      ['2048 | 64', { rejectUnauthorized: false, verifyIdentity: false }],
      ['MYSQLI_CLIENT_SSL | 1073741824', { rejectUnauthorized: true, verifyIdentity: true }],
      ['32', undefined],
    ])('whether WordPress uses TLS to its database: %s', (flags, ssl) => {
      const layout = plain(root, `${literal} define( 'MYSQL_CLIENT_FLAGS', ${flags} );`);
      const { connection } = read(layout).database as { connection: { ssl?: object } };
      expect(connection.ssl).toEqual(ssl);
      const chosen = read(layout, { ITIH_DATABASE_SSL: 'verified' }).database;
      expect(chosen).toHaveProperty('connection.ssl.rejectUnauthorized', true);
    });

    test('a framework and its .env, as in Bedrock, or why it cannot', () => {
      const env = ["DB_PREFIX='b_'", "WP_HOME='https://shop.example'"];
      const layout = bedrock(root, { ...database, password: 'p$w' }, env);
      for (const folder of [layout.folder, join(layout.folder, 'wp')]) {
        const config = () => read({ ...layout, folder });
        if (!runs) {
          expect(config).toThrow(
            /does not say DB_NAME, DB_USER, DB_PASSWORD, DB_HOST, \$table_prefix: .*DB_NAME is computed \(application\.php, line \d+\).*WP-CLI runs the file.*ITIH_CONNECT/,
          );
          continue;
        }
        expect(config()).toMatchObject({
          database: { prefix: 'b_rag_', connection: { ...connection, password: 'p$w' } },
          siteUrl: 'https://shop.example',
          notices: [],
        });
      }
    });

    test('other files and their names, declarations that have to come first', () => {
      writeFileSync(join(root, 'keys.php'), `<?php define( 'DB_NAME', basename( __DIR__ ) );`);
      const php = `declare( strict_types=1 );
        require __DIR__ . '/keys.php';
        define( 'DB_USER', basename( __FILE__ ) ); define( 'DB_PASSWORD', '' );
        define( 'DB_HOST', 'db.example' ); define( 'MULTISITE', true );`;
      const layout = plain(root, php);
      writeFileSync(join(root, 'wp-config.php'), `\uFEFF<?php ${php} require "wp-settings.php";`);
      expect(readWpConfig(layout.folder, programs(), '')).toMatchObject({
        constants: { DB_NAME: root.split('/').at(-1), DB_USER: 'wp-config.php', MULTISITE: '1' },
        doubt: '',
      });
    });

    test('the host that is meant, and no invented one', () => {
      const php = `${literal} define( 'WP_HOME', 'https://' . ( $_SERVER['HTTP_HOST'] ?? '' ) );`;
      const layout = plain(root, php);
      const said = readWpConfig(layout.folder, programs(), 'https://b.example:8443/c/');
      expect(said.constants['WP_HOME']).toBe('https://b.example:8443');
      // Nobody can be reached there: the database says it.
      expect(read(layout).siteUrl).toBe('');
    });

    test('that this is a network, which takes no notice of WP_HOME', () => {
      const network = `define( 'MULTISITE', true ); define( 'WP_HOME', 'https://a.example' );`;
      const layout = plain(root, literal + network);
      expect(read(layout)).toMatchObject({ siteUrl: '', wordpress: { url: '' } });
    });

    test('no more than is used: other constants stay where they are', () => {
      const layout = plain(root, `${literal} define( 'OTHER_PASSWORD', 'x' );`);
      const { constants } = readWpConfig(layout.folder, programs(), '');
      expect(constants).not.toHaveProperty('OTHER_PASSWORD');
    });

    const owner = process.getuid?.() === 0 ? test : test.skip;
    owner('as the file’s owner, when root starts it (skipped for other users)', () => {
      const layout = plain(root, `touch( __DIR__ . '/made' ); ${literal}`);
      for (const path of [root, join(root, 'wp-config.php')]) chownSync(path, 12_345, 12_345);
      expect(read(layout)).toMatchObject({ database: { connection: { database: 'site' } } });
      if (runs) expect(statSync(join(root, 'made'))).toMatchObject({ uid: 12_345, gid: 12_345 });
      else expect(() => statSync(join(root, 'made'))).toThrow('ENOENT');
    });
  });
}

(hasPhp ? describe : describe.skip)('PHP’s tokens say', () => {
  const said = (php: string, env: Record<string, string> = {}) =>
    readWpConfig(plain(root, php, false).folder, { ...path, ...env }, '');
  const known: [string, string, string][] = [
    ['either kind of quotes', `define("DB_NAME", "a");`, 'a'],
    ['spaces and lines', `define ( 'DB_NAME' ,\n  'a'\n) ;`, 'a'],
    ['a third argument', `define('DB_NAME', 'a', false);`, 'a'],
    ['the first of two', `define('DB_NAME', 'a'); define('DB_NAME', 'b');`, 'a'],
    ['nothing in it', `define('DB_NAME', '');`, ''],
    ['comments before it', `// define('DB_NAME', 'b');\n/* don't */ define('DB_NAME', 'a');`, 'a'],
    ['what looks like a comment', `define('DB_NAME', 'a//b#c/*d*/');`, 'a//b#c/*d*/'],
    ['quotes of the other kind', `define('DB_NAME', 'say "a"');`, 'say "a"'],
    [
      'escapes in single quotes',
      String.raw`define('DB_NAME', 'a\'b\\c\$d\n');`,
      String.raw`a'b\c\$d\n`,
    ],
    [
      'escapes in double quotes',
      String.raw`define("DB_NAME", "a\"b\\c\$d\x41\u{e9}\q");`,
      String.raw`a"b\c$dAé\q`,
    ],
    ['semicolons and brackets', `define('DB_NAME', 'a);b');`, 'a);b'],
    ['letters of any language', `define('DB_NAME', 'Grüße');`, 'Grüße'],
    ['text put together', `define('DB_NAME', 'a' . ('b' . "c"));`, 'abc'],
    ['a default', `define('DB_NAME', getenv('NONE') ?: 'a');`, 'a'],
    ['a variable of the environment', `define('DB_NAME', $_ENV['SAID'] ?? 'b');`, 'a'],
    ['a constant', `define('ITIH_X', 'a'); define('DB_NAME', ITIH_X);`, 'a'],
    ['const', `const DB_NAME = 'a';`, 'a'],
    ['a leading backslash', String.raw`\define('DB_NAME', 'a');`, 'a'],
    [
      'the condition that it is not defined',
      `if (!defined('DB_NAME')) { define('DB_NAME', 'a'); }`,
      'a',
    ],
    ['the same in one line', `defined( 'DB_NAME' ) || define('DB_NAME', 'a');`, 'a'],
    [
      'HTML before and after',
      `?><p>define('DB_NAME','b');</p><?php define('DB_NAME', 'a') ?>`,
      'a',
    ],
  ];
  test.each(known)('a constant with %s', (_case, php, value) => {
    expect(said(php, { SAID: 'a' })).toMatchObject({ constants: { DB_NAME: value }, doubt: '' });
  });

  const unknown: [string, string][] = [
    ['a variable in text', `define("DB_NAME", "a$b");`],
    ['a function', `define('DB_NAME', trim('a'));`],
    ['a choice', `define('DB_NAME', $x ? 'a' : 'b');`],
    ['an expression', `define('DB_NAME', 'a' === 'b');`],
    ['a condition', `if ($x) { define('DB_NAME', 'a'); } else { define('DB_NAME', 'b'); }`],
    ['a condition without braces', `if ($x) define('DB_NAME', 'a');`],
    ['a condition that ends in a word', `if ($x): define('DB_NAME', 'a'); endif;`],
    ['another condition', `$x && define('DB_NAME', 'a');`],
    [
      'a condition around the usual one',
      `if ($x) { if (!defined('DB_NAME')) { define('DB_NAME', 'a'); } }`,
    ],
  ];
  test.each(unknown)(
    'that %s is not known, with its line, and what comes after it',
    (_case, php) => {
      const { constants, doubt } = said(`${php}\ndefine('DB_HOST', 'b');`);
      expect(constants).toEqual({ DB_HOST: 'b' });
      expect(doubt).toMatch(
        /^DB_NAME (is computed|depends on a condition) \(wp-config\.php, line 2\)/,
      );
    },
  );

  test('that code which it makes is not known, with its line', () => {
    const { constants, doubt } = said(`$code = trim('x'); eval($code);\ndefine('DB_HOST', 'b');`);
    expect(constants).toEqual({ DB_HOST: 'b' });
    expect(doubt).toBe('it runs code that it makes (wp-config.php, line 2)');
  });

  test.each([
    ['in single quotes', `$table_prefix = 'blog_';`, 'blog_'],
    ['the last', `$table_prefix = 'old_';\n$table_prefix="new_" ;`, 'new_'],
    ['nowhere', ``, 'wp_'],
    ['that is computed', `$table_prefix = f();`, ''],
  ])('the prefix %s', (_case, php, prefix) => {
    expect(said(php).tablePrefix).toBe(prefix);
  });

  test('a file that includes itself ends', () => {
    const php = `define( 'DB_NAME', 'a' ); require __FILE__;`;
    expect(said(php)).toMatchObject({ constants: { DB_NAME: 'a' } });
  });

  test('which variables a service needs for the same, and no other of the shell', () => {
    const layout = docker(root, database);
    const shell = { ...path, ...layout.env, WORDPRESS_DEBUG: '1', API_TOKEN: 'x', HOME: root };
    const kept = variablesOfWpConfig(layout.folder, shell, path, '');
    const { WORDPRESS_CONFIG_EXTRA: _, ...needed } = layout.env;
    expect(kept).toEqual(needed);
    expect(configOf({ ...layout, env: kept })).toEqual(configOf(layout));
    expect(variablesOfWpConfig(layout.folder, shell, { ...path, ...kept }, '')).toEqual({});
  });
});

test('the reader is no page of the web', () => {
  const file = join(import.meta.dirname, '../../server/config/read-wp-config.php');
  const code = readFileSync(file, 'utf8');
  const statements = code.replace(/\/\*\*[\s\S]*?\*\//, '').split(';', 2);
  expect(statements[0]).toMatch(/^<\?php\s+declare\(strict_types=1\)$/);
  expect(statements[1]?.trim()).toBe("PHP_SAPI === 'cli' || exit");
  expect(code).not.toMatch(/\beval\s*\(/);
});

describe('which program is asked', () => {
  const rows = [
    { name: 'table_prefix', value: 'c_', type: 'variable' },
    { name: 'DB_NAME', value: 'site', type: 'constant' },
    { name: 'DB_USER', value: 'u', type: 'constant' },
    { name: 'DB_PASSWORD', value: 'p', type: 'constant' },
    { name: 'DB_HOST', value: 'db.example', type: 'constant' },
    { name: 'MULTISITE', value: true, type: 'constant' },
    { name: 'OTHER_PASSWORD', value: 'x', type: 'constant' },
  ];

  test('WP-CLI before PHP; it may be a wrapper around a container', () => {
    const env = onlyProgram('wp', `echo '${JSON.stringify(rows)}'`);
    const layout = plain(root, `define( 'DB_NAME', getenv( 'X' ) );`);
    expect(configOf(layout, { PATH: `${env.PATH}:${path.PATH}` })).toMatchObject({
      database: { prefix: 'c_rag_', connection: { database: 'site', host: 'db.example' } },
      notices: [],
    });
    expect(readWpConfig(layout.folder, env, '').constants).not.toHaveProperty('OTHER_PASSWORD');
  });

  (hasPhp ? test : test.skip)('PHP, where WP-CLI fails', () => {
    const { PATH } = onlyProgram('wp', 'echo "Error: broken" >&2; exit 1');
    expect(configOf(plain(root, literal), { PATH: `${PATH}:${path.PATH}` })).toMatchObject({
      database: { connection: { database: 'site' } },
      notices: [],
    });
  });

  const failing: [string, string, string, string][] = [
    ['there is no program', 'other', '', 'there is neither wp nor php on the PATH'],
    ['PHP fails', 'php', 'echo broken >&2; exit 3', 'php ended with 3: broken'],
    ['PHP prints something else', 'php', 'echo hello', 'php printed something else'],
    ['PHP never stops printing', 'php', 'while :; do echo aaaaaaaaaaaaaaaaaaaaaaa; done', '1 MB'],
  ];
  test.each(failing)('a sentence says that %s, and other ways', (_case, name, script, why) => {
    const env = onlyProgram(name, script);
    expect(() => configOf(plain(root, literal), env)).toThrow(why);
    expect(() => configOf(plain(root, literal), env)).toThrow('ITIH_CONNECT');
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
    const php = `echo '{"constants":{},"tablePrefix":"wp_","socket":"","problem":"DB_HOST is computed."}'`;
    expect(sentenceOf(() => configOf(layout, onlyProgram('php', php)))).toBe(
      `${root}/wp-config.php does not say DB_NAME, DB_USER, DB_PASSWORD, DB_HOST: DB_HOST is computed. WP-CLI runs the file, where it is installed. Or set ITIH_DATABASE_URL, or ITIH_CONNECT (see "itih connect").`,
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
