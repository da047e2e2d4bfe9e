import { randomBytes } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { isSnapshot, makePrivate, makePrivateFolder } from '../../secrets/private-files.ts';

/** First bytes; the number is raised with every change of the layout or of a part. */
const magic = 'itih snapshot 2\n';
/** Bytes that are read or written before other work gets a turn. */
const piece = 2 ** 21;

const lengths = z.array(z.number().int().nonnegative());

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/**
 * Writes a file: magic, length and JSON of the parts' lengths, the parts, CRC-32 of everything before. It has
 * another name until it is whole, and only its owner may read it.
 *
 * @param isUnchanged Asked before each piece, because the parts are views of live memory.
 * @returns false if the parts have changed meanwhile, and nothing was written.
 */
export async function writeSnapshot(
  path: string,
  parts: readonly Uint8Array[],
  isUnchanged: () => boolean,
): Promise<boolean> {
  makePrivateFolder(dirname(path), isSnapshot);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    const head = Buffer.from(JSON.stringify(parts.map(({ length }) => length)));
    let sum = 0;
    for (const bytes of [Buffer.from(magic), uint32(head.length), head, ...parts]) {
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

/** Reads a snapshot part by part. Every method throws if the file is not what it should be. */
export class SnapshotReader {
  readonly #file: FileHandle;
  #at = 0;
  #sum = 0;
  /** Bytes of the parts that were not read yet. */
  #lengths: number[] = [];

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Returns null if there is no file. */
  static async open(path: string): Promise<SnapshotReader | null> {
    makePrivate(path);
    const file = await open(path, 'r').catch(() => null);
    if (!file) return null;
    const reader = new SnapshotReader(file);
    try {
      await reader.#readHead();
      return reader;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #readHead(): Promise<void> {
    const start = await this.#read(Buffer.alloc(magic.length));
    if (start.toString() !== magic) throw new Error('not a snapshot of this version');
    const length = (await this.#read(Buffer.alloc(4))).readUInt32LE();
    if (length > piece) throw new Error('the snapshot is damaged');
    const head = await this.#read(Buffer.alloc(length));
    this.#lengths = lengths.parse(JSON.parse(head.toString()));
    const { size } = await this.#file.stat();
    const expected = this.#lengths.reduce((sum, bytes) => sum + bytes, this.#at) + 4;
    if (size !== expected) throw new Error('the snapshot has a wrong length');
  }

  /** Reads the next part, into the given memory if it has the same length. */
  async part(into?: Uint8Array): Promise<Uint8Array> {
    const length = this.#lengths.shift();
    if (length === undefined) throw new Error('the snapshot has no further part');
    const bytes = into ?? new Uint8Array(length);
    if (bytes.length !== length) throw new Error('the part has another length');
    return this.#read(bytes);
  }

  /** Compares the checksum. Call it after the last part and before using any. */
  async check(): Promise<void> {
    const expected = this.#sum;
    const stored = (await this.#read(Buffer.alloc(4))).readUInt32LE();
    if (this.#lengths.length > 0 || stored !== expected) {
      throw new Error('the snapshot is damaged');
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #read<Bytes extends Uint8Array>(into: Bytes): Promise<Bytes> {
    for (let done = 0; done < into.length;) {
      const length = Math.min(piece, into.length - done);
      const { bytesRead } = await this.#file.read(into, done, length, this.#at);
      if (bytesRead === 0) throw new Error('the snapshot is cut off');
      this.#sum = crc32(into.subarray(done, done + bytesRead), this.#sum);
      this.#at += bytesRead;
      done += bytesRead;
    }
    return into;
  }
}
