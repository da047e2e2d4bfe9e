import type { Insertable, Selectable } from 'kysely';
import type { Feedback, FinishReason, Outcome, ToolCallSummary, Usage } from '../contract/chat.ts';
import { addFigures } from './chat-figures.ts';
import { addTerms, replaceRatingTerms, termsOfTurn } from './chat-terms.ts';
import type { Database, Transaction } from './database.ts';
import type { ChatTable } from './schema.ts';
import { writeExtras, type Extras, type StoredSource } from './stored-turn.ts';
import { addUnread } from './unread-ratings.ts';

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

type Dialect = Database['dialect'];
type Row = Insertable<ChatTable>;
type NewTurn = Pick<Row, 'session_id' | 'role' | 'content' | 'created_at'> & Partial<Row>;

type Query = Database['query'];
type Rated = Pick<Selectable<ChatTable>, 'feedback' | 'day' | 'outcome' | 'model'>;

/** Inserts a turn and returns its id. */
export async function insertTurn(
  query: Pick<Query, 'insertInto'>,
  values: NewTurn,
): Promise<number> {
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
      question_id: null,
      confidence: null,
      gap_id: null,
      ...values,
    })
    .executeTakeFirstOrThrow();
  return Number(result.insertId);
}

/** Returns the id of the answer to a question if it is stored. */
export async function answerTo(
  query: Pick<Query, 'selectFrom'>,
  { sessionId, questionId }: AnsweredQuestion,
): Promise<number | undefined> {
  const row = await query
    .selectFrom('chats')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('question_id', '=', questionId)
    .executeTakeFirst();
  return row?.id;
}

/** Inserts an answer with what it is found and counted by. */
export async function insertAnswer(
  dialect: Dialect,
  transaction: Transaction,
  { asked, turn, now }: { asked: AnsweredQuestion; turn: AssistantTurn; now: number },
): Promise<number> {
  const { sessionId, questionId, message, language, page, day, isFirst } = asked;
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
  await addTerms(dialect, transaction, sessionId, terms);
  await addFigures(
    dialect,
    transaction,
    { day, outcome, model },
    {
      answers: 1,
      sessions: isFirst ? 1 : 0,
      promptTokens: usage.prompt_tokens,
      completionTokens: usage.completion_tokens,
      cachedTokens: usage.cached_tokens ?? 0,
      cacheWriteTokens: usage.cache_write_tokens ?? 0,
    },
  );
  return id;
}

/** Brings what a conversation is found and counted by up to date with a new rating. */
async function countRating(
  dialect: Dialect,
  transaction: Transaction,
  sessionId: number,
  { feedback: before, day, outcome, model }: Rated,
  feedback: Feedback,
): Promise<void> {
  const ratings = await transaction
    .selectFrom('chats')
    .select('feedback')
    .distinct()
    .where('session_id', '=', sessionId)
    .execute();
  const given = ratings.flatMap((row) => row.feedback ?? []);
  await replaceRatingTerms(dialect, transaction, sessionId, given);
  const change = (rating: Feedback) => Number(feedback === rating) - Number(before === rating);
  const [up, down] = [change('up'), change('down')];
  if (outcome === '') return;
  await addUnread(dialect, transaction, down);
  await addFigures(dialect, transaction, { day, outcome, model }, { up, down });
}

/** Rates an answer of a session. False: there is none. */
export async function rateAnswer(
  dialect: Dialect,
  transaction: Transaction,
  { sessionId, messageId, feedback, comment }: Rating,
): Promise<boolean> {
  const rated = await transaction
    .selectFrom('chats')
    .select(['feedback', 'day', 'outcome', 'model'])
    .where('id', '=', messageId)
    .where('session_id', '=', sessionId)
    .where('role', '=', 'assistant')
    .executeTakeFirst();
  if (!rated) return false;
  await transaction
    .updateTable('chats')
    .set({ feedback, feedback_comment: comment })
    .where('id', '=', messageId)
    .execute();
  if (rated.feedback !== feedback) {
    await countRating(dialect, transaction, sessionId, rated, feedback);
  }
  return true;
}

interface Rating {
  sessionId: number;
  messageId: number;
  feedback: Feedback;
  comment: string | null;
}
