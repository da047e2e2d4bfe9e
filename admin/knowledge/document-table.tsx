import { __ } from '@wordpress/i18n';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { CheckAll } from '../components/check-all.tsx';
import { Heading } from '../components/heading.tsx';
import type { QueryChanges } from '../use-query.ts';
import { DocumentRow } from './document-row.tsx';
import type { DocumentActions } from './use-document-actions.ts';

interface Props {
  documents: readonly DocumentView[];
  query: URLSearchParams;
  selected: ReadonlySet<number>;
  actions: DocumentActions;
  onSelect: (ids: readonly number[], selected: boolean) => void;
  onChange: (changes: QueryChanges) => void;
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
          <CheckAll
            label={__('Select all documents of this page', 'itih-rag-chat')}
            rows={ids.length}
            chosen={chosen}
            onChange={(on) => onSelect(ids, on)}
          />
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
