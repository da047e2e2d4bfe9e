import apiFetch from '@wordpress/api-fetch';
import { ExternalLink } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import type {
  ChatFacets,
  ChatsFilter,
  ChatsQuery,
  ChatSummary,
} from '../../server/contract/chats.ts';
import { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { FilterBar, type Filter } from '../components/filter-bar.tsx';
import { Empty, ListSection } from '../components/list.tsx';
import { OutcomeBadge, Ratings } from '../components/facts.tsx';
import { QueryLink } from '../components/tabs.tsx';
import type { Column } from '../components/table.tsx';
import { formatDate, formatLanguage, formatNumber } from '../format.ts';
import { isOutcome, outcomeLabel, outcomes } from '../labels.ts';
import type { Site } from '../site.ts';
import { pageOf, type List } from '../use-list.ts';
import { AskedOn } from '../components/answer.tsx';
import { isAtLeast, type ChatDeletion } from './chat-deletion.tsx';

const day = (value: string | null) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value ?? '') ? (value ?? undefined) : undefined;

/** Reads the filter from the address; what the server does not know is left out. */
export function filterOf(query: URLSearchParams): ChatsFilter {
  const outcome = query.get('outcome');
  const feedback = query.get('feedback');
  return {
    search: (query.get('s') ?? '').slice(0, 200),
    from: day(query.get('from')),
    to: day(query.get('to')),
    feedback: feedback === 'up' || feedback === 'down' ? feedback : undefined,
    outcome: isOutcome(outcome) ? outcome : undefined,
    asked_on: query.get('asked_on') || undefined,
    language: query.get('language') || undefined,
  };
}

/** Conversations, as `useList` asks for them. */
export const chatSource = {
  fetch: api.getChats,
  requestOf: (query: URLSearchParams): Partial<ChatsQuery> => ({
    ...filterOf(query),
    ...(query.get('orderby') === 'turns' && { orderby: 'turns' }),
    ...(query.get('order') === 'asc' && { order: 'asc' }),
    page: pageOf(query),
  }),
  filterOf,
  filters: ['s', 'from', 'to', 'feedback', 'outcome', 'asked_on', 'language'],
  keyOf: ({ session }: ChatSummary) => session,
};
export type ChatRows = List<ChatSummary, string>;

/**
 * Returns where the browser downloads what the filter lets through. A link sends no headers: the nonce, which
 * WordPress renews while a page is open, goes into the address.
 *
 * @param exportUrl has a query of its own on a site without pretty permalinks
 */
function exportUrlOf(exportUrl: string, query: URLSearchParams): string {
  const url = new URL(exportUrl, window.location.href);
  for (const [name, value] of Object.entries(filterOf(query)))
    if (value) url.searchParams.set(name, value);
  const { nonceMiddleware } = apiFetch as { nonceMiddleware?: { nonce: string } };
  if (nonceMiddleware) url.searchParams.set('_wpnonce', nonceMiddleware.nonce);
  return url.href;
}

/** A chosen value stays a choice, also when the server no longer names it. */
const choices = (
  values: readonly string[],
  chosen: string | null,
  label: (value: string) => string = String,
) =>
  [...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({
    value,
    label: label(value),
  }));

const filtersOf = (query: URLSearchParams, facets: ChatFacets | undefined): Filter[] => [
  { name: 'from', label: __('From', 'itih-rag-chat'), max: query.get('to') ?? '' },
  { name: 'to', label: __('To', 'itih-rag-chat'), min: query.get('from') ?? '' },
  {
    name: 'outcome',
    label: __('Outcome', 'itih-rag-chat'),
    all: __('All outcomes', 'itih-rag-chat'),
    options: outcomes.map((value) => ({ value, label: outcomeLabel(value) })),
  },
  {
    name: 'feedback',
    label: __('Rating', 'itih-rag-chat'),
    all: __('Rated or not', 'itih-rag-chat'),
    options: [
      { value: 'up', label: __('Helpful', 'itih-rag-chat') },
      { value: 'down', label: __('Not helpful', 'itih-rag-chat') },
    ],
  },
  {
    name: 'asked_on',
    label: __('Asked on', 'itih-rag-chat'),
    all: __('All pages', 'itih-rag-chat'),
    options: choices(facets?.pages ?? [], query.get('asked_on')),
  },
  {
    name: 'language',
    label: __('Language', 'itih-rag-chat'),
    all: __('All languages', 'itih-rag-chat'),
    options: choices(facets?.languages ?? [], query.get('language'), formatLanguage),
  },
];

export const chatName = ({ first_question }: ChatSummary) =>
  first_question || __('A conversation without a question', 'itih-rag-chat');

