import type { Log } from '../../runtime/log.ts';
import { chunksRevision, ownChunkChanges } from '../../storage/chunks.ts';
import type { Database } from '../../storage/database.ts';
import {
  isLexical,
  readIndexState,
  type IndexState,
  type EmbeddingSpace,
} from '../../embedding/index-state.ts';
import { spaceNumber, makeAllCodes } from '../relational/vector-codes.ts';
import { applyChanges, copyDirectory, emptyCopy } from './apply-changes.ts';
import { createCopySnapshot } from './copy-snapshot.ts';
import { copyCodes } from './copy-codes.ts';
import { copyWords } from './copy-words.ts';
import type { SearchFilter } from '../filter.ts';
import { createLexicalIndex } from '../lexical/lexical-index.ts';
import type { LexicalHit, LexicalSearch } from '../lexical/lexical-search.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { oneAtATime } from '../../runtime/one-at-a-time.ts';
import { scanCodes } from './scan-codes.ts';
import type { Int8Index } from '../int8/int8-index.ts';
import type { Candidate } from '../vector-index.ts';

export interface SearchCopyOptions {
  database: Database;
  log: Pick<Log, 'warn'>;
  /** Bytes that the copy may take. */
  memory: number;
  /** Where it is kept between two runs; null: nowhere. */
  folder: string | null;
}

export interface CandidateOptions {
  limit: number;
  /** Cosine. */
  minScore: number;
  filter?: SearchFilter | undefined;
}

/** Milliseconds between two looks at what other processes have changed. */
const pollEvery = 1000;
/** Milliseconds at a time for giving back memory. */
const tidyFor = 3;
/** Scans of the table for one question, while chunks change. */
const scans = 3;

/**
 * What searches need of the database, in memory: which documents there are, codes of their vectors, words
 * of their texts. It follows what this process changes at once, and what others change within a second. A
 * search asks the database nothing before it has its candidates, unless the codes have no room in memory.
 */
