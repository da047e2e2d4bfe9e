import { randomBytes } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { isSnapshot, makePrivate, makePrivateFolder } from '../../secrets/private-files.ts';

/** Of this layout and of what the engines put into it; raised with every change of either. */
const format = 1;
const magic = 'itih snapshot\n';
/** Bytes that are read, written and summed up between two turns of everybody else. */
const piece = 2 ** 21;

const start = z.object({
  format: z.literal(format),
  parts: z.array(z.object({ name: z.string(), bytes: z.number().int().nonnegative() })),
});

export interface Part {
  name: string;
  bytes: Uint8Array;
}

/** Its length, and the start of a file: which parts follow, each with its length. */
function startOf(parts: readonly Part[]): Buffer {
  const about = { format, parts: parts.map(({ name, bytes }) => ({ name, bytes: bytes.length })) };
  const text = Buffer.from(JSON.stringify(about));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from(magic), length, text]);
}

/**
 * Writes the parts under another name first. `holds` false: they have changed meanwhile, and nothing is left
 * of it. Only its owner may read the file.
 */
export async function writeSnapshot(
  path: string,
  parts: readonly Part[],
  holds: () => boolean,
): Promise<boolean> {
  makePrivateFolder(dirname(path), isSnapshot);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    let sum = 0;
    const all = [startOf(parts), ...parts.map(({ bytes }) => bytes)];
    for (const bytes of all) {
      for (let at = 0; at < bytes.length; at += piece) {
        // A copy: what is written must be what was summed up.
        const copied = Buffer.from(bytes.subarray(at, at + piece));
        if (!holds()) return false;
        sum = crc32(copied, sum);
        await file.writeFile(copied);
      }
    }
    const end = Buffer.alloc(4);
    end.writeUInt32LE(sum);
    await file.writeFile(end);
    if (!holds()) return false;
    await rename(unfinished, path);
    return true;
  } finally {
    await file.close();
    await rm(unfinished, { force: true });
  }
}

/** A snapshot that is being read, part by part, in the order in which they were written. */
export interface SnapshotReader {
  /** Bytes of the part. @throws Error when there is none of this name. */
  length(name: string): number;
  /** Reads the next part, which must be this one. */
  read(name: string, into: Uint8Array): Promise<void>;
  /** @throws Error when the file is not as it was written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Null: there is none. @throws Error when it is none of this version. */
export async function openSnapshot(path: string): Promise<SnapshotReader | null> {
  makePrivate(path);
  const file = await open(path, 'r').catch(() => null);
  if (!file) return null;
  try {
    return await reader(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function reader(file: FileHandle): Promise<SnapshotReader> {
  let at = 0;
  let sum = 0;

  async function readPiece(into: Uint8Array, from: number): Promise<Uint8Array> {
    const wanted = into.subarray(from, from + piece);
    for (let done = 0; done < wanted.length;) {
      const { bytesRead } = await file.read(wanted, done, wanted.length - done, at + done);
      if (bytesRead === 0) throw new Error('the snapshot is cut off');
      done += bytesRead;
    }
    at += wanted.length;
    return wanted;
  }

  async function fill(into: Uint8Array): Promise<void> {
    let next = readPiece(into, 0);
    for (let from = piece; ; from += piece) {
      const read = await next;
      // While this one is summed up, the next one is read.
      if (from < into.length) next = readPiece(into, from);
      sum = crc32(read, sum);
      if (from >= into.length) return;
    }
  }

  const first = new Uint8Array(magic.length + 4);
  await fill(first);
  const view = Buffer.from(first.buffer);
  if (view.toString('latin1', 0, magic.length) !== magic) throw new Error('not a snapshot');
  const length = view.readUInt32LE(magic.length);
  if (length > piece) throw new Error('not a snapshot');
  const text = new Uint8Array(length);
  await fill(text);
  const { parts } = start.parse(JSON.parse(Buffer.from(text).toString()));
  const { size } = await file.stat();
  const expected = parts.reduce((bytes, part) => bytes + part.bytes, at) + 4;
  if (size !== expected) throw new Error('the snapshot has another length');
  let next = 0;

  return {
    length(name) {
      const part = parts.find((each) => each.name === name);
      if (!part) throw new Error(`the snapshot has no ${name}`);
      return part.bytes;
    },
    async read(name, into) {
      const part = parts[next++];
      if (part?.name !== name || part.bytes !== into.length) {
        throw new Error(`the snapshot has no ${name} here`);
      }
      await fill(into);
    },
    async check() {
      const expectedSum = sum;
      const end = Buffer.alloc(4);
      await fill(end);
      if (end.readUInt32LE() !== expectedSum) throw new Error('the snapshot is damaged');
    },
    close: () => file.close(),
  };
}
