import { sql, type Selectable } from 'kysely';
import type { GapReason, Gap, GapsQuery, GapState } from '../contract/gaps.ts';
import { toNumber, type Database, changeRows, countOf, deleteRows, rowOf } from './database.ts';
import type { GapTable } from './schema.ts';
import type { Outcome } from '../contract/chat.ts';
import { AppError } from '../errors/app-error.ts';
import { decodeVector, toText, type EmbeddingSpace } from './vectors/stored-vector.ts';

type Query = Database['query'];

const day = 86_400_000;
/** Days that count; the trend compares the last week with the one before. */
const counted = 90 * day;
const week = 7 * day;
/** Gaps that are counted in one statement. */
const batch = 100;

interface Figures {
  asked: number;
  trend: number;
  reasons: string;
  first_at: number;
  last_at: number;
}

/** Reads the figures of gaps from their turns, in an index. A gap without turns is missing. */
async function readFigures(query: Query, ids: readonly number[], now: number) {
  const since = (start: number, end = Number.MAX_SAFE_INTEGER) =>
    sql<number>`sum(case when created_at >= ${start} and created_at < ${end} then 1 else 0 end)`;
  const rows = await query
    .selectFrom('chats')
    .select((select) => [
      'gap_id',
      'gap_reason',
      since(now - counted).as('asked'),
      since(now - week).as('week'),
      since(now - 2 * week, now - week).as('before'),
      select.fn.countAll<number>().as('ever'),
      select.fn.min('created_at').as('first_at'),
      select.fn.max('created_at').as('last_at'),
    ])
    .where('gap_id', 'in', ids)
    .groupBy(['gap_id', 'gap_reason'])
    .execute();
  const byGap = Map.groupBy(rows, ({ gap_id }) => gap_id!);
  return new Map(
    [...byGap].map(([id, parts]): [number, Figures] => {
      const sum = (name: 'asked' | 'week' | 'before') =>
        parts.reduce((total, part) => total + toNumber(part[name]), 0);
      const often = parts.toSorted(
        (a, b) => toNumber(b.asked) - toNumber(a.asked) || toNumber(b.ever) - toNumber(a.ever),
      );
      return [
        id,
        {
          asked: sum('asked'),
          trend: sum('week') - sum('before'),
          reasons: often.map(({ gap_reason }) => gap_reason as GapReason).join(','),
          first_at: Math.min(...parts.map((part) => toNumber(part.first_at))),
          last_at: Math.max(...parts.map((part) => toNumber(part.last_at))),
        },
      ];
    }),
  );
}

type Stored = Pick<Selectable<GapTable>, 'id' | keyof Figures> & { label: number | null };

/** Reads gaps with their figures, and whether the turn that names them is still there. */
const readStored = (query: Query, ids: readonly number[]): Promise<Stored[]> =>
  query
    .selectFrom('gaps')
    .leftJoin('chats as label', 'label.id', 'gaps.question_id')
    .select(['gaps.id', 'asked', 'trend', 'reasons', 'first_at', 'last_at', 'label.id as label'])
    .where('gaps.id', 'in', ids)
    .execute();

