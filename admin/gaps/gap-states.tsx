import { useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Gap, GapState } from '../../server/contract/gaps.ts';
import { api, type ApiError, toApiError } from '../api.ts';
import { Button, ErrorNotice, Notice } from '../components/controls.tsx';
import { named } from '../components/table.tsx';
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
      const { gap } = await api.getGap(id);
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

interface StateButtonsProps {
  gap: Gap;
  states: GapStates;
  /** `link`: in a row, whose gap each button names for those who do not see which row it stands in. */
  variant: 'link' | 'tertiary';
}

/** The states that a gap can have instead of its own. */
export function StateButtons({ gap, states, variant }: StateButtonsProps) {
  const change = (to: GapState, text: string) => (
    <Button
      variant={variant}
      isBusy={states.busy === gap.id}
      onClick={() => void states.change(gap, to)}
      {...(variant === 'link' ? named(text, gap.question) : { children: text })}
    />
  );
  if (gap.state !== 'open') return change('open', __('Open again', 'itih-rag-chat'));
  return (
    <>
      {change('done', __('Mark as done', 'itih-rag-chat'))}
      {change('ignored', __('Ignore', 'itih-rag-chat'))}
    </>
  );
}

/** Returns the sentence about a change, with a place for the question. */
function changedText({ state, action }: Changed) {
  if (state === 'ignored')
    /* translators: %s: a question. */
    return __('“%s” is ignored: it stays away, also when it is asked again.', 'itih-rag-chat');
  /* translators: %s: a question. */
  if (state === 'open') return __('“%s” is open again.', 'itih-rag-chat');
  return action === '' || action === 'draft'
    ? /* translators: %s: a question. */
      __('“%s” is done. It opens again if somebody asks it in vain.', 'itih-rag-chat')
    : /* translators: %s: a question. */
      __('Saved and in use. “%s” is done; it opens again if it is asked in vain.', 'itih-rag-chat');
}

/** Returns the sentence about what somebody else did, with places for question and date. */
function overtakenText({ state, action }: Gap) {
  if (state === 'ignored')
    /* translators: 1: a question. 2: a date. */
    return __('Somebody else has ignored “%1$s” meanwhile (%2$s).', 'itih-rag-chat');
  if (state === 'open')
    /* translators: 1: a question. 2: a date. */
    return __('“%1$s” was opened again meanwhile (%2$s).', 'itih-rag-chat');
  return {
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
  }[action];
}

interface OutcomeProps {
  states: GapStates;
  /** Opens the next question; undefined: there is none, or the list is in view. */
  onNext: (() => void) | undefined;
}

/** Says what the last change did, and offers to take it back and to go on. */
export function StatesOutcome({ states, onNext }: OutcomeProps) {
  const { changed, overtaken, error, undo, dismiss } = states;
  if (error) return <ErrorNotice error={error} />;
  if (overtaken)
    return (
      <Notice status="warning" onRemove={dismiss}>
        <bdi>
          {sprintf(overtakenText(overtaken), overtaken.question, formatDate(overtaken.changed_at))}
        </bdi>{' '}
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
  const next = {
    label: __('Next question', 'itih-rag-chat'),
    variant: 'primary' as const,
    onClick: () => onNext?.(),
  };
  return (
    <Notice
      status="success"
      onRemove={dismiss}
      actions={[
        ...(onNext ? [next] : []),
        ...(canUndo ? [{ ...action, onClick: () => void undo() }] : []),
      ]}
    >
      <bdi>{sprintf(changedText(changed), changed.before.question)}</bdi>
    </Notice>
  );
}
