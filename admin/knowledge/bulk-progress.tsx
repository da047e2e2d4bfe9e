import { __, sprintf } from '@wordpress/i18n';
import { Button, Notice } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Progress } from '../components/progress.tsx';
import { formatNumber } from '../format.ts';
import { bulkDone, bulkName } from './bulk-texts.ts';
import type { Bulk } from './use-bulk.ts';

/** How far an action on many documents has come, and how it ended. */
export function BulkProgress({ bulk: { running, stop, outcome, dismiss } }: { bulk: Bulk }) {
  if (running) {
    const { wish, done } = running;
    const text = sprintf(
      /* translators: 1: documents done. 2: all documents. */
      __('%1$s of %2$s documents done', 'itih-rag-chat'),
      formatNumber(done),
      formatNumber(wish.count),
    );
    return (
      <div className="itih-bulk">
        <Progress label={bulkName(wish)} text={text} done={done} total={wish.count} />
        <Button variant="secondary" onClick={stop}>
          {__('Stop', 'itih-rag-chat')}
        </Button>
      </div>
    );
  }
  if (!outcome) return null;
  const { wish, affected, stopped, error } = outcome;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {(affected > 0 || !error) && (
        <Notice status={stopped || error ? 'warning' : 'success'} onRemove={dismiss}>
          {bulkDone(wish, affected)}
          {stopped && ` ${__('You stopped it before the others.', 'itih-rag-chat')}`}
        </Notice>
      )}
    </>
  );
}
