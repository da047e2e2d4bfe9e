import { sql, type Kysely } from 'kysely';
import type { DocumentKind } from '../contract/chat.ts';
import type { ChunkView } from '../contract/knowledge.ts';
import { Yielder } from '../runtime/yielding.ts';
import {
  afterCommit,
  type Database,
  type Transaction,
  changeRows,
  deleteRows,
  idsOf,
  insertOrChange,
} from './database.ts';
import type { Schema } from './schema.ts';
import { readNumber, upsertState } from './state.ts';

export interface NewChunk {
  content: string;
  headingPath: string;
  page: number | null;
  offset: number;
}

/** A chunk with what is needed to cite it. */
export interface Passage {
  chunkId: number;
  documentId: number;
  /** Index of the chunk in its document, from 0. */
  position: number;
  kind: DocumentKind;
  /** WordPress ids of a post, or of a file in the media library. */
  postId: number | null;
  attachmentId: number | null;
  title: string;
  url: string;
  headingPath: string;
  page: number | null;
  content: string;
  /** When the source was published, Unix ms; 0 if unknown. */
  published: number;
  /** The site leads its visitors to the source: the front page, in a menu, or where a crawl starts. */
  prominent: boolean;
  /** Empty for documents that are no posts. */
  postType: string;
  /** BCP 47; empty if unknown. */
  language: string;
}

/** Returns the last heading above a passage; empty without one. */
export const sectionOf = ({ headingPath }: Pick<Passage, 'headingPath'>): string =>
  headingPath.split(' › ').at(-1) ?? '';

const insertBatch = 200;
/** Counts changes of chunks and vectors, so that every sidecar knows when its index is out of date. */
const revisionName = 'chunks_revision';

/** Reads the latest revision that the transaction sees; it sees all changes before that one, too. */
export const chunksRevision = (query: Kysely<Schema>) => readNumber(query, revisionName);

/** Returns a text that changes with the texts of the site: each change of a document makes chunks with new ids. */
export async function contentMark(query: Kysely<Schema>): Promise<string> {
  const { latest } = await query
    .selectFrom('chunks')
    .select((select) => select.fn.max('id').as('latest'))
    .executeTakeFirstOrThrow();
  const { chunks } = await query
    .selectFrom('documents')
    .select((select) => select.fn.sum<number>('chunk_count').as('chunks'))
    .executeTakeFirstOrThrow();
  return `${latest ?? 0} ${chunks ?? 0}`;
}

const ownChanges = new WeakMap<Database, number>();

/** Returns how many changes this process has committed, which an in-process index follows at once. */
export const ownChunkChanges = (database: Database) => ownChanges.get(database) ?? 0;

/**
 * Raises the revision and adds the documents to the change feed. Every transaction that changes chunks or
 * vectors calls it, best as its last step: it locks a row, so that revisions become visible in order.
 */
export async function raiseChunksRevision(
  database: Database,
  transaction: Transaction,
  ...documentIds: readonly number[]
): Promise<void> {
  const raised = { number: sql<number>`number + 1` };
  await upsertState(transaction, { name: revisionName, number: 1 }, raised);
  afterCommit(transaction, () => ownChanges.set(database, ownChunkChanges(database) + 1));
  if (documentIds.length === 0) return;
  const revision = await readNumber(transaction, revisionName);
  const rows = documentIds.map((document_id) => ({ document_id, revision }));
  const insert = transaction.insertInto('chunk_changes').values(rows);
  await insertOrChange(transaction, insert, ['document_id'], { revision });
}

/** Reads the change feed: documents whose chunks or vectors have changed after the revision `since`, the last first. */
export async function changedDocuments(query: Kysely<Schema>, since: number): Promise<number[]> {
  const rows = await query
    .selectFrom('chunk_changes')
    .select('document_id')
    .where('revision', '>', since)
    .orderBy('revision', 'desc')
    .execute();
  return rows.map((row) => row.document_id);
}

/** Selects passages; the caller adds the conditions. */
export const selectPassages = (query: Kysely<Schema>) =>
  query
    .selectFrom('chunks')
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .select(['chunks.id as chunkId', 'chunks.document_id as documentId', 'chunks.position'])
    .select(['chunks.source_url as url', 'chunks.heading_path as headingPath'])
    .select(['chunks.page', 'chunks.content', 'documents.kind', 'documents.title'])
    .select(['documents.post_id as postId', 'documents.attachment_id as attachmentId'])
    .select(['documents.published_at as published', 'documents.prominent'])
    .select(['documents.post_type as postType', 'documents.language']);
type PassageRow = Omit<Passage, 'prominent'> & { prominent: number };

