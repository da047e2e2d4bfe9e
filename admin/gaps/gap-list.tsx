import { __, _n, sprintf } from '@wordpress/i18n';
import type { Gap, GapsQuery, GapState } from '../../server/contract/gaps.ts';
import { api } from '../api.ts';
import { FilterBar, type Filter } from '../components/filter-bar.tsx';
import { Empty, ListSection } from '../components/list.tsx';
import { QueryLink } from '../components/tabs.tsx';
import type { Column } from '../components/table.tsx';
import { formatDate, formatNumber } from '../format.ts';
import { pageOf, type List } from '../use-list.ts';
import { actionLabel, gapReasons, reasonLabel, Trend } from './labels.tsx';
import { type GapStates, StateButtons } from './gap-states.tsx';

/** The tab of open gaps has no name. */
const stateOf = (query: URLSearchParams): GapState =>
  (['done', 'ignored'] as const).find((state) => state === query.get('tab')) ?? 'open';

const filterOf = (query: URLSearchParams) => ({
  search: query.get('s') ?? '',
  reason: query.get('reason') ?? '',
});

/** Gaps of one state, as `useList` asks for them. */
export const gapSource = {
  fetch: api.getGaps,
  requestOf: (query: URLSearchParams) =>
    ({
      ...filterOf(query),
      state: stateOf(query),
      orderby: query.get('orderby') ?? '',
      page: pageOf(query),
    }) as Partial<GapsQuery>,
  filterOf,
  filters: ['s', 'reason'],
  keyOf: ({ id }: Gap) => id,
};
type GapRows = List<Gap, number>;

const titles = (): Record<GapState, string> => ({
  open: __('Questions without a good answer', 'itih-rag-chat'),
  done: __('Questions that you have seen to', 'itih-rag-chat'),
  ignored: __('Questions that you ignore', 'itih-rag-chat'),
});

const emptyTexts = (): Record<GapState, string> => ({
  open: __(
    'All answered. A question that finds no good answer, or whose answer a visitor rates as not helpful, appears here by itself.',
    'itih-rag-chat',
  ),
  done: __('Nothing is done yet.', 'itih-rag-chat'),
  ignored: __('Nothing is ignored.', 'itih-rag-chat'),
});

const filters = (): Filter[] => [
  {
    name: 'reason',
    label: __('Reason', 'itih-rag-chat'),
    all: __('All reasons', 'itih-rag-chat'),
    options: gapReasons().map(([value, label]) => ({ value, label })),
  },
  {
    name: 'orderby',
    label: __('Order', 'itih-rag-chat'),
    all: __('Most often asked', 'itih-rag-chat'),
    options: [
      { value: 'trend', label: __('Rising', 'itih-rag-chat') },
      { value: 'last_at', label: __('Latest', 'itih-rag-chat') },
    ],
  },
];

const columnsOf = (states: GapStates, onFollow: GapRows['change']): Column<Gap>[] => [
  {
    label: __('Question', 'itih-rag-chat'),
    cell: (gap) => (
      <>
        <QueryLink
          id={`itih-gap-${gap.id}`}
          className="itih-table__title"
          changes={{ gap: String(gap.id) }}
          onFollow={onFollow}
        >
          <bdi>{gap.question}</bdi>
        </QueryLink>
        {gap.action && <span className="itih-hint">{actionLabel(gap.action)}</span>}
        <div className="itih-row-actions">
          <StateButtons gap={gap} states={states} variant="link" />
        </div>
      </>
    ),
  },
  {
    label: __('Why', 'itih-rag-chat'),
    cell: ({ reasons }) => (
      <ul className="itih-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reasonLabel(reason)}</li>
        ))}
      </ul>
    ),
  },
  { label: __('Asked in 90 days', 'itih-rag-chat'), cell: ({ count }) => formatNumber(count) },
  { label: __('This week', 'itih-rag-chat'), cell: ({ trend }) => <Trend trend={trend} /> },
  { label: __('Last asked', 'itih-rag-chat'), cell: ({ last_at }) => formatDate(last_at) },
];

/** The gaps of one state. */
export function GapList({ list, states }: { list: GapRows; states: GapStates }) {
  const state = stateOf(list.query);
  const total = list.data?.total ?? 0;
  return (
    <ListSection
      id="gaps"
      title={titles()[state]}
      list={list}
      columns={columnsOf(states, list.change)}
      label={__('Unanswered questions', 'itih-rag-chat')}
      pagesLabel={__('Pages of questions', 'itih-rag-chat')}
      filters={
        <FilterBar
          list={list}
          search={__('Search questions', 'itih-rag-chat')}
          filters={filters()}
        />
      }
      empty={<Empty text={emptyTexts()[state]} />}
      noMatch={__('No question fits these filters.', 'itih-rag-chat')}
      showAll={__('Show all questions', 'itih-rag-chat')}
      summary={
        <span role="status">
          {sprintf(
            /* translators: %s: number of questions. */
            _n('%s question', '%s questions', total, 'itih-rag-chat'),
            formatNumber(total),
          )}
        </span>
      }
    />
  );
}
