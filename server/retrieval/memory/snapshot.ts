import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import { readNumber, createState, type State } from '../../storage/state.ts';
import { sameSpace, type EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import { LexicalIndex } from '../lexical/lexical-index.ts';
import { Contents } from './contents.ts';
import { Directory, directoryEntry } from './directory.ts';
import { readSnapshot, writeSnapshot, type Fill } from './snapshot-file.ts';

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
    this.#state = createState(database);
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
