import { setTimeout as sleep } from 'node:timers/promises';
import { isLexical, readActiveIndex } from '../../embedding/index-state.ts';
import type { Log } from '../../runtime/log.ts';
import { oneAtATime } from '../../runtime/one-at-a-time.ts';
import { Yielder } from '../../runtime/yielding.ts';
import { changedDocuments, chunksRevision, ownChunkChanges } from '../../storage/chunks.ts';
import type { Database } from '../../storage/database.ts';
import { countVectors } from '../../storage/vectors/vectors.ts';
import { sameSpace, type EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import type { LexicalHit, LexicalOptions } from '../lexical/lexical-index.ts';
import type { Candidate, VectorQuery } from '../vector-index.ts';
import { maxVectors } from '../int8/rows.ts';
import { Contents, inBatches, readDocuments } from './contents.ts';
import { Snapshot } from './snapshot.ts';

export interface MemoryIndexOptions {
  database: Database;
  log: Pick<Log, 'warn'>;
  clock: () => number;
  /** Bytes that the index may use. */
  memory: number;
  /** Folder of the snapshot; null: there is none. */
  folder: string | null;
}

/** Milliseconds between two looks at the change feed. */
const pollInterval = 1000;
/** Polls without a change before the snapshot is written. */
const quietPolls = 20;
/** Milliseconds at a time for compacting the lexical index. */
const compactSlice = 3;
/** Vectors that had no room need this share of the budget at most before they are read again. */
const margin = 0.9;

/**
 * The vector index and the lexical index of this process. It reads all documents once, from a snapshot or
 * from the database, and then follows the change feed: its own process's changes at once, those of others
 * within a second. It holds the vectors of the active space, if they fit into the memory budget.
 *
 * A search waits until all documents were read at the first start. After a switch of the space the documents
 * are read once more for their vectors: searches go on meanwhile, with the vectors that are there.
 */
export class MemoryIndex {
  readonly #database: Database;
  readonly #log: Pick<Log, 'warn'>;
  readonly #memory: number;
  readonly #snapshot: Snapshot | null;
  /** Everything that changes the contents runs here, one after the other. */
  readonly #serially = oneAtATime();
  #contents = new Contents(0);
  #isLoaded = false;
  /** Runs until all documents were read; null: they were. */
  #reading: Promise<void> | null = null;
  /** Changes by this process that are in the contents. */
  #ownChanges = 0;
  #activeSpace: EmbeddingSpace | null = null;
  #isTooLarge = false;
  #bytesNeeded = 0;
  #quietPolls = 0;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #isClosed = false;

  constructor({ database, log, clock, memory, folder }: MemoryIndexOptions) {
    this.#database = database;
    this.#log = log;
    this.#memory = memory;
    this.#snapshot = folder === null ? null : new Snapshot(database, folder, clock);
  }

  /** Begins to read, and to follow the change feed. Without it the first search begins. */
  start(): void {
    this.#timer ??= setInterval(() => this.#poll(), pollInterval).unref();
    this.#poll();
  }

  /** Follows the change feed up to now. */
  refresh(): Promise<void> {
    return this.#serially(() => this.#follow());
  }

  /** Returns candidates as a `VectorIndex`: every chunk that can be among the nearest. */
  async search({
    embedder,
    vector,
    topK: limit,
    minScore,
    filter,
  }: VectorQuery): Promise<Candidate[]> {
    const space = { embedder, dimensions: vector.length };
    const isSame = (other: EmbeddingSpace | null) => other !== null && sameSpace(other, space);
    await this.#current();
    // Another process may have switched the space a moment ago.
    if (!isSame(this.#contents.space)) await this.refresh();
    const contents = await this.#until(({ hasAllWords }) => hasAllWords);
    if (!contents.vectors || !isSame(contents.space)) return [];
    const allowed = contents.directory.allowed(filter);
    return contents.vectors.candidates(vector, { limit, minScore, allowed });
  }

  /** Finds chunks by their words, best first. */
  readonly lexical = async (
    question: string,
    { limit, filter, language, synonyms }: LexicalOptions,
  ): Promise<LexicalHit[]> => {
    await this.#current();
    const { lexical, directory } = await this.#until(({ hasAllWords }) => hasAllWords);
    const allowed = directory.allowed(filter);
    return lexical?.search(question, { limit, allowed, language, synonyms }) ?? [];
  };

  /** Returns whether the vectors of the active space are, or will be, in memory. */
  async hasRoom(): Promise<boolean> {
    await this.#current();
    return !this.#isTooLarge;
  }

  async figures() {
    await this.#current();
    const { directory, vectors, lexical, hasAllWords, bytes } = this.#contents;
    return {
      /** Null: nothing has a vector. */
      space: this.#activeSpace,
      chunks: directory.chunks,
      vectors: vectors?.size ?? 0,
      words: lexical ? (hasAllWords ? 'complete' : 'reading') : 'left out',
      budget: this.#memory,
      bytes,
      /** Bytes that all words and vectors would need. */
      bytesNeeded: this.#bytesNeeded,
    };
  }

  /** Deletes the snapshot, which contains texts of the site, for good. */
  async removeFile(): Promise<void> {
    await this.#snapshot?.remove();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#serially(async () => {
      clearInterval(this.#timer);
      if (this.#isLoaded) await this.#snapshot?.write(this.#contents);
      this.#contents.close();
    });
  }

  #poll(): void {
    this.#contents.lexical?.compact(compactSlice);
    const { revision } = this.#contents;
    this.refresh()
      .then(() => {
        this.#quietPolls = this.#contents.revision === revision ? this.#quietPolls + 1 : 0;
        if (this.#quietPolls % quietPolls === quietPolls - 1) {
          void this.#snapshot?.write(this.#contents);
        }
      })
      .catch((error: unknown) => this.#failed(error));
  }

  /** Keeps the contents as they are; the next poll tries again. Failures in a row are logged once. */
  #failed(error: unknown): void {
    if (!this.#isFailing && !this.#isClosed) {
      this.#log.warn({ err: error }, 'the in-memory index cannot follow the database');
    }
    this.#isFailing = true;
  }

  /** Applies the changes of this process. If the database does not answer, the contents stay as they are. */
  async #current(): Promise<void> {
    const isCurrent = () => this.#isLoaded && ownChunkChanges(this.#database) === this.#ownChanges;
    if (isCurrent()) return;
    try {
      await this.#serially(async () => {
        if (!isCurrent()) await this.#follow();
      });
    } catch (error) {
      if (!this.#isLoaded) throw error;
      this.#failed(error);
    }
  }

  /** Waits until enough was read and no document is being replaced. */
  async #until(isEnough: (contents: Contents) => boolean): Promise<Contents> {
    while (!isEnough(this.#contents)) {
      if (this.#isClosed) throw new Error('The in-memory index is closed.');
      await (this.#reading ?? this.refresh());
    }
    while (this.#contents.replacing) await this.#contents.replacing;
    return this.#contents;
  }

  /** Applies all changes since the revision of the contents. */
  async #follow(): Promise<void> {
    if (!this.#isLoaded) await this.#load();
    const { query } = this.#database;
    const own = ownChunkChanges(this.#database);
    const revision = await chunksRevision(query);
    if (revision < this.#contents.revision) {
      // A backup was restored while this process was running.
      this.#isLoaded = false;
      return this.#follow();
    }
    if (revision > this.#contents.revision) {
      const changed = await changedDocuments(query, this.#contents.revision);
      for await (const ids of inBatches(query, changed)) await this.#readBatch(ids);
      await this.#fit();
      this.#contents.revision = revision;
    }
    this.#ownChanges = own;
    this.#isFailing = false;
  }

  /** Begins with the snapshot if there is one, else with nothing. */
  async #load(): Promise<void> {
    const revision = await chunksRevision(this.#database.query);
    const restored = await this.#snapshot?.read(await this.#readSpace());
    this.#contents.close();
    this.#contents = restored ?? new Contents(revision);
    await this.#fit();
    this.#isLoaded = true;
    this.#timer ??= setInterval(() => this.#poll(), pollInterval).unref();
  }

  async #readSpace(): Promise<EmbeddingSpace | null> {
    const active = await readActiveIndex(this.#database.query);
    return active && !isLexical(active) ? active : null;
  }

  /** Drops contents that are of no use or have no room any more, and begins to read those that are missing. */
  async #fit(): Promise<void> {
    const contents = this.#contents;
    const space = await this.#readSpace();
    const chunks = contents.hasAllWords
      ? contents.directory.chunks
      : (await countVectors(this.#database.query, null)).total;
    this.#activeSpace = space;
    this.#bytesNeeded = contents.bytesNeeded(chunks, space?.dimensions ?? 0);
    this.#isTooLarge =
      space !== null &&
      (chunks > maxVectors(space.dimensions) ||
        this.#bytesNeeded > this.#memory * (this.#isTooLarge ? margin : 1));
    contents.setSpace(this.#isTooLarge ? null : space, chunks);
    // Without vectors, words are the only way to search.
    if (space && contents.bytesNeeded(chunks, 0) > this.#memory) contents.lexical = null;
    if (contents.complete) return;
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null));
  }

  /** Reads all documents, a batch at a time, so that changes come between; again if the space is switched. */
  async #readAll(): Promise<void> {
    const { query } = this.#database;
    while (!this.#contents.complete && !this.#isClosed) {
      const contents = this.#contents;
      const { space } = contents;
      const isCurrent = () =>
        contents === this.#contents && contents.space === space && !this.#isClosed;
      try {
        const rows = await query.selectFrom('documents').select('id').orderBy('id').execute();
        const ids = rows.map(({ id }) => id);
        for await (const batch of inBatches(query, ids)) {
          await this.#serially(async () => {
            if (isCurrent()) await this.#readBatch(batch);
          });
          if (!isCurrent()) break;
        }
        if (isCurrent()) contents.complete = contents.hasAllWords = true;
      } catch (error) {
        this.#failed(error);
        await sleep(pollInterval, undefined, { ref: false });
      }
    }
  }

  async #readBatch(ids: readonly number[]): Promise<void> {
    const contents = this.#contents;
    const yielder = new Yielder();
    const found = await readDocuments(this.#database.query, contents.space, ids);
    for (const id of ids) {
      await contents.replace(id, found.get(id) ?? [], yielder);
      await yielder.yieldIfDue();
    }
  }
}
