import { __, _n, sprintf } from '@wordpress/i18n';
import type { DashboardReply } from '../../server/contract/admin.ts';
import { Facts } from '../components/facts.tsx';
import { IndexButton, type Indexing, IndexProgress } from '../components/indexing.tsx';
import { Section, Skeleton } from '../components/section.tsx';
import { formatNumber } from '../format.ts';
import { knowledgeUrl } from '../page.ts';
import { StepEnd } from './steps.tsx';

interface Props {
  documents: DashboardReply['documents'] | undefined;
  indexing: Indexing;
  onNext: () => void;
}

const failedText = (count: number) =>
  sprintf(
    /* translators: %s: number of documents. */
    _n(
      '%s document could not be read. See why',
      '%s documents could not be read. See why',
      count,
      'itih-rag-chat',
    ),
    formatNumber(count),
  );

/** How far reading has come; the first answer need not wait for its end. */
export function IndexingStep({ documents, indexing, onNext }: Props) {
  const ready = documents?.by_status['completed'] ?? 0;
  const failed = documents?.by_status['failed'] ?? 0;
  const idle = !indexing.active && !indexing.paused;
  return (
    <Section id="reading-all" title={__('Your content is read', 'itih-rag-chat')} busy={!documents}>
      {!documents && <Skeleton lines={4} />}
      {documents && (
        <>
          <IndexProgress indexing={indexing} />
          {indexing.paused && (
            <p>
              <a href={knowledgeUrl()}>
                {__('Reading is paused. Let it go on under “What it has read”.', 'itih-rag-chat')}
              </a>
            </p>
          )}
          {documents.total > 0 && (
            <Facts
              look="tiles"
              facts={[
                { label: __('Ready', 'itih-rag-chat'), value: formatNumber(ready) },
                { label: __('Passages', 'itih-rag-chat'), value: formatNumber(documents.chunks) },
              ]}
            />
          )}
          {failed > 0 && (
            <p>
              <a href={knowledgeUrl({ status: 'failed' })}>{failedText(failed)}</a>
            </p>
          )}
          {documents.total === 0 && idle && (
            <>
              {indexing.finished === undefined && (
                <p>{__('Nothing has been read yet.', 'itih-rag-chat')}</p>
              )}
              <div className="itih-actions">
                <IndexButton indexing={indexing} variant="primary" />
                <a href={knowledgeUrl()}>{__('Add other sources', 'itih-rag-chat')}</a>
              </div>
            </>
          )}
          <p className="itih-hint">
            {__(
              'You can leave this page: reading goes on. The chat already answers from what is ready.',
              'itih-rag-chat',
            )}
          </p>
          <StepEnd action={__('Continue', 'itih-rag-chat')} open={ready === 0} onAction={onNext} />
        </>
      )}
    </Section>
  );
}
