import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql, type Insertable, type Selectable } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type {
  Feedback,
  Outcome,
  FinishReason,
  ToolCallSummary,
  Usage,
  Turn,
} from '../contract/chat.ts';
import { searchTerms } from '../text/tokenize.ts';
import {
  type Database,
  type Transaction,
  changeRows,
  countOf,
  rowOf,
  insertMissing,
} from './database.ts';
import { addFigures, addUnread } from './chat-figures.ts';
import type { ChatTable } from './schema.ts';
import {
  writeExtras,
  type Extras,
  type StoredSource,
  citedBy,
  shownBy,
  sourcesOf,
  toTurn,
} from './stored-turn.ts';
import { DocumentAnswers } from './document-answers.ts';
import { presentOf } from './documents.ts';
import type { UnstoredChats } from './unstored-chats.ts';

/** Maximum number of terms in one statement. */
const batch = 500;
/** Different words of one turn that are kept: a very long answer would hold up the database for all others. */
const maxWords = 1000;
/** The column's length less the longest name of a property. */
const maxValue = 180;

interface Properties {
  outcome: Outcome;
  feedback: Feedback;
  language: string;
  /** Path of the page. */
  page: string;
  /** Such as 2026-11-22. */
  day: string;
}

/** Returns the term of a property. The sign between name and value is in no word. */
export const propertyTerm = <Name extends keyof Properties>(name: Name, value: Properties[Name]) =>
  `${name}=${value.slice(0, maxValue)}`;

/** Returns the terms that a turn adds to its conversation: its first words and its properties. */
function termsOfTurn(texts: readonly string[], properties: Omit<Properties, 'feedback'>): string[] {
  const words = new Set(texts.flatMap((text) => [...searchTerms(text)]));
  const { outcome, language, page, day } = properties;
  return [
    ...[...words].slice(0, maxWords),
    propertyTerm('outcome', outcome),
    propertyTerm('day', day),
    ...(language ? [propertyTerm('language', language)] : []),
    ...(page ? [propertyTerm('page', page)] : []),
  ];
}

/** Adds terms to a conversation that does not have them. */
async function addTerms(
  transaction: Transaction,
  sessionId: number,
  terms: readonly string[],
): Promise<void> {
  // In one order, so that two answers of a conversation do not lock each other out.
  const sorted = [...new Set(terms)].sort();
  for (let start = 0; start < sorted.length; start += batch) {
    const rows = sorted.slice(start, start + batch);
    await insertMissing(
      transaction,
      'chat_terms',
      rows.map((term) => ({ session_id: sessionId, term })),
    );
  }
}

/** A stored question that is being answered. */
export interface AnsweredQuestion {
  sessionId: number;
  questionId: number;
  /** As the visitor wrote it. */
  message: string;
  /** BCP 47; empty if unknown. */
  language: string;
  /** Path of the site's page where it was asked; empty if it was not there. */
  page: string;
  /** In the site's time zone, such as 2026-11-22. */
  day: string;
  /** Whether it opened the conversation. */
  isFirst: boolean;
}

export interface AssistantTurn {
  content: string;
  citations: StoredSource[];
  extras: Extras;
  reasoning: string;
  toolCalls: ToolCallSummary[];
  model: string;
  finishReason: FinishReason;
  outcome: Outcome;
  /** How likely the context answered the question, 0 to 1; null without a search. */
  confidence: number | null;
  usage: Usage;
  /** Milliseconds. */
  responseTime: number;
  /** Id of the request that asked for it, as in the log. */
  requestId: string;
}

/** Inserts a turn and returns its id. */
export async function insertTurn(
  query: Database['query'],
  values: Insertable<ChatTable>,
): Promise<number> {
  const { insertId } = await query.insertInto('chats').values(values).executeTakeFirstOrThrow();
  return Number(insertId);
}

