import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ChunkView, DocumentView as Document } from '../../server/contract/knowledge.ts';
import { api } from '../api.ts';
import { SourceLink } from '../components/answer.tsx';
import { Button } from '../components/controls.tsx';
import { Badge, Facts } from '../components/facts.tsx';
import { Pagination } from '../components/list.tsx';
import { Section } from '../components/section.tsx';
import { QueryLink } from '../components/tabs.tsx';
import { formatBytes, formatDate, formatLanguage, formatNumber } from '../format.ts';
import { documentName, kindName, statusLabel, statusTone } from '../labels.ts';
import { editUrl, readingUrl } from '../page.ts';
import { usePolling, useResource } from '../use-resource.ts';
import type { DocumentActions } from './document-actions.tsx';
import { FailureNotice } from './failure.tsx';

/** The passages that questions are compared with. */
export function ChunkList({ chunks }: { chunks: readonly Omit<ChunkView, 'id'>[] }) {
  return (
    <ol className="itih-chunks">
      {chunks.map(({ position, content, heading_path, page }) => (
        <li key={position}>
          <p className="itih-chunks__place">
            <strong>
              {sprintf(
                /* translators: %s: number of a passage within its document. */
                __('Passage %s', 'itih-rag-chat'),
                formatNumber(position + 1),
              )}
            </strong>
            {page !== null && (
              <span>
                {sprintf(
                  /* translators: %s: number of a page. */
                  __('Page %s', 'itih-rag-chat'),
                  formatNumber(page),
                )}
              </span>
            )}
            {heading_path && <bdi>{heading_path}</bdi>}
          </p>
          <p className="itih-chunks__text" dir="auto">
            {content}
          </p>
        </li>
      ))}
    </ol>
  );
}

const pollMs = 2000;

export const isUnfinished = ({ status }: Document) =>
  status === 'queued' || status === 'processing';

const date = (iso: string | null) =>
  iso === null ? __('Never', 'itih-rag-chat') : formatDate(iso);

function facts(document: Document) {
  const { kind, status, source_url, language, bytes, chunk_count, attempts } = document;
  return [
    { label: __('Kind', 'itih-rag-chat'), value: kindName(kind) },
    {
      label: __('Status', 'itih-rag-chat'),
      value: <Badge tone={statusTone(status)} text={statusLabel(status)} />,
    },
    source_url && {
      label: __('Source', 'itih-rag-chat'),
      value: <SourceLink url={source_url} />,
    },
    language && { label: __('Language', 'itih-rag-chat'), value: formatLanguage(language) },
    bytes > 0 && { label: __('Size', 'itih-rag-chat'), value: formatBytes(bytes) },
    { label: __('Passages', 'itih-rag-chat'), value: formatNumber(chunk_count) },
    attempts > 1 && { label: __('Attempts', 'itih-rag-chat'), value: formatNumber(attempts) },
    { label: __('Added', 'itih-rag-chat'), value: date(document.created_at) },
    { label: __('Processed', 'itih-rag-chat'), value: date(document.processed_at) },
    kind === 'url' && {
      label: __('Checked for changes', 'itih-rag-chat'),
      value: date(document.checked_at),
    },
  ];
}

interface Props {
  id: number;
  actions: DocumentActions;
  onClose: () => void;
}

function Actions({ document, actions }: { document: Document; actions: DocumentActions }) {
  const source = document.post_id ?? document.attachment_id;
  return (
    <div className="itih-actions">
      <Button
        variant="primary"
        isBusy={actions.busy.has(document.id)}
        onClick={() => void actions.process([document])}
      >
        {__('Read again', 'itih-rag-chat')}
      </Button>
      {document.post_id !== null && (
        <Button variant="secondary" href={readingUrl(document.post_id)}>
          {__('What the chat sees of it', 'itih-rag-chat')}
        </Button>
      )}
      {source !== null && (
        <Button variant="secondary" href={editUrl(source)}>
          {__('Edit in WordPress', 'itih-rag-chat')}
        </Button>
      )}
      <Button variant="secondary" isDestructive onClick={() => actions.askToRemove([document])}>
        {__('Delete', 'itih-rag-chat')}
      </Button>
    </div>
  );
}

/** One document: where it comes from, what has become of it, and its chunks. */
export function DocumentView({ id, actions, onClose }: Props) {
  const [page, setPage] = useState(1);
  const { data, error, reload } = useResource(
    (signal) => api.getDocument(id, page, signal),
    [id, page],
  );
  const document = data?.body.document;
  const acting = actions.busy.has(id);
  usePolling(reload, document && isUnfinished(document) ? pollMs : null);
  useEffect(() => {
    if (!acting && document) void reload();
  }, [acting]);
  const removed = data !== undefined && error?.code === 'not_found';
  useEffect(() => {
    if (removed) onClose();
  }, [removed]);
  useEffect(() => window.document.getElementById('itih-document-title')?.focus(), [id]);

  return (
    <>
      <QueryLink className="itih-back" changes={{ document: '' }} onFollow={onClose}>
        {__('All documents', 'itih-rag-chat')}
      </QueryLink>
      <Section
        id="document"
        title={document ? documentName(document) : __('Document', 'itih-rag-chat')}
        of={{ data, error, reload }}
        lines={8}
      >
        {document && (
          <>
            {document.status === 'failed' && (
              <FailureNotice document={document} actions={actions} />
            )}
            <Facts look="rows" facts={facts(document)} />
            <Actions document={document} actions={actions} />
          </>
        )}
      </Section>
      {data && data.total > 0 && (
        <Section id="chunks" title={__('Passages', 'itih-rag-chat')}>
          <ChunkList chunks={data.body.chunks} />
          <Pagination
            page={page}
            pages={data.pages}
            label={__('Pages of passages', 'itih-rag-chat')}
            onChange={setPage}
          />
        </Section>
      )}
    </>
  );
}
