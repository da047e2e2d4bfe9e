import { __, _n, sprintf } from '@wordpress/i18n';
import type { DashboardReply, IndexStatus } from '../../server/contract/admin.ts';
import { type Indexing, IndexProgress } from '../components/indexing.tsx';
import { formatNumber } from '../format.ts';
import { IndexBuild } from '../models/index-build.tsx';
import { knowledgeUrl } from '../page.ts';

interface Props {
  documents: DashboardReply['documents'] | undefined;
  indexing: Indexing;
  index: IndexStatus | undefined;
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

/** How far reading has come, and what keeps pages from being read. */
export function Reading({ documents, indexing, index }: Props) {
  const failed = documents?.by_status['failed'] ?? 0;
  return (
    <>
      <IndexProgress indexing={indexing} />
      <IndexBuild index={index} />
      {indexing.active && (
        <p className="itih-hint">
          {__(
            'You can leave this page: reading goes on. The chat already answers from what is ready.',
            'itih-rag-chat',
          )}
        </p>
      )}
      {indexing.paused && (
        <p>
          <a href={knowledgeUrl()}>
            {__('Reading is paused. Let it go on under “What it has read”.', 'itih-rag-chat')}
          </a>
        </p>
      )}
      {failed > 0 && (
        <p>
          <a href={knowledgeUrl({ status: 'failed' })}>{failedText(failed)}</a>
        </p>
      )}
      {documents?.total === 0 && !indexing.active && !indexing.paused && (
        <p>
          <a href={knowledgeUrl()}>{__('Add other sources', 'itih-rag-chat')}</a>
        </p>
      )}
    </>
  );
}
