import type { PersonalTurn } from '../contract/privacy.ts';
import type { Database } from './database.ts';

/** Turns of a page. */
const pageSize = 100;

/** Finds the conversations of one logged-in visitor. */
export function createPersonalChats({ query }: Database) {
  return {
    /** Returns a page of the turns, oldest first. */
    async page(hashes: string[], page: number): Promise<{ turns: PersonalTurn[]; done: boolean }> {
      if (hashes.length === 0) return { turns: [], done: true };
      const rows = await query
        .selectFrom('chats')
        .innerJoin('chat_sessions', 'chat_sessions.id', 'chats.session_id')
        .select(['chats.id', 'public_id', 'role', 'content', 'page_url', 'feedback'])
        .select(['feedback_comment', 'chats.created_at'])
        .where('user_hash', 'in', hashes)
        .orderBy('chats.id')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      const turns = rows.slice(0, pageSize).map((row) => ({
        id: row.id,
        session: row.public_id,
        role: row.role,
        content: row.content,
        page_url: row.page_url ?? '',
        feedback: row.feedback,
        comment: row.feedback_comment ?? '',
        at: new Date(row.created_at).toISOString(),
      }));
      return { turns, done: rows.length <= pageSize };
    },
  };
}
