import { useState } from '@wordpress/element';
import type { Gap, GapState } from '../../server/contract/gaps.ts';
import { api, toApiError, type ApiError } from '../api.ts';

/** A change that can be undone. */
export interface Changed {
  before: Pick<Gap, 'id' | 'question' | 'state' | 'action'>;
  state: GapState;
  action: Gap['action'];
}

/** Changes the state of gaps, and holds what the last change was. */
export function useGapStates(refresh: () => Promise<unknown>) {
  /** Id of the gap that is being changed. */
  const [busy, setBusy] = useState<number>();
  const [error, setError] = useState<ApiError>();
  const [changed, setChanged] = useState<Changed>();

  /** Resolves to false if the gap is as it was. */
  async function send(id: number, state: GapState, action: Gap['action']): Promise<boolean> {
    setBusy(id);
    setError(undefined);
    setChanged(undefined);
    try {
      await api.updateGap(id, { state, action });
      return true;
    } catch (cause) {
      setError(toApiError(cause));
      return false;
    } finally {
      setBusy(undefined);
    }
  }

  /** `action`: what the owner did; else it stays as it was. */
  async function change(gap: Changed['before'], state: GapState, action = gap.action) {
    if (!(await send(gap.id, state, action))) return;
    setChanged({ before: gap, state, action });
    await refresh();
  }

  async function undo(): Promise<void> {
    if (!changed) return;
    const { id, state, action } = changed.before;
    if (await send(id, state, action)) await refresh();
  }

  const dismiss = () => {
    setChanged(undefined);
    setError(undefined);
  };

  return { busy, error, changed, change, undo, dismiss };
}
export type GapStates = ReturnType<typeof useGapStates>;
