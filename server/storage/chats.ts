import type { Feedback, Turn } from '../contract/chat.ts';
import { toNumber, type Database } from './database.ts';
import { createDocumentAnswers } from './document-answers.ts';
import { presentOf } from './documents.ts';
import {
  answerTo,
  insertAnswer,
  insertTurn,
  rateAnswer,
  type AnsweredQuestion,
  type AssistantTurn,
} from './store-answer.ts';
import { citedBy, shownBy, sourcesOf, toTurn } from './stored-turn.ts';

/** A turn for a model's context. */
export interface HistoryTurn extends Pick<Turn, 'role' | 'content'> {
  /** Chunks that the answer cited. */
  chunkIds: number[];
  /** The section, else the title, of the first source that the answer cited. */
  about?: string;
  /** Set: a client sent it, and it may be invented. */
  sent?: true;
}

export interface NewQuestion {
  content: string;
  pageUrl: string | null;
  /** BCP 47; empty if unknown. */
  language: string;
}

/** @param knowledge Database with the documents that answers cite. */
export function createChats(
  database: Database,
  clock: () => number,
  knowledge: Pick<Database, 'query'> = database,
) {
  const { query, dialect } = database;
  const documentAnswers = createDocumentAnswers(database, clock);

  return {
    addQuestion: (sessionId: number, { content, pageUrl, language }: NewQuestion) =>
      insertTurn(query, {
        session_id: sessionId,
        role: 'user',
        content,
        page_url: pageUrl,
        language,
        created_at: clock(),
      }),

    /**
     * Stores an answer and counts it for the documents that it cites.
     *
     * @param again An earlier attempt failed, and may have been stored in spite of that.
     */
    async addAnswer(asked: AnsweredQuestion, turn: AssistantTurn, again = false): Promise<number> {
      const stored = again ? await answerTo(query, asked) : undefined;
      if (stored !== undefined) return stored;
      const id = await database.transaction((transaction) =>
        insertAnswer(dialect, transaction, { asked, turn, now: clock() }),
      );
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
      const present = await presentOf(knowledge.query, rows.flatMap(shownBy));
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
      const present = await presentOf(knowledge.query, rows.flatMap(citedBy));
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
      return database.transaction((transaction) =>
        rateAnswer(dialect, transaction, { sessionId, messageId, feedback, comment }),
      );
    },
  };
}
export type Chats = ReturnType<typeof createChats>;
