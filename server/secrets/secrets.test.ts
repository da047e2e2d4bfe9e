import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Secrets, deriveKeys } from './secrets.ts';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSnapshot, writeSnapshot } from '../retrieval/memory/snapshot.ts';
import { openSqlite } from '../storage/sqlite.ts';

const material = 'm'.repeat(32);

test('every purpose has a key of its own, and other material has others', () => {
  const keys = [material, 'n'.repeat(32)].flatMap((one) => Object.values(deriveKeys(one)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(keys.length);
  expect(deriveKeys(material)).toEqual(deriveKeys(material));
});

test('a secret opens for the origin that it was sealed for, and for no other', () => {
  const secrets = new Secrets(material);
  const sealed = secrets.seal('a secret', 'https://one.example');
  expect(secrets.open(sealed, 'https://one.example')).toEqual({ secret: 'a secret', isOld: false });
  expect(() => secrets.open(sealed, 'https://two.example')).toThrow();
  expect(() => secrets.open(sealed, '')).toThrow();
});

test('a secret of former material opens, and is to be sealed again', () => {
  const former = 'f'.repeat(32);
  const sealed = new Secrets(former).seal('a secret', 'https://one.example');
  const secrets = new Secrets(material, ['e'.repeat(32), former]);
  expect(secrets.open(sealed, 'https://one.example')).toEqual({ secret: 'a secret', isOld: true });
  expect(() => secrets.open(sealed, 'https://two.example')).toThrow();
});

let root: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0o022);
  root = mkdtempSync(join(tmpdir(), 'itih-modes-'));
});
afterEach(() => {
  process.umask(umask);
  rmSync(root, { recursive: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const ends = ['', '-wal', '-shm'];

async function writeTo(file: string): Promise<void> {
  const database = openSqlite(file, 'wp_rag_');
  await database.execute(['create table if not exists t (a)', 'insert into t values (1)']);
  expect(ends.map((end) => modeOf(file + end))).toEqual(['600', '600', '600']);
  await database.close();
}

test('a database in a file is readable by its owner only, and so is a folder made for it', async () => {
  const file = join(root, 'new', 'itih.sqlite');
  await writeTo(file);
  expect(modeOf(join(root, 'new'))).toBe('700');
});

test('one that others could read is closed to them, with what lies beside it', async () => {
  const folder = join(root, 'old');
  mkdirSync(folder);
  const file = join(folder, 'itih.sqlite');
  const first = openSqlite(file, 'wp_rag_');
  await first.execute(['create table t (a)']);
  for (const end of ends) chmodSync(file + end, 0o644);
  chmodSync(folder, 0o755);
  await writeTo(file);
  await first.close();
  expect(modeOf(folder)).toBe('700');
});

test('a folder that holds other things stays open to others', async () => {
  chmodSync(root, 0o755);
  writeFileSync(join(root, 'wp-config.php'), '');
  await writeTo(join(root, 'itih.sqlite'));
  expect(modeOf(root)).toBe('755');
});

test('a snapshot and its folder are readable by their owner only', async () => {
  const folder = join(root, 'cache');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const path = join(folder, 'search-a.snapshot');
  const parts = [new Uint8Array(8)];
  expect(await writeSnapshot(path, {}, parts, () => true)).toBe(true);
  expect([modeOf(folder), modeOf(path)]).toEqual(['700', '600']);
  chmodSync(path, 0o644);
  await readSnapshot(path, async (_head, fill) => void (await fill(new Uint8Array(8))));
  expect(modeOf(path)).toBe('600');
});
