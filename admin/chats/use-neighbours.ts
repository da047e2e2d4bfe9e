import { useCallback } from '@wordpress/element';
import { api } from '../api.ts';
import type { QueryChanges } from '../use-query.ts';
import { useResource, type Resource } from '../use-resource.ts';
import type { ChatPage } from './chat-list.tsx';
import { chatsQueryOf, pageOf } from './chats-query.ts';

const nothing: ChatPage = { body: [], total: 0, pages: 0 };

/**
 * Finds the conversations before and after one in the list that it was opened from, also across the list's pages.
 * Undefined at the ends, and for one that is not in the list.
 */
export function useNeighbours(list: Resource<ChatPage>, query: URLSearchParams, session: string) {
  const page = pageOf(query);
  const sessions = list.data?.body.map((chat) => chat.session) ?? [];
  const at = sessions.indexOf(session);
  const isFirst = at === 0 && page > 1;
  const isLast = at >= 0 && at === sessions.length - 1 && page < (list.data?.pages ?? 0);
  const before = JSON.stringify({ ...chatsQueryOf(query), page: page - 1 });
  const after = JSON.stringify({ ...chatsQueryOf(query), page: page + 1 });

  const use = (asked: string, wanted: boolean) =>
    useResource(
      useCallback(
        (signal: AbortSignal) =>
          wanted
            ? api.getChats(JSON.parse(asked) as ReturnType<typeof chatsQueryOf>, signal)
            : Promise.resolve(nothing),
        [asked, wanted],
      ),
    ).data?.body ?? [];
  const pageBefore = use(before, isFirst);
  const pageAfter = use(after, isLast);

  const to = (chat: string | undefined, paged: number): QueryChanges | undefined =>
    chat === undefined ? undefined : { chat, paged: paged > 1 ? String(paged) : '' };
  return {
    previous: isFirst ? to(pageBefore.at(-1)?.session, page - 1) : to(sessions[at - 1], page),
    next: isLast
      ? to(pageAfter[0]?.session, page + 1)
      : to(at < 0 ? undefined : sessions[at + 1], page),
  };
}
