import { z } from 'zod';
import { documentKind } from '../../contract/chat.ts';
import type { SearchFilter } from '../vector-index.ts';

export const directoryEntry = z.object({
  id: z.number(),
  kind: documentKind,
  /** BCP 47; empty if unknown. */
  language: z.string(),
  postType: z.string(),
  chunkIds: z.array(z.number()),
});
export type DirectoryEntry = z.infer<typeof directoryEntry>;

/** Measured: an entry with its maps. */
const bytesPerDocument = 200;
const bytesPerChunk = 8;

const matchesLanguage = (tags: readonly string[], language: string) =>
  tags.some((tag) => language === tag || language.startsWith(`${tag}-`));

/**
 * Documents that have chunks, with everything that filters need. Each has an ordinal, a small number that the
 * indexes keep for each chunk; ordinals of removed documents are used again.
 */
export class Directory {
  readonly #ordinals = new Map<number, number>();
  readonly #entries: (DirectoryEntry | undefined)[] = [];
  readonly #free: number[] = [];
  #chunks = 0;

  /** @param entries What `byOrdinal` of another directory returned. */
  constructor(entries: readonly (DirectoryEntry | null)[] = []) {
    for (const [ordinal, entry] of entries.entries()) {
      this.#entries.push(entry ?? undefined);
      if (!entry) {
        this.#free.push(ordinal);
        continue;
      }
      this.#ordinals.set(entry.id, ordinal);
      this.#chunks += entry.chunkIds.length;
    }
  }

  /** Chunks of all documents. */
  get chunks(): number {
    return this.#chunks;
  }

  /** Estimated bytes of memory. */
  get bytes(): number {
    return this.#entries.length * bytesPerDocument + this.#chunks * bytesPerChunk;
  }

  chunksOf(id: number): readonly number[] {
    return this.#entries[this.#ordinals.get(id) ?? -1]?.chunkIds ?? [];
  }

  byOrdinal(): (DirectoryEntry | null)[] {
    return this.#entries.map((entry) => entry ?? null);
  }

  /** Adds or replaces a document and returns its ordinal. */
  set(entry: DirectoryEntry): number {
    const ordinal = this.#ordinals.get(entry.id) ?? this.#free.pop() ?? this.#entries.length;
    this.#chunks += entry.chunkIds.length - this.chunksOf(entry.id).length;
    this.#ordinals.set(entry.id, ordinal);
    this.#entries[ordinal] = entry;
    return ordinal;
  }

  /** Removes a document of which no index has a chunk any more. */
  remove(id: number): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return;
    this.#chunks -= this.chunksOf(id).length;
    this.#entries[ordinal] = undefined;
    this.#ordinals.delete(id);
    this.#free.push(ordinal);
  }

  /** Returns a mask by ordinal with 1 for each document that matches; null if every document does. */
  allowed(filter: SearchFilter | undefined): Uint8Array | null {
    if (!filter || Object.values(filter).every((value) => value === undefined)) return null;
    const { kinds, languages, postTypes, documentIds } = filter;
    const tags = languages?.map((tag) => tag.toLowerCase());
    const ids = documentIds && new Set(documentIds);
    const mask = new Uint8Array(this.#entries.length);
    for (const [ordinal, entry] of this.#entries.entries()) {
      const matches =
        entry &&
        (!kinds || kinds.includes(entry.kind)) &&
        (!tags || matchesLanguage(tags, entry.language.toLowerCase())) &&
        (!postTypes || postTypes.includes(entry.postType)) &&
        (!ids || ids.has(entry.id));
      if (matches) mask[ordinal] = 1;
    }
    return mask;
  }
}
