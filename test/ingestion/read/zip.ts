import { crc32, deflateRawSync } from 'node:zlib';

interface Entry {
  content: string | Uint8Array;
  /** False size in the headers. */
  statedSize?: number;
}

function header(signature: number, length: number, fields: [number, number, 2 | 4][]): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  for (const [at, value, size] of fields) bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** A ZIP file, whatever its entries are. */
export function zip(entries: Record<string, string | Uint8Array | Entry>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(entries)) {
    const entry = typeof given === 'object' && 'content' in given ? given : { content: given };
    const content = Buffer.from(entry.content as string);
    const packed = deflateRawSync(content);
    const about = (at: number): [number, number, 2 | 4][] => [
      [at, 20, 2],
      [at + 4, 8, 2],
      [at + 10, crc32(content), 4],
      [at + 14, packed.length, 4],
      [at + 18, entry.statedSize ?? content.length, 4],
      [at + 22, Buffer.byteLength(name), 2],
    ];
    const file = [header(0x04034b50, 30, about(4)), Buffer.from(name), packed];
    files.push(...file);
    directory.push(header(0x02014b50, 46, [...about(6), [42, offset, 4]]), Buffer.from(name));
    offset += Buffer.concat(file).length;
  }
  const index = Buffer.concat(directory);
  const count = Object.keys(entries).length;
  const end = header(0x06054b50, 22, [
    [8, count, 2],
    [10, count, 2],
    [12, index.length, 4],
    [16, offset, 4],
  ]);
  return Buffer.concat([...files, index, end]);
}
