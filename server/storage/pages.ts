import { setImmediate as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  toNumber,
  type Database,
  type Transaction,
  changeRows,
  deleteRows,
  idsOf,
  rowOf,
} from './database.ts';
import { type Documents, type NewDocument, type DocumentRow, listedAs } from './documents.ts';
import { raiseChunksRevision } from './chunks.ts';

/** Limits of a crawl. Stored in the body of its first document, and deleted with it. */
export interface Bounds {
  /** Such as `https://site.example`, and a path that begins and ends with a slash. */
  origin: string;
  path: string;
  maxPages: number;
  /** Documents made since the last visit of the first page, including deleted ones. */
  made: number;
}

/** Crawl id of pages from a sitemap. */
export const sitemapCrawl = 'sitemap';

/** Limit of documents made, in multiples of `maxPages`: pages that redirect to known ones are deleted again. */
const maxMadePerPage = 4;

/** Returns the id of the crawl that starts at a document. */
export const crawlIdOf = (firstId: number) => String(firstId);

/** Adds pages to a crawl, see `join`. */
async function joinPages(
  transaction: Transaction,
  documents: Documents,
  crawlId: string,
  depth: number,
  pages: readonly NewDocument[],
): Promise<number[]> {
  // Locks the first document, so that concurrent pages are counted one after another.
  await changeRows(
    transaction,
    'documents',
    { id: Number(crawlId) },
    { crawl_depth: sql<number>`crawl_depth` },
  );
  const first = await rowOf(transaction, 'documents', ['body'], { id: Number(crawlId) });
  if (!first?.body) return [];
  const bounds = JSON.parse(first.body) as Bounds;
  const counted = await transaction
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('crawl_id', '=', crawlId)
    .executeTakeFirst();
  const known = await transaction
    .selectFrom('documents')
    .select(['id', 'source_key', 'crawl_id', 'crawl_depth'])
    .where(
      'source_key',
      'in',
      pages.map(({ sourceKey }) => sourceKey),
    )
    .execute();
  const nearer = known
    .filter((row) => row.crawl_id === crawlId && row.crawl_depth < depth)
    .map((row) => row.id);
  if (nearer.length > 0) {
    await transaction
      .updateTable('documents')
      .set({ crawl_depth: depth, etag: '', last_modified: '' })
      .where('id', 'in', nearer)
      .execute();
  }
  const room = Math.min(
    bounds.maxPages - toNumber(counted?.n),
    maxMadePerPage * bounds.maxPages - bounds.made,
  );
  const knownKeys = new Set(known.map((row) => row.source_key));
  const fresh = pages
    .filter(({ sourceKey }) => !knownKeys.has(sourceKey))
    .slice(0, Math.max(0, room))
    .map((page) => ({ ...page, crawlId, crawlDepth: depth }));
  if (fresh.length === 0) return nearer;
  const body = JSON.stringify({ ...bounds, made: bounds.made + fresh.length });
  await changeRows(transaction, 'documents', { id: Number(crawlId) }, { body });
  const made = await documents.ensureAll(fresh, transaction);
  return [...nearer, ...made.sort((a, b) => a - b)];
}

/** Queries of crawls, which have no table: their documents are their state. */
export class Crawls {
  readonly #database: Database;
  readonly #documents: Documents;

  constructor(database: Database, documents: Documents) {
    this.#database = database;
    this.#documents = documents;
  }