/** Inserts an answer with what it is found and counted by. */
export async function insertAnswer(
  transaction: Transaction,
  { question, turn, now }: { question: AnsweredQuestion; turn: AssistantTurn; now: number },
): Promise<number> {
  const { sessionId, questionId, message, language, page, day, isFirst } = question;
  const { content, outcome, model, usage } = turn;
  const id = await insertTurn(transaction, {
    session_id: sessionId,
    question_id: questionId,
    role: 'assistant',
    created_at: now,
    content,
    citations: JSON.stringify(turn.citations),
    extras: writeExtras(turn.extras),
    reasoning: turn.reasoning || null,
    tool_calls: turn.toolCalls.length > 0 ? JSON.stringify(turn.toolCalls) : null,
    model,
    finish_reason: turn.finishReason,
    outcome,
    confidence: turn.confidence,
    prompt_tokens: usage.prompt_tokens,
    completion_tokens: usage.completion_tokens,
    cached_tokens: usage.cached_tokens ?? 0,
    cache_write_tokens: usage.cache_write_tokens ?? 0,
    response_time_ms: turn.responseTime,
    request_id: turn.requestId,
    day,
  });
  const terms = termsOfTurn([message, content], { outcome, language, page, day });
  await addTerms(transaction, sessionId, terms);
  const row = { day, outcome, model };
  await addFigures(transaction, row, {
    answers: 1,
    sessions: isFirst ? 1 : 0,
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedTokens: usage.cached_tokens ?? 0,
    cacheWriteTokens: usage.cache_write_tokens ?? 0,
  });
  return id;
}

/** Brings what a conversation is found and counted by up to date with a new rating. */
async function countRating(
  transaction: Transaction,
  sessionId: number,
  {
    feedback: before,
    day,
    outcome,
    model,
  }: Pick<Selectable<ChatTable>, 'feedback' | 'day' | 'outcome' | 'model'>,
  feedback: Feedback,
): Promise<void> {
  const ratings = await transaction
    .selectFrom('chats')
    .select('feedback')
    .distinct()
    .where('session_id', '=', sessionId)
    .execute();
  const termOf = (rating: Feedback) => propertyTerm('feedback', rating);
  await transaction
    .deleteFrom('chat_terms')
    .where('session_id', '=', sessionId)
    .where('term', 'in', [termOf('up'), termOf('down')])
    .execute();
  const given = ratings.flatMap((row) => (row.feedback ? termOf(row.feedback) : []));
  await addTerms(transaction, sessionId, given);
  const change = (rating: Feedback) => Number(feedback === rating) - Number(before === rating);
  if (outcome === '') return;
  await addUnread(transaction, change('down'));
  const by = { up: change('up'), down: change('down') };
  await addFigures(transaction, { day, outcome, model }, by);
}

/** Rates an answer of a session. False: there is none. */
export async function rateAnswer(
  transaction: Transaction,
  { sessionId, messageId, feedback, comment }: Rating,
): Promise<boolean> {
  const rated = await rowOf(transaction, 'chats', ['feedback', 'day', 'outcome', 'model'], {
    id: messageId,
    session_id: sessionId,
    role: 'assistant',
  });
  if (!rated) return false;
  await changeRows(
    transaction,
    'chats',
    { id: messageId },
    { feedback, feedback_comment: comment },
  );
  if (rated.feedback !== feedback) {
    await countRating(transaction, sessionId, rated, feedback);
  }
  return true;
}

interface Rating {
  sessionId: number;
  messageId: number;
  feedback: Feedback;
  comment: string | null;
}

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

export interface Session {
  id: number;
  publicId: string;
  /** Only for a new session; it is stored hashed and cannot be read again. */
  secret?: string;
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

const sameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Returns the row of a session that is this visitor's: that of a user is open to that user alone, also after logout. */
async function ownRow({ query }: Database, publicId: string, secret: string, user: string) {
  const row = await rowOf(query, 'chat_sessions', ['id', 'secret_hash', 'user_hash'], {
    public_id: publicId,
  });
  const isOwn =
    row && sameHash(row.secret_hash, hash(secret)) && ['', user].includes(row.user_hash);
  return isOwn ? row : null;
}

/** Conversations of visitors: who may go on with them, and their turns. */
export class Chats {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #unstored: UnstoredChats | undefined;
  readonly #documentAnswers: DocumentAnswers;

  /** @param unstored Absent: all conversations are stored. */
  constructor(database: Database, clock: () => number, unstored?: UnstoredChats) {
    this.#database = database;
    this.#clock = clock;
    this.#unstored = unstored;
    this.#documentAnswers = new DocumentAnswers(database, clock);
  }

