import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';
import type { Database } from '../storage/database.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { completeConfig } from './site-options.ts';

const secret = 's'.repeat(64);
const sample = 'put your unique phrase here';
let folder: string;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-options-'));
  database = openSqlite(':memory:', 'wp_rag_');
  await sql`create table wp_options (option_name text, option_value text)`.execute(database.query);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

async function store(options: Record<string, string>) {
  for (const [name, value] of Object.entries({ home: 'http://site.test/', ...options })) {
    await sql`insert into wp_options values (${name}, ${value})`.execute(database.query);
  }
}

async function storeForNetwork(options: Record<string, string>) {
  await sql`create table wp_sitemeta (site_id integer, meta_key text, meta_value text)`.execute(
    database.query,
  );
  for (const [name, value] of Object.entries(options)) {
    await sql`insert into wp_sitemeta values (1, ${name}, ${value})`.execute(database.query);
  }
}

function read(php: string) {
  const account = ['DB_NAME', 'DB_USER', 'DB_PASSWORD', 'DB_HOST'];
  const defines = account.map((name) => `define('${name}', 'x');`).join(' ');
  writeFileSync(join(folder, 'wp-config.php'), `<?php ${defines} ${php}`);
  const open = () => ({ ...database, close: () => Promise.resolve() });
  return completeConfig(readConfig({}, { wp: folder }), open);
}

describe('with a wp-config.php that gives no salts', () => {
  test('keys come from the secret of the database, never from nothing', async () => {
    await store({ itih_secret: secret });
    expect(await read(`define('AUTH_KEY', getenv('KEY'));`)).toMatchObject({
      secret,
      siteUrl: 'http://site.test',
      keyMaterial: secret,
      olderKeyMaterial: [],
    });
  });

  test('they come from the options that WordPress has made for them', async () => {
    const options = { auth_key: 'a'.repeat(64), auth_salt: 'b'.repeat(64) };
    await store({ itih_secret: secret, ...options, nonce_key: 'c', nonce_salt: 'd' });
    const config = await read(`define('AUTH_KEY', '${sample}'); define('NONCE_SALT', 'n');`);
    expect(config.keyMaterial).toBe(options.auth_key + options.auth_salt);
    expect(config.olderKeyMaterial).toEqual([secret]);
    expect(config.nonceSalt).toBe('cn');
  });

  test('those of a network come before those of the site', async () => {
    await store({ itih_secret: secret, auth_key: 'x'.repeat(64), auth_salt: 'y'.repeat(64) });
    const network = { auth_key: 'a'.repeat(64), auth_salt: 'b'.repeat(64) };
    await storeForNetwork(network);
    expect((await read('')).keyMaterial).toBe(network.auth_key + network.auth_salt);
  });
});

test.each([
  ['missing', {}, 'There is no secret'],
  ['short', { itih_secret: 'short' }, 'The option itih_secret is too short'],
])('a secret that is %s is refused', async (_case, options, sentence) => {
  await store(options);
  await expect(read('')).rejects.toThrow(sentence);
});