/** Names a gap by the latest question that is left; its vector was of the other one. */
async function rename(query: Query, id: number): Promise<void> {
  const latest = await query
    .selectFrom('chats as answer')
    .innerJoin('chats as question', 'question.id', 'answer.question_id')
    .select(['question.id', 'question.content'])
    .where('answer.gap_id', '=', id)
    .orderBy('answer.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return;
  await changeRows(
    query,
    'gaps',
    { id },
    {
      question: latest.content,
      question_id: latest.id,
      embedder: '',
      dimensions: 0,
      embedding: null,
    },
  );
}

const isSame = (stored: Stored, figures: Figures) =>
  (Object.keys(figures) as (keyof Figures)[]).every((name) => stored[name] === figures[name]);

/**
 * Counts gaps again after turns were added or deleted, or because time has passed. A gap that has lost all turns is
 * deleted: it contains words of a visitor.
 */
export async function recountGaps(
  { query }: Pick<Database, 'query'>,
  ids: readonly number[],
  now: number,
): Promise<void> {
  for (let start = 0; start < ids.length; start += batch) {
    const some = ids.slice(start, start + batch);
    const [figures, stored] = [await readFigures(query, some, now), await readStored(query, some)];
    for (const gap of stored) {
      const counts = figures.get(gap.id);
      if (!counts) await deleteRows(query, 'gaps', { id: gap.id });
      else if (!isSame(gap, counts)) await changeRows(query, 'gaps', { id: gap.id }, counts);
      if (counts && gap.label === null) await rename(query, gap.id);
    }
  }
}

/** Counts all gaps again. */
export async function recountAllGaps(
  database: Pick<Database, 'query'>,
  now: number,
): Promise<void> {
  for (let last = 0; ;) {
    const rows = await database.query
      .selectFrom('gaps')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    await recountGaps(
      database,
      rows.map(({ id }) => id),
      now,
    );
  }
}

/** Returns the gaps that sessions belong to, to be counted again when these are deleted. */
export async function gapsOfSessions(
  { query }: Pick<Database, 'query'>,
  sessions: readonly number[],
): Promise<number[]> {
  const rows = await query
    .selectFrom('chats')
    .select('gap_id')
    .distinct()
    .where('session_id', 'in', sessions)
    .where('gap_id', 'is not', null)
    .execute();
  return rows.map(({ gap_id }) => gap_id!);
}

type GapRow = Selectable<GapTable>;

/** An answer, with its question. */
export interface AnsweredTurn {
  id: number;
  outcome: Outcome | '';
  model: string;
  feedback: string | null;
  gapId: number | null;
  reason: GapReason | '';
  at: number;
  questionId: number;
  question: string;
  language: string;
}

/** A question by which gaps are compared. `vector`: null without one. */
export interface ComparedQuestion {
  text: string;
  space: EmbeddingSpace | null;
  vector: Float32Array | null;
}

const iso = (ms: number) => new Date(ms).toISOString();
const reasonsOf = ({ reasons }: Pick<GapRow, 'reasons'>) => reasons.split(',') as GapReason[];

const toGap = (row: Omit<GapRow, 'embedding' | 'embedder' | 'dimensions'>): Gap => ({
  id: row.id,
  question: row.question,
  language: row.language,
  count: row.asked,
  trend: row.trend,
  reasons: reasonsOf(row),
  state: row.state,
  action: row.action,
  changed_at: iso(row.state_at),
  first_at: iso(row.first_at),
  last_at: iso(row.last_at),
});

const like = (text: string) => `%${text.replace(/[!%_]/g, '!$&')}%`;
const columns = { count: 'asked', trend: 'trend', last_at: 'last_at' } as const;
const shown = [
  ...(['id', 'language', 'question', 'question_id', 'state', 'state_at', 'action'] as const),
  ...(['asked', 'trend', 'reasons', 'first_at', 'last_at'] as const),
] as const;

const written = ({ text, space, vector }: ComparedQuestion) => ({
  question: text,
  embedder: vector && space ? space.embedder : '',
  dimensions: vector && space ? space.dimensions : 0,
  embedding: vector ? toText(vector) : null,
});

/** Returns the number of open gaps. */
export async function openGaps({ query }: Pick<Database, 'query'>): Promise<number> {
  return countOf(query.selectFrom('gaps').where('state', '=', 'open'));
}

const assignTo = (
  query: Query,
  turn: AnsweredTurn,
  gapId: number | null,
  reason: GapReason | '',
): Promise<unknown> =>
  changeRows(query, 'chats', { id: turn.id }, { gap_id: gapId, gap_reason: reason });

/** Gaps, and the turns that belong to them. */
export class Gaps {
  readonly #database: Database;
  readonly #clock: () => number;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Lists one page of gaps, and how many there are. */
  async list({
    state,
    reason,
    search,
    orderby,
    order,
    page,
    per_page,
  }: GapsQuery): Promise<{ rows: Gap[]; total: number }> {
    let matching = this.#database.query.selectFrom('gaps').where('state', '=', state);
    if (reason) matching = matching.where(sql<boolean>`reasons like ${like(reason)} escape '!'`);
    if (search) matching = matching.where(sql<boolean>`question like ${like(search)} escape '!'`);
    const [rows, count] = await Promise.all([
      matching
        .select(shown)
        .orderBy(columns[orderby], order)
        .orderBy('id', order)
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute(),
      matching.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirst(),
    ]);
    return { rows: rows.map(toGap), total: toNumber(count?.n) };
  }

  /** Reads an answer with its question; null if it is gone or its question is unknown. */
  async turn(answerId: number): Promise<AnsweredTurn | null> {
    const row = await this.#database.query
      .selectFrom('chats as answer')
      .innerJoin('chats as question', 'question.id', 'answer.question_id')
      .select([
        'answer.id',
        'answer.outcome',
        'answer.model',
        'answer.feedback',
        'answer.gap_id as gapId',
        'answer.gap_reason as reason',
        'answer.created_at as at',
        'question.id as questionId',
        'question.content as question',
        'question.language',
      ])
      .where('answer.id', '=', answerId)
      .executeTakeFirst();
    return row ?? null;
  }

  /** @throws AppError `not_found` */
  async get(id: number): Promise<Gap> {
    const row = await rowOf(this.#database.query, 'gaps', shown, { id });
    if (!row) throw new AppError('not_found');
    return toGap(row);
  }

  /** Returns the ids of the gaps of a language that were asked most recently, with the turns that name them. */
  latest(language: string, limit: number): Promise<{ id: number; questionId: number }[]> {
    return this.#database.query
      .selectFrom('gaps')
      .select(['id', 'question_id as questionId'])
      .where('language', '=', language)
      .orderBy('last_at', 'desc')
      .limit(limit)
      .execute();
  }

  /** Reads the questions of gaps with their vectors. */
  async compared(ids: readonly number[]): Promise<Map<number, ComparedQuestion>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#database.query
      .selectFrom('gaps')
      .select(['id', 'question', 'embedder', 'dimensions', 'embedding'])
      .where('id', 'in', ids)
      .execute();
    return new Map(
      rows.map(({ id, question: text, embedder, dimensions, embedding }) => {
        const vector = decodeVector(embedding);
        return [id, { text, space: vector && { embedder, dimensions }, vector }];
      }),
    );
  }

  /** Returns the latest questions of a gap. */
  async questions(id: number, limit: number) {
    const rows = await this.#database.query
      .selectFrom('chats as answer')
      .innerJoin('chats as question', 'question.id', 'answer.question_id')
      .innerJoin('chat_sessions', 'chat_sessions.id', 'answer.session_id')
      .select([
        'question.content as text',
        'public_id as session',
        'answer.gap_reason as reason',
        'question.created_at as at',
        'answer.feedback_comment as comment',
      ])
      .where('answer.gap_id', '=', id)
      .orderBy('answer.created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...row,
      reason: row.reason as GapReason,
      at: iso(row.at),
      comment: row.comment ?? '',
    }));
  }

  /** Makes a turn a part of a gap, or of none, and counts again. */
  async assign(turn: AnsweredTurn, gapId: number | null, reason: GapReason | ''): Promise<void> {
    await assignTo(this.#database.query, turn, gapId, reason);
    const changed = [turn.gapId, gapId].filter((id) => id !== null);
    await recountGaps(this.#database, [...new Set(changed)], this.#clock());
  }

  /** Counts all gaps again. */
  recount(): Promise<void> {
    return recountAllGaps(this.#database, this.#clock());
  }

  /** Opens a gap for a turn. */
  async open(turn: AnsweredTurn, question: ComparedQuestion, reason: GapReason): Promise<void> {
    // A gap without a turn would be deleted by the next count.
    await this.#database.query.transaction().execute(async (transaction) => {
      const { insertId } = await transaction
        .insertInto('gaps')
        .values({
          ...written(question),
          question_id: turn.questionId,
          language: turn.language,
          state_at: this.#clock(),
          asked: 1,
          trend: 1,
          reasons: reason,
          first_at: turn.at,
          last_at: turn.at,
        })
        .executeTakeFirstOrThrow();
      await assignTo(transaction, turn, Number(insertId), reason);
    });
  }

  /** Adds a turn to a gap, which takes its name, and opens again if it was done before the turn. */
  async join(
    id: number,
    turn: AnsweredTurn,
    question: ComparedQuestion,
    reason: GapReason,
  ): Promise<void> {
    await this.#database.query
      .updateTable('gaps')
      .set({ ...written(question), question_id: turn.questionId })
      .where('id', '=', id)
      .where('last_at', '<=', turn.at)
      .execute();
    await this.#database.query
      .updateTable('gaps')
      .set({ state: 'open', state_at: this.#clock() })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .where('state_at', '<', turn.at)
      .execute();
    await this.assign(turn, id, reason);
  }

  /**
   * @param seen When its state was set (ms), as far as the owner knows.
   * @throws AppError `not_found`, `conflict` when somebody else has set it since
   */
  async update(
    id: number,
    state: GapState,
    action: Gap['action'] | undefined,
    seen?: number,
  ): Promise<void> {
    let named = this.#database.query.updateTable('gaps').where('id', '=', id);
    if (seen !== undefined) named = named.where('state_at', '=', seen);
    const result = await named
      .set({ state, state_at: this.#clock(), ...(action !== undefined && { action }) })
      .executeTakeFirst();
    if (result.numUpdatedRows > 0n) return;
    const there = await rowOf(this.#database.query, 'gaps', ['id'], { id });
    if (!there) throw new AppError('not_found');
    throw new AppError('conflict', {
      message: 'Somebody else has seen to this question meanwhile.',
    });
  }
}
