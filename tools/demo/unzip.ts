import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** Offsets and signatures: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const stored = 0;
const deflated = 8;

interface Entry {
  name: string;
  method: number;
  compressedSize: number;
  offset: number;
}

function readEntries(zip: Buffer): Entry[] {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endSignature) end--;
  if (end < 0) throw new Error('Not a ZIP file.');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error('Damaged ZIP file.');
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      compressedSize: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

function contentOf(zip: Buffer, entry: Entry): Buffer {
  const nameAndExtra = zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28);
  const start = entry.offset + 30 + nameAndExtra;
  const data = zip.subarray(start, start + entry.compressedSize);
  if (entry.method === stored) return data;
  if (entry.method === deflated) return inflateRawSync(data);
  throw new Error(`${entry.name}: compression method ${entry.method} is not supported.`);
}

/** Unpacks a ZIP below 4 GB into a folder. */
export async function unzip(file: string, folder: string): Promise<void> {
  const zip = await readFile(file);
  for (const entry of readEntries(zip)) {
    const path = normalize(entry.name);
    if (path.startsWith('..') || isAbsolute(path)) throw new Error(`${path} leaves the folder.`);
    if (entry.name.endsWith('/')) continue;
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, contentOf(zip, entry));
  }
}
