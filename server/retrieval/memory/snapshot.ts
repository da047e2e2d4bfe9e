import { randomBytes, createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { isSnapshot, makePrivate, makePrivateFolder } from '../../secrets/private-files.ts';
import type { Database } from '../../storage/database.ts';
import { readNumber, State } from '../../storage/state.ts';
import { sameSpace, type EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import { LexicalIndex } from '../lexical/lexical-index.ts';
import { Contents, Directory, directoryEntry } from './contents.ts';

/** First bytes; the number is raised with every change of the layout or of a part. */
const magic = 'itih snapshot 3\n';
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

/** Fewer chunks are read from the database as fast. */
const minChunks = 1000;
/** Name in the state of the id of this set of tables. */
const tablesName = 'tables_id';
/** Milliseconds for which the database remembers a snapshot. */
const markLifetime = 90 * 86_400_000;
const markName = (mark: string) => `snapshot:${mark}`;

const headSchema = z.object({
  revision: z.number(),
  /** Random; the database remembers it, see `Snapshot`. */
  mark: z.string(),
  space: z.object({ embedder: z.string(), dimensions: z.number() }).nullable(),
  vectors: z.number(),
  /** Bytes of the parts of the lexical index. */
  words: z.array(
    z
      .number()
      .int()
      .max(2 ** 31),
  ),
  /** By ordinal. */
  entries: z.array(directoryEntry.nullable()),
});
type Head = z.infer<typeof headSchema>;

/**
 * Saves the in-memory index in a file and restores it at start. A file that cannot be read, is damaged or has
 * another space is ignored. So is one that the database does not remember: an older backup was restored, and
 * the change feed cannot tell what is different.
 */
export class Snapshot {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #state: State;
  readonly #folder: string;
  /** Revision and mark of the file. */
  #written: { revision: number; mark: string } | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isRemoved = false;

  constructor(database: Database, folder: string, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
    this.#state = new State(database);
    this.#folder = folder;
  }

  /** Returns null if there is no file that can be used for this space. */
  async read(space: EmbeddingSpace | null): Promise<Contents | null> {
    const found: { contents?: Contents; mark?: string } = {};
    try {
      await readSnapshot(await this.#path(), async (stored, fill) => {
        const head = headSchema.parse(stored);
        if (!(await this.#isUsable(head, space)))
          throw new Error('the snapshot is of another index');
        found.mark = head.mark;
        found.contents = await restore(head, space, fill);
      });
    } catch {
      found.contents?.close();
      return null;
    }
    const { contents, mark } = found;
    if (!contents || !mark) return null;
    this.#written = { revision: contents.revision, mark };
    return contents;
  }

  /** Writes the file if it is out of date. */
  write(contents: Contents): Promise<void> {
    this.#writing = this.#writing
      .then(() => this.#write(contents))
      // Without a folder that can be written to, the next start takes longer.
      .catch(() => undefined);
    return this.#writing;
  }

  /** Deletes the file for good. */
  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.#writing;
    await rm(await this.#path(), { force: true });
  }

  async #path(): Promise<string> {
    await this.#state.writeMissing(tablesName, randomUUID());
    const tables = await this.#state.readText(tablesName);
    const hash = createHash('sha256').update(`${tables} ${this.#database.prefix}`).digest('hex');
    return join(this.#folder, `search-${hash.slice(0, 24)}.snapshot`);
  }

  async #isUsable(head: Head, space: EmbeddingSpace | null): Promise<boolean> {
    const isSame = space && head.space ? sameSpace(space, head.space) : space === head.space;
    return isSame && (await readNumber(this.#database.query, markName(head.mark))) > 0;
  }

  async #write(contents: Contents): Promise<void> {
    if (this.#isRemoved || contents.revision === this.#written?.revision) return;
    if (contents.directory.chunks < minChunks) return;
    const path = await this.#path();
    const mark = randomUUID();
    await this.#state.add(markName(mark), 1, this.#clock() + markLifetime);
    while (contents.replacing) await contents.replacing;
    // From here to the head without a pause, so that everything is of one moment.
    const { directory, lexical, vectors, space, revision, complete } = contents;
    if (!lexical || !complete) return;
    const words = lexical.dump();
    const rows = vectors?.rows();
    const { changes } = lexical;
    const head: Head = {
      revision,
      mark,
      space: space && { embedder: space.embedder, dimensions: space.dimensions },
      vectors: vectors?.size ?? 0,
      words: words.map(({ length }) => length),
      entries: directory.byOrdinal(),
    };
    const isWritten = await writeSnapshot(
      path,
      head,
      rows ? [...words, rows.bytes] : words,
      () => lexical.changes === changes && vectors?.rows().version === rows?.version,
    );
    const obsolete = isWritten ? this.#written?.mark : mark;
    if (isWritten) this.#written = { revision, mark };
    if (obsolete) await this.#state.remove(markName(obsolete));
  }
}

async function restore(head: Head, space: EmbeddingSpace | null, fill: Fill): Promise<Contents> {
  const words: Uint8Array[] = [];
  for (const length of head.words) words.push(await fill(new Uint8Array(length)));
  const contents = new Contents(head.revision, {
    directory: new Directory(head.entries),
    lexical: new LexicalIndex(words),
  });
  contents.setSpace(space, head.vectors);
  try {
    await contents.vectors?.load(head.vectors, async (rows) => void (await fill(rows)));
  } catch (error) {
    contents.close();
    throw error;
  }
  contents.complete = true;
  return contents;
}
