import { crc32, deflateRawSync } from 'node:zlib';

/** An entry whose headers may lie. */
interface Entry {
  content: string | Uint8Array;
  /** 8: deflated. */
  method?: number;
  flags?: number;
  /** Said instead of the true size. */
  size?: number;
}

interface Directory {
  /** Entries that the end record counts. */
  count?: number;
  offset?: number;
  /** Central entries that are written once more each. */
  repeat?: number;
}

export type Entries = Record<string, string | Uint8Array | Entry>;

/** A ZIP file, whatever its entries are; a list may have a name twice. */
export function zip(entries: Entries | [string, Entries[string]][], lies: Directory = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let start = 0;
  for (const [path, given] of Array.isArray(entries) ? entries : Object.entries(entries)) {
    const entry = typeof given === 'object' && 'content' in given ? given : { content: given };
    const { method = 8, flags = 0, size }: Entry = entry;
    const content = Buffer.from(entry.content as string);
    const data = method === 8 ? deflateRawSync(content) : content;
    const name = Buffer.from(path);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags, 2);
    about.writeUInt16LE(method, 4);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(size ?? content.length, 18);
    about.writeUInt16LE(name.length, 22);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), about, name, data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(start, 10);
    const row = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, tail, name]);
    for (let count = 0; count <= (lies.repeat ?? 0); count++) central.push(row);
    start += 30 + name.length + data.length;
  }
  const rows = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const count = Math.min(lies.count ?? central.length, 0xffff);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(rows.length, 12);
  end.writeUInt32LE(lies.offset ?? start, 16);
  return Buffer.concat([...local, rows, end]);
}