const columnsOf = (onFollow: ChatRows['change']): Column<ChatSummary>[] => [
  {
    label: __('First question', 'itih-rag-chat'),
    cell: (chat) => (
      <QueryLink
        id={`itih-chat-${chat.session}`}
        className="itih-table__title itih-chat-question"
        changes={{ chat: chat.session }}
        onFollow={onFollow}
      >
        <bdi>{chatName(chat)}</bdi>
      </QueryLink>
    ),
  },
  {
    label: __('Questions', 'itih-rag-chat'),
    cell: ({ turns }) => formatNumber(turns),
    sort: 'turns',
    first: 'desc',
  },
  {
    label: __('Last answer', 'itih-rag-chat'),
    cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
  },
  {
    label: __('Ratings', 'itih-rag-chat'),
    cell: ({ up, down }) => <Ratings up={up} down={down} />,
  },
  {
    label: __('Asked on', 'itih-rag-chat'),
    cell: ({ page_url }) => (page_url ? <AskedOn url={page_url} /> : '–'),
  },
  {
    label: __('Language', 'itih-rag-chat'),
    cell: ({ language }) => (language ? formatLanguage(language) : '–'),
  },
  {
    label: __('Last active', 'itih-rag-chat'),
    cell: ({ last_at }) => <time dateTime={last_at}>{formatDate(last_at)}</time>,
    sort: 'last_at',
    first: 'desc',
  },
];

interface Props {
  list: ChatRows;
  facets: ChatFacets | undefined;
  site: Site;
  deletion: ChatDeletion;
}

const countText = (chosen: number, total: number) =>
  sprintf(
    chosen > 0
      ? /* translators: %s: number of conversations. */
        _n('%s conversation selected', '%s conversations selected', chosen, 'itih-rag-chat')
      : isAtLeast(total)
        ? /* translators: %s: number of conversations. */
          __('%s conversations or more', 'itih-rag-chat')
        : /* translators: %s: number of conversations. */
          _n('%s conversation', '%s conversations', total, 'itih-rag-chat'),
    formatNumber(chosen || total),
  );

const deleteAllText = (filtered: boolean, total: number) =>
  filtered
    ? sprintf(
        /* translators: %s: number of conversations. */
        __('Delete all that fit (%s)', 'itih-rag-chat'),
        isAtLeast(total) ? `${formatNumber(total)}+` : formatNumber(total),
      )
    : __('Delete all conversations', 'itih-rag-chat');

/** How many there are; for those who may, what can be deleted. */
function Summary({ list, site, deletion }: Omit<Props, 'facets'>) {
  const { chosen, query, loading, error } = list;
  const total = list.data?.total ?? 0;
  const count = chosen.length;
  // The number may still belong to another filter.
  const ready = !loading && !error && (count > 0 || !deletion.running);
  return (
    <>
      <span role="status">{countText(count, total)}</span>
      {site.canManage && (
        <Button
          variant={count > 0 ? 'secondary' : 'tertiary'}
          isDestructive
          isBusy={deletion.busy}
          aria-disabled={!ready}
          onClick={() =>
            ready &&
            deletion.ask(
              count > 0
                ? { request: { sessions: chosen.map(({ session }) => session) }, count }
                : { request: { filter: filterOf(query) }, count: total },
            )
          }
        >
          {count > 0 ? __('Delete', 'itih-rag-chat') : deleteAllText(list.isFiltered, total)}
        </Button>
      )}
    </>
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

const NobodyAsked = ({ homeUrl }: Pick<Site, 'homeUrl'>) => (
  <Empty
    text={__(
      'Nobody has asked anything yet. What visitors ask, and what the chat answers, is kept here.',
      'itih-rag-chat',
    )}
  >
    {homeUrl && (
      <ExternalLink href={homeUrl}>
        {__('Ask a question on your site', 'itih-rag-chat')}
      </ExternalLink>
    )}
  </Empty>
);

/** All conversations. */
export const ChatList = ({ list, facets, site, deletion }: Props) => (
  <ListSection
    id="chats"
    title={__('Conversations', 'itih-rag-chat')}
    list={list}
    columns={columnsOf(list.change)}
    label={__('Conversations', 'itih-rag-chat')}
    pagesLabel={__('Pages of conversations', 'itih-rag-chat')}
    selection={
      site.canManage && {
        label: __('Select all conversations of this page', 'itih-rag-chat'),
        nameOf: chatName,
      }
    }
    filters={
      <FilterBar
        list={list}
        search={__('Search conversations', 'itih-rag-chat')}
        filters={filtersOf(list.query, facets)}
        labelled
      />
    }
    empty={<NobodyAsked homeUrl={site.homeUrl} />}
    noMatch={__('No conversation fits these filters.', 'itih-rag-chat')}
    showAll={__('Show all conversations', 'itih-rag-chat')}
    summary={<Summary list={list} site={site} deletion={deletion} />}
    aside={<ExportLink site={site} query={list.query} />}
  />
);
