import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { isSnapshot, makePrivate, makePrivateFolder } from '../../secrets/private-files.ts';

/** First bytes; the number is raised with every change of the layout or of a part. */
const magic = 'itih snapshot 2\n';
/** Bytes that are read or written before other work gets a turn. */
const piece = 2 ** 21;

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/**
 * Writes a file: magic, length of the head, head as JSON, the parts, CRC-32 of everything before. It has
 * another name until it is whole, and only its owner may read it.
 *
 * @param isUnchanged Asked before each piece, because the parts are views of live memory.
 * @returns false if the parts have changed meanwhile; then there is no new file.
 */
export async function writeSnapshot(
  path: string,
  head: unknown,
  parts: readonly Uint8Array[],
  isUnchanged: () => boolean,
): Promise<boolean> {
  makePrivateFolder(dirname(path), isSnapshot);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    const text = Buffer.from(JSON.stringify(head));
    let sum = 0;
    for (const bytes of [Buffer.from(magic), uint32(text.length), text, ...parts]) {
      for (let at = 0; at < bytes.length; at += piece) {
        const copy = Buffer.from(bytes.subarray(at, at + piece));
        if (!isUnchanged()) return false;
        sum = crc32(copy, sum);
        await file.writeFile(copy);
      }
    }
    await file.writeFile(uint32(sum));
    if (!isUnchanged()) return false;
    await rename(unfinished, path);
    return true;
  } finally {
    await file.close();
    await rm(unfinished, { force: true });
  }
}

/** Fills the memory with the next bytes of a part. */
export type Fill = <Bytes extends Uint8Array>(into: Bytes) => Promise<Bytes>;

/**
 * Reads a file that `writeSnapshot` has written.
 *
 * @param read Reads all parts, in order and of the length that each has.
 * @throws Error if there is no such file or it is damaged; also after `read` has returned.
 */
export async function readSnapshot(
  path: string,
  read: (head: unknown, fill: Fill) => Promise<void>,
): Promise<void> {
  makePrivate(path);
  const file = await open(path, 'r');
  try {
    let at = 0;
    let sum = 0;
    const fill: Fill = async (into) => {
      for (let done = 0; done < into.length;) {
        const length = Math.min(piece, into.length - done);
        const { bytesRead } = await file.read(into, done, length, at);
        if (bytesRead === 0) throw new Error('the snapshot is cut off');
        sum = crc32(into.subarray(done, done + bytesRead), sum);
        at += bytesRead;
        done += bytesRead;
      }
      return into;
    };
    const start = await fill(Buffer.alloc(magic.length));
    if (start.toString() !== magic) throw new Error('not a snapshot of this version');
    const length = (await fill(Buffer.alloc(4))).readUInt32LE();
    if (length > (await file.stat()).size) throw new Error('the snapshot is damaged');
    await read(JSON.parse((await fill(Buffer.alloc(length))).toString()), fill);
    const expected = sum;
    if ((await fill(Buffer.alloc(4))).readUInt32LE() !== expected) {
      throw new Error('the snapshot is damaged');
    }
  } finally {
    await file.close();
  }
}
