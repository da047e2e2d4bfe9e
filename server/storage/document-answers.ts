import { sql } from 'kysely';
import type { PostDocument } from '../contract/posts.ts';
import { insertOrChange, toNumber, type Database } from './database.ts';
import { timeOf } from './documents.ts';

const dayMs = 86_400_000;
/** Number of days, today included. */
const shownDays = 90;

/** Counts how many answers cite a document, by day. */
export class DocumentAnswers {
  readonly #database: Database;
  readonly #clock: () => number;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Counts an answer for each of the documents that it cites; deleted ones are left out. */
  async add(cited: readonly number[]): Promise<void> {
    const ids = [...new Set(cited)].sort((a, b) => a - b);
    if (ids.length === 0) return;
    const today = this.#today();
    // Answers that cite the same documents at the same time may deadlock: a transaction is repeated then.
    await this.#database.transaction(async (transaction) => {
      const present = transaction
        .selectFrom('documents')
        .select(['id', sql<number>`${today}`.as('day'), sql<number>`1`.as('answers')])
        .where('id', 'in', ids);
      const insert = transaction
        .insertInto('document_answers')
        .columns(['document_id', 'day', 'answers'])
        .expression(present);
      const more = { answers: sql`answers + 1` };
      await insertOrChange(transaction, insert, ['document_id', 'day'], more);
    });
  }

  /** Returns the documents of these posts with their figures; posts without one are left out. */
  async ofPosts(postIds: readonly number[]): Promise<PostDocument[]> {
    const rows = await this.#database.query
      .selectFrom('documents')
      .select(['id', 'post_id', 'status', 'error_code', 'error_message'])
      .select(['chunk_count', 'created_at', 'checked_at', 'source_modified'])
      .where('post_id', 'in', postIds)
      .execute();
    const answers = await this.#latestOf(rows.map(({ id }) => id));
    return rows.map((row) => ({
      post_id: row.post_id ?? 0,
      document_id: row.id,
      status: row.status,
      error:
        row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
      chunk_count: row.chunk_count,
      created_at: new Date(row.created_at).toISOString(),
      modified: timeOf(row.source_modified),
      checked_at: row.checked_at === 0 ? null : new Date(row.checked_at).toISOString(),
      answers: answers.get(row.id) ?? 0,
    }));
  }

  /** Deletes what is no longer shown. */
  async forgetOld(): Promise<void> {
    const old = this.#database.query.deleteFrom('document_answers');
    await old.where('day', '<', this.#firstShown()).execute();
  }

  #today = (): number => Math.floor(this.#clock() / dayMs);
  #firstShown = (): number => this.#today() - shownDays + 1;

  /** Returns the number of answers of the last 90 days by document. */
  async #latestOf(documentIds: readonly number[]): Promise<Map<number, number>> {
    if (documentIds.length === 0) return new Map();
    const rows = await this.#database.query
      .selectFrom('document_answers')
      .select('document_id')
      .select((select) => select.fn.sum<number>('answers').as('n'))
      .where('document_id', 'in', documentIds)
      .where('day', '>=', this.#firstShown())
      .groupBy('document_id')
      .execute();
    return new Map(rows.map(({ document_id, n }) => [document_id, toNumber(n)]));
  }
}
