import { Modal } from '@wordpress/components';
import { useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { api, type ApiError, type BulkAction, toApiError } from '../api.ts';
import { Button, CheckboxControl, ErrorNotice, Notice } from '../components/controls.tsx';
import { Progress } from '../components/facts.tsx';
import { formatNumber } from '../format.ts';

/** Documents by their ids, or all of a filter. */
type BulkTarget = Pick<BulkAction, 'ids' | 'filter'>;

/** An action that waits for the owner's consent. */
export interface BulkWish {
  action: NonNullable<BulkAction['action']>;
  target: BulkTarget;
  /** Number of documents that it is about. */
  count: number;
  /** `process`: embeds unchanged text again. */
  force?: boolean;
}

interface BulkOutcome {
  wish: BulkWish;
  affected: number;
  /** It ended before all was done. */
  stopped: boolean;
  error: ApiError | undefined;
}

export interface Bulk {
  wish: BulkWish | undefined;
  /** Undefined takes the wish back. */
  ask: (wish: BulkWish | undefined) => void;
  /** `keepOut`: posts among deleted documents are not read again. */
  run: (keepOut?: boolean) => Promise<void>;
  /** The action that is under way. */
  running: { wish: BulkWish; done: number } | undefined;
  /** Ends it when the current call has ended. */
  stop: () => void;
  outcome: BulkOutcome | undefined;
  dismiss: () => void;
}

/** Runs an action on any number of documents, call by call; `onDone` reloads them. */
export function useBulk(onDone: () => Promise<unknown>): Bulk {
  const [wish, ask] = useState<BulkWish>();
  const [running, setRunning] = useState<Bulk['running']>();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const stopped = useRef(false);

  async function runAll(wanted: BulkWish, actions: readonly BulkWish['action'][]) {
    let affected = 0;
    let error: ApiError | undefined;
    try {
      for (const action of actions) {
        const { target, force = false } = wanted;
        for (let after: number | null = 0; after !== null && !stopped.current;) {
          const answer = await api.bulk({ action, ...target, force, after });
          affected += answer.affected;
          ({ after } = answer);
          setRunning({ wish: wanted, done: affected });
        }
      }
    } catch (cause) {
      error = toApiError(cause);
    }
    await onDone();
    setOutcome({ wish: wanted, affected, stopped: stopped.current, error });
    setRunning(undefined);
  }

  async function run(keepOut = false) {
    if (!wish || running) return;
    stopped.current = false;
    ask(undefined);
    setOutcome(undefined);
    setRunning({ wish, done: 0 });
    await runAll(wish, keepOut ? ['exclude', wish.action] : [wish.action]);
  }

  return {
    wish,
    ask,
    run,
    running,
    stop: () => {
      stopped.current = true;
    },
    outcome,
    dismiss: () => setOutcome(undefined),
  };
}

/** The question before an action on many documents. */
function bulkQuestion({ action, count }: BulkWish): string {
  const number = formatNumber(count);
  switch (action) {
    case 'process':
      return sprintf(
        /* translators: %s: number of documents. */
        _n('Process %s document again?', 'Process %s documents again?', count, 'itih-rag-chat'),
        number,
      );
    case 'delete':
      return sprintf(
        /* translators: %s: number of documents. */
        _n('Delete %s document?', 'Delete %s documents?', count, 'itih-rag-chat'),
        number,
      );
    case 'exclude':
      return sprintf(
        /* translators: %s: number of documents. */
        _n(
          'Exclude the posts among %s document?',
          'Exclude the posts among %s documents?',
          count,
          'itih-rag-chat',
        ),
        number,
      );
    default:
      return action satisfies never;
  }
}

/** The name of the button that runs it. */
function bulkName({ action }: Pick<BulkWish, 'action'>): string {
  switch (action) {
    case 'process':
      return __('Process again', 'itih-rag-chat');
    case 'delete':
      return __('Delete', 'itih-rag-chat');
    case 'exclude':
      return __('Exclude posts', 'itih-rag-chat');
    default:
      return action satisfies never;
  }
}

/** The sentence on its outcome. */
function bulkDone({ action }: BulkWish, affected: number): string {
  const number = formatNumber(affected);
  switch (action) {
    case 'process':
      return sprintf(
        /* translators: %s: number of documents. */
        _n(
          '%s document will be processed again.',
          '%s documents will be processed again.',
          affected,
          'itih-rag-chat',
        ),
        number,
      );
    case 'delete':
      return sprintf(
        /* translators: %s: number of documents. */
        _n('%s document was deleted.', '%s documents were deleted.', affected, 'itih-rag-chat'),
        number,
      );
    case 'exclude':
      return sprintf(
        /* translators: %s: number of posts. */
        _n('%s post was excluded.', '%s posts were excluded.', affected, 'itih-rag-chat'),
        number,
      );
    default:
      return action satisfies never;
  }
}

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

const explanations = (): Record<BulkWish['action'], string> => ({
  process: __(
    'They are read again one after another. The chat goes on answering from what it knows.',
    'itih-rag-chat',
  ),
  delete: __(
    'The chat will no longer answer from what you delete. Pages and files themselves stay where they are; texts that were typed in here are lost.',
    'itih-rag-chat',
  ),
  exclude: __(
    'The chat will no longer answer from these posts and pages. They are added to the excluded IDs, where you can let them in again. Other documents stay.',
    'itih-rag-chat',
  ),
});

function Dialog({ bulk, wish }: { bulk: Bulk; wish: BulkWish }) {
  const [keepOut, setKeepOut] = useState(false);
  const close = () => bulk.ask(undefined);
  return (
    <Modal title={bulkQuestion(wish)} className="itih-dialog" onRequestClose={close}>
      <p>{explanations()[wish.action]}</p>
      {wish.action === 'delete' && (
        <CheckboxControl
          label={__('Keep posts and pages out for good', 'itih-rag-chat')}
          help={__(
            'Otherwise, they are read again when they are saved, and when the knowledge base is compared with the site.',
            'itih-rag-chat',
          )}
          checked={keepOut}
          onChange={setKeepOut}
        />
      )}
      <div className="itih-dialog__buttons">
        <Button variant="tertiary" onClick={close}>
          {__('Cancel', 'itih-rag-chat')}
        </Button>
        <Button
          variant="primary"
          isDestructive={wish.action !== 'process'}
          onClick={() => void bulk.run(keepOut)}
        >
          {bulkName(wish)}
        </Button>
      </div>
    </Modal>
  );
}

/** Asks before an action on many documents. */
export const ConfirmBulk = ({ bulk }: { bulk: Bulk }) =>
  bulk.wish ? <Dialog bulk={bulk} wish={bulk.wish} /> : null;
