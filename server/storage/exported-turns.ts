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

/** Returns the turns of sessions, in the order of their questions within each. */
export async function exportedTurns(
  query: Database['query'],
  ids: readonly number[],
): Promise<ExportedTurn[]> {
  const [sessions, rows] = await Promise.all([
    query.selectFrom('chat_sessions').select(['id', 'public_id']).where('id', 'in', ids).execute(),
    query
      .selectFrom('chats')
      .select(['id', 'session_id', 'role', 'content', 'citations', 'question_id', 'page_url'])
      .select(['language', 'outcome', 'feedback', 'feedback_comment', 'model'])
      .select(['prompt_tokens', 'completion_tokens', 'cached_tokens'])
      .select(['response_time_ms', 'created_at'])
      .where('session_id', 'in', ids)
      .orderBy('session_id')
      .orderBy('id')
      .execute(),
  ]);
  const names = new Map(sessions.map(({ id, public_id }) => [id, public_id]));
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