  /** Reads the limits; null when the crawl has ended and its first document is deleted. */
  async bounds(crawlId: string): Promise<Bounds | null> {
    const where = { id: Number(crawlId), crawl_id: crawlId };
    const first = await rowOf(this.#database.query, 'documents', ['body'], where);
    return first?.body ? (JSON.parse(first.body) as Bounds) : null;
  }

  async setBounds(crawlId: string, bounds: Bounds): Promise<void> {
    const body = JSON.stringify(bounds);
    await changeRows(this.#database.query, 'documents', { id: Number(crawlId) }, { body });
  }

  /** Makes a document the first of a crawl. Returns all pages of its previous crawl, itself included. */
  async begin(id: number, depth: number, bounds: Bounds): Promise<number[]> {
    const { query } = this.#database;
    const crawlId = crawlIdOf(id);
    const fresh = { etag: '', last_modified: '' };
    const first = { crawl_id: crawlId, crawl_depth: depth, body: JSON.stringify(bounds) };
    await changeRows(query, 'documents', { id }, { ...fresh, ...first });
    // Without validators each page is read again, with its links.
    await changeRows(query, 'documents', { crawl_id: crawlId }, fresh);
    return idsOf(
      query.selectFrom('documents').select('id').where('crawl_id', '=', crawlId).orderBy('id'),
    );
  }

  /**
   * Makes documents of pages that may still be followed for `depth` links, up to the limits of the
   * crawl. A known page that was found at a smaller depth is visited again.
   *
   * @returns Ids of documents to be visited, in the order of `pages`
   */
  async join(crawlId: string, depth: number, pages: readonly NewDocument[]): Promise<number[]> {
    if (pages.length === 0) return [];
    return this.#database.transaction((transaction) =>
      joinPages(transaction, this.#documents, crawlId, depth, pages),
    );
  }

  /** Returns the time (ms) after all queued documents of the same crawl; `now` at the earliest. */
  async nextTurn(id: number, gap: number, now: number): Promise<number> {
    const last = await this.#database.query
      .selectFrom('documents')
      .select((select) => select.fn.max('available_at').as('at'))
      .where('status', '=', 'queued')
      .where('crawl_id', '=', (select) =>
        select.selectFrom('documents').select('crawl_id').where('id', '=', id),
      )
      .executeTakeFirst();
    return Math.max(now, toNumber(last?.at) + gap);
  }

  /** Schedules queued documents one after another, the first at `from`, `gap` ms apart. */
  async takeTurns(ids: readonly number[], gap: number, from: number): Promise<void> {
    const turns = ids.map((id, index) => sql`when ${id} then ${from + index * gap}`);
    await this.#database.query
      .updateTable('documents')
      .set({ available_at: sql<number>`case id ${sql.join(turns, sql` `)} end` })
      .where('id', 'in', ids)
      .where('status', '=', 'queued')
      .execute();
  }
}

/** Small, because SQLite's queries block the event loop. */
const batchSize = 100;

/** Queries for documents of kind `url`. */
export class Pages {
  readonly #database: Database;
  readonly #documents: Documents;
  readonly #clock: () => number;

  constructor(database: Database, documents: Documents, clock: () => number) {
    this.#database = database;
    this.#documents = documents;
    this.#clock = clock;
  }

  /** Makes missing documents of pages that the owner adds. Returns ids in the order of `wanted`. */
  async claimAll(wanted: readonly NewDocument[]): Promise<number[]> {
    const ids: number[] = [];
    for (let start = 0; start < wanted.length; start += batchSize) {
      const batch = wanted.slice(start, start + batchSize);
      const rows = await this.#documents.getAll(await this.#documents.ensureAll(batch));
      const byKey = new Map(rows.map((row) => [row.source_key, row]));
      for (const document of batch) {
        const row = byKey.get(document.sourceKey);
        if (!row) continue;
        await this.#claim(row, document);
        ids.push(row.id);
      }
      await pause();
    }
    return ids;
  }

  /** Sets the owner's title and removes the document from a crawl that it does not start. */
  async #claim(row: DocumentRow, { title = '', titleGiven }: NewDocument): Promise<void> {
    const renamed = titleGiven && (row.title !== title || !row.title_given);
    const found = row.crawl_id !== null && row.crawl_id !== crawlIdOf(row.id);
    if (!renamed && !found) return;
    const change = {
      // The title is embedded with the text, so the page has to be read again.
      ...(renamed && {
        ...{ title, title_given: 1, etag: '', last_modified: '' },
        listed_as: listedAs(title, row.source_url),
      }),
      ...(found && { crawl_id: null }),
    };
    await changeRows(this.#database.query, 'documents', { id: row.id }, change);
  }

  /**
   * Records a failed visit by the holder of the lease. `withdraw`: removes the page's chunks from the
   * knowledge base at once and forgets its validators. `about`: by which the owner finds it in the list.
   */
  async noteFailedVisit(
    { id, lease_owner, chunk_count }: DocumentRow,
    withdraw: boolean,
    about?: Pick<DocumentRow, 'title' | 'source_url'>,
  ): Promise<void> {
    const database = this.#database;
    await database.transaction(async (transaction) => {
      const unread = { content_hash: '', chunk_count: 0 };
      const nothing = { ...unread, etag: '', last_modified: '', page_hash: '' };
      const leased = await transaction
        .updateTable('documents')
        .set({
          checked_at: this.#clock(),
          ...(withdraw && nothing),
          ...(about && { ...about, listed_as: listedAs(about.title, about.source_url) }),
        })
        .where('id', '=', id)
        .where('lease_owner', '=', lease_owner)
        .executeTakeFirst();
      if (!withdraw || chunk_count === 0 || leased.numUpdatedRows === 0n) return;
      await deleteRows(transaction, 'chunks', { document_id: id });
      await raiseChunksRevision(database, transaction, id);
    });
  }

  /** Returns pages that were not visited since `before`, least recent first. */
  async due(before: number, limit: number): Promise<number[]> {
    return idsOf(
      this.#database.query
        .selectFrom('documents')
        .select('id')
        .where('kind', '=', 'url')
        .where('status', 'in', ['completed', 'failed'])
        .where('updated_at', '<', before)
        .orderBy('updated_at')
        .limit(limit),
    );
  }
}
