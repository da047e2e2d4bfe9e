import type { Kysely } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import {
  changedDocuments,
  chunkCodes,
  chunkTexts,
  directoryEntries,
  type ChunkCode,
  type ChunkText,
} from '../relational/search-rows.ts';
import { createDirectory, toIds, type Directory, type DirectoryEntry } from './directory.ts';
import { createLexicalIndex, type LexicalIndex } from '../lexical/lexical-index.ts';
import { createYielder } from '../../runtime/yielding.ts';
import type { Int8Index } from '../int8/int8-index.ts';
import { quantizedOf } from '../relational/vector-codes.ts';

/** What a copy consists of. */
export interface Copied {
  directory: Directory;
  lexical: LexicalIndex;
  /** Whether every text is in the lexical index, will be, or has no room. */
  words: 'complete' | 'reading' | 'left out';
  /** By the number of their identity, see `retrieval/relational/vector-codes.ts`. */
  vectors: Map<number, Int8Index>;
  /** A document is being exchanged, in several turns because it is long: searches wait for its end. */
  midway: Promise<void> | null;
}

export const emptyCopy = (): Copied => ({
  directory: createDirectory(),
  lexical: createLexicalIndex(),
  words: 'reading',
  vectors: new Map(),
  midway: null,
});

const documentPage = 2000;
/** Documents that are exchanged in one transaction. */
const changePage = 50;

/** All documents that there are, before anything else is read. */
export async function copyDirectory(query: Kysely<Schema>, { directory }: Copied): Promise<void> {
  const yieldIfDue = createYielder();
  for (let after = 0, rows; ; after = rows.at(-1)!.id) {
    rows = await directoryEntries(query, { after, limit: documentPage });
    for (const entry of rows) directory.set(entry);
    if (rows.length < documentPage) return;
    await yieldIfDue();
  }
}

/** Everything that has changed after the revision `since`. */
export async function applyChanges(
  database: Database,
  copied: Copied,
  since: number,
): Promise<void> {
  const changed = await changedDocuments(database.query, since);
  for (let start = 0; start < changed.length; start += changePage) {
    const ids = changed.slice(start, start + changePage);
    const read = await database.transaction((from) => readDocuments(from, copied, ids));
    await applyDocuments(copied, read, ids);
  }
}

/** Documents as they are now. */
interface Latest {
  entries: Map<number, DirectoryEntry>;
  codes: Map<number, Map<number, ChunkCode>>;
  texts: Map<number, ChunkText>;
}

const byId = <T extends { id: number }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [row.id, row]));

/** In one transaction, so that no document is half there. */
async function readDocuments(
  query: Kysely<Schema>,
  { directory, vectors, words }: Copied,
  documentIds: readonly number[],
): Promise<Latest> {
  const entries = byId(await directoryEntries(query, { ids: documentIds }));
  const ids: number[] = [];
  const fresh: number[] = [];
  for (const { id, chunkIds } of entries.values()) {
    for (const chunkId of toIds(chunkIds)) {
      ids.push(chunkId);
      // A chunk's text never changes. While the index is being made, nobody knows whether it is there.
      const unknown = words === 'reading' || directory.ordinalOf(id, chunkId) === undefined;
      if (unknown && words !== 'left out') fresh.push(chunkId);
    }
  }
  const codes = new Map<number, Map<number, ChunkCode>>();
  for (const identity of vectors.keys()) {
    codes.set(identity, byId(ids.length > 0 ? await chunkCodes(query, identity, { ids }) : []));
  }
  const texts = byId(fresh.length > 0 ? await chunkTexts(query, { ids: fresh }) : []);
  return { entries, codes, texts };
}

/** Puts what was read in place of what was known, document by document: a search sees one or the other. */
async function applyDocuments(
  copied: Copied,
  latest: Latest,
  documentIds: readonly number[],
): Promise<void> {
  const yieldIfDue = createYielder();
  for (const id of documentIds) {
    await yieldIfDue();
    let done!: () => void;
    copied.midway = new Promise((resolve) => (done = resolve));
    try {
      await exchange(copied, latest, id, yieldIfDue);
    } finally {
      copied.midway = null;
      done();
    }
  }
}

async function exchange(
  { directory, lexical, vectors }: Copied,
  { entries, codes, texts }: Latest,
  id: number,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<void> {
  const after = entries.get(id);
  const ids = after ? toIds(after.chunkIds) : [];
  const kept = new Set(ids);
  for (const chunkId of toIds(directory.get(id)?.chunkIds ?? [])) {
    if (kept.has(chunkId)) continue;
    lexical.remove(chunkId);
    for (const index of vectors.values()) index.remove(chunkId);
  }
  if (!after) return directory.remove(id);
  const ordinal = directory.set(after);
  for (const chunkId of ids) {
    for (const [identity, index] of vectors) {
      const row = codes.get(identity)?.get(chunkId);
      if (row) index.add(chunkId, ordinal, quantizedOf(row.code));
      else index.remove(chunkId);
    }
    const text = texts.get(chunkId);
    if (!text) continue;
    lexical.add(chunkId, ordinal, text);
    const pause = yieldIfDue();
    if (pause) await pause;
  }
}
