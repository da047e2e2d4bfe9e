import {
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  sql,
  type SelectQueryBuilder,
} from 'kysely';
import { fold } from '../language/fold.ts';
import { AppError } from '../errors/app-error.ts';
import type { DocumentKind } from '../contract/chat.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { DocumentsQuery, DocumentView, DocumentsFilter } from '../contract/knowledge.ts';
import { withoutSlash } from '../net/without-slash.ts';
import {
  toNumber,
  type Database,
  type Transaction,
  changeRows,
  countOf,
  idsOf,
  rowOf,
  insertMissing,
} from './database.ts';
import type { DocumentTable, Schema } from './schema.ts';

/** The column is as long as an index may be in every database. */
const maxLength = 191;
const maxTitle = 110;

/** Returns an address as lists are searched for it: folded, without its scheme. */
const addressOf = (url: string) => fold(url.replace(/^https?:\/\/(?:www\.)?/i, ''));

/**
 * Returns the text that documents are found and ordered by in lists: the beginning of the title, and the end of the
 * address.
 */
export function listedAs(title: string, url: string): string {
  const named = fold(title).slice(0, maxTitle);
  const rest = maxLength - named.length - 1;
  return `${named} ${addressOf(url).slice(-rest)}`.toWellFormed();
}

/** Returns a part of a title or of an address as `listedAs` writes it. */
export const searchedAs = (text: string): string => addressOf(text.trim()).toWellFormed();

export type DocumentRow = Selectable<DocumentTable>;

/** `source_key` of the document that tells what the pages of the site share, with the address of its front page. */
export const aboutKey = 'site:about';

const maxVersion = 32;

/** Returns the `source_modified` of a post: its facts may change while its time stays. */
export const versionOf = ({ modified, facts }: { modified: string; facts?: string | undefined }) =>
  (facts ? `${modified}#${facts}` : modified).slice(0, maxVersion);

