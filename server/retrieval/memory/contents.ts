import { z } from 'zod';
import type { Kysely } from 'kysely';
import { documentKind } from '../../contract/chat.ts';
import type { SearchFilter } from '../../contract/search.ts';
import type { Yielder } from '../../runtime/yielding.ts';
import type { Schema } from '../../storage/schema.ts';
import { readChunks, type StoredChunk } from '../../storage/vectors/vectors.ts';
import { type EmbeddingSpace, sameSpace } from '../../storage/vectors/stored-vector.ts';
import { Int8Index } from '../int8/int8-index.ts';
import { quantize, bytesPerVector } from '../int8/rows.ts';
import { LexicalIndex } from '../lexical/lexical-index.ts';

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
    const { kinds, languages, post_types, document_ids } = filter;
    const tags = languages?.map((tag) => tag.toLowerCase());
    const ids = document_ids && new Set(document_ids);
    const mask = new Uint8Array(this.#entries.length);
    for (const [ordinal, entry] of this.#entries.entries()) {
      const matches =
        entry &&
        (!kinds || kinds.includes(entry.kind)) &&
        (!tags || matchesLanguage(tags, entry.language.toLowerCase())) &&
        (!post_types || post_types.includes(entry.postType)) &&
        (!ids || ids.has(entry.id));
      if (matches) mask[ordinal] = 1;
    }
    return mask;
  }
}

/** Limits of one batch, which is in memory as a whole. A document is never divided. */
const maxDocuments = 50;
const maxChunks = 500;

/** No chunk has vectors of it. */
const noSpace: EmbeddingSpace = { embedder: '', dimensions: 0 };

/** Divides documents into batches of few chunks. Deleted documents are in them, too. */
export async function* inBatches(
  query: Kysely<Schema>,
  ids: readonly number[],
): AsyncGenerator<number[]> {
  for (let start = 0; start < ids.length;) {
    const candidates = ids.slice(start, start + maxDocuments);
    const rows = await query
      .selectFrom('documents')
      .select(['id', 'chunk_count'])
      .where('id', 'in', candidates)
      .execute();
    const counts = new Map(rows.map((row) => [row.id, row.chunk_count]));
    let chunks = 0;
    const batch = candidates.filter((id, index) => {
      chunks += counts.get(id) ?? 0;
      return index === 0 || chunks <= maxChunks;
    });
    yield batch;
    start += batch.length;
  }
}

/** Reads the chunks of documents in one statement, so that each document is whole; by document, in order. */
export async function readDocuments(
  query: Kysely<Schema>,
  space: EmbeddingSpace | null,
  ids: readonly number[],
): Promise<Map<number, StoredChunk[]>> {
  const chunks = await readChunks(query, space ?? noSpace, (select) =>
    select.where('chunks.document_id', 'in', ids).orderBy('chunks.id'),
  );
  return Map.groupBy(chunks, ({ passage }) => passage.documentId);
}

/** Estimated bytes of a chunk's words before they are indexed. Measured with English texts of 900 characters. */
const bytesOfWords = 600;

/** Documents, words and vectors in memory, at one revision of the change feed. */
export class Contents {
  /** All changes up to this one are here, once `complete`. */
  revision: number;
  /** Null: the words have no room. */
  lexical: LexicalIndex | null;
  vectors: Int8Index | null = null;
  /** Space of the vectors; null: there are none, or they have no room. */
  space: EmbeddingSpace | null = null;
  /** The words of all documents were read. */
  hasAllWords: boolean;
  /** All documents were read, with their vectors of the current space. */
  complete: boolean;
  /** A long document is replaced over several turns of the event loop; searches wait for its end. */
  replacing: Promise<void> | null = null;
  readonly directory: Directory;

  /** @param restored Parts from a snapshot; without them the contents are empty, and everything has to be read. */
  constructor(revision: number, restored?: { directory: Directory; lexical: LexicalIndex }) {
    this.revision = revision;
    this.directory = restored?.directory ?? new Directory();
    this.lexical = restored?.lexical ?? new LexicalIndex();
    this.hasAllWords = restored !== undefined;
    this.complete = restored !== undefined;
  }

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.directory.bytes + (this.lexical?.bytes ?? 0) + (this.vectors?.bytes ?? 0);
  }

  /** Bytes that `chunks` need with vectors of these dimensions; 0: only words. */
  bytesNeeded(chunks: number, dimensions: number): number {
    const words = this.hasAllWords ? (this.lexical?.bytes ?? 0) : chunks * bytesOfWords;
    return this.directory.bytes + words + (dimensions && chunks * bytesPerVector(dimensions));
  }

  /** Drops the vectors of another space. The new ones are read with the documents. */
  setSpace(space: EmbeddingSpace | null, expected: number): void {
    if (space && this.space && sameSpace(space, this.space)) return;
    this.vectors?.close();
    this.space = space;
    this.vectors = space && new Int8Index({ dimensions: space.dimensions, expected });
    if (space) this.complete = false;
  }

  /** Replaces a document by the chunks that it has now; none: it is removed. */
  async replace(id: number, chunks: readonly StoredChunk[], yielder: Yielder): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.replacing = promise;
    try {
      await this.#replace(id, chunks, yielder);
    } finally {
      this.replacing = null;
      resolve();
    }
  }

  close(): void {
    this.vectors?.close();
  }

  async #replace(id: number, chunks: readonly StoredChunk[], yielder: Yielder): Promise<void> {
    const { directory, lexical, vectors } = this;
    const before = new Set(directory.chunksOf(id));
    const chunkIds = chunks.map(({ passage }) => passage.chunkId);
    for (const gone of before.difference(new Set(chunkIds))) {
      lexical?.remove(gone);
      vectors?.remove(gone);
    }
    const [first] = chunks;
    if (!first) return directory.remove(id);
    const { kind, language, postType } = first.passage;
    const ordinal = directory.set({ id, kind, language, postType, chunkIds });
    for (const { passage: chunk, vector } of chunks) {
      if (vector) vectors?.add(chunk.chunkId, ordinal, quantize(vector));
      else vectors?.remove(chunk.chunkId);
      // A chunk's text never changes.
      if (!before.has(chunk.chunkId)) lexical?.add(chunk.chunkId, ordinal, chunk);
      const pause = yielder.yieldIfDue();
      if (pause) await pause;
    }
  }
}
