import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { DocumentKind } from '../contract/chat.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { DocumentsQuery, DocumentView } from '../contract/knowledge.ts';
import { withoutSlash } from '../net/without-slash.ts';
import { toNumber, type Database, type Transaction } from './database.ts';
import { listDocuments } from './list-documents.ts';
import { listedAs } from './listed-as.ts';
import type { DocumentTable, Schema } from './schema.ts';

export type DocumentRow = Selectable<DocumentTable>;

export interface NewDocument {
  kind: DocumentKind;
  /** Unique key: `post:12`, `attachment:7`, `text:<uuid>`. */
  sourceKey: string;
  title?: string;
  /** The title is the owner's and takes precedence over the source's. */
  titleGiven?: boolean;
  sourceUrl?: string;
  postId?: number;
  attachmentId?: number;
  body?: string;
  crawlId?: string;
  crawlDepth?: number;
}

/** Maximum number of documents in one statement. */
const insertBatch = 500;

const iso = (ms: number) => new Date(ms).toISOString();

export function toDocumentView(row: DocumentRow): DocumentView {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    source_url: row.source_url,
    post_id: row.post_id,
    attachment_id: row.attachment_id,
    status: row.status,
    error:
      row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    chunk_count: row.chunk_count,
    content_hash: row.content_hash,
    bytes: row.bytes,
    language: row.language,
    attempts: row.attempts,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    processed_at: row.processed_at === null ? null : iso(row.processed_at),
    checked_at: row.checked_at === 0 ? null : iso(row.checked_at),
  };
}

/** Posts that guests are not shown: they failed with this code, which no other reason gives a post. */
export const withheld = (where: ExpressionBuilder<Schema, 'documents'>) =>
  where.and([
    where('post_id', 'is not', null),
    where('status', '=', 'failed'),
    where('error_code', '=', 'rest_forbidden' satisfies ErrorCode),
  ]);

