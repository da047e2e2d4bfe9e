import { __, _n, sprintf } from '@wordpress/i18n';
import { api } from '../api.ts';
import { Button, ErrorNotice, Notice } from '../components/controls.tsx';
import { type Indexing, IndexProgress } from '../components/indexing.tsx';
import { formatNumber } from '../format.ts';
import { useAction } from '../use-resource.ts';

const waitingText = (queued: number) =>
  queued === 0
    ? __('Reading is paused. What you add waits until you let it go on.', 'itih-rag-chat')
    : sprintf(
        /* translators: %s: number of documents. */
        _n(
          'Reading is paused. %s document waits.',
          'Reading is paused. %s documents wait.',
          queued,
          'itih-rag-chat',
        ),
        formatNumber(queued),
      );

/** Shows the documents in the queue, and the switch that pauses it. */
export function QueueBar({ indexing }: { indexing: Indexing }) {
  const { paused, active, queued, finished } = indexing;
  const { busy, error, run } = useAction();

  const toggle = () =>
    run(async () => {
      await api.setPaused(!paused);
      await indexing.refresh();
    });

  const idle = !paused && !active && finished === undefined && !indexing.error;
  return (
    <>
      <div className="itih-queue">
        {paused && <Notice status="warning">{waitingText(queued)}</Notice>}
        {idle && (
          <p className="itih-hint">{__('Nothing is waiting to be read.', 'itih-rag-chat')}</p>
        )}
        <IndexProgress indexing={indexing} />
        {error && <ErrorNotice error={error} />}
      </div>
      {/* One button for both ways, so that the focus stays on it. */}
      <Button
        variant={paused ? 'primary' : 'secondary'}
        isBusy={busy}
        onClick={() => void toggle()}
      >
        {paused ? __('Go on reading', 'itih-rag-chat') : __('Pause reading', 'itih-rag-chat')}
      </Button>
    </>
  );
}
