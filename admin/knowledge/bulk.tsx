import { useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { api, type ApiError, type BulkAction, toApiError } from '../api.ts';
import {
  Button,
  CheckboxControl,
  ConfirmDialog,
  ErrorNotice,
  Notice,
} from '../components/controls.tsx';
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
}

interface BulkOutcome {
  wish: BulkWish;
  affected: number;
  /** It ended before all was done. */
  stopped: boolean;
  error: ApiError | undefined;
}

/** Runs an action on any number of documents, call by call; `onDone` reloads them. */
export function useBulk(onDone: () => Promise<unknown>) {
  /** Waits for the owner's consent; `ask` with undefined takes it back. */
  const [wish, ask] = useState<BulkWish>();
  const [running, setRunning] = useState<{ wish: BulkWish; done: number }>();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const stopped = useRef(false);

  async function runAll(wanted: BulkWish, actions: readonly BulkWish['action'][]) {
    let affected = 0;
    let error: ApiError | undefined;
    try {
      for (const action of actions) {
        for (let after: number | null = 0; after !== null && !stopped.current;) {
          const answer = await api.bulk({
            ...{ action, after },
            ...wanted.target,
            // An owner who asks for it means also what has not changed.
            force: action === 'process',
          });
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

  /** `keepOut`: posts among deleted documents are not read again. */
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
    /** Ends it when the current call has ended. */
    stop: () => {
      stopped.current = true;
    },
    outcome,
    dismiss: () => setOutcome(undefined),
  };
}
export type Bulk = ReturnType<typeof useBulk>;

interface Texts {
  /** Names the button that runs the action. */
  name: string;
  /** Asked before. */
  question: (count: number) => string;
  explanation: string;
  /** Said after. */
  done: (count: number) => string;
}

export const actionTexts = (): Record<BulkWish['action'], Texts> => ({
  process: {
    name: __('Read again', 'itih-rag-chat'),
    question: (count) =>
      /* translators: %s: number of documents. */
      _n('Read %s document again?', 'Read %s documents again?', count, 'itih-rag-chat'),
    explanation: __(
      'They are read again one after another. The chat goes on answering from what it knows.',
      'itih-rag-chat',
    ),
    done: (count) =>
      /* translators: %s: number of documents. */
      _n(
        '%s document will be read again.',
        '%s documents will be read again.',
        count,
        'itih-rag-chat',
      ),
  },
  delete: {
    name: __('Delete', 'itih-rag-chat'),
    question: (count) =>
      /* translators: %s: number of documents. */
      _n('Delete %s document?', 'Delete %s documents?', count, 'itih-rag-chat'),
    explanation: __(
      'The chat will no longer answer from what you delete. Pages and files themselves stay where they are; texts that were typed in here are lost.',
      'itih-rag-chat',
    ),
    done: (count) =>
      /* translators: %s: number of documents. */
      _n('%s document was deleted.', '%s documents were deleted.', count, 'itih-rag-chat'),
  },
  exclude: {
    name: __('Exclude posts', 'itih-rag-chat'),
    question: (count) =>
      /* translators: %s: number of documents. */
      _n(
        'Exclude the posts among %s document?',
        'Exclude the posts among %s documents?',
        count,
        'itih-rag-chat',
      ),
    explanation: __(
      'The chat will no longer answer from these posts and pages. They are added to the excluded IDs, where you can let them in again. Other documents stay.',
      'itih-rag-chat',
    ),
    done: (count) =>
      /* translators: %s: number of posts. */
      _n('%s post was excluded.', '%s posts were excluded.', count, 'itih-rag-chat'),
  },
});

/** Returns the question before an action, or the sentence on its outcome, with the number in it. */
export const counted = (action: BulkWish['action'], text: 'question' | 'done', count: number) =>
  actionTexts()[action][text](count).replace('%s', formatNumber(count));

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
        <Progress
          label={actionTexts()[wish.action].name}
          text={text}
          done={done}
          total={wish.count}
        />
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
          {counted(wish.action, 'done', affected)}
          {stopped && ` ${__('You stopped it before the others.', 'itih-rag-chat')}`}
        </Notice>
      )}
    </>
  );
}

function Dialog({ bulk, wish }: { bulk: Bulk; wish: BulkWish }) {
  const [keepOut, setKeepOut] = useState(false);
  return (
    <ConfirmDialog
      title={counted(wish.action, 'question', wish.count)}
      action={actionTexts()[wish.action].name}
      isDestructive={wish.action !== 'process'}
      onConfirm={() => void bulk.run(keepOut)}
      onClose={() => bulk.ask(undefined)}
    >
      <p>{actionTexts()[wish.action].explanation}</p>
      {wish.action === 'delete' && (
        <CheckboxControl
          label={__('Keep posts and pages out for good', 'itih-rag-chat')}
          help={__(
            'Otherwise, they are read again when they are saved, and when all is compared with the site.',
            'itih-rag-chat',
          )}
          checked={keepOut}
          onChange={setKeepOut}
        />
      )}
    </ConfirmDialog>
  );
}

/** Asks before an action on many documents. */
export const ConfirmBulk = ({ bulk }: { bulk: Bulk }) =>
  bulk.wish ? <Dialog bulk={bulk} wish={bulk.wish} /> : null;
