import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import { isLexical, type IndexState } from '../../embedding/index-state.ts';
import { chunkSum, type ChunkSum } from '../relational/search-rows.ts';
import { createState } from '../../storage/state.ts';
import { spaceNumber } from '../relational/vector-codes.ts';
import { emptyCopy, type Copied } from './apply-changes.ts';
import { directoryEntry } from './directory.ts';
import { createLexicalIndex } from '../lexical/lexical-index.ts';
import { openSnapshot, writeSnapshot, type Part, type SnapshotReader } from './snapshot-file.ts';
import { Int8Index } from '../int8/int8-index.ts';

/** Chunks; fewer are read from the database as fast. */
const least = 1000;
/** Seconds without a change before a file is written. */
const quietLooks = 20;
/** In the state: tells these tables from all others. */
const tablesName = 'tables_id';

const about = z.object({
  revision: z.number(),
  /** Of the active index; null: there are no vectors. */
  identity: z.number().nullable(),
  vectors: z.number(),
  wordParts: z.number(),
  /** By ordinal; null where there is none. */
  entries: z.array(directoryEntry.nullable()),
});

const identityOf = (state: IndexState | null) =>
  state && !isLexical(state.active) ? spaceNumber(state.active) : null;

/** A copy as a file, from which it is there again at once. Whatever is odd about a file, it is as if there were none. */
export function createCopySnapshot(database: Database, folder: string) {
  const state = createState(database);
  let tables: string | null = null;
  /** The revision that the file has. */
  let written: number | null = null;
  let removed = false;
  let quiet = { revision: -1, looks: 0 };
  let writing: Promise<void> | null = null;
  /** When the file was read. */
  let counted: Promise<ChunkSum> | null = null;

  /** Named after the tables: those of another site, or a database that was made anew, are others. */
  async function path(): Promise<string> {
    tables ??= await state.readText(tablesName);
    if (tables === null) {
      await state.writeMissing(tablesName, randomUUID());
      tables = await state.readText(tablesName);
    }
    const name = createHash('sha256').update(`${tables} ${database.prefix}`).digest('hex');
    return join(folder, `search-${name.slice(0, 24)}.snapshot`);
  }

  async function restore(file: SnapshotReader, index: IndexState | null) {
    const part = async (name: string) => {
      const bytes = new Uint8Array(file.length(name));
      await file.read(name, bytes);
      return bytes;
    };
    const head = about.parse(JSON.parse(Buffer.from(await part('about')).toString()));
    if (head.identity !== identityOf(index)) throw new Error('the snapshot is of another index');
    const copied: Copied = emptyCopy();
    copied.directory.restore(head.entries);
    if (index && head.identity !== null) {
      const vectors = new Int8Index({ dimensions: index.active.dimensions });
      copied.vectors.set(head.identity, vectors);
      await vectors.load(head.vectors, (rows) => file.read('vectors', rows));
    }
    const words: Uint8Array[] = [];
    while (words.length < head.wordParts) words.push(await part(`words ${words.length}`));
    await file.check();
    copied.lexical = createLexicalIndex(words);
    copied.words = 'complete';
    return { copied, revision: head.revision };
  }

  async function write(
    { directory, lexical, words, vectors: indexes }: Copied,
    revision: number,
    index: IndexState | null,
  ): Promise<void> {
    if (removed) return;
    const identity = identityOf(index);
    const vectors = identity === null ? null : indexes.get(identity);
    if (directory.chunks < least || words !== 'complete' || vectors === undefined) return;
    const rows = vectors?.rows();
    const dumped = lexical.dump();
    const before = [lexical.changes, directory.changes];
    const head: z.infer<typeof about> = {
      revision,
      identity,
      vectors: vectors?.size ?? 0,
      wordParts: dumped.length,
      entries: directory.byOrdinal(),
    };
    const parts: Part[] = [{ name: 'about', bytes: Buffer.from(JSON.stringify(head)) }];
    if (rows) parts.push({ name: 'vectors', bytes: rows.bytes });
    dumped.forEach((bytes, at) => parts.push({ name: `words ${at}`, bytes }));
    const holds = () =>
      lexical.changes === before[0] &&
      directory.changes === before[1] &&
      vectors?.rows().version === rows?.version;
    if (await writeSnapshot(await path(), parts, holds)) written = revision;
  }

  return {
    /** Null: there is none that can be used. Its engines are the caller's to close. */
    async read(index: IndexState | null): Promise<{ copied: Copied; revision: number } | null> {
      let file: SnapshotReader | null = null;
      try {
        file = await openSnapshot(await path());
        if (!file) return null;
        // Counting takes the database about as long as reading the file takes here.
        counted = chunkSum(database.query);
        counted.catch(() => undefined);
        const found = await restore(file, index);
        written = found.revision;
        return found;
      } catch {
        return null;
      } finally {
        await file?.close();
      }
    },

    /** Whether its chunks are those that the database has. */
    async isTrue({ directory }: Copied): Promise<boolean> {
      const isSame = ({ count, sum }: ChunkSum) =>
        count === directory.chunks && sum === directory.sum;
      if (counted && isSame(await counted)) return true;
      // Chunks may have changed since.
      return isSame(await chunkSum(database.query));
    },

    /** Called every second: writes when nothing has changed for a while. */
    look(copied: Copied, revision: number, index: IndexState | null): void {
      if (quiet.revision !== revision) quiet = { revision, looks: 0 };
      if (revision === written || writing || ++quiet.looks < quietLooks) return;
      quiet.looks = 0;
      writing = write(copied, revision, index)
        // A folder that cannot be written to: starting takes a little longer.
        .catch(() => undefined)
        .finally(() => (writing = null));
    },

    /** Deletes the file; none is written any more. */
    async remove(): Promise<void> {
      removed = true;
      await writing;
      await rm(await path(), { force: true });
    },

    /** Writes what has changed since. */
    async end(copied: Copied, revision: number, index: IndexState | null): Promise<void> {
      await writing;
      if (revision !== written) await write(copied, revision, index).catch(() => undefined);
    },
  };
}
