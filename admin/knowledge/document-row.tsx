import { __, sprintf } from '@wordpress/i18n';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { Badge } from '../components/badge.tsx';
import { Cell } from '../components/cell.tsx';
import { Button } from '../components/controls.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { SourceLink } from '../components/source-link.tsx';
import { formatDate, formatLanguage, formatNumber } from '../format.ts';
import { documentName, kindName, statusLabel, statusTone } from '../labels.ts';
import type { QueryChanges } from '../use-query.ts';
import { FailureText } from './failure-notice.tsx';
import type { DocumentActions } from './use-document-actions.ts';

export const linkId = (id: number) => `itih-document-${id}`;

interface Props {
  document: DocumentView;
  selected: boolean;
  actions: DocumentActions;
  onSelect: (selected: boolean) => void;
  onFollow: (changes: QueryChanges) => void;
}

function RowActions({ document, actions, onFollow }: Omit<Props, 'selected' | 'onSelect'>) {
  const busy = actions.busy.has(document.id);
  const named = (action: string) => ({
    'aria-label': sprintf(
      /* translators: 1: what a button does. 2: title of a document. */
      __('%1$s: %2$s', 'itih-rag-chat'),
      action,
      documentName(document),
    ),
    children: action,
  });
  return (
    <div className="itih-row-actions">
      <QueryLink
        changes={{ document: String(document.id) }}
        onFollow={onFollow}
        {...named(__('View', 'itih-rag-chat'))}
      />
      <Button
        variant="link"
        isBusy={busy}
        onClick={() => void actions.process([document])}
        {...named(__('Process again', 'itih-rag-chat'))}
      />
      <Button
        variant="link"
        isDestructive
        onClick={() => actions.askToRemove([document])}
        {...named(__('Delete', 'itih-rag-chat'))}
      />
    </div>
  );
}

export function DocumentRow({ document, selected, actions, onSelect, onFollow }: Props) {
  const { id, kind, status, chunk_count, language, updated_at, source_url } = document;
  const name = documentName(document);
  return (
    <tr role="row" className={selected ? 'is-selected' : undefined}>
      <td role="cell" className="itih-table__check">
        <input
          type="checkbox"
          /* translators: %s: title of a document. */
          aria-label={sprintf(__('Select %s', 'itih-rag-chat'), name)}
          checked={selected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </td>
      <th role="rowheader" scope="row">
        <QueryLink
          id={linkId(id)}
          className="itih-table__title"
          changes={{ document: String(id) }}
          onFollow={onFollow}
        >
          <bdi>{name}</bdi>
        </QueryLink>
        <SourceLink url={source_url} />
        <RowActions document={document} actions={actions} onFollow={onFollow} />
      </th>
      <Cell label={__('Kind', 'itih-rag-chat')}>{kindName(kind)}</Cell>
      <Cell label={__('Status', 'itih-rag-chat')}>
        <Badge tone={statusTone(status)} text={statusLabel(status)} />
        {status === 'failed' && <FailureText document={document} actions={actions} />}
      </Cell>
      <Cell label={__('Chunks', 'itih-rag-chat')}>{formatNumber(chunk_count)}</Cell>
      <Cell label={__('Language', 'itih-rag-chat')}>
        {language ? formatLanguage(language) : '–'}
      </Cell>
      <Cell label={__('Updated', 'itih-rag-chat')}>
        <time dateTime={updated_at}>{formatDate(updated_at)}</time>
      </Cell>
    </tr>
  );
}
