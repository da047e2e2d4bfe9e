import type { Insertable } from 'kysely';
import type { Feedback, FinishReason, ToolCallSummary, Turn, Usage } from '../contract/chat.ts';
import { toNumber, type Database } from './database.ts';
import { createDocumentAnswers } from './document-answers.ts';
import type { ChatTable } from './schema.ts';
import {
  citedBy,
  shownBy,
  sourcesOf,
  toTurn,
  writeExtras,
  type Extras,
  type StoredSource,
} from './stored-turn.ts';

/** A turn for a model's context. */
export interface HistoryTurn extends Pick<Turn, 'role' | 'content'> {
  /** Chunks that the answer cited. */
  chunkIds: number[];
  /** The section, else the title, of the first source that the answer cited. */
  about?: string;
}

export interface AssistantTurn {
  content: string;
  citations: StoredSource[];
  extras: Extras;
  reasoning: string;
  toolCalls: ToolCallSummary[];
  model: string;
  finishReason: FinishReason;
  usage: Usage;
  /** Milliseconds. */
  responseTime: number;
}

type Row = Insertable<ChatTable>;
type NewTurn = Pick<Row, 'session_id' | 'role' | 'content' | 'created_at'> & Partial<Row>;

const day = 86_400_000;

type Query = Database['query'];

/** Inserts a turn and returns its id. */
async function insertTurn(query: Query, values: NewTurn): Promise<number> {
  const result = await query
    .insertInto('chats')
    .values({
      citations: null,
      extras: null,
      reasoning: null,
      tool_calls: null,
      feedback: null,
      feedback_comment: null,
      page_url: null,
      ...values,
    })
    .executeTakeFirstOrThrow();
  return Number(result.insertId);
}

const answerRow = (sessionId: number, turn: AssistantTurn, now: number): NewTurn => ({
  session_id: sessionId,
  role: 'assistant',
  created_at: now,
  content: turn.content,
  citations: JSON.stringify(turn.citations),
  extras: writeExtras(turn.extras),
  reasoning: turn.reasoning || null,
  tool_calls: turn.toolCalls.length > 0 ? JSON.stringify(turn.toolCalls) : null,
  model: turn.model,
  finish_reason: turn.finishReason,
  prompt_tokens: turn.usage.prompt_tokens,
  completion_tokens: turn.usage.completion_tokens,
  response_time_ms: turn.responseTime,
});

/** Returns the ids of those documents that still exist. */
async function presentOf(query: Query, documents: readonly number[]): Promise<Set<number>> {
  const ids = [...new Set(documents)];
  if (ids.length === 0) return new Set();
  const rows = await query.selectFrom('documents').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the figures of the dashboard. */
async function summarise(query: Query, now: number) {
  const count = query.selectFrom('chats').select((select) => select.fn.countAll<number>().as('n'));
  const questions = count.where('role', '=', 'user');
  const [sessions, all, today, up, down, tokens, times] = await Promise.all([
    query
      .selectFrom('chat_sessions')
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirst(),
    questions.executeTakeFirst(),
    questions.where('created_at', '>=', now - (now % day)).executeTakeFirst(),
    count.where('feedback', '=', 'up').executeTakeFirst(),
    count.where('feedback', '=', 'down').executeTakeFirst(),
    query
      .selectFrom('chats')
      .select((select) => [
        select.fn.sum<number>('prompt_tokens').as('prompt'),
        select.fn.sum<number>('completion_tokens').as('completion'),
      ])
      .executeTakeFirst(),
    query
      .selectFrom('chats')
      .select('response_time_ms as ms')
      .where('role', '=', 'assistant')
      .where('created_at', '>=', now - 7 * day)
      .orderBy('created_at', 'desc')
      .limit(1000)
      .execute(),
  ]);
  const sorted = times.map((row) => row.ms).sort((a, b) => a - b);
  return {
    sessions: toNumber(sessions?.n),
    questions: toNumber(all?.n),
    questions_today: toNumber(today?.n),
    up: toNumber(up?.n),
    down: toNumber(down?.n),
    median_ms: sorted[Math.floor(sorted.length / 2)] ?? null,
    prompt_tokens: toNumber(tokens?.prompt),
    completion_tokens: toNumber(tokens?.completion),
  };
}

export function createChats(database: Database, clock: () => number) {
  const { query } = database;
  const documentAnswers = createDocumentAnswers(database, clock);

  return {
    addQuestion: (sessionId: number, content: string, pageUrl: string | null) =>
      insertTurn(query, {
        session_id: sessionId,
        role: 'user',
        content,
        page_url: pageUrl,
        created_at: clock(),
      }),

    /** Stores an answer and counts it for the documents that it cites. */
    async addAnswer(sessionId: number, turn: AssistantTurn): Promise<number> {
      const id = await insertTurn(query, answerRow(sessionId, turn, clock()));
      await documentAnswers.add(turn.citations.map(({ document_id }) => document_id));
      return id;
    },

    /** Returns the latest `limit` turns with an id below `before`, oldest first. */
    async turns(sessionId: number, limit: number, before?: number): Promise<Turn[]> {
      let latest = query
        .selectFrom('chats')
        .selectAll()
        .where('session_id', '=', sessionId)
        .orderBy('id', 'desc')
        .limit(limit);
      if (before !== undefined) latest = latest.where('id', '<', before);
      const rows = await latest.execute();
      const present = await presentOf(query, rows.flatMap(shownBy));
      return rows.map((row) => toTurn(row, present)).reverse();
    },

    /**
     * Returns the latest turns for a model, oldest first, without answers that cite a deleted document:
     * their text must not be used any more.
     */
    async said(sessionId: number, limit: number): Promise<(HistoryTurn & { id: number })[]> {
      const rows = await query
        .selectFrom('chats')
        .select(['id', 'role', 'content', 'citations'])
        .where('session_id', '=', sessionId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      const present = await presentOf(query, rows.flatMap(citedBy));
      return rows
        .map((row) => ({ row, sources: sourcesOf(row) }))
        .filter(({ sources }) => sources.every(({ document_id }) => present.has(document_id)))
        .map(({ row: { id, role, content }, sources }) => ({
          id,
          role,
          content,
          chunkIds: sources.flatMap(({ chunk_ids }) => chunk_ids ?? []),
          ...(sources[0] && { about: sources[0].section ?? sources[0].title }),
        }))
        .reverse();
    },

    async count(sessionId: number): Promise<number> {
      const row = await query
        .selectFrom('chats')
        .select((select) => select.fn.countAll<number>().as('n'))
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return toNumber(row?.n);
    },

    /** True when `messageId` is an answer of this session. */
    async rate(
      sessionId: number,
      messageId: number,
      feedback: Feedback,
      comment: string | null,
    ): Promise<boolean> {
      const result = await query
        .updateTable('chats')
        .set({ feedback, feedback_comment: comment })
        .where('id', '=', messageId)
        .where('session_id', '=', sessionId)
        .where('role', '=', 'assistant')
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    summary: () => summarise(query, clock()),
  };
}
export type Chats = ReturnType<typeof createChats>;
