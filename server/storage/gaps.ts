import { sql, type Selectable } from 'kysely';
import type { Outcome } from '../contract/chat.ts';
import type { Gap, GapReason, GapsQuery, GapState } from '../contract/gaps.ts';
import { AppError } from '../errors/app-error.ts';
import { toNumber, type Database } from './database.ts';
import { recountAllGaps, recountGaps } from './gap-figures.ts';
import type { GapTable } from './schema.ts';
import { decodeVector, toText, type EmbeddingSpace } from './vectors/stored-vector.ts';

export type GapRow = Selectable<GapTable>;

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

export const toGap = (row: Omit<GapRow, 'embedding' | 'embedder' | 'dimensions'>): Gap => ({
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
  'id',
  'language',
  'question',
  'question_id',
  'state',
  'state_at',
  'action',
  'asked',
  'trend',
  'reasons',
  'first_at',
  'last_at',
] as const;

const written = ({ text, space, vector }: ComparedQuestion) => ({
  question: text,
  embedder: vector && space ? space.embedder : '',
  dimensions: vector && space ? space.dimensions : 0,
  embedding: vector ? toText(vector) : null,
});

/** Lists one page of gaps, and how many there are. */
async function listGaps(
  { query }: Database,
  { state, reason, search, orderby, order, page, per_page }: GapsQuery,
): Promise<{ rows: Gap[]; total: number }> {
  let matching = query.selectFrom('gaps').where('state', '=', state);
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

/** Returns the number of open gaps. */
export async function openGaps({ query }: Pick<Database, 'query'>): Promise<number> {
  const row = await query
    .selectFrom('gaps')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('state', '=', 'open')
    .executeTakeFirst();
  return toNumber(row?.n);
}

/** Reads an answer with its question; null if it is gone or its question is unknown. */
async function readTurn({ query }: Database, answerId: number): Promise<AnsweredTurn | null> {
  const row = await query
    .selectFrom('chats as answer')
    .innerJoin('chats as asked', 'asked.id', 'answer.question_id')
    .select([
      'answer.id',
      'answer.outcome',
      'answer.model',
      'answer.feedback',
      'answer.gap_id as gapId',
      'answer.gap_reason as reason',
      'answer.created_at as at',
      'asked.id as questionId',
      'asked.content as question',
      'asked.language',
    ])
    .where('answer.id', '=', answerId)
    .executeTakeFirst();
  return row ?? null;
}

function reading(database: Database) {
  const { query } = database;
  return {
    list: (options: GapsQuery) => listGaps(database, options),
    turn: (answerId: number) => readTurn(database, answerId),

    /** @throws AppError `not_found` */
    async get(id: number): Promise<Gap> {
      const row = await query
        .selectFrom('gaps')
        .select(shown)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new AppError('not_found');
      return toGap(row);
    },

    /** Returns the ids of the gaps of a language that were asked most recently, with the turns that name them. */
    latest: (language: string, limit: number) =>
      query
        .selectFrom('gaps')
        .select(['id', 'question_id as questionId'])
        .where('language', '=', language)
        .orderBy('last_at', 'desc')
        .limit(limit)
        .execute(),

    /** Reads the questions of gaps with their vectors. */
    async compared(ids: readonly number[]): Promise<Map<number, ComparedQuestion>> {
      if (ids.length === 0) return new Map();
      const rows = await query
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
    },

    /** Returns the latest questions of a gap. */
    async questions(id: number, limit: number) {
      const rows = await query
        .selectFrom('chats as answer')
        .innerJoin('chats as asked', 'asked.id', 'answer.question_id')
        .innerJoin('chat_sessions', 'chat_sessions.id', 'answer.session_id')
        .select([
          'asked.content as text',
          'public_id as session',
          'answer.gap_reason as reason',
          'asked.created_at as at',
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
    },
  };
}

function writing(database: Database, clock: () => number) {
  const { query } = database;

  const point = (
    given: Pick<Database['query'], 'updateTable'>,
    turn: AnsweredTurn,
    gapId: number | null,
    reason: GapReason | '',
  ) =>
    given
      .updateTable('chats')
      .set({ gap_id: gapId, gap_reason: reason })
      .where('id', '=', turn.id)
      .execute();

  /** Makes a turn a part of a gap, or of none, and counts again. */
  async function assign(turn: AnsweredTurn, gapId: number | null, reason: GapReason | '') {
    await point(query, turn, gapId, reason);
    const changed = [turn.gapId, gapId].filter((id) => id !== null);
    await recountGaps(database, [...new Set(changed)], clock());
  }

  return {
    assign,
    recount: () => recountAllGaps(database, clock()),

    /** Opens a gap for a turn. */
    async open(turn: AnsweredTurn, question: ComparedQuestion, reason: GapReason): Promise<void> {
      // A gap without a turn would be deleted by the next count.
      await query.transaction().execute(async (transaction) => {
        const { insertId } = await transaction
          .insertInto('gaps')
          .values({
            ...written(question),
            question_id: turn.questionId,
            language: turn.language,
            state_at: clock(),
            asked: 1,
            trend: 1,
            reasons: reason,
            first_at: turn.at,
            last_at: turn.at,
          })
          .executeTakeFirstOrThrow();
        await point(transaction, turn, Number(insertId), reason);
      });
    },

    /** Adds a turn to a gap, which takes its name, and opens again if it was done before the turn. */
    async join(
      id: number,
      turn: AnsweredTurn,
      question: ComparedQuestion,
      reason: GapReason,
    ): Promise<void> {
      await query
        .updateTable('gaps')
        .set({ ...written(question), question_id: turn.questionId })
        .where('id', '=', id)
        .where('last_at', '<=', turn.at)
        .execute();
      await query
        .updateTable('gaps')
        .set({ state: 'open', state_at: clock() })
        .where('id', '=', id)
        .where('state', '=', 'done')
        .where('state_at', '<', turn.at)
        .execute();
      await assign(turn, id, reason);
    },

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
      let named = query.updateTable('gaps').where('id', '=', id);
      if (seen !== undefined) named = named.where('state_at', '=', seen);
      const result = await named
        .set({ state, state_at: clock(), ...(action !== undefined && { action }) })
        .executeTakeFirst();
      if (result.numUpdatedRows > 0n) return;
      const there = await query
        .selectFrom('gaps')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!there) throw new AppError('not_found');
      throw new AppError('conflict', {
        message: 'Somebody else has seen to this question meanwhile.',
      });
    },
  };
}

/** Queries of the gaps, and of the turns that belong to them. */
export const createGaps = (database: Database, clock: () => number) => ({
  ...reading(database),
  ...writing(database, clock),
});
export type Gaps = ReturnType<typeof createGaps>;
