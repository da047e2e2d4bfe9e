import { useCallback } from '@wordpress/element';
import type { ChatsQuery } from '../../server/contract/chats.ts';
import { api } from '../api.ts';
import { pageOf, paged } from '../use-list.ts';
import type { QueryChanges } from '../use-query.ts';
import { useResource } from '../use-resource.ts';
import { chatSource, type ChatRows } from './chat-list.tsx';

/**
 * Finds the conversations before and after one in the list that it was opened from, also across the list's pages.
 * Undefined at the ends, and for one that is not in the list.
 */
export function useNeighbours({ query, rows, data }: ChatRows, session: string) {
  const page = pageOf(query);
  const sessions = rows.map((chat) => chat.session);
  const at = sessions.indexOf(session);
  const isFirst = at === 0 && page > 1;
  const isLast = at >= 0 && at === sessions.length - 1 && page < (data?.pages ?? 0);

  const usePage = (number: number, isWanted: boolean) => {
    const asked = JSON.stringify({ ...chatSource.requestOf(query), page: number });
    const load = useCallback(
      async (signal: AbortSignal) =>
        isWanted ? (await api.getChats(JSON.parse(asked) as ChatsQuery, signal)).body : [],
      [asked, isWanted],
    );
    return useResource(load).data ?? [];
  };
  const before = usePage(page - 1, isFirst);
  const after = usePage(page + 1, isLast);

  const to = (chat: string | undefined, number: number): QueryChanges | undefined =>
    chat === undefined ? undefined : { chat, ...paged(number) };
  return {
    previous: isFirst ? to(before.at(-1)?.session, page - 1) : to(sessions[at - 1], page),
    next: isLast
      ? to(after[0]?.session, page + 1)
      : to(at < 0 ? undefined : sessions[at + 1], page),
  };
}
