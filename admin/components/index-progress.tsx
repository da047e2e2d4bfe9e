import { Notice, VisuallyHidden } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';
import type { Indexing } from '../use-indexing.ts';
import { ErrorNotice } from './error-notice.tsx';

/** Said aloud: not every document, but every quarter. */
const announced = (share: number) =>
  sprintf(
    /* translators: %s: a number from 0 to 100. */
    __('Indexing: %s percent done', 'itih-rag-chat'),
    formatNumber(Math.floor(share / 25) * 25),
  );

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
  const share = total > 0 ? Math.round((done / total) * 100) : 0;
  return (
    <div className="itih-progress">
      <div
        className="itih-progress__track"
        role="progressbar"
        aria-label={__('Indexing', 'itih-rag-chat')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={text}
      >
        <div className="itih-progress__bar" style={{ inlineSize: `${share}%` }} />
      </div>
      <p>{text}</p>
      <VisuallyHidden aria-live="polite">{announced(share)}</VisuallyHidden>
    </div>
  );
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
        <Notice
          className="itih-notice"
          status={finished > 0 ? 'success' : 'warning'}
          onRemove={dismiss}
        >
          {outcome(finished)}
        </Notice>
      )}
    </>
  );
}
