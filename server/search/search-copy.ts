import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { chunksRevision, ownChunkChanges } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import {
  isLexical,
  readIndexState,
  type IndexState,
  type VectorIdentity,
} from '../storage/index-state.ts';
import { changedDocuments, chunkTexts, directoryEntries } from '../storage/search-rows.ts';
import { identityNumber } from '../storage/vector-codes.ts';
import { applyDocuments, emptyCopy, readDocuments } from './apply-changes.ts';
import { copyCodes } from './copy-codes.ts';
import type { SearchFilter } from './filter.ts';
import type { LexicalHit, LexicalSearch } from './lexical/lexical-search.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { timeSlices } from './time-slices.ts';
import type { Candidate, VectorIndex } from './vectors/vector-index.ts';

export interface SearchCopyOptions {
  database: Database;
  log: Pick<Log, 'warn'>;
}

export interface CandidateOptions {
  limit: number;
  /** Cosine. */
  minScore: number;
  filter?: SearchFilter | undefined;
}

/** Milliseconds between two looks at what other processes have changed. */
const pollEvery = 1000;
const documentPage = 2000;
const textPage = 200;
/** Documents that are exchanged in one transaction. */
const changePage = 50;

/**
 * What searches need of the database, in memory: which documents there are, codes of their vectors, words
 * of their texts. It follows what this process changes at once, and what others change within a second. A
 * search asks the database nothing before it has its candidates.
 */
export function createSearchCopy({ database, log }: SearchCopyOptions) {
  const { query } = database;
  const serially = oneAtATime();
  let copied = emptyCopy();
  let revision = 0;
  /** Changes of this process that are in the copy. */
  let seen = 0;
  let state: IndexState | null = null;
  let opening: Promise<void> | null = null;
  const loading = new Map<number, Promise<VectorIndex>>();
  let words = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  let closed = false;

  /** The copy stays as it is, and is tried again; the log hears of it once. */
  function failed(error: unknown): void {
    if (!failing && !closed)
      log.warn({ err: error }, 'the copy for searches cannot be kept current');
    failing = true;
  }

  /** Only while nothing else changes the copy, as all that are called serially. */
  async function load(): Promise<void> {
    for (const index of copied.vectors.values()) index.close();
    copied = emptyCopy();
    loading.clear();
    words = Promise.withResolvers();
    revision = await chunksRevision(query);
    const breathe = timeSlices();
    for (let after = 0, rows; ; after = rows.at(-1)!.id) {
      rows = await directoryEntries(query, { after, limit: documentPage });
      for (const entry of rows) copied.directory.set(entry);
      if (rows.length < documentPage) break;
      await breathe();
    }
    await refresh();
    await followState();
    void copyWords();
  }

  async function refresh(): Promise<void> {
    const own = ownChunkChanges(database);
    const latest = await chunksRevision(query);
    // A backup was put back: nothing that is known holds any more.
    if (latest < revision) return load();
    if (latest > revision) {
      const changed = await changedDocuments(query, revision);
      for (let start = 0; start < changed.length; start += changePage) {
        const ids = changed.slice(start, start + changePage);
        const read = await database.transaction((from) => readDocuments(from, copied, ids));
        await applyDocuments(copied, read, ids);
      }
      await followState();
    }
    revision = latest;
    seen = own;
    failing = false;
  }

  /** Vectors of an index that is neither active nor next are let go; those of the active one are read before they are asked for. */
  async function followState(): Promise<void> {
    state = await readIndexState(query);
    if (!state) return;
    const { active, next } = state;
    const kept = new Set([active, ...(next ? [next] : [])].map(identityNumber));
    for (const [identity, index] of copied.vectors) {
      if (kept.has(identity)) continue;
      index.close();
      copied.vectors.delete(identity);
      loading.delete(identity);
    }
    if (!isLexical(active)) void vectorsOf(active).catch(failed);
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

  const poll = () => void serially(refresh).catch(failed);

  /** With all that this process has changed. Without the database, the copy as it is. */
  async function current(): Promise<void> {
    await open();
    if (ownChunkChanges(database) === seen) return;
    await serially(async () => {
      if (ownChunkChanges(database) !== seen) await refresh();
    }).catch(failed);
  }

  function vectorsOf(identity: VectorIdentity): Promise<VectorIndex> {
    const number = identityNumber(identity);
    const before = loading.get(number);
    if (before) return before;
    const made = serially(async () => {
      const index = await copyCodes(query, copied, identity);
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

  /** Page by page, in turns with everything else. */
  async function copyWords(): Promise<void> {
    const target = copied;
    const breathe = timeSlices();
    let after = 0;
    const copyPage = async () => {
      if (target !== copied || closed) return false;
      const rows = await chunkTexts(query, { after, limit: textPage });
      for (const row of rows) {
        // What has changed since the last refresh is for the next one.
        const ordinal = target.directory.ordinalOf(row.documentId, row.id);
        if (ordinal !== undefined) target.lexical.add(row.id, ordinal, row);
        await breathe();
      }
      after = rows.at(-1)?.id ?? after;
      target.lexicalComplete = rows.length < textPage;
      if (target.lexicalComplete) words.resolve();
      return !target.lexicalComplete;
    };
    for (let more = true; more;) {
      more = await serially(copyPage).catch(async (error: unknown) => {
        failed(error);
        await sleep(pollEvery, undefined, { ref: false });
        return true;
      });
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

    /** All vectors of this identity that may be among the nearest; see `VectorIndex`. */
    async candidates(
      identity: VectorIdentity,
      vector: Float32Array,
      { limit, minScore, filter }: CandidateOptions,
    ): Promise<Candidate[]> {
      await current();
      const index = await vectorsOf(identity);
      while (copied.midway) await copied.midway;
      const allowed = copied.directory.allowed(filter);
      return index.candidates(vector, { limit, minScore, allowed });
    },

    /** Until all words are read: nothing when there are vectors to search, else it waits. */
    lexical: (async (question, { limit, filter }): Promise<LexicalHit[]> => {
      await current();
      if (!copied.lexicalComplete) {
        if (state && !isLexical(state.active)) return [];
        await words.promise;
      }
      while (copied.midway) await copied.midway;
      const allowed = copied.directory.allowed(filter);
      return copied.lexical.search(question, { limit, allowed });
    }) satisfies LexicalSearch,

    /** Null: nothing was indexed yet. Bytes are those of codes, words and directory. */
    async figures() {
      await current();
      const { lexical, directory, vectors } = copied;
      const identity = state && identityNumber(state.active);
      const codes = Array.from(vectors.values(), ({ bytes }) => bytes);
      return {
        active: state?.active ?? null,
        chunks: directory.chunks,
        vectors: (identity && vectors.get(identity)?.size) || 0,
        bytes: codes.reduce((sum, bytes) => sum + bytes, lexical.bytes + directory.bytes),
      };
    },

    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await serially(() => Promise.resolve());
      for (const index of copied.vectors.values()) index.close();
    },
  };
}
export type SearchCopy = ReturnType<typeof createSearchCopy>;
