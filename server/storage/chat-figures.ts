import { sql } from 'kysely';
import type { Outcome } from '../contract/chat.ts';
import { insertOrChange, toNumber, type Database, type Transaction } from './database.ts';
import { readNumber, upsertState } from './state.ts';

/** Sums over the answers of a day with one outcome by one model. */
export interface DayFigures {
  day: string;
  outcome: Outcome;
  model: string;
  answers: number;
  /** Conversations that began. */
  sessions: number;
  promptTokens: number;
  completionTokens: number;
  /** Parts of `promptTokens`: read from the vendor's cache, and written to it. */
  cachedTokens: number;
  cacheWriteTokens: number;
  up: number;
  down: number;
}

type Row = Pick<DayFigures, 'day' | 'outcome' | 'model'>;
type Sums = Omit<DayFigures, keyof Row>;

/** Columns of the sums. */
const columns = {
  answers: 'answers',
  sessions: 'sessions',
  promptTokens: 'prompt_tokens',
  completionTokens: 'completion_tokens',
  cachedTokens: 'cached_tokens',
  cacheWriteTokens: 'cache_write_tokens',
  up: 'up',
  down: 'down',
} as const satisfies Record<keyof Sums, string>;
const names = Object.keys(columns) as (keyof Sums)[];

/** Adds to the sums of a row. Last in a transaction, because all answers of a day wait for the row. */
export async function addFigures(
  transaction: Transaction,
  row: Row,
  by: Partial<Sums>,
): Promise<void> {
  const added = Object.fromEntries(names.map((name) => [columns[name], by[name] ?? 0])) as Record<
    (typeof columns)[keyof Sums],
    number
  >;
  const sums = names.map((name): [string, unknown] => [
    columns[name],
    sql`${sql.ref(`chat_figures.${columns[name]}`)} + ${by[name] ?? 0}`,
  ]);
  const insert = transaction.insertInto('chat_figures').values({ ...row, ...added });
  await insertOrChange(transaction, insert, ['day', 'outcome', 'model'], Object.fromEntries(sums));
}

/** Reads what was counted of answers, and the latest of them. */
export class ChatFigures {
  readonly #query: Database['query'];

  constructor({ query }: Pick<Database, 'query'>) {
    this.#query = query;
  }

  /** Returns the figures of the days from `first` to `last`, both included. */
  between(first: string, last: string): Promise<DayFigures[]> {
    return this.#query
      .selectFrom('chat_figures')
      .select(['day', 'outcome', 'model', 'answers', 'sessions', 'up', 'down'])
      .select(['prompt_tokens as promptTokens', 'completion_tokens as completionTokens'])
      .select(['cached_tokens as cachedTokens', 'cache_write_tokens as cacheWriteTokens'])
      .where('day', '>=', first)
      .where('day', '<=', last)
      .execute();
  }

  /** Returns the number of answers of the days from `first` to `last`, both included. */
  async answersBetween(first: string, last: string): Promise<number> {
    const row = await this.#query
      .selectFrom('chat_figures')
      .select(({ fn }) => fn.sum<number>('answers').as('n'))
      .where('day', '>=', first)
      .where('day', '<=', last)
      .executeTakeFirst();
    return toNumber(row?.n);
  }

  /** Returns the sums of all days. */
  async total(): Promise<Sums> {
    const row = await this.#query
      .selectFrom('chat_figures')
      .select(({ fn }) => names.map((name) => fn.sum<number>(columns[name]).as(name)))
      .executeTakeFirst();
    return Object.fromEntries(
      names.map((name) => [name, toNumber(row?.[name])]),
    ) as unknown as Sums;
  }

  /** Returns the milliseconds of the latest answers since `from` (ms). */
  async latestTimes(from: number, limit: number): Promise<number[]> {
    const rows = await this.#query
      .selectFrom('chats')
      .select('response_time_ms as ms')
      .where('role', '=', 'assistant')
      .where('created_at', '>=', from)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ ms }) => ms);
  }

  /** Returns the latest questions since `from` (ms), newest first. */
  latestQuestions(from: number, limit: number): Promise<{ id: number; content: string }[]> {
    return this.#query
      .selectFrom('chats')
      .select(['id', 'content'])
      .where('role', '=', 'user')
      .where('created_at', '>=', from)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
  }

  /** Returns how the answers to these questions ended. */
  async outcomesOf(questions: readonly number[]): Promise<Map<number, Outcome>> {
    if (questions.length === 0) return new Map();
    const rows = await this.#query
      .selectFrom('chats')
      .select(['question_id', 'outcome'])
      .where('question_id', 'in', questions)
      .execute();
    return new Map(
      rows.flatMap(({ question_id, outcome }) =>
        question_id === null || outcome === '' ? [] : [[question_id, outcome] as const],
      ),
    );
  }
}

const unreadName = 'unread_down';

/** Counts ratings down that the owner has not seen. A rating that was taken back may have been seen. */
export async function addUnread(transaction: Transaction, by: number): Promise<void> {
  if (by === 0) return;
  const number = sql`case when number + ${by} < 0 then 0 else number + ${by} end`;
  await upsertState(transaction, { name: unreadName, number: Math.max(0, by) }, { number });
}

/** Ratings down that the owner has not seen. */
export class UnreadRatings {
  readonly #query: Database['query'];

  constructor({ query }: Database) {
    this.#query = query;
  }

  count(): Promise<number> {
    return readNumber(this.#query, unreadName);
  }

  /** The owner has opened the list of them. */
  async seen(): Promise<void> {
    await upsertState(this.#query, { name: unreadName, number: 0 }, { number: 0 });
  }
}
