import { ExternalLink } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ChatFacets } from '../../server/contract/chats.ts';
import type { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Pagination } from '../components/pagination.tsx';
import { Section } from '../components/section.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { formatNumber } from '../format.ts';
import type { Site } from '../site.ts';
import type { QueryChanges } from '../use-query.ts';
import type { Resource } from '../use-resource.ts';
import { ChatFilters } from './chat-filters.tsx';
import { ChatTable } from './chat-table.tsx';
import { exportUrlOf, filterOf, isAtLeast, isFiltered, noFilter, pageOf } from './chats-query.ts';
import type { ChatDeletion } from './use-chat-deletion.ts';

export type ChatPage = Awaited<ReturnType<typeof api.getChats>>;

interface Props {
  list: Resource<ChatPage>;
  facets: ChatFacets | undefined;
  query: URLSearchParams;
  site: Site;
  deletion: ChatDeletion;
  onChange: (changes: QueryChanges, how?: 'push' | 'replace') => void;
}

interface SelectionProps {
  chosen: readonly string[];
  total: number;
  query: URLSearchParams;
  canManage: boolean;
  /** False while the number belongs to another filter. */
  settled: boolean;
  deletion: ChatDeletion;
}

function countText(chosen: number, total: number): string {
  if (chosen > 0)
    return sprintf(
      /* translators: %s: number of conversations. */
      _n('%s conversation selected', '%s conversations selected', chosen, 'itih-rag-chat'),
      formatNumber(chosen),
    );
  return isAtLeast(total)
    ? sprintf(
        /* translators: %s: number of conversations. */
        __('%s conversations or more', 'itih-rag-chat'),
        formatNumber(total),
      )
    : sprintf(
        /* translators: %s: number of conversations. */
        _n('%s conversation', '%s conversations', total, 'itih-rag-chat'),
        formatNumber(total),
      );
}

const deleteAllText = (filtered: boolean, total: number) =>
  filtered
    ? sprintf(
        /* translators: %s: number of conversations. */
        __('Delete all that fit (%s)', 'itih-rag-chat'),
        isAtLeast(total) ? `${formatNumber(total)}+` : formatNumber(total),
      )
    : __('Delete all conversations', 'itih-rag-chat');

/** How many there are; for those who may, what can be deleted. */
function Selection({ chosen, total, query, canManage, settled, deletion }: SelectionProps) {
  const count = chosen.length;
  const ready = settled && (count > 0 || !deletion.running);
  return (
    <div className="itih-selection">
      <span role="status">{countText(count, total)}</span>
      {canManage && (
        <Button
          variant={count > 0 ? 'secondary' : 'tertiary'}
          isDestructive
          isBusy={deletion.busy}
          aria-disabled={!ready}
          onClick={() =>
            ready &&
            deletion.ask(
              count > 0
                ? { request: { sessions: [...chosen] }, count }
                : { request: { filter: filterOf(query) }, count: total },
            )
          }
        >
          {count > 0 ? __('Delete', 'itih-rag-chat') : deleteAllText(isFiltered(query), total)}
        </Button>
      )}
    </div>
  );
}

/** The address is made when it is followed: the nonce may have been renewed. */
const ExportLink = ({ site, query }: { site: Site; query: URLSearchParams }) => (
  <Button
    variant="secondary"
    download
    href={exportUrlOf(site.exportUrl, query)}
    onClick={(event: { currentTarget: HTMLAnchorElement }) => {
      event.currentTarget.href = exportUrlOf(site.exportUrl, query);
    }}
  >
    {__('Export as CSV', 'itih-rag-chat')}
  </Button>
);

interface EmptyProps {
  filtered: boolean;
  homeUrl: string;
  onShowAll: () => void;
}

const Empty = ({ filtered, homeUrl, onShowAll }: EmptyProps) => (
  <div className="itih-empty">
    <p>
      {filtered
        ? __('No conversation fits these filters.', 'itih-rag-chat')
        : __(
            'Nobody has asked anything yet. What visitors ask, and what the chat answers, is kept here.',
            'itih-rag-chat',
          )}
    </p>
    {!filtered && homeUrl && (
      <ExternalLink href={homeUrl}>
        {__('Ask a question on your site', 'itih-rag-chat')}
      </ExternalLink>
    )}
    {filtered && (
      <Button variant="secondary" onClick={onShowAll}>
        {__('Show all conversations', 'itih-rag-chat')}
      </Button>
    )}
  </div>
);

/** All conversations, page by page. */
export function ChatList({ list, facets, query, site, deletion, onChange }: Props) {
  const { data, error, loading, reload } = list;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const chats = data?.body ?? [];
  const lost = data !== undefined && chats.length === 0 && data.total > 0;
  useEffect(() => {
    if (lost) onChange({ paged: String(data.pages) }, 'replace');
  }, [lost]);

  function mark(sessions: readonly string[], on: boolean) {
    const next = new Set(marked);
    for (const session of sessions)
      if (on) next.add(session);
      else next.delete(session);
    setMarked(next);
  }

  const nothing = data?.total === 0 && !isFiltered(query);
  return (
    <Section
      id="chats"
      title={__('Conversations', 'itih-rag-chat')}
      busy={loading && !data}
      aside={chats.length > 0 && <ExportLink site={site} query={query} />}
    >
      {!nothing && <ChatFilters query={query} facets={facets} onChange={onChange} />}
      {error && <ErrorNotice error={error} onRetry={() => void reload()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data?.total === 0 && (
        <Empty filtered={!nothing} homeUrl={site.homeUrl} onShowAll={() => onChange(noFilter)} />
      )}
      {data && chats.length > 0 && (
        <>
          <Selection
            chosen={chats.map(({ session }) => session).filter((session) => marked.has(session))}
            total={data.total}
            query={query}
            canManage={site.canManage}
            settled={!loading && !error}
            deletion={deletion}
          />
          <ChatTable
            chats={chats}
            query={query}
            selected={marked}
            onSelect={site.canManage ? mark : undefined}
            onChange={onChange}
          />
          <Pagination
            page={pageOf(query)}
            pages={data.pages}
            label={__('Pages of conversations', 'itih-rag-chat')}
            onChange={(page) => onChange({ paged: page > 1 ? String(page) : '' })}
          />
        </>
      )}
    </Section>
  );
}
