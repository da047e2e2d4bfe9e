import { useCallback, useEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { ChatList } from '../chats/chat-list.tsx';
import { linkId } from '../chats/chat-row.tsx';
import { ChatView } from '../chats/chat-view.tsx';
import { chatsQueryOf } from '../chats/chats-query.ts';
import { DeletionDialog } from '../chats/deletion-dialog.tsx';
import { DeletionOutcome } from '../chats/deletion-outcome.tsx';
import { useChatDeletion } from '../chats/use-chat-deletion.ts';
import { useNeighbours } from '../chats/use-neighbours.ts';
import { Frame } from '../components/frame.tsx';
import type { Site } from '../site.ts';
import { usePolling } from '../use-polling.ts';
import { useQuery } from '../use-query.ts';
import { useResource } from '../use-resource.ts';

/** Visitors go on asking while the owner reads. */
const pollMs = 30_000;

/** Screen of the conversations, and of one of them. */
export function Chats({ site }: { site: Site }) {
  const { query, change } = useQuery();
  const status = useResource(api.getStatus);
  const facets = useResource(api.getChatFacets);
  const asked = JSON.stringify(chatsQueryOf(query));
  const load = useCallback(
    (signal: AbortSignal) =>
      api.getChats(JSON.parse(asked) as ReturnType<typeof chatsQueryOf>, signal),
    [asked],
  );
  const list = useResource(load);
  const refresh = () => Promise.all([list.reload(), facets.reload()]);
  const opened = query.get('chat') ?? '';
  const deletion = useChatDeletion(() => {
    if (opened !== '') change({ chat: '' }, 'replace');
    return refresh();
  });
  const neighbours = useNeighbours(list, query, opened);
  const follow = () => Promise.all([list.reload(), deletion.look()]);
  usePolling(follow, opened === '' && !status.error ? pollMs : null);

  const ended = deletion.many?.ended_at ?? '';
  const lastOpened = useRef('');
  useEffect(() => {
    const link = document.getElementById(linkId(lastOpened.current));
    if (opened === '') link?.focus();
    else deletion.dismiss();
    lastOpened.current = opened;
  }, [opened]);
  useEffect(() => {
    // The button that was pressed went with its row.
    if ((deletion.done || ended) && document.activeElement === document.body)
      document.getElementById('itih-chats-title')?.focus();
  }, [deletion.done, ended]);

  return (
    <Frame
      title={__('Chats', 'itih-rag-chat')}
      text={__('What visitors asked, and what the chat answered.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={refresh}
    >
      <div className="itih-column">
        <DeletionOutcome deletion={deletion} canManage={site.canManage} />
        {opened !== '' && (
          <ChatView
            key={opened}
            {...neighbours}
            session={opened}
            canManage={site.canManage}
            deletion={deletion}
            onFollow={change}
          />
        )}
        {/* Stays as it is behind a conversation that is read. */}
        <div hidden={opened !== ''}>
          <ChatList
            list={list}
            facets={facets.data}
            query={query}
            site={site}
            deletion={deletion}
            onChange={change}
          />
        </div>
      </div>
      <DeletionDialog deletion={deletion} />
    </Frame>
  );
}
