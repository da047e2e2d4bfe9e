import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { ChatList, chatSource } from '../chats/chat-list.tsx';
import { ChatView, useNeighbours } from '../chats/chat-view.tsx';
import { DeletionDialog, DeletionOutcome, useChatDeletion } from '../chats/chat-deletion.tsx';
import { Frame } from '../components/frame.tsx';
import type { Site } from '../site.ts';
import { useList, usePlace } from '../use-list.ts';
import { usePolling, useResource } from '../use-resource.ts';
import { useQuery } from '../page.ts';

/** Visitors go on asking while the owner reads. */
const pollMs = 30_000;

/** Screen of the conversations, and of one of them. */
export function Chats({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const facets = useResource(api.getChatFacets);
  const list = useList(chatSource, useQuery());
  const { query, change } = list;
  const refresh = () => Promise.all([list.reload(), facets.reload()]);
  const opened = query.get('chat') ?? '';
  const deletion = useChatDeletion(() => {
    if (opened !== '') change({ chat: '' }, 'replace');
    return refresh();
  });
  const neighbours = useNeighbours(list, opened);
  const follow = () => Promise.all([list.reload(), deletion.look()]);
  usePolling(follow, opened === '' && !status.error ? pollMs : null);

  const ended = deletion.many?.ended_at ?? '';
  usePlace({ list: 'chats', row: 'chat', opened, happened: deletion.done || ended });
  useEffect(() => {
    if (opened !== '') deletion.dismiss();
  }, [opened]);

  return (
    <Frame
      title={__('Conversations', 'itih-rag-chat')}
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
          <ChatList list={list} facets={facets.data} site={site} deletion={deletion} />
        </div>
      </div>
      <DeletionDialog deletion={deletion} />
    </Frame>
  );
}
