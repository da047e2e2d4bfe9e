import { __ } from '@wordpress/i18n';
import type { ChatSummary } from '../../server/contract/chats.ts';
import { CheckAll } from '../components/check-all.tsx';
import { Heading } from '../components/heading.tsx';
import type { QueryChanges } from '../use-query.ts';
import { ChatRow } from './chat-row.tsx';

interface Props {
  chats: readonly ChatSummary[];
  query: URLSearchParams;
  selected: ReadonlySet<string>;
  /** Undefined: may only read. */
  onSelect: ((sessions: readonly string[], selected: boolean) => void) | undefined;
  onChange: (changes: QueryChanges) => void;
}

/** A table that narrow screens show as cards: the roles keep what `display` would take away. */
export function ChatTable({ chats, query, selected, onSelect, onChange }: Props) {
  const sessions = chats.map(({ session }) => session);
  const sorting = { query, onChange, first: 'desc' as const };
  return (
    <table role="table" className="itih-table" aria-label={__('Conversations', 'itih-rag-chat')}>
      <thead role="rowgroup">
        <tr role="row">
          {onSelect && (
            <CheckAll
              label={__('Select all conversations of this page', 'itih-rag-chat')}
              rows={sessions.length}
              chosen={sessions.filter((session) => selected.has(session)).length}
              onChange={(on) => onSelect(sessions, on)}
            />
          )}
          <Heading {...sorting} label={__('First question', 'itih-rag-chat')} />
          <Heading {...sorting} label={__('Questions', 'itih-rag-chat')} by="turns" />
          <Heading {...sorting} label={__('Last answer', 'itih-rag-chat')} />
          <Heading {...sorting} label={__('Ratings', 'itih-rag-chat')} />
          <Heading {...sorting} label={__('Asked on', 'itih-rag-chat')} />
          <Heading {...sorting} label={__('Language', 'itih-rag-chat')} />
          <Heading {...sorting} label={__('Last active', 'itih-rag-chat')} by="last_at" />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {chats.map((chat) => (
          <ChatRow
            key={chat.session}
            chat={chat}
            selected={selected.has(chat.session)}
            onSelect={onSelect && ((on) => onSelect([chat.session], on))}
            onFollow={onChange}
          />
        ))}
      </tbody>
    </table>
  );
}
