import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { DashboardReply } from '../../server/contract/admin.ts';
import type { DocumentsFilter, DocumentsQuery } from '../../server/contract/knowledge.ts';
import type { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Pagination } from '../components/pagination.tsx';
import { Section } from '../components/section.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { QueryChanges } from '../use-query.ts';
import type { Resource } from '../use-resource.ts';
import { DocumentTable } from './document-table.tsx';
import { ListFilters } from './list-filters.tsx';
import { Selection } from './selection.tsx';
import type { Bulk } from './use-bulk.ts';
import type { DocumentActions } from './use-document-actions.ts';

export type Documents = Awaited<ReturnType<typeof api.getDocuments>>;

const pageOf = (query: URLSearchParams) => Number(query.get('paged')) || 1;

/** Reads the parameters of `GET /documents` from the address. */
export const documentsQueryOf = (query: URLSearchParams) =>
  ({
    search: query.get('s') ?? '',
    kind: query.get('kind') ?? '',
    status: query.get('status') ?? '',
    orderby: query.get('orderby') ?? '',
    order: query.get('order') ?? '',
    page: pageOf(query),
  }) as Partial<DocumentsQuery>;

const filterOf = (query: URLSearchParams) => {
  const { search, kind, status } = documentsQueryOf(query);
  return { search, ...(kind && { kind }), ...(status && { status }) } as DocumentsFilter;
};

const noFilter: QueryChanges = { s: '', kind: '', status: '', paged: '' };
const isFiltered = (query: URLSearchParams) =>
  ['s', 'kind', 'status'].some((name) => query.has(name));

interface Props {
  list: Resource<Documents>;
  query: URLSearchParams;
  counts: DashboardReply['documents'] | undefined;
  actions: DocumentActions;
  bulk: Bulk;
  onChange: (changes: QueryChanges, how?: 'push' | 'replace') => void;
  /** Shown while there are no documents. */
  empty: ReactNode;
}

/** All documents of the knowledge base, page by page. */
export function DocumentList(props: Props) {
  const { list, query, counts, actions, bulk, onChange, empty } = props;
  const { data, error, loading, reload } = list;
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const filter = filterOf(query);
  /** The filter of which all pages are chosen. */
  const [whole, setWhole] = useState('');
  const isWhole = whole === JSON.stringify(filter);
  const documents = data?.body ?? [];
  const lost = data !== undefined && documents.length === 0 && data.total > 0;
  useEffect(() => {
    if (lost) onChange({ paged: String(data.pages) }, 'replace');
  }, [lost]);

  useEffect(() => {
    // Done: what is marked would be acted on again.
    if (!bulk.outcome) return;
    setMarked(new Set());
    setWhole('');
  }, [bulk.outcome]);

  function mark(ids: readonly number[], on: boolean) {
    const next = new Set(marked);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    setMarked(next);
    setWhole('');
  }

  const nothing = data?.total === 0 && !isFiltered(query);
  return (
    <Section id="documents" title={__('Documents', 'itih-rag-chat')} busy={loading && !data}>
      {!nothing && <ListFilters query={query} counts={counts} onChange={onChange} />}
      {error && <ErrorNotice error={error} onRetry={() => void reload()} />}
      {!data && !error && <Skeleton lines={12} />}
      {nothing && empty}
      {data?.total === 0 && !nothing && (
        <div className="itih-empty">
          <p>{__('No document fits these filters.', 'itih-rag-chat')}</p>
          <Button variant="secondary" onClick={() => onChange(noFilter)}>
            {__('Show all documents', 'itih-rag-chat')}
          </Button>
        </div>
      )}
      {data && documents.length > 0 && (
        <>
          <Selection
            documents={documents.filter(({ id }) => marked.has(id))}
            shown={documents.length}
            total={data.total}
            filter={filter}
            whole={isWhole}
            onWhole={(on) => setWhole(on ? JSON.stringify(filter) : '')}
            actions={actions}
            bulk={bulk}
          />
          <DocumentTable
            documents={documents}
            query={query}
            selected={marked}
            actions={actions}
            onSelect={mark}
            onChange={onChange}
          />
          <Pagination
            page={pageOf(query)}
            pages={data.pages}
            label={__('Pages of documents', 'itih-rag-chat')}
            onChange={(page) => onChange({ paged: page > 1 ? String(page) : '' })}
          />
        </>
      )}
    </Section>
  );
}
