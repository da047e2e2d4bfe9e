import type { Kysely } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import { readChunks, type StoredChunk } from '../../storage/vectors/vectors.ts';
import type { EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';

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
