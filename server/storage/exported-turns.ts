import { toNumber, type Database } from './database.ts';
import { sourcesOf } from './stored-turn.ts';

/** A question with its answer, as it is exported. */
export interface ExportedTurn {
  at: number;
  session: string;
  question: string;
  pageUrl: string;
  language: string;
  /** Null: the answer was not stored. */
  answer: {
    content: string;
    outcome: string;
    feedback: string;
    comment: string;
    urls: string[];
    model: string;
    tokens: number;
    /** Part of the tokens that the vendor read from its cache. */
    cachedTokens: number;
    ms: number;
  } | null;
}

/** Sessions whose turns are read by one statement: what it returns should be garbage before it is old to V8. */
const batch = 100;

/** Yields the turns of sessions in parts, in the order of their questions within each session. */
export async function* exportedTurns(
  query: Database['query'],
  ids: readonly number[],
): AsyncGenerator<ExportedTurn[]> {
  const sessions = await query
    .selectFrom('chat_sessions')
    .select(['id', 'public_id'])
    .where('id', 'in', ids)
    .execute();
  const names = new Map(sessions.map(({ id, public_id }) => [id, public_id]));
  for (let first = 0; first < ids.length; first += batch)
    yield await turnsOf(query, ids.slice(first, first + batch), names);
}

async function turnsOf(
  query: Database['query'],
  ids: readonly number[],
  names: ReadonlyMap<number, string>,
): Promise<ExportedTurn[]> {
  const rows = await query
    .selectFrom('chats')
    .select(['id', 'session_id', 'role', 'content', 'citations', 'question_id', 'page_url'])
    .select(['language', 'outcome', 'feedback', 'feedback_comment', 'model'])
    .select(['prompt_tokens', 'completion_tokens', 'cached_tokens'])
    .select(['response_time_ms', 'created_at'])
    .where('session_id', 'in', ids)
    .orderBy('session_id')
    .orderBy('id')
    .execute();
  const answers = new Map(rows.map((row) => [row.question_id, row]));
  return rows
    .filter(({ role }) => role === 'user')
    .map((asked) => {
      const answer = answers.get(asked.id);
      return {
        at: toNumber(asked.created_at),
        session: names.get(asked.session_id) ?? '',
        question: asked.content,
        pageUrl: asked.page_url ?? '',
        language: asked.language,
        answer: answer
          ? {
              content: answer.content,
              outcome: answer.outcome,
              feedback: answer.feedback ?? '',
              comment: answer.feedback_comment ?? '',
              urls: sourcesOf(answer).map(({ url }) => url),
              model: answer.model,
              tokens: answer.prompt_tokens + answer.completion_tokens,
              cachedTokens: answer.cached_tokens,
              ms: answer.response_time_ms,
            }
          : null,
      };
    });
}