/** Returns the passage of a row that `selectPassages` has read, without the row's other columns. */
export function toPassage(row: PassageRow): Passage {
  const { chunkId, documentId, position, kind, postId, attachmentId, title, url } = row;
  const { headingPath, page, content, published, prominent, postType, language } = row;
  return {
    ...{ chunkId, documentId, position, kind, postId, attachmentId, title, url },
    ...{ headingPath, page, content, published, prominent: prominent === 1, postType, language },
  };
}

/** Queries of the chunks table. */
export class Chunks {
  readonly #query: Database['query'];

  constructor({ query }: Pick<Database, 'query'>) {
    this.#query = query;
  }

  /** Replaces the document's chunks and returns the ids of the new ones, in order. */
  async replace(
    documentId: number,
    sourceUrl: string,
    chunks: readonly NewChunk[],
    transaction: Transaction,
  ): Promise<number[]> {
    await deleteRows(transaction, 'chunks', { document_id: documentId });
    // SQLite answers within the turn of the event loop, and a document may have thousands.
    const yielder = new Yielder();
    for (let start = 0; start < chunks.length; start += insertBatch) {
      const rows = chunks.slice(start, start + insertBatch).map((chunk, index) => ({
        document_id: documentId,
        position: start + index,
        content: chunk.content,
        heading_path: chunk.headingPath,
        page: chunk.page,
        char_offset: chunk.offset,
        source_url: sourceUrl,
        embedding: null,
      }));
      await transaction.insertInto('chunks').values(rows).execute();
      await yielder.yieldIfDue();
    }
    return idsOf(
      transaction
        .selectFrom('chunks')
        .select('id')
        .where('document_id', '=', documentId)
        .orderBy('position'),
    );
  }

  /** Changes the address of a source whose text is the same. */
  async relocate(documentId: number, sourceUrl: string, transaction: Transaction): Promise<void> {
    const where = { document_id: documentId };
    await changeRows(transaction, 'chunks', where, { source_url: sourceUrl });
  }

  async ofDocument(documentId: number, limit: number, offset: number): Promise<ChunkView[]> {
    return this.#query
      .selectFrom('chunks')
      .select(['id', 'position', 'content', 'heading_path', 'page'])
      .where('document_id', '=', documentId)
      .orderBy('position')
      .limit(limit)
      .offset(offset)
      .execute();
  }

  /** Reads the first passages of documents. */
  async passagesOf(documentIds: readonly number[], limit: number): Promise<Passage[]> {
    if (documentIds.length === 0) return [];
    const rows = await selectPassages(this.#query)
      .where('chunks.document_id', 'in', documentIds)
      .where('chunks.position', '<', limit)
      .execute();
    return rows.map(toPassage);
  }

  /** Reads passages in the order of `ids`, without chunks that no longer exist. */
  async passages(ids: readonly number[]): Promise<Passage[]> {
    if (ids.length === 0) return [];
    const rows = await selectPassages(this.#query).where('chunks.id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.chunkId, toPassage(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Reads the chunks around passages, `distance` on each side, in reading order and with one statement. */
  async nearby(
    passages: readonly Pick<Passage, 'documentId' | 'position'>[],
    distance: number,
  ): Promise<Passage[]> {
    if (passages.length === 0) return [];
    const rows = await selectPassages(this.#query)
      .where((where) =>
        where.or(
          passages.map(({ documentId, position }) =>
            where.and([
              where('chunks.document_id', '=', documentId),
              where('chunks.position', '>=', position - distance),
              where('chunks.position', '<=', position + distance),
            ]),
          ),
        ),
      )
      .orderBy('chunks.document_id')
      .orderBy('chunks.position')
      .execute();
    return rows.map(toPassage);
  }
}

export type ReadNearby = Chunks['nearby'];

/** Reads all passages of the site in the order of documents; null if there are more than `limit`. */
export async function readSitePassages(
  { query }: Pick<Database, 'query'>,
  limit: number,
): Promise<Passage[] | null> {
  const more = query.selectFrom('chunks').select('id').limit(1).offset(limit);
  if (await more.executeTakeFirst()) return null;
  const rows = await selectPassages(query)
    .orderBy('chunks.document_id')
    .orderBy('chunks.position')
    .execute();
  return rows.map(toPassage);
}

/** Reads the languages of up to `limit` documents, BCP 47, as often as they have them. */
export async function readSiteLanguages(
  { query }: Pick<Database, 'query'>,
  limit: number,
): Promise<string[]> {
  const rows = await query
    .selectFrom('documents')
    .select('language')
    .where('language', '!=', '')
    .limit(limit)
    .execute();
  return rows.map(({ language }) => language);
}
