import { useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { DashboardReply } from '../../server/contract/admin.ts';
import type {
  DocumentsFilter,
  DocumentsQuery,
  DocumentView,
} from '../../server/contract/knowledge.ts';
import { api } from '../api.ts';
import { Badge } from '../components/facts.tsx';
import { Button } from '../components/controls.tsx';
import { FilterBar, type Filter } from '../components/filter-bar.tsx';
import { ListSection } from '../components/list.tsx';
import { QueryLink } from '../components/tabs.tsx';
import { SourceLink } from '../components/answer.tsx';
import { named, type Column } from '../components/table.tsx';
import { formatDate, formatLanguage, formatNumber } from '../format.ts';
import {
  documentKinds,
  documentName,
  documentStatuses,
  kindName,
  statusLabel,
  statusTone,
} from '../labels.ts';
import { pageOf, type List } from '../use-list.ts';
import { FailureText } from './failure.tsx';
import type { Bulk, BulkWish } from './bulk.tsx';
import type { DocumentActions } from './document-actions.tsx';

const filterOf = (query: URLSearchParams) => {
  const [kind, status] = [query.get('kind'), query.get('status')];
  return {
    search: query.get('s') ?? '',
    ...(kind && { kind }),
    ...(status && { status }),
  } as DocumentsFilter;
};

/** Documents, as `useList` asks for them. */
export const documentSource = {
  fetch: api.getDocuments,
  requestOf: (query: URLSearchParams) =>
    ({
      ...filterOf(query),
      orderby: query.get('orderby') ?? '',
      order: query.get('order') ?? '',
      page: pageOf(query),
    }) as Partial<DocumentsQuery>,
  filterOf,
  filters: ['s', 'kind', 'status'],
  keyOf: ({ id }: DocumentView) => id,
};
type DocumentRows = List<DocumentView, number>;

const withCounts = (choices: [string, string][], counts: Record<string, number> = {}) =>
  choices.map(([value, label]) => ({
    value,
    label: counts[value]
      ? sprintf(
          /* translators: 1: a kind or status of documents. 2: their number. */
          __('%1$s (%2$s)', 'itih-rag-chat'),
          label,
          formatNumber(counts[value]),
        )
      : label,
  }));

const filtersOf = (counts: Props['counts']): Filter[] => [
  {
    name: 'kind',
    label: __('Kind', 'itih-rag-chat'),
    all: __('All kinds', 'itih-rag-chat'),
    options: withCounts(documentKinds(), counts?.by_kind),
  },
  {
    name: 'status',
    label: __('Status', 'itih-rag-chat'),
    all: __('All statuses', 'itih-rag-chat'),
    options: withCounts(documentStatuses(), counts?.by_status),
  },
];

interface RowActionsProps {
  document: DocumentView;
  actions: DocumentActions;
  onFollow: DocumentRows['change'];
}

function RowActions({ document, actions, onFollow }: RowActionsProps) {
  const name = documentName(document);
  return (
    <div className="itih-row-actions">
      <QueryLink
        changes={{ document: String(document.id) }}
        onFollow={onFollow}
        {...named(__('View', 'itih-rag-chat'), name)}
      />
      <Button
        variant="link"
        isBusy={actions.busy.has(document.id)}
        onClick={() => void actions.process([document])}
        {...named(__('Read again', 'itih-rag-chat'), name)}
      />
      <Button
        variant="link"
        isDestructive
        onClick={() => actions.askToRemove([document])}
        {...named(__('Delete', 'itih-rag-chat'), name)}
      />
    </div>
  );
}

const columnsOf = (
  actions: DocumentActions,
  onFollow: DocumentRows['change'],
): Column<DocumentView>[] => [
  {
    label: __('Title', 'itih-rag-chat'),
    cell: (document) => (
      <>
        <QueryLink
          id={`itih-document-${document.id}`}
          className="itih-table__title"
          changes={{ document: String(document.id) }}
          onFollow={onFollow}
        >
          <bdi>{documentName(document)}</bdi>
        </QueryLink>
        <SourceLink url={document.source_url} />
        <RowActions document={document} actions={actions} onFollow={onFollow} />
      </>
    ),
    sort: 'title',
  },
  { label: __('Kind', 'itih-rag-chat'), cell: ({ kind }) => kindName(kind) },
  {
    label: __('Status', 'itih-rag-chat'),
    cell: (document) => (
      <>
        <Badge tone={statusTone(document.status)} text={statusLabel(document.status)} />
        {document.status === 'failed' && <FailureText document={document} actions={actions} />}
      </>
    ),
    sort: 'status',
  },
  {
    label: __('Passages', 'itih-rag-chat'),
    cell: ({ chunk_count }) => formatNumber(chunk_count),
  },
  {
    label: __('Language', 'itih-rag-chat'),
    cell: ({ language }) => (language ? formatLanguage(language) : '–'),
  },
  {
    label: __('Updated', 'itih-rag-chat'),
    cell: ({ updated_at }) => <time dateTime={updated_at}>{formatDate(updated_at)}</time>,
    sort: 'updated_at',
    first: 'desc',
  },
];

function countText(count: number, chosen: boolean): string {
  const text = chosen
    ? /* translators: %s: number of documents. */
      _n('%s document selected', '%s documents selected', count, 'itih-rag-chat')
    : /* translators: %s: number of documents. */
      _n('%s document', '%s documents', count, 'itih-rag-chat');
  return sprintf(text, formatNumber(count));
}

interface SummaryProps {
  list: DocumentRows;
  /** All pages are chosen. */
  whole: boolean;
  onWhole: (whole: boolean) => void;
  actions: DocumentActions;
  bulk: Bulk;
}

/** Offers all pages of the list when all of one page are marked. */
function WholeChoice({ list: { chosen, rows, data }, whole, onWhole }: SummaryProps) {
  const total = data?.total ?? 0;
  if (chosen.length < rows.length || total <= rows.length) return null;
  return (
    <Button variant="link" onClick={() => onWhole(!whole)}>
      {whole
        ? __('Only those of this page', 'itih-rag-chat')
        : sprintf(
            /* translators: %s: number of documents. */
            __('Select all %s documents', 'itih-rag-chat'),
            formatNumber(total),
          )}
    </Button>
  );
}

/** How many documents there are; with a selection, what can be done with it. */
function Summary(props: SummaryProps) {
  const { list, whole, actions, bulk } = props;
  const { chosen } = list;
  const total = list.data?.total ?? 0;
  const count = whole ? total : chosen.length;
  const hasPosts = whole || chosen.some(({ post_id }) => post_id !== null);
  const wish = (action: BulkWish['action']) =>
    bulk.ask({
      action,
      count,
      target: whole ? { filter: filterOf(list.query) } : { ids: chosen.map(({ id }) => id) },
    });
  const process = () => (whole ? wish('process') : void actions.process(chosen));
  return (
    <>
      <span role="status">{countText(count > 0 ? count : total, count > 0)}</span>
      <WholeChoice {...props} />
      {count > 0 && !bulk.running && (
        <>
          <Button variant="secondary" isBusy={actions.busy.size > 0} onClick={process}>
            {__('Read again', 'itih-rag-chat')}
          </Button>
          {hasPosts && (
            <Button variant="secondary" onClick={() => wish('exclude')}>
              {__('Exclude posts', 'itih-rag-chat')}
            </Button>
          )}
          <Button
            variant="secondary"
            isDestructive
            onClick={() => (whole ? wish('delete') : actions.askToRemove(chosen))}
          >
            {__('Delete', 'itih-rag-chat')}
          </Button>
        </>
      )}
    </>
  );
}

interface Props {
  list: DocumentRows;
  counts: DashboardReply['documents'] | undefined;
  actions: DocumentActions;
  bulk: Bulk;
  /** Shown while there are no documents. */
  empty: ReactNode;
}

/** All documents of the knowledge base. */
export function DocumentList({ list, counts, actions, bulk, empty }: Props) {
  const filter = JSON.stringify(filterOf(list.query));
  /** The filter, and the marked rows, of which all pages are chosen. */
  const [whole, setWhole] = useState<readonly [string, ReadonlySet<number>]>();
  useEffect(() => {
    // Done: what is marked would be acted on again.
    if (bulk.outcome) list.unmark();
  }, [bulk.outcome]);
  return (
    <ListSection
      id="documents"
      title={__('Documents', 'itih-rag-chat')}
      list={list}
      columns={columnsOf(actions, list.change)}
      label={__('Documents', 'itih-rag-chat')}
      pagesLabel={__('Pages of documents', 'itih-rag-chat')}
      selection={{
        label: __('Select all documents of this page', 'itih-rag-chat'),
        nameOf: documentName,
      }}
      filters={
        <FilterBar
          list={list}
          search={__('Search titles and addresses', 'itih-rag-chat')}
          filters={filtersOf(counts)}
        />
      }
      empty={empty}
      noMatch={__('No document fits these filters.', 'itih-rag-chat')}
      showAll={__('Show all documents', 'itih-rag-chat')}
      summary={
        <Summary
          list={list}
          // Another filter, or another mark, takes it back.
          whole={whole?.[0] === filter && whole[1] === list.marked}
          onWhole={(on) => setWhole(on ? [filter, list.marked] : undefined)}
          actions={actions}
          bulk={bulk}
        />
      }
    />
  );
}
