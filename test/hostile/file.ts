import type { BridgePost } from '../../server/contract/bridge.ts';
import type { Source } from '../../server/ingestion/read/extract.ts';
import { post } from '../ingestion/post.ts';

/** Shared by the generators of hostile files. */

export interface HostileFile {
  name: string;
  /** Creates the file on demand: all together would take gigabytes. */
  make: () => Source;
}

/** Mulberry32: the same files in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomBytes(length: number, seed = 1): Buffer {
  const random = randomNumbers(seed);
  return Buffer.from(Array.from({ length }, () => random() * 256));
}

type Made = Uint8Array | string;
const bytesOf = (made: Made) => (typeof made === 'string' ? Buffer.from(made) : made);

/** Things by their names; each is made on demand. */
export type Makers<T = Made> = Record<string, () => T>;

const named = <T>(kind: Source['kind'], makers: Makers<T>, sourceOf: (made: T) => Source) =>
  Object.entries(makers).map(([name, make]): HostileFile => ({
    name: `${kind}: ${name}`,
    make: () => sourceOf(make()),
  }));

export const files = (kind: 'pdf' | 'docx' | 'txt', makers: Makers): HostileFile[] =>
  named(kind, makers, (made) => ({ kind, bytes: bytesOf(made) }));

export const pages = (makers: Makers, contentType = 'text/html; charset=utf-8'): HostileFile[] =>
  named('page', makers, (made) => ({
    kind: 'page',
    bytes: bytesOf(made),
    contentType,
    url: 'https://site.example/page/',
  }));

export const posts = (makers: Makers<Partial<BridgePost>>): HostileFile[] =>
  named('post', makers, (made) => ({ kind: 'post', post: post(made) }));

/** First bytes of files of other types; random bytes follow. */
const magic = {
  png: '89504e470d0a1a0a0000000d49484452',
  jpeg: 'ffd8ffe000104a46494600010100',
  elf: '7f454c4602010100000000000000000002003e0001000000',
  executable: '4d5a90000300000004000000ffff0000',
  gzip: '1f8b0800000000000003',
  'seven-zip': '377abcaf271c0004',
  'legacy office': 'd0cf11e0a1b11ae1000000000000000000000000000000003e000300feff0900',
  rtf: '7b5c727466315c616e7369',
  sqlite: '53514c69746520666f726d6174203300',
  woff2: '774f4632000100000000',
  mp4: '0000001866747970697336d0',
  'java class': 'cafebabe00000034',
  zip: '504b0304140000000800',
  'empty zip': '504b0506000000000000000000000000000000000000',
  pdf: '255044462d312e370a25e2e3cfd30a',
};

/** Returns files whose content has another type than their name. */
export function wrongExtensions(): HostileFile[] {
  const makers = Object.entries(magic).map(([name, hex], index) => [
    `in truth ${name}`,
    () => Buffer.concat([Buffer.from(hex, 'hex'), randomBytes(20_000, index)]),
  ]);
  return (['pdf', 'docx', 'txt'] as const).flatMap((kind) =>
    files(kind, Object.fromEntries(makers) as Makers),
  );
}

/** Returns a sample truncated at many places, and with flipped bits. */
export function damaged(
  name: string,
  sample: Exclude<Source, { kind: 'post' }>,
  cuts = 14,
  flips = 20,
): HostileFile[] {
  const { bytes } = sample;
  const cut = Array.from({ length: cuts }, (_, index) => {
    const end = Math.floor((bytes.length * (index + 1)) / (cuts + 1));
    return {
      name: `${name}, cut off after ${end} of ${bytes.length} bytes`,
      make: (): Source => ({ ...sample, bytes: bytes.slice(0, end) }),
    };
  });
  const flipped = Array.from({ length: flips }, (_, index) => ({
    name: `${name}, with bits turned over, ${index}`,
    make: (): Source => {
      const random = randomNumbers(index);
      const copy = Uint8Array.from(bytes);
      for (let count = 0; count <= index * 3; count++) {
        const at = Math.floor(random() * copy.length);
        copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      }
      return { ...sample, bytes: copy };
    },
  }));
  return [...cut, ...flipped];
}
