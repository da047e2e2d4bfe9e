import { __, sprintf } from '@wordpress/i18n';
import type { ChatSummary } from '../../server/contract/chats.ts';
import { Cell } from '../components/cell.tsx';
import { OutcomeBadge } from '../components/outcome-badge.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Ratings } from '../components/ratings.tsx';
import { formatDate, formatLanguage, formatNumber } from '../format.ts';
import type { QueryChanges } from '../use-query.ts';
import { AskedOn } from './asked-on.tsx';

export const linkId = (session: string) => `itih-chat-${session}`;

export const chatName = ({ first_question }: ChatSummary) =>
  first_question || __('A conversation without a question', 'itih-rag-chat');

interface Props {
  chat: ChatSummary;
  selected: boolean;
  /** Undefined: may only read. */
  onSelect: ((selected: boolean) => void) | undefined;
  onFollow: (changes: QueryChanges) => void;
}

export function ChatRow({ chat, selected, onSelect, onFollow }: Props) {
  const { session, turns, outcome, up, down, page_url, language, last_at } = chat;
  const name = chatName(chat);
  return (
    <tr role="row" className={selected ? 'is-selected' : undefined}>
      {onSelect && (
        <td role="cell" className="itih-table__check">
          <input
            type="checkbox"
            /* translators: %s: the first question of a conversation. */
            aria-label={sprintf(__('Select %s', 'itih-rag-chat'), name)}
            checked={selected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        </td>
      )}
      <th role="rowheader" scope="row">
        <QueryLink
          id={linkId(session)}
          className="itih-table__title itih-chat-question"
          changes={{ chat: session }}
          onFollow={onFollow}
        >
          <bdi>{name}</bdi>
        </QueryLink>
      </th>
      <Cell label={__('Questions', 'itih-rag-chat')}>{formatNumber(turns)}</Cell>
      <Cell label={__('Last answer', 'itih-rag-chat')}>
        <OutcomeBadge outcome={outcome} />
      </Cell>
      <Cell label={__('Ratings', 'itih-rag-chat')}>
        <Ratings up={up} down={down} />
      </Cell>
      <Cell label={__('Asked on', 'itih-rag-chat')}>
        {page_url ? <AskedOn url={page_url} /> : '–'}
      </Cell>
      <Cell label={__('Language', 'itih-rag-chat')}>
        {language ? formatLanguage(language) : '–'}
      </Cell>
      <Cell label={__('Last active', 'itih-rag-chat')}>
        <time dateTime={last_at}>{formatDate(last_at)}</time>
      </Cell>
    </tr>
  );
}
