import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ChatSummary } from '../../server/contract/chats.ts';
import { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Facts } from '../components/facts.tsx';
import { OutcomeBadge } from '../components/outcome-badge.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Ratings } from '../components/ratings.tsx';
import { Section, Skeleton } from '../components/section.tsx';
import { formatDate, formatLanguage, formatNumber } from '../format.ts';
import type { QueryChanges } from '../use-query.ts';
import { useResource } from '../use-resource.ts';
import { AskedOn } from './asked-on.tsx';
import { chatName } from './chat-list.tsx';
import { Exchange, pairsOf } from './exchange.tsx';
import type { ChatDeletion } from './use-chat-deletion.ts';

const closed: QueryChanges = { chat: '' };

function facts({ turns, outcome, up, down, language, page_url, created_at, last_at }: ChatSummary) {
  const shown = [
    { label: __('Questions', 'itih-rag-chat'), value: formatNumber(turns) },
    { label: __('Last answer', 'itih-rag-chat'), value: <OutcomeBadge outcome={outcome} /> },
    up + down > 0 && {
      label: __('Ratings', 'itih-rag-chat'),
      value: <Ratings up={up} down={down} />,
    },
    page_url && {
      label: __('Begun on', 'itih-rag-chat'),
      value: <AskedOn url={page_url} />,
    },
    language && { label: __('Language', 'itih-rag-chat'), value: formatLanguage(language) },
    { label: __('Begun', 'itih-rag-chat'), value: formatDate(created_at) },
    { label: __('Last active', 'itih-rag-chat'), value: formatDate(last_at) },
  ];
  return shown.filter((fact) => typeof fact === 'object');
}

interface Props {
  session: string;
  canManage: boolean;
  previous: QueryChanges | undefined;
  next: QueryChanges | undefined;
  deletion: ChatDeletion;
  onFollow: (changes: QueryChanges) => void;
}

/** The ways out of a conversation. */
function Ways({ previous, next, onFollow }: Pick<Props, 'previous' | 'next' | 'onFollow'>) {
  return (
    <nav className="itih-chat-ways" aria-label={__('Conversations', 'itih-rag-chat')}>
      <QueryLink className="itih-back" changes={closed} onFollow={onFollow}>
        {__('All conversations', 'itih-rag-chat')}
      </QueryLink>
      <span>
        {previous && (
          <QueryLink changes={previous} onFollow={onFollow} rel="prev">
            {__('Previous conversation', 'itih-rag-chat')}
          </QueryLink>
        )}
        {next && (
          <QueryLink changes={next} onFollow={onFollow} rel="next">
            {__('Next conversation', 'itih-rag-chat')}
          </QueryLink>
        )}
      </span>
    </nav>
  );
}

/** One conversation as its visitor saw it, with what stood behind each answer. */
export function ChatView({ session, canManage, previous, next, deletion, onFollow }: Props) {
  const { data, error, reload } = useResource((signal) => api.getChat(session, signal), [session]);
  useEffect(() => document.getElementById('itih-chat-title')?.focus(), [session]);
  const gone = error?.code === 'not_found';

  return (
    <>
      <Ways previous={previous} next={next} onFollow={onFollow} />
      <Section
        id="chat"
        title={data ? chatName(data.chat) : __('Conversation', 'itih-rag-chat')}
        busy={!data && !error}
        aside={
          data &&
          canManage && (
            <Button
              variant="secondary"
              isDestructive
              isBusy={deletion.busy}
              onClick={() => deletion.ask({ request: { sessions: [session] }, count: 1 })}
            >
              {__('Delete', 'itih-rag-chat')}
            </Button>
          )
        }
      >
        {error && !gone && <ErrorNotice error={error} onRetry={() => void reload()} />}
        {gone && (
          <p className="itih-empty">
            {__(
              'This conversation is no longer there: it was deleted, or its time was over.',
              'itih-rag-chat',
            )}
          </p>
        )}
        {!data && !error && <Skeleton lines={8} />}
        {data && <Facts look="rows" facts={facts(data.chat)} />}
      </Section>
      {data && (
        <Section id="chat-turns" title={__('What was said', 'itih-rag-chat')}>
          <ol className="itih-exchanges">
            {pairsOf(data.turns).map((pair) => (
              <Exchange
                key={(pair.question ?? pair.answer)?.id}
                pair={pair}
                canManage={canManage}
              />
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}
