import { z } from 'zod';
import { documentKind } from '../../contract/chat.ts';
import type { SearchFilter } from '../filter.ts';

/** Chunks are written together, so their ids mostly follow each other: then the first and their number say all. */
const chunkIds = z.union([
  z.object({ first: z.number(), count: z.number() }),
  z.array(z.number()).readonly(),
]);
export type ChunkIds = z.infer<typeof chunkIds>;

/** What a search knows of a document without reading anything. */
export const directoryEntry = z.object({
  id: z.number(),
  kind: documentKind,
  /** BCP 47; empty when it is not known. */
  language: z.string(),
  postType: z.string(),
  chunkIds,
});
export type DirectoryEntry = z.infer<typeof directoryEntry>;

const isRange = (ids: ChunkIds): ids is { first: number; count: number } => 'first' in ids;

export const toIds = (ids: ChunkIds): readonly number[] =>
  isRange(ids) ? Array.from({ length: ids.count }, (_, index) => ids.first + index) : ids;

const includes = (ids: ChunkIds, id: number) =>
  isRange(ids) ? id >= ids.first && id < ids.first + ids.count : ids.includes(id);

const countOf = (ids: ChunkIds) => (isRange(ids) ? ids.count : ids.length);

const sumOf = (ids: ChunkIds) =>
  isRange(ids)
    ? ids.count * ids.first + (ids.count * (ids.count - 1)) / 2
    : ids.reduce((sum, id) => sum + id, 0);

/** Filters whose documents are kept; a site asks with few different ones. */
const keptMasks = 8;

/** Measured: an entry, its range of ids and its place among the ordinals. */
const bytesPerDocument = 200;

const takesLanguage = (asked: readonly string[], language: string) =>
  asked.some((tag) => language === tag || language.startsWith(`${tag}-`));

/**
 * All documents that have chunks. Each has a small number, its ordinal, which engines keep for each chunk;
 * numbers of documents that are gone are given again.
 */
export function createDirectory() {
  const ordinals = new Map<number, number>();
  const entries: (DirectoryEntry | undefined)[] = [];
  const free: number[] = [];
  const masks = new Map<string, Uint8Array>();
  let chunks = 0;
  let changes = 0;

  function changed(): void {
    changes++;
    masks.clear();
  }

  function matches(entry: DirectoryEntry | undefined, filter: SearchFilter): boolean {
    if (!entry) return false;
    const { kinds, languages, postTypes, documentIds } = filter;
    return (
      (!kinds || kinds.includes(entry.kind)) &&
      (!languages || takesLanguage(languages, entry.language.toLowerCase())) &&
      (!postTypes || postTypes.includes(entry.postType)) &&
      (!documentIds || documentIds.includes(entry.id))
    );
  }

  function allowedBy(filter: SearchFilter): Uint8Array {
    const languages = filter.languages?.map((tag) => tag.toLowerCase());
    const { documentIds, ...rest } = { ...filter, languages };
    const allowed = new Uint8Array(entries.length);
    const candidates = documentIds
      ? documentIds.flatMap((id) => ordinals.get(id) ?? [])
      : entries.keys();
    for (const ordinal of candidates) if (matches(entries[ordinal], rest)) allowed[ordinal] = 1;
    return allowed;
  }

  return {
    /** Documents. */
    get size() {
      return ordinals.size;
    },
    /** Of all documents. */
    get chunks() {
      return chunks;
    },
    /** Of the ids of all chunks. */
    get sum() {
      return entries.reduce((sum, entry) => sum + (entry ? sumOf(entry.chunkIds) : 0), 0);
    },
    /** Raised by each change. */
    get changes() {
      return changes;
    },
    /** Of memory, as good as can be told. */
    get bytes() {
      return entries.length * bytesPerDocument;
    },
    get: (id: number) => entries[ordinals.get(id) ?? -1],

    /** The document's ordinal, if it has the chunk. */
    ordinalOf(id: number, chunkId: number): number | undefined {
      const ordinal = ordinals.get(id);
      if (ordinal === undefined) return undefined;
      return includes(entries[ordinal]!.chunkIds, chunkId) ? ordinal : undefined;
    },

    entriesOf: (allowed: Uint8Array) =>
      entries.filter(
        (entry, ordinal) => entry !== undefined && allowed[ordinal] === 1,
      ) as DirectoryEntry[],

    byOrdinal: () => entries.map((entry) => entry ?? null),

    /** Only an empty one: what `byOrdinal` of another gave. */
    restore(given: readonly (DirectoryEntry | null)[]): void {
      for (const [ordinal, entry] of given.entries()) {
        entries.push(entry ?? undefined);
        if (!entry) {
          free.push(ordinal);
          continue;
        }
        ordinals.set(entry.id, ordinal);
        chunks += countOf(entry.chunkIds);
      }
      changed();
    },

    /** Puts it in place of what was known of the document, and gives its ordinal. */
    set(entry: DirectoryEntry): number {
      const ordinal = ordinals.get(entry.id) ?? free.pop() ?? entries.length;
      const before = entries[ordinal];
      chunks += countOf(entry.chunkIds) - (before ? countOf(before.chunkIds) : 0);
      ordinals.set(entry.id, ordinal);
      entries[ordinal] = entry;
      changed();
      return ordinal;
    },

    /** Only when no engine has a chunk of the document any more. */
    remove(id: number): void {
      const ordinal = ordinals.get(id);
      if (ordinal === undefined) return;
      chunks -= countOf(entries[ordinal]!.chunkIds);
      entries[ordinal] = undefined;
      ordinals.delete(id);
      free.push(ordinal);
      changed();
    },

    /** 1 at the ordinal of each document that takes part; null: all do. */
    allowed(filter: SearchFilter | undefined): Uint8Array | null {
      if (!filter || Object.values(filter).every((value) => value === undefined)) return null;
      const key = JSON.stringify(filter);
      const mask = masks.get(key) ?? allowedBy(filter);
      masks.set(key, mask);
      const [oldest] = masks.keys();
      if (masks.size > keptMasks && oldest !== undefined) masks.delete(oldest);
      return mask;
    },
  };
}
export type Directory = ReturnType<typeof createDirectory>;
