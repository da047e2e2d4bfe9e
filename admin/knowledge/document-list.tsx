import { useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { DashboardReply } from '../../server/contract/admin.ts';
import type { DocumentsQuery, DocumentView } from '../../server/contract/knowledge.ts';
import type { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Pagination } from '../components/pagination.tsx';
import { Section } from '../components/section.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { formatNumber } from '../format.ts';
import type { QueryChanges } from '../use-query.ts';
import type { Resource } from '../use-resource.ts';
import { DocumentTable } from './document-table.tsx';
import { ListFilters } from './list-filters.tsx';
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

const noFilter: QueryChanges = { s: '', kind: '', status: '', paged: '' };
const isFiltered = (query: URLSearchParams) =>
  ['s', 'kind', 'status'].some((name) => query.has(name));

interface Props {
  list: Resource<Documents>;
  query: URLSearchParams;
  counts: DashboardReply['documents'] | undefined;
  actions: DocumentActions;
  onChange: (changes: QueryChanges, how?: 'push' | 'replace') => void;
  /** Shown while there are no documents. */
  empty: ReactNode;
}

interface SelectionProps {
  documents: readonly DocumentView[];
  total: number;
  actions: DocumentActions;
}

/** How many there are; with a selection, what can be done with it. */
function Selection({ documents, total, actions }: SelectionProps) {
  const count = documents.length;
  return (
    <div className="itih-selection">
      <span role="status">
        {count > 0
          ? sprintf(
              /* translators: %s: number of documents. */
              _n('%s document selected', '%s documents selected', count, 'itih-rag-chat'),
              formatNumber(count),
            )
          : sprintf(
              /* translators: %s: number of documents. */
              _n('%s document', '%s documents', total, 'itih-rag-chat'),
              formatNumber(total),
            )}
      </span>
      {count > 0 && (
        <>
          <Button
            variant="secondary"
            isBusy={actions.busy.size > 0}
            onClick={() => void actions.process(documents)}
          >
            {__('Process again', 'itih-rag-chat')}
          </Button>
          <Button variant="secondary" onClick={() => void actions.process(documents, true)}>
            {__('Process again, even if unchanged', 'itih-rag-chat')}
          </Button>
          <Button variant="secondary" isDestructive onClick={() => actions.askToRemove(documents)}>
            {__('Delete', 'itih-rag-chat')}
          </Button>
        </>
      )}
    </div>
  );
}

/** All documents of the knowledge base, page by page. */
export function DocumentList({ list, query, counts, actions, onChange, empty }: Props) {
  const { data, error, loading, reload } = list;
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const documents = data?.body ?? [];
  const lost = data !== undefined && documents.length === 0 && data.total > 0;
  useEffect(() => {
    if (lost) onChange({ paged: String(data.pages) }, 'replace');
  }, [lost]);

  function mark(ids: readonly number[], on: boolean) {
    const next = new Set(marked);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    setMarked(next);
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
            total={data.total}
            actions={actions}
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
