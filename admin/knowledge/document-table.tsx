import { __ } from '@wordpress/i18n';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { Button } from '../components/controls.tsx';
import type { QueryChanges } from '../use-query.ts';
import { DocumentRow } from './document-row.tsx';
import type { DocumentActions } from './use-document-actions.ts';

type Order = 'asc' | 'desc';

interface Props {
  documents: readonly DocumentView[];
  query: URLSearchParams;
  selected: ReadonlySet<number>;
  actions: DocumentActions;
  onSelect: (ids: readonly number[], selected: boolean) => void;
  onChange: (changes: QueryChanges) => void;
}

interface HeadingProps {
  label: string;
  /** Sort key of the server; undefined if the column cannot be sorted. */
  by?: string;
  /** Which way a first click sorts. */
  first?: Order;
  query: URLSearchParams;
  onChange: (changes: QueryChanges) => void;
}

const ariaOrder = { asc: 'ascending', desc: 'descending' } as const;

function Heading({ label, by, first = 'asc', query, onChange }: HeadingProps) {
  if (!by) {
    return (
      <th role="columnheader" scope="col">
        {label}
      </th>
    );
  }
  const order = query.get('orderby') === by ? (query.get('order') as Order) : undefined;
  const other: Order = order === 'asc' ? 'desc' : 'asc';
  return (
    <th role="columnheader" scope="col" aria-sort={order ? ariaOrder[order] : 'none'}>
      <Button
        variant="link"
        className="itih-table__sort"
        onClick={() => onChange({ orderby: by, order: order ? other : first, paged: '' })}
      >
        {label}
      </Button>
    </th>
  );
}

/** A table that narrow screens show as cards: the roles keep what `display` would take away. */
export function DocumentTable({ documents, query, selected, actions, onSelect, onChange }: Props) {
  const ids = documents.map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id)).length;
  const sorting = { query, onChange };
  return (
    <table role="table" className="itih-table" aria-label={__('Documents', 'itih-rag-chat')}>
      <thead role="rowgroup">
        <tr role="row">
          <td role="columnheader" className="itih-table__check">
            <input
              type="checkbox"
              aria-label={__('Select all documents of this page', 'itih-rag-chat')}
              checked={chosen > 0 && chosen === ids.length}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && chosen < ids.length;
              }}
              onChange={(event) => onSelect(ids, event.currentTarget.checked)}
            />
          </td>
          <Heading {...sorting} label={__('Title', 'itih-rag-chat')} by="title" />
          <Heading {...sorting} label={__('Kind', 'itih-rag-chat')} />
          <Heading {...sorting} label={__('Status', 'itih-rag-chat')} by="status" />
          <Heading {...sorting} label={__('Chunks', 'itih-rag-chat')} />
          <Heading {...sorting} label={__('Language', 'itih-rag-chat')} />
          <Heading
            {...sorting}
            label={__('Updated', 'itih-rag-chat')}
            by="updated_at"
            first="desc"
          />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            selected={selected.has(document.id)}
            actions={actions}
            onSelect={(on) => onSelect([document.id], on)}
            onFollow={onChange}
          />
        ))}
      </tbody>
    </table>
  );
}
