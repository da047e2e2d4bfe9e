import { useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Gap, GapState } from '../../server/contract/gaps.ts';
import { api, type ApiError, toApiError } from '../api.ts';
import { ErrorNotice, Notice } from '../components/controls.tsx';
import { formatDate } from '../format.ts';

/** A change that can be undone. */
interface Changed {
  before: Pick<Gap, 'id' | 'question' | 'state' | 'action' | 'changed_at'>;
  state: GapState;
  action: Gap['action'];
}

/** Changes the state of gaps, and holds what the last change was. */
export function useGapStates(refresh: () => Promise<unknown>) {
  /** Id of the gap that is being changed. */
  const [busy, setBusy] = useState<number>();
  const [error, setError] = useState<ApiError>();
  const [changed, setChanged] = useState<Changed>();
  /** A gap that somebody else has changed, so that it was left as it is. */
  const [overtaken, setOvertaken] = useState<Gap>();
  /** By the id of a gap: when its state was set, if that is newer than what lists and views have. */
  const latest = useRef(new Map<number, string>());

  const dismiss = () => {
    setChanged(undefined);
    setError(undefined);
    setOvertaken(undefined);
  };

  /** @throws ApiError `conflict` when somebody else has changed it */
  async function send(
    { id, changed_at }: Changed['before'],
    state: GapState,
    action: Gap['action'],
  ) {
    const known = latest.current.get(id) ?? '';
    const seen = known > changed_at ? known : changed_at;
    const after = await api.updateGap(id, { state, action, seen });
    latest.current.set(id, after.changed_at);
  }

  /** Tells what went wrong; of a conflict what somebody else did. */
  async function tell(id: number, cause: unknown): Promise<void> {
    const problem = toApiError(cause);
    if (problem.code !== 'conflict') return setError(problem);
    try {
      const { gap } = await api.getGap(id, new AbortController().signal);
      // From here on, trying again is a decision: the owner has read what the other one did.
      latest.current.set(id, gap.changed_at);
      setOvertaken(gap);
      await refresh();
    } catch (unread) {
      setError(toApiError(unread));
    }
  }

  /** Resolves to false if the gap is as it was. */
  async function attempt(...wanted: Parameters<typeof send>): Promise<boolean> {
    const [{ id }] = wanted;
    setBusy(id);
    dismiss();
    try {
      await send(...wanted);
      return true;
    } catch (cause) {
      await tell(id, cause);
      return false;
    } finally {
      setBusy(undefined);
    }
  }

  /**
   * Resolves to false if the gap is as it was.
   *
   * @param action What the owner did; else it stays as it was.
   * @param work Is done once nobody else can do the same. @throws its error; then the gap is as it was
   */
  async function change(
    gap: Changed['before'],
    state: GapState,
    action = gap.action,
    work: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<boolean> {
    if (!(await attempt(gap, state, action))) return false;
    try {
      await work();
    } catch (cause) {
      // If this fails, too, the owner tries again with what is in the form.
      await send(gap, gap.state, gap.action).catch(() => undefined);
      throw cause;
    }
    setChanged({ before: gap, state, action });
    await refresh();
    return true;
  }

  async function undo(): Promise<void> {
    if (!changed) return;
    const { before } = changed;
    if (await attempt(before, before.state, before.action)) await refresh();
  }

  return { busy, error, changed, overtaken, change, undo, dismiss };
}
export type GapStates = ReturnType<typeof useGapStates>;

function changedText({ before: { question }, state, action }: Changed): string {
  if (state === 'ignored') {
    return sprintf(
      /* translators: %s: a question. */
      __('“%s” is ignored: it stays away, also when it is asked again.', 'itih-rag-chat'),
      question,
    );
  }
  if (state === 'open') {
    /* translators: %s: a question. */
    return sprintf(__('“%s” is open again.', 'itih-rag-chat'), question);
  }
  return action === '' || action === 'draft'
    ? sprintf(
        /* translators: %s: a question. */
        __('“%s” is done. It opens again if somebody asks it in vain.', 'itih-rag-chat'),
        question,
      )
    : sprintf(
        /* translators: %s: a question. */
        __(
          'Saved and in use. “%s” is done; it opens again if it is asked in vain.',
          'itih-rag-chat',
        ),
        question,
      );
}

/** Says what somebody else did. */
function overtakenText({ question, state, action, changed_at }: Gap): string {
  const at = formatDate(changed_at);
  if (state === 'ignored')
    return sprintf(
      /* translators: 1: a question. 2: a date. */
      __('Somebody else has ignored “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
      question,
      at,
    );
  if (state === 'open')
    /* translators: 1: a question. 2: a date. */
    return sprintf(__('“%1$s” was opened again meanwhile (%2$s).', 'itih-rag-chat'), question, at);
  const done = {
    /* translators: 1: a question. 2: a date. */
    '': __('Somebody else has marked “%1$s” as done meanwhile (%2$s).', 'itih-rag-chat'),
    /* translators: 1: a question. 2: a date. */
    answer: __('Somebody else has answered “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
    /* translators: 1: a question. 2: a date. */
    page: __('Somebody else has named a page for “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
    /* translators: 1: a question. 2: a date. */
    synonym: __('Somebody else has added a synonym for “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
    /* translators: 1: a question. 2: a date. */
    draft: __('Somebody else has begun a post about “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
  } satisfies Record<Gap['action'], string>;
  return sprintf(done[action], question, at);
}

/** Says what the last change did, and offers to take it back. */
export function StatesOutcome({ states }: { states: GapStates }) {
  const { changed, overtaken, error, undo, dismiss } = states;
  if (error) return <ErrorNotice error={error} />;
  if (overtaken)
    return (
      <Notice status="warning" onRemove={dismiss}>
        <bdi>{overtakenText(overtaken)}</bdi>{' '}
        {__(
          'Nothing was changed, and what you have written is still here. You can go on all the same.',
          'itih-rag-chat',
        )}
      </Notice>
    );
  if (!changed) return null;
  // A saved answer is taken back where answers are edited.
  const canUndo = changed.action === changed.before.action || changed.action === 'draft';
  const action = { label: __('Undo', 'itih-rag-chat'), variant: 'link' as const };
  return (
    <Notice
      status="success"
      onRemove={dismiss}
      actions={canUndo ? [{ ...action, onClick: () => void undo() }] : []}
    >
      <bdi>{changedText(changed)}</bdi>
    </Notice>
  );
}
