import { useState } from '@wordpress/element';
import type { CuratedAnswer } from '../../server/contract/settings.ts';
import { api, toApiError, type MaskedSettings } from '../api.ts';
import {
  emptyAnswer,
  problemsOf,
  refusedFields,
  toAnswer,
  toDraft,
  type AnswerDraft,
  type AnswerProblems,
} from './answer-draft.ts';
import { useAction } from '../use-resource.ts';

/** Identifies a stored answer: no two have the same first question. */
export const keyOf = ({ questions: [first = ''] }: CuratedAnswer) => first;

/** Key of the answer that is being written. */
export const newKey = '';

const find = (key: string, list: readonly CuratedAnswer[]) =>
  key === newKey ? undefined : list.find((answer) => keyOf(answer) === key);

interface Options {
  settings: MaskedSettings;
  replace: (settings: MaskedSettings) => void;
  homeUrl: string;
}

/** Holds the owner's answers, the drafts of them, and the state of saving one. */
export function useAnswers({ settings, replace, homeUrl }: Options) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, AnswerDraft>>>({});
  /** The last attempt to save: nobody is told of problems before. */
  const [tried, setTried] = useState<{ key: string; refused: AnswerProblems }>();
  const [outcome, setOutcome] = useState<'saved' | 'removed'>();
  const { busy, error, run, clear } = useAction();
  const answers = settings.chat.curated;

  /** Applies a change to the answers as they are now: another page may have changed them. */
  const store = (
    change: (list: CuratedAnswer[]) => CuratedAnswer[],
    onRefused?: (cause: unknown) => void,
  ) =>
    run(async () => {
      try {
        const { chat } = await api.getSettings(new AbortController().signal);
        replace(await api.saveSettings({ chat: { curated: change(chat.curated) } }));
      } catch (cause) {
        onRefused?.(cause);
        throw cause;
      }
    });

  function draftOf(key: string): AnswerDraft {
    const stored = find(key, answers);
    return drafts[key] ?? (stored ? toDraft(stored) : emptyAnswer);
  }

  function ownProblems(key: string): AnswerProblems {
    const stored = find(key, answers);
    const others = answers.filter((answer) => answer !== stored);
    return problemsOf(toAnswer(draftOf(key), homeUrl), others);
  }

  function forget(key: string): void {
    setDrafts(Object.fromEntries(Object.entries(drafts).filter(([name]) => name !== key)));
    setTried(undefined);
    clear();
  }

  /** Resolves to the answer's new key, or to the fields that have problems. */
  async function save(key: string): Promise<{ key: string } | { problems: AnswerProblems }> {
    const answer = toAnswer(draftOf(key), homeUrl);
    const problems = ownProblems(key);
    setTried({ key, refused: {} });
    setOutcome(undefined);
    if (busy || Object.keys(problems).length > 0) return { problems };
    let index = 0;
    let refused: AnswerProblems = {};
    const isStored = await store(
      (list) => {
        const before = find(key, list);
        index = before ? list.indexOf(before) : list.length;
        return [...list.slice(0, index), answer, ...list.slice(index + 1)];
      },
      (cause) => {
        refused = refusedFields(toApiError(cause).fields, index);
      },
    );
    if (!isStored) {
      setTried({ key, refused });
      return { problems: refused };
    }
    forget(key);
    setOutcome('saved');
    return { key: keyOf(answer) };
  }

  async function remove(key: string): Promise<void> {
    setOutcome(undefined);
    if (!(await store((list) => list.filter((answer) => keyOf(answer) !== key)))) return;
    forget(key);
    setOutcome('removed');
  }

  return {
    answers,
    busy,
    error,
    outcome,
    draftOf,
    forget,
    save,
    remove,
    find: (key: string) => find(key, answers),
    problems: (key: string): AnswerProblems =>
      tried?.key === key ? { ...tried.refused, ...ownProblems(key) } : {},
    hasDraft: (key: string) => key in drafts,
    unsaved: Object.keys(drafts).length > 0,
    dismiss: () => setOutcome(undefined),
    change(key: string, changes: Partial<AnswerDraft>): void {
      setDrafts({ ...drafts, [key]: { ...draftOf(key), ...changes } });
      if (tried) setTried({ key: tried.key, refused: {} });
    },
  };
}
export type Answers = ReturnType<typeof useAnswers>;
