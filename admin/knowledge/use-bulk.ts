import { useRef, useState } from '@wordpress/element';
import { api, toApiError, type ApiError, type BulkAction } from '../api.ts';

/** Documents by their ids, or all of a filter. */
export type BulkTarget = Pick<BulkAction, 'ids' | 'filter'>;

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