  /**
   * Returns the session that belongs to `secret`, or a new one, in which the first question is counted.
   *
   * @param userHash Of a logged-in visitor; empty without a login.
   */
  async open(publicId: string, secret: string, ipHash: string, userHash = ''): Promise<Session> {
    const database = (await this.#unstored?.forNew()) ?? this.#database;
    const known = publicId && (await this.#resume(database, publicId, secret, userHash));
    if (known) return known;
    const now = this.#clock();
    const made = { publicId: randomUUID(), secret: randomBytes(24).toString('base64url') };
    const result = await database.query
      .insertInto('chat_sessions')
      .values({
        public_id: made.publicId,
        secret_hash: hash(made.secret),
        ip_hash: ipHash,
        user_hash: userHash,
        turns: 1,
        created_at: now,
        last_at: now,
      })
      .executeTakeFirstOrThrow();
    return { id: Number(result.insertId), ...made };
  }

  /**
   * Returns the session if this visitor may go on with it. A conversation without a login becomes that of the
   * visitor who logs in; another user of the same browser, and who has logged out, gets a new one.
   */
  async #resume(
    database: Database,
    publicId: string,
    secret: string,
    user: string,
  ): Promise<Session | null> {
    const row = await ownRow(database, publicId, secret, user);
    if (!row) return null;
    if (user !== '' && row.user_hash === '') {
      await changeRows(database.query, 'chat_sessions', { id: row.id }, { user_hash: user });
    }
    return { id: row.id, publicId };
  }

  /** Counts a further question, and records the use from which its retention counts. */
  async touch(id: number): Promise<void> {
    const { query } = await this.#databaseOf(id);
    const change = { last_at: this.#clock(), turns: sql<number>`turns + 1` };
    await changeRows(query, 'chat_sessions', { id }, change);
  }

  /**
   * @param userHash As for `open`.
   * @throws AppError `invalid_session` for an unknown id, a wrong secret and the session of another user alike.
   */
  async require(publicId: string, secret: string, userHash = ''): Promise<Session> {
    const memory = await this.#unstored?.opened();
    const row =
      (memory && (await ownRow(memory, publicId, secret, userHash))) ??
      (await ownRow(this.#database, publicId, secret, userHash));
    if (!row) throw new AppError('invalid_session');
    return { id: row.id, publicId };
  }

  /** Stores a question. Returns its id. */
  async addQuestion(
    sessionId: number,
    { content, pageUrl, language }: NewQuestion,
  ): Promise<number> {
    const { query } = await this.#databaseOf(sessionId);
    return insertTurn(query, {
      session_id: sessionId,
      role: 'user',
      content,
      page_url: pageUrl,
      language,
      created_at: this.#clock(),
    });
  }

  /**
   * Stores an answer and counts it for the documents that it cites.
   *
   * @param again An earlier attempt failed, and may have been stored in spite of that.
   */
  async addAnswer(question: AnsweredQuestion, turn: AssistantTurn, again = false): Promise<number> {
    const { sessionId, questionId } = question;
    const database = await this.#databaseOf(sessionId);
    const key = { session_id: sessionId, question_id: questionId };
    const stored = again && (await rowOf(database.query, 'chats', ['id'], key));
    if (stored) return stored.id;
    const id = await database.transaction((transaction) =>
      insertAnswer(transaction, { question, turn, now: this.#clock() }),
    );
    // Those that are not stored are not counted.
    if (database === this.#database) {
      await this.#documentAnswers.add(turn.citations.map(({ document_id }) => document_id));
    }
    return id;
  }

  /** Returns the latest `limit` turns with an id below `before`, oldest first. */
  async turns(sessionId: number, limit: number, before?: number): Promise<Turn[]> {
    const { query } = await this.#databaseOf(sessionId);
    let latest = query
      .selectFrom('chats')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('id', 'desc')
      .limit(limit);
    if (before !== undefined) latest = latest.where('id', '<', before);
    const rows = await latest.execute();
    const present = await presentOf(this.#database.query, rows.flatMap(shownBy));
    return rows.map((row) => toTurn(row, present)).reverse();
  }

  /**
   * Returns the latest turns for a model, oldest first, without answers that cite a deleted document: their text must
   * not be used any more.
   */
  async history(sessionId: number, limit: number): Promise<(HistoryTurn & { id: number })[]> {
    const { query } = await this.#databaseOf(sessionId);
    const rows = await query
      .selectFrom('chats')
      .select(['id', 'role', 'content', 'citations'])
      .where('session_id', '=', sessionId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    const present = await presentOf(this.#database.query, rows.flatMap(citedBy));
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
  }

  async count(sessionId: number): Promise<number> {
    const { query } = await this.#databaseOf(sessionId);
    return countOf(query.selectFrom('chats').where('session_id', '=', sessionId));
  }

  /** Rates an answer. False: `messageId` is none of this session. */
  async rate(
    sessionId: number,
    messageId: number,
    feedback: Feedback,
    comment: string | null,
  ): Promise<boolean> {
    const database = await this.#databaseOf(sessionId);
    return database.transaction((transaction) =>
      rateAnswer(transaction, { sessionId, messageId, feedback, comment }),
    );
  }

  async #databaseOf(sessionId: number): Promise<Database> {
    return (await this.#unstored?.of(sessionId)) ?? this.#database;
  }
}
