import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mediaFolder } from '../../tools/demo/content.ts';
import { unzip } from '../../tools/demo/unzip.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'unzip-'))));
afterEach(() => rm(folder, { recursive: true }));

/** One stored entry, laid out as APPNOTE.TXT says. */
function zipOf(name: string, text: string): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50);
  entry.writeUInt32LE(text.length, 20);
  entry.writeUInt32LE(text.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + text.length, 16);
  return Buffer.concat([local, Buffer.from(name + text), entry, Buffer.from(name), end]);
}

test('compressed entries are unpacked', async () => {
  await unzip(join(mediaFolder, 'school-programme-handbook.docx'), folder);
  expect(await readFile(join(folder, 'word/document.xml'), 'utf8')).toContain('Build a sandglass');
});

test('stored entries are unpacked into their folders', async () => {
  const file = join(folder, 'a.zip');
  await writeFile(file, zipOf('deep/er/note.txt', 'hello'));
  await unzip(file, folder);
  expect(await readFile(join(folder, 'deep/er/note.txt'), 'utf8')).toBe('hello');
});

test.each(['../out.txt', '/out.txt', 'a/../../out.txt'])(
  'an entry named %s is refused',
  async (name) => {
    const file = join(folder, 'evil.zip');
    await writeFile(file, zipOf(name, 'x'));
    await expect(unzip(file, folder)).rejects.toThrow(/invalid relative path|absolute path/);
  },
);

test('a file that is not a ZIP is refused', async () => {
  const file = join(folder, 'no.zip');
  await writeFile(file, 'not a zip, but long enough to be one');
  await expect(unzip(file, folder)).rejects.toThrow(/End of central directory/);
});
