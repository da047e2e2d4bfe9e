import type { ChatSummary, ChatsFilter, ChatsQuery, OwnerTurn } from '../contract/chats.ts';
import { summaries } from './chat-summaries.ts';
import { toNumber, type Database } from './database.ts';
import { presentOf } from './documents.ts';
import { exportedTurns } from './exported-turns.ts';
import { createFindConversations, type SessionRange } from './find-conversations.ts';
import { shownBy, toOwnerTurn } from './stored-turn.ts';

/** Turns of one conversation that are shown, the latest. */
const maxTurns = 1000;
/** Questions whose pages and languages can be chosen, the latest. */
const facetQuestions = 5000;

/** Conversations for the owner. */
export function createConversations(database: Database) {
  const { query } = database;
  const find = createFindConversations(database);

  return {
    async list(options: ChatsQuery): Promise<{ chats: ChatSummary[]; total: number }> {
      const { page, per_page, orderby, order } = options;
      const place = { offset: (page - 1) * per_page, limit: per_page };
      const { ids, total } = await find.page(options, orderby, order, place);
      return { chats: await summaries(query, ids), total };
    },

    /** Returns a conversation with its latest turns, oldest first; undefined if there is none of this name. */
    async read(session: string): Promise<{ chat: ChatSummary; turns: OwnerTurn[] } | undefined> {
      const found = await query
        .selectFrom('chat_sessions')
        .select('id')
        .where('public_id', '=', session)
        .executeTakeFirst();
      if (!found) return undefined;
      const rows = await query
        .selectFrom('chats')
        .selectAll()
        .where('session_id', '=', found.id)
        .orderBy('id', 'desc')
        .limit(maxTurns)
        .execute();
      const present = await presentOf(query, rows.flatMap(shownBy));
      const [chat] = await summaries(query, [found.id]);
      return chat && { chat, turns: rows.map((row) => toOwnerTurn(row, present)).reverse() };
    },

    /** Returns the ids of named sessions. */
    async idsOf(names: readonly string[]): Promise<number[]> {
      const rows = await query
        .selectFrom('chat_sessions')
        .select('id')
        .where('public_id', 'in', names)
        .execute();
      return rows.map(({ id }) => id);
    },

    all: (filter: ChatsFilter, batch: number, range?: SessionRange) =>
      find.all(filter, batch, range),

    /** Returns the id of the newest session; 0 without one. */
    async newest(): Promise<number> {
      const row = await query
        .selectFrom('chat_sessions')
        .select((select) => select.fn.max<number | null>('id').as('id'))
        .executeTakeFirst();
      return toNumber(row?.id);
    },

    /** Returns where and in which language the latest questions were asked. */
    async facets(): Promise<{ pageUrl: string; language: string }[]> {
      const rows = await query
        .selectFrom('chats')
        .select(['page_url', 'language'])
        .where('role', '=', 'user')
        .orderBy('created_at', 'desc')
        .limit(facetQuestions)
        .execute();
      return rows.map(({ page_url, language }) => ({ pageUrl: page_url ?? '', language }));
    },

    /** Yields the turns of sessions in parts, in the order of their questions within each session. */
    exported: (ids: readonly number[]) => exportedTurns(query, ids),
  };
}
export type Conversations = ReturnType<typeof createConversations>;
