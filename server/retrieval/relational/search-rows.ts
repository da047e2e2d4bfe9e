import type { Kysely } from 'kysely';
import type { ChunkIds, DirectoryEntry } from '../memory/directory.ts';
import type { ChunkFields } from '../lexical/lexical-index.ts';
import { toNumber } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';

/** What a copy in memory is made of, read for many documents at a time. */

export interface ChunkText extends ChunkFields {
  id: number;
  documentId: number;
}

export interface ChunkCode {
  id: number;
  documentId: number;
  code: Uint8Array;
}

/** Documents whose chunks or vectors have changed after the revision `since`. */
export async function changedDocuments(query: Kysely<Schema>, since: number): Promise<number[]> {
  const rows = await query
    .selectFrom('chunk_changes')
    .select('document_id')
    .where('revision', '>', since)
    .execute();
  return rows.map((row) => row.document_id);
}

type Which = { after: number; limit: number } | { ids: readonly number[] };

/** Those of the documents that have chunks; of `ids`, or the next after an id, in its order. */
export async function directoryEntries(
  query: Kysely<Schema>,
  which: Which,
): Promise<DirectoryEntry[]> {
  const rows = await query
    .selectFrom((from) => {
      const grouped = from
        .selectFrom('chunks')
        .select(['document_id', (each) => each.fn.countAll<number>().as('total')])
        .select((each) => [each.fn.min('id').as('first'), each.fn.max('id').as('last')])
        .groupBy('document_id')
        .orderBy('document_id');
      return (
        'ids' in which
          ? grouped.where('document_id', 'in', which.ids)
          : grouped.where('document_id', '>', which.after).limit(which.limit)
      ).as('has');
    })
    .innerJoin('documents', 'documents.id', 'has.document_id')
    .select(['documents.id', 'documents.kind', 'documents.language', 'documents.post_type'])
    .select(['has.first', 'has.last', 'has.total'])
    .orderBy('documents.id')
    .execute();
  const ranges = rows.map((row) => ({ first: row.first, count: toNumber(row.total) }));
  const scattered = rows.filter((row, at) => row.last - row.first + 1 !== ranges[at]!.count);
  const lists = await chunkIds(
    query,
    scattered.map(({ id }) => id),
  );
  return rows.map(({ id, kind, language, post_type: postType }, at) => ({
    id,
    kind,
    language,
    postType,
    chunkIds: lists.get(id) ?? ranges[at]!,
  }));
}

export interface ChunkSum {
  count: number;
  /** Of their ids. */
  sum: number;
}

/** How many chunks there are, and the sum of their ids: of another set of chunks one of both is another. */
export async function chunkSum(query: Kysely<Schema>): Promise<ChunkSum> {
  const row = await query
    .selectFrom('chunks')
    .select((each) => [each.fn.countAll<number>().as('count'), each.fn.sum<number>('id').as('sum')])
    .executeTakeFirst();
  return { count: toNumber(row?.count), sum: toNumber(row?.sum) };
}

async function chunkIds(
  query: Kysely<Schema>,
  documentIds: readonly number[],
): Promise<Map<number, ChunkIds>> {
  if (documentIds.length === 0) return new Map();
  const rows = await query
    .selectFrom('chunks')
    .select(['id', 'document_id'])
    .where('document_id', 'in', documentIds)
    .orderBy('id')
    .execute();
  const lists = new Map<number, number[]>();
  for (const { id, document_id: documentId } of rows) {
    const list = lists.get(documentId) ?? [];
    lists.set(documentId, list);
    list.push(id);
  }
  return lists;
}

/** Codes of one identity, see `vector-codes.ts`, by chunk; to be restricted by whoever asks. */
export const selectCodes = (query: Kysely<Schema>, identity: number) =>
  query
    .selectFrom('vector_codes')
    .select(['chunk_id as id', 'document_id as documentId', 'code'])
    .where('identity', '=', identity)
    .orderBy('chunk_id');

/** The same of some chunks, or the next after one. */
export async function chunkCodes(
  query: Kysely<Schema>,
  identity: number,
  which: Which,
): Promise<ChunkCode[]> {
  if ('after' in which) {
    const { after, limit } = which;
    return selectCodes(query, identity).where('chunk_id', '>', after).limit(limit).execute();
  }
  const rows = await query
    .selectFrom('vector_codes')
    .select(['identity', 'chunk_id as id', 'document_id as documentId', 'code'])
    // Restricted to the identity too, MariaDB 10.11 may read every code that this has.
    .where('chunk_id', 'in', which.ids)
    .orderBy('chunk_id')
    .execute();
  return rows.filter((row) => row.identity === identity);
}

/** Texts by chunk: of some chunks, or the next after one. */
export async function chunkTexts(query: Kysely<Schema>, which: Which): Promise<ChunkText[]> {
  const texts = query
    .selectFrom('chunks')
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .select(['chunks.id as id', 'chunks.document_id as documentId', 'documents.title as title'])
    .select(['chunks.heading_path as headingPath', 'chunks.content as content'])
    .orderBy('chunks.id');
  return 'ids' in which
    ? texts.where('chunks.id', 'in', which.ids).execute()
    : texts.where('chunks.id', '>', which.after).limit(which.limit).execute();
}