export function createSearchCopy({ database, log, memory, folder }: SearchCopyOptions) {
  const { query } = database;
  const serially = oneAtATime();
  const budget = createMemoryBudget(memory);
  const snapshot = folder === null ? null : createCopySnapshot(database, folder);
  const loading = new Map<number, Promise<Int8Index>>();
  let copied = emptyCopy();
  let revision = 0;
  /** Changes of this process that are in the copy. */
  let seen = 0;
  let state: IndexState | null = null;
  let opening: Promise<void> | null = null;
  let words = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  let closed = false;

  /** The copy stays as it is, and is tried again; the log hears of it once. */
  function failed(error: unknown): void {
    if (!failing && !closed) {
      log.warn({ err: error }, 'the copy for searches cannot be kept current');
    }
    failing = true;
  }

  /** Only while nothing else changes the copy, as all that runs serially. */
  async function load(): Promise<void> {
    forgetAll();
    copied = emptyCopy();
    words = Promise.withResolvers();
    if (!(await restore())) {
      copied = emptyCopy();
      revision = await chunksRevision(query);
      await copyDirectory(query, copied);
      await refresh();
    }
    await adapt();
    if (copied.words !== 'reading') return words.resolve();
    void copyWords(query, copied, serially, failed).then(words.resolve);
  }

  /** From the file of an earlier run. False: there is none that is true. */
  async function restore(): Promise<boolean> {
    const found = await snapshot?.read(await readIndexState(query));
    if (!found) return false;
    ({ copied, revision } = found);
    if (revision <= (await chunksRevision(query))) {
      for (const [identity, index] of copied.vectors) loading.set(identity, Promise.resolve(index));
      await refresh();
      if (await snapshot?.isTrue(copied)) return true;
    }
    forgetVectors(() => true);
    return false;
  }

  async function refresh(): Promise<void> {
    const own = ownChunkChanges(database);
    const latest = await chunksRevision(query);
    // A backup was put back: nothing that is known holds any more.
    if (latest < revision) return load();
    if (latest > revision) {
      await applyChanges(database, copied, revision);
      await adapt();
    }
    revision = latest;
    seen = own;
    failing = false;
  }

  /** Lets go of what has no use or no room any more, and reads what has, before it is asked for. */
  async function adapt(): Promise<void> {
    state = await readIndexState(query);
    const { active, next } = state ?? {};
    if (active) {
      const kept = new Set([active, ...(next ? [next] : [])].map(spaceNumber));
      forgetVectors((identity) => !kept.has(identity));
    }
    if (active && !isLexical(active)) {
      await makeAllCodes(database, active);
      if (budget.vectorsFit(copied, active.dimensions)) void vectorsOf(active).catch(failed);
      else forgetVectors(() => true);
      // Without vectors, words are all there is.
      if (copied.words !== 'left out' && !budget.wordsFit(copied)) leaveWordsOut();
    }
  }

  function forgetVectors(which: (identity: number) => boolean): void {
    for (const [identity, index] of copied.vectors) {
      if (!which(identity)) continue;
      index.close();
      copied.vectors.delete(identity);
      loading.delete(identity);
    }
  }

  function forgetAll(): void {
    forgetVectors(() => true);
    // Whoever reads them stops.
    copied.words = 'left out';
    words.resolve();
  }

  function leaveWordsOut(): void {
    copied.words = 'left out';
    copied.lexical = createLexicalIndex();
  }

  function open(): Promise<void> {
    opening ??= serially(load).then(
      () => {
        timer ??= setInterval(poll, pollEvery).unref();
      },
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  }

  function poll(): void {
    copied.lexical.tidy(tidyFor);
    serially(refresh)
      .then(() => snapshot?.look(copied, revision, state))
      .catch(failed);
  }

  /** With all that this process has changed. Without the database, the copy as it is. */
  async function current(): Promise<void> {
    await open();
    if (ownChunkChanges(database) === seen) return;
    await serially(async () => {
      if (ownChunkChanges(database) !== seen) await refresh();
    }).catch(failed);
  }

  function vectorsOf(identity: EmbeddingSpace): Promise<Int8Index> {
    const number = spaceNumber(identity);
    const before = loading.get(number);
    if (before) return before;
    const made = serially(async () => {
      const index = await copyCodes(database, copied, identity);
      copied.vectors.set(number, index);
      // What has changed while it was read.
      await refresh();
      return index;
    }).catch((error: unknown) => {
      loading.delete(number);
      throw error;
    });
    loading.set(number, made);
    return made;
  }

  /** Codes are read for this question; again, if chunks have changed meanwhile. */
  async function scanTable(
    identity: EmbeddingSpace,
    vector: Float32Array,
    { limit, minScore, filter }: CandidateOptions,
  ): Promise<Candidate[]> {
    for (let scan = 1; ; scan++) {
      const { directory } = copied;
      const wanted = { limit, minScore, allowed: directory.allowed(filter) };
      const before = revision;
      const found = await scanCodes(query, directory, identity, vector, wanted);
      await serially(refresh);
      if (revision === before || scan === scans) return found;
    }
  }

  return {
    /** Begins to read; what is asked for earlier waits. */
    start(): void {
      open().catch((error: unknown) => {
        failed(error);
        if (!closed) setTimeout(() => this.start(), pollEvery).unref();
      });
    },

    /** Reads what others have changed by now. */
    refresh: (): Promise<void> => open().then(() => serially(refresh)),

    /** Whether the vectors are, or will be, in memory. */
    async holds({ dimensions }: EmbeddingSpace): Promise<boolean> {
      await current();
      return budget.vectorsFit(copied, dimensions);
    },

    /** All vectors of this identity that may be among the nearest; see `VectorIndex`. */
    async candidates(
      identity: EmbeddingSpace,
      vector: Float32Array,
      options: CandidateOptions,
    ): Promise<Candidate[]> {
      await current();
      if (!budget.vectorsFit(copied, identity.dimensions)) {
        return scanTable(identity, vector, options);
      }
      const index = await vectorsOf(identity);
      while (copied.midway) await copied.midway;
      const { limit, minScore, filter } = options;
      const allowed = copied.directory.allowed(filter);
      return index.candidates(vector, { limit, minScore, allowed });
    },

    /** Until all words are read: nothing when there are vectors to search, else it waits. */
    lexical: (async (question, { limit, filter }): Promise<LexicalHit[]> => {
      await current();
      while (copied.words === 'reading') {
        if (state && !isLexical(state.active)) return [];
        await words.promise;
      }
      while (copied.midway) await copied.midway;
      const allowed = copied.directory.allowed(filter);
      return copied.lexical.search(question, { limit, allowed });
    }) satisfies LexicalSearch,

    async figures() {
      await current();
      const { lexical, directory, vectors } = copied;
      const active = state?.active ?? null;
      const held = active && vectors.get(spaceNumber(active));
      const codes = Array.from(vectors.values(), ({ bytes }) => bytes);
      return {
        /** Null: nothing was indexed yet. */
        active,
        chunks: directory.chunks,
        /** In memory, of the active index. */
        vectors: held?.size ?? 0,
        words: copied.words,
        budget: memory,
        /** Bytes: what is held, and what all would need. */
        bytes: codes.reduce((sum, bytes) => sum + bytes, lexical.bytes + directory.bytes),
        needed: budget.needed(copied, active?.dimensions ?? 0),
      };
    },

    /** Deletes the file, which holds texts of the site, for good. */
    removeFile: async () => snapshot?.remove(),
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await serially(async () => {
        if (opening) await snapshot?.end(copied, revision, state);
        forgetAll();
      });
    },
  };
}
export type SearchCopy = ReturnType<typeof createSearchCopy>;
