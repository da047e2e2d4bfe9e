import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';
import type { Indexing } from '../use-indexing.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Progress } from './progress.tsx';
import { Notice } from './controls.tsx';

function Bar({ done, total }: Indexing['progress']) {
  const text =
    total > 0
      ? sprintf(
          /* translators: 1: documents done. 2: all documents. */
          __('%1$s of %2$s documents done', 'itih-rag-chat'),
          formatNumber(done),
          formatNumber(total),
        )
      : __('Looking for content…', 'itih-rag-chat');
  return <Progress label={__('Indexing', 'itih-rag-chat')} text={text} done={done} total={total} />;
}

const outcome = (posts: number) =>
  posts === 0
    ? __('There is nothing to index: no public post or page was found.', 'itih-rag-chat')
    : sprintf(
        /* translators: %s: number of posts and pages. */
        _n(
          'Indexing has finished: %s post or page was looked at.',
          'Indexing has finished: %s posts and pages were looked at.',
          posts,
          'itih-rag-chat',
        ),
        formatNumber(posts),
      );

/** How far indexing has come, how it ended, or why it did not start. */
export function IndexProgress({ indexing }: { indexing: Indexing }) {
  const { active, progress, finished, error, dismiss, start } = indexing;
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void start()} />}
      {active && <Bar {...progress} />}
      {finished !== undefined && (
        <Notice status={finished > 0 ? 'success' : 'warning'} onRemove={dismiss}>
          {outcome(finished)}
        </Notice>
      )}
    </>
  );
}
