import { ExternalLink } from '@wordpress/components';
import { useCallback, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { api, toApiError, type ApiError } from '../api.ts';
import { formatNumber } from '../format.ts';
import { documentName } from '../labels.ts';
import { knowledgeUrl } from '../use-query.ts';
import { useResource } from '../use-resource.ts';
import { Button } from './controls.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Section } from './section.tsx';
import { Skeleton } from './skeleton.tsx';

interface RowProps {
  document: DocumentView;
  onQueued: () => Promise<void>;
}

function Row({ document, onQueued }: RowProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const name = documentName(document);

  async function retry() {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await api.processDocument(document.id);
      await onQueued();
    } catch (cause) {
      setError(toApiError(cause));
    }
    setBusy(false);
  }

  return (
    <li className="itih-failed__row">
      <div className="itih-failed__text">
        {document.source_url ? (
          <ExternalLink href={document.source_url}>{name}</ExternalLink>
        ) : (
          <strong>{name}</strong>
        )}
        <p>{(error ?? document.error)?.message ?? __('Unknown reason.', 'itih-rag-chat')}</p>
      </div>
      <Button
        variant="secondary"
        isBusy={busy}
        /* translators: %s: title of a document. */
        aria-label={sprintf(__('Try again: %s', 'itih-rag-chat'), name)}
        onClick={() => void retry()}
      >
        {__('Try again', 'itih-rag-chat')}
      </Button>
    </li>
  );
}

interface Props {
  /** Number of all failed documents; the list shows the latest. */
  count: number;
  onQueued: () => Promise<void>;
}

export function FailedDocuments({ count, onQueued }: Props) {
  // Another count is another list.
  const load = useCallback((signal: AbortSignal) => api.getFailedDocuments(signal), [count]);
  const { data, error, reload } = useResource(load);
  const followUp = async () => {
    await onQueued();
    await reload();
  };
  const more = count - (data?.length ?? 0);

  return (
    <Section
      id="failed"
      busy={!data}
      title={sprintf(
        /* translators: %s: number of documents. */
        _n('%s document failed', '%s documents failed', count, 'itih-rag-chat'),
        formatNumber(count),
      )}
    >
      {error && <ErrorNotice error={error} onRetry={() => void reload()} />}
      {!data && !error && <Skeleton lines={Math.min(count, 10) * 2} />}
      {data && (
        <ul className="itih-failed">
          {data.map((document) => (
            <Row
              key={`${document.id} ${document.updated_at}`}
              document={document}
              onQueued={followUp}
            />
          ))}
        </ul>
      )}
      {data && more > 0 && (
        <p>
          <a href={knowledgeUrl({ status: 'failed' })}>
            {sprintf(
              /* translators: %s: number of documents. */
              _n('Show %s more', 'Show %s more', more, 'itih-rag-chat'),
              formatNumber(more),
            )}
          </a>
        </p>
      )}
    </Section>
  );
}
