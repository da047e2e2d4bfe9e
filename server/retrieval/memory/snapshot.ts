import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import { createState, readNumber, type State } from '../../storage/state.ts';
import { sameSpace, type EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import { createLexicalIndex } from '../lexical/lexical-index.ts';
import { Contents } from './contents.ts';
import { Directory, directoryEntry } from './directory.ts';
import { SnapshotReader, writeSnapshot } from './snapshot-file.ts';

/** Fewer chunks are read from the database as fast. */
const minChunks = 1000;
/** Calls of `writeWhenQuiet` without a change before the file is written. */
const quietCalls = 20;
/** Name in the state of the id of this set of tables. */
const tablesName = 'tables_id';
/** Milliseconds for which the database remembers a snapshot. */
const markLifetime = 90 * 86_400_000;

const head = z.object({
  revision: z.number(),
  /** Random; the database remembers it, see `Snapshot`. */
  mark: z.string(),
  space: z.object({ embedder: z.string(), dimensions: z.number() }).nullable(),
  vectors: z.number(),
  wordParts: z.number(),
  /** By ordinal. */
  entries: z.array(directoryEntry.nullable()),
});

/**
 * Saves the in-memory index in a file and restores it at start. A file that cannot be read, is damaged or has
 * another space is ignored. So is one that the database does not remember: an older backup was restored, and
 * the change feed cannot tell what is different.
 */
export class Snapshot {
  readonly #database: Database;
  readonly #state: State;
  readonly #folder: string;
  /** Revision and mark of the file. */
  #written: { revision: number; mark: string } | null = null;
  #quiet = { revision: -1, calls: 0 };
  #writing: Promise<void> | null = null;
  #removed = false;

  constructor(database: Database, folder: string) {
    this.#database = database;
    this.#state = createState(database);
    this.#folder = folder;
  }

  /** Returns null if there is no file that can be used for this space. */
  async read(space: EmbeddingSpace | null): Promise<Contents | null> {
    let file: SnapshotReader | null = null;
    try {
      file = await SnapshotReader.open(await this.#path());
      return file && (await this.#restore(file, space));
    } catch {
      return null;
    } finally {
      await file?.close();
    }
  }

  /** Writes the file when nothing has changed for a while. */
  writeWhenQuiet(contents: Contents): void {
    const { revision } = contents;
    if (this.#quiet.revision !== revision) this.#quiet = { revision, calls: 0 };
    if (revision === this.#written?.revision || this.#writing) return;
    if (++this.#quiet.calls < quietCalls) return;
    this.#quiet.calls = 0;
    this.#writing = this.#write(contents).finally(() => (this.#writing = null));
  }

  /** Writes the file now if it is out of date. */
  async writeLast(contents: Contents): Promise<void> {
    await this.#writing;
    if (contents.revision !== this.#written?.revision) await this.#write(contents);
  }

  /** Deletes the file for good. */
  async remove(): Promise<void> {
    this.#removed = true;
    await this.#writing;
    await rm(await this.#path(), { force: true });
  }

  async #path(): Promise<string> {
    await this.#state.writeMissing(tablesName, randomUUID());
    const tables = await this.#state.readText(tablesName);
    const hash = createHash('sha256').update(`${tables} ${this.#database.prefix}`).digest('hex');
    return join(this.#folder, `search-${hash.slice(0, 24)}.snapshot`);
  }

  async #restore(file: SnapshotReader, space: EmbeddingSpace | null): Promise<Contents | null> {
    const stored = head.parse(JSON.parse(Buffer.from(await file.part()).toString()));
    const { revision, mark } = stored;
    const isSame = space && stored.space ? sameSpace(space, stored.space) : space === stored.space;
    if (!isSame || (await readNumber(this.#database.query, markName(mark))) === 0) return null;
    const words: Uint8Array[] = [];
    while (words.length < stored.wordParts) words.push(await file.part());
    const contents = new Contents(revision, {
      directory: new Directory(stored.entries),
      lexical: createLexicalIndex(words),
    });
    try {
      contents.setSpace(space, stored.vectors);
      await contents.vectors?.load(stored.vectors, async (rows) => void (await file.part(rows)));
      await file.check();
    } catch (error) {
      contents.close();
      throw error;
    }
    contents.complete = true;
    this.#written = { revision, mark };
    return contents;
  }

  /** Without a folder that can be written to, the next start takes longer. */
  async #write(contents: Contents): Promise<void> {
    const { directory, lexical, vectors, space, revision } = contents;
    if (this.#removed || !lexical || !contents.complete || directory.chunks < minChunks) return;
    const words = lexical.dump();
    const rows = vectors?.rows();
    const before = [lexical.changes, directory.changes];
    const mark = randomUUID();
    const about: z.infer<typeof head> = {
      revision,
      mark,
      space: space && { embedder: space.embedder, dimensions: space.dimensions },
      vectors: vectors?.size ?? 0,
      wordParts: words.length,
      entries: directory.byOrdinal(),
    };
    const parts = [Buffer.from(JSON.stringify(about)), ...words, ...(rows ? [rows.bytes] : [])];
    const isUnchanged = () =>
      lexical.changes === before[0] &&
      directory.changes === before[1] &&
      vectors?.rows().version === rows?.version;
    try {
      await this.#state.add(markName(mark), 1, Date.now() + markLifetime);
      const isWritten = await writeSnapshot(await this.#path(), parts, isUnchanged);
      const obsolete = isWritten ? this.#written?.mark : mark;
      if (isWritten) this.#written = { revision, mark };
      if (obsolete) await this.#state.remove(markName(obsolete));
    } catch {
      // The next start reads the database instead.
    }
  }
}

const markName = (mark: string) => `snapshot:${mark}`;