/** Returns the time in a `source_modified`. */
export const timeOf = (version: string): string => version.replace(/#.*/, '');

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
  readonly #clock: () => number;

  constructor({ query }: Database, clock: () => number) {
    this.#query = query;
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
    await insertMissing(
      executor,
      'documents',
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
        created_at: now,
        updated_at: now,
        crawl_id: document.crawlId ?? null,
        crawl_depth: document.crawlDepth ?? 0,
      })),
    );
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
    return idsOf(
      this.#query
        .selectFrom('documents')
        .select('id')
        .where('kind', '=', kind)
        .where('status', '=', 'completed')
        .orderBy('id', 'desc')
        .limit(limit),
    );
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

  /** Makes the document of this key, or gives it this title, address and text. Returns its id. */
  async write(document: NewDocument): Promise<number> {
    const { id } = await this.ensure(document);
    const { title = '', sourceUrl = '', body = '' } = document;
    const text = { title, source_url: sourceUrl, body, listed_as: listedAs(title, sourceUrl) };
    await changeRows(this.#query, 'documents', { id }, text);
    return id;
  }

  /** Returns the id of the document of this key. */
  async idOfKey(sourceKey: string): Promise<number | undefined> {
    return (await rowOf(this.#query, 'documents', ['id'], { source_key: sourceKey }))?.id;
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
    return idsOf(this.#query.selectFrom('documents').select('id').where('status', '!=', 'pending'));
  }

  /** Returns the ids of documents that failed with this code. */
  async failedWith(code: ErrorCode): Promise<number[]> {
    return idsOf(
      this.#query
        .selectFrom('documents')
        .select('id')
        .where('status', '=', 'failed')
        .where('error_code', '=', code),
    );
  }

  /** Returns the documents of these posts or files of the media library; WordPress numbers both together. */
  async idsOf(siteIds: readonly number[]): Promise<number[]> {
    if (siteIds.length === 0) return [];
    return idsOf(
      this.#query
        .selectFrom('documents')
        .select('id')
        .where((where) =>
          where.or([where('post_id', 'in', siteIds), where('attachment_id', 'in', siteIds)]),
        ),
    );
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
      .where('source_key', '!=', aboutKey)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  }

  /** Returns those of the addresses that documents have. */
  async knownAddresses(addresses: readonly string[]): Promise<Set<string>> {
    const known = new Set<string>();
    for (let start = 0; start < addresses.length; start += insertBatch) {
      const rows = await this.#query
        .selectFrom('documents')
        .select('source_url')
        .where('source_url', 'in', addresses.slice(start, start + insertBatch))
        .execute();
      for (const { source_url: address } of rows) known.add(address);
    }
    return known;
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
    return idsOf(
      this.#query
        .selectFrom('documents')
        .select('id')
        .where('kind', '=', 'url')
        .where('source_url', 'in', addresses),
    );
  }

  /** Returns the documents of posts with `after < post_id <= through`, for the reconciliation. */
  async postsBetween(after: number, through: number) {
    return this.#query
      .selectFrom('documents')
      .select(['id', 'post_id', 'source_modified', 'source_url', 'status'])
      .select(['updated_at', 'prominent'])
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
    const row = await rowOf(transaction, 'documents', ['title'], { id });
    await changeRows(
      transaction,
      'documents',
      { id },
      { source_url: sourceUrl, listed_as: listedAs(row?.title ?? '', sourceUrl) },
    );
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
    return countOf(
      this.#query
        .selectFrom('documents')
        .where('status', '=', 'failed')
        .where((where) => where.not(withheld(where))),
    );
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

type Query = Database['query'];
type Matching = SelectQueryBuilder<Schema, 'documents', object>;

/** Columns of each order. Those of the title are in the order of their index, so that no row has to be sorted. */
const sortedBy = {
  id: ['id'],
  title: ['listed_as', 'kind', 'status', 'id'],
  status: ['status', 'id'],
  updated_at: ['updated_at', 'id'],
} as const satisfies Record<DocumentsQuery['orderby'], readonly (keyof Schema['documents'])[]>;

/** A search for documents ends here. */
const maxFound = 1000;

/** Selects the documents of a filter. */
function matchingDocuments(query: Query, { kind, status, search }: DocumentsFilter): Matching {
  let matching = query.selectFrom('documents');
  if (kind) matching = matching.where('kind', '=', kind);
  if (status) matching = matching.where('status', '=', status);
  // Read from an index that has all columns of the condition: the rows are a hundred times as long.
  const contained = sql<boolean>`instr(listed_as, ${searchedAs(search)}) > 0`;
  return search ? matching.where(contained) : matching;
}

/** Returns the ids of a page of documents, and how many match; of a search at most `maxFound`. */
export async function listDocuments(
  query: Query,
  options: DocumentsQuery,
): Promise<{ ids: number[]; total: number }> {
  const { orderby, order, page, per_page, search } = options;
  const found = search
    ? await idsOf(matchingDocuments(query, options).select('id').limit(maxFound))
    : null;
  const matching = found
    ? query.selectFrom('documents').where('id', 'in', found.length > 0 ? found : [0])
    : matchingDocuments(query, options);
  let listed = matching.select('id');
  for (const column of sortedBy[orderby]) listed = listed.orderBy(column, order);
  const paged = listed.limit(per_page).offset((page - 1) * per_page);
  const [rows, total] = await Promise.all([
    paged.execute(),
    found ? found.length : countOf(matching),
  ]);
  return { ids: rows.map(({ id }) => id), total };
}

/** Returns the next documents of a filter by id, or those of a list of ids. */
export function nextDocuments(
  query: Query,
  chosen: DocumentsFilter | number[],
  after: number,
  limit: number,
) {
  const matching = Array.isArray(chosen)
    ? query.selectFrom('documents').where('id', 'in', chosen)
    : matchingDocuments(query, chosen);
  return matching
    .select(['id', 'post_id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