/** Returns the ids of those documents that still exist. */
export async function presentOf(
  query: Kysely<Schema>,
  documents: readonly number[],
): Promise<Set<number>> {
  const ids = [...new Set(documents)];
  if (ids.length === 0) return new Set();
  const rows = await query.selectFrom('documents').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Queries of the documents table. */
export class Documents {
  readonly #query: Database['query'];
  readonly #dialect: Database['dialect'];
  readonly #clock: () => number;

  constructor({ query, dialect }: Database, clock: () => number) {
    this.#query = query;
    this.#dialect = dialect;
    this.#clock = clock;
  }

  find(id: number): Promise<DocumentRow | undefined> {
    return this.#query.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async #insertMissing(
    wanted: readonly NewDocument[],
    executor: Kysely<Schema> = this.#query,
  ): Promise<void> {
    const now = this.#clock();
    const insert = executor.insertInto('documents').values(
      wanted.map((document) => ({
        kind: document.kind,
        source_key: document.sourceKey,
        title: document.title ?? '',
        title_given: document.titleGiven ? 1 : 0,
        source_url: document.sourceUrl ?? '',
        listed_as: listedAs(document.title ?? '', document.sourceUrl ?? ''),
        post_id: document.postId ?? null,
        attachment_id: document.attachmentId ?? null,
        body: document.body ?? null,
        status: 'pending' as const,
        error_code: null,
        error_message: null,
        lease_owner: null,
        lease_until: null,
        created_at: now,
        updated_at: now,
        processed_at: null,
        crawl_id: document.crawlId ?? null,
        crawl_depth: document.crawlDepth ?? 0,
      })),
    );
    await (
      this.#dialect === 'mysql'
        ? insert.ignore()
        : insert.onConflict((conflict) => conflict.doNothing())
    ).execute();
  }

  async get(id: number): Promise<DocumentRow> {
    const row = await this.find(id);
    if (!row) throw new AppError('not_found');
    return row;
  }

  /** Returns documents in the order of `ids`, without missing ones. */
  async getAll(ids: readonly number[]): Promise<DocumentRow[]> {
    const rows = new Map<number, DocumentRow>();
    for (let start = 0; start < ids.length; start += insertBatch) {
      const batch = ids.slice(start, start + insertBatch);
      const found = await this.#query
        .selectFrom('documents')
        .selectAll()
        .where('id', 'in', batch)
        .execute();
      for (const row of found) rows.set(row.id, row);
    }
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  async list(options: DocumentsQuery): Promise<{ rows: DocumentRow[]; total: number }> {
    const { ids, total } = await listDocuments(this.#query, options);
    return { rows: await this.getAll(ids), total };
  }

  /** Returns the ids of the latest documents of a kind that have been read. */
  async latest(kind: DocumentKind, limit: number): Promise<number[]> {
    const rows = await this.#query
      .selectFrom('documents')
      .select('id')
      .where('kind', '=', kind)
      .where('status', '=', 'completed')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns the document of a post. */
  ofPost(postId: number): Promise<DocumentRow | undefined> {
    return this.#query
      .selectFrom('documents')
      .selectAll()
      .where('post_id', '=', postId)
      .executeTakeFirst();
  }

  /** Returns the document of this key; makes it (`pending`) if it is missing. */
  async ensure(document: NewDocument): Promise<DocumentRow> {
    await this.#insertMissing([document]);
    return this.#query
      .selectFrom('documents')
      .selectAll()
      .where('source_key', '=', document.sourceKey)
      .executeTakeFirstOrThrow();
  }

  /** Does `ensure` for any number of documents. Returns their distinct ids, unordered. */
  async ensureAll(
    wanted: readonly NewDocument[],
    executor: Kysely<Schema> = this.#query,
  ): Promise<number[]> {
    const ids = new Set<number>();
    for (let start = 0; start < wanted.length; start += insertBatch) {
      const batch = wanted.slice(start, start + insertBatch);
      await this.#insertMissing(batch, executor);
      const keys = batch.map(({ sourceKey }) => sourceKey);
      const rows = await executor
        .selectFrom('documents')
        .select('id')
        .where('source_key', 'in', keys)
        .execute();
      for (const { id } of rows) ids.add(id);
    }
    return [...ids];
  }

  /** Deletes a document with its chunks. False when it is missing. */
  async remove(id: number, transaction: Transaction): Promise<boolean> {
    const result = await transaction
      .deleteFrom('documents')
      .where('id', '=', id)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  /** Deletes documents with their chunks. Returns how many of them were there. */
  async removeAll(ids: readonly number[], transaction: Transaction): Promise<number> {
    const result = await transaction
      .deleteFrom('documents')
      .where('id', 'in', ids)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  /** Returns the ids of all documents that were ever queued. */
  async ids(): Promise<number[]> {
    const rows = await this.#query
      .selectFrom('documents')
      .select('id')
      .where('status', '!=', 'pending')
      .execute();
    return rows.map((row) => row.id);
  }

  /** Returns the ids of documents that failed with this code. */
  async failedWith(code: ErrorCode): Promise<number[]> {
    const rows = await this.#query
      .selectFrom('documents')
      .select('id')
      .where('status', '=', 'failed')
      .where('error_code', '=', code)
      .execute();
    return rows.map((row) => row.id);
  }

  /** Returns the documents of these posts or files of the media library; WordPress numbers both together. */
  async idsOf(siteIds: readonly number[]): Promise<number[]> {
    if (siteIds.length === 0) return [];
    const rows = await this.#query
      .selectFrom('documents')
      .select('id')
      .where((where) =>
        where.or([where('post_id', 'in', siteIds), where('attachment_id', 'in', siteIds)]),
      )
      .execute();
    return rows.map((row) => row.id);
  }

  /** Returns the first document that has been read from an address, whatever its query and last slash. */
  async atAddress(address: string) {
    const url = URL.parse(address);
    if (!url) return undefined;
    const bare = withoutSlash(url.origin + url.pathname);
    return this.#query
      .selectFrom('documents')
      .select(['id', 'kind', 'post_id', 'attachment_id', 'title', 'source_url'])
      .where('source_url', 'in', [address, bare, `${bare}/`])
      .where('status', '=', 'completed')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  }

  /** Returns documents of kind `url` that have the address of one of these documents of the site itself. */
  async pagesOf(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const own = await this.#query
      .selectFrom('documents')
      .select('source_url')
      .where('id', 'in', ids)
      .where('source_url', '!=', '')
      .execute();
    const addresses = own.flatMap(({ source_url: url }) => [
      url,
      url.replace(/\/$/, ''),
      `${url}/`,
    ]);
    if (addresses.length === 0) return [];
    const pages = await this.#query
      .selectFrom('documents')
      .select('id')
      .where('kind', '=', 'url')
      .where('source_url', 'in', addresses)
      .execute();
    return pages.map((row) => row.id);
  }

  /** Returns the documents of posts with `after < post_id <= through`, for the reconciliation. */
  async postsBetween(after: number, through: number) {
    return this.#query
      .selectFrom('documents')
      .select([
        'id',
        'post_id',
        'source_modified',
        'source_url',
        'status',
        'updated_at',
        'prominent',
      ])
      .where('post_id', '>', after)
      .where('post_id', '<=', through)
      .orderBy('post_id')
      .execute();
  }

  /** Returns a page of the documents of files of the media library, by id. */
  async filesAfter(id: number, limit: number) {
    return this.#query
      .selectFrom('documents')
      .select(['id', 'attachment_id', 'source_url', 'status', 'updated_at'])
      .where('id', '>', id)
      .where('attachment_id', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Stores the new address of a source whose text has not changed. */
  async relocate(id: number, sourceUrl: string, transaction: Transaction): Promise<void> {
    const row = await transaction
      .selectFrom('documents')
      .select('title')
      .where('id', '=', id)
      .executeTakeFirst();
    await transaction
      .updateTable('documents')
      .set({ source_url: sourceUrl, listed_as: listedAs(row?.title ?? '', sourceUrl) })
      .where('id', '=', id)
      .execute();
  }

  /** Stores whether the site leads its visitors to the sources, whose text is the same. */
  async setProminent(ids: readonly number[], prominent: boolean): Promise<void> {
    if (ids.length === 0) return;
    await this.#query
      .updateTable('documents')
      .set({ prominent: prominent ? 1 : 0 })
      .where('id', 'in', ids)
      .execute();
  }

  /** Counts documents that could not be read. Posts that guests are not shown are none of them. */
  async countFailed(): Promise<number> {
    const row = await this.#query
      .selectFrom('documents')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('status', '=', 'failed')
      .where((where) => where.not(withheld(where)))
      .executeTakeFirst();
    return toNumber(row?.n);
  }

  /** Returns for how many milliseconds the document that is due longest has waited; 0 without one. */
  async longestWait(): Promise<number> {
    const row = await this.#query
      .selectFrom('documents')
      .select('available_at')
      .where('status', '=', 'queued')
      .orderBy('available_at')
      .limit(1)
      .executeTakeFirst();
    return row ? Math.max(0, this.#clock() - row.available_at) : 0;
  }

  async counts() {
    const rows = await this.#query
      .selectFrom('documents')
      .select(['kind', 'status'])
      .select((select) => [
        select.fn.countAll<number>().as('n'),
        select.fn.sum<number>('chunk_count').as('chunks'),
      ])
      .groupBy(['kind', 'status'])
      .execute();
    let total = 0;
    let chunks = 0;
    const byStatus: Record<string, number> = {};
    const byKind: Record<string, number> = {};
    for (const row of rows) {
      const n = toNumber(row.n);
      total += n;
      chunks += toNumber(row.chunks);
      byStatus[row.status] = (byStatus[row.status] ?? 0) + n;
      byKind[row.kind] = (byKind[row.kind] ?? 0) + n;
    }
    return { total, chunks, by_status: byStatus, by_kind: byKind };
  }
}

export const createDocuments = (database: Database, clock: () => number) =>
  new Documents(database, clock);
