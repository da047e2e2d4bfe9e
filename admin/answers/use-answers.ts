import { useState } from '@wordpress/element';
import type { CuratedAnswer } from '../../server/contract/settings.ts';
import { toApiError, type MaskedSettings } from '../api.ts';
import {
  emptyAnswer,
  problemsOf,
  refusedFields,
  toAnswer,
  toDraft,
  type AnswerDraft,
  type AnswerProblems,
} from './answer-draft.ts';
import { useStoredAnswers } from './use-stored-answers.ts';

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
  const { busy, error, store, clear } = useStoredAnswers(replace);
  const answers = settings.chat.curated;

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
    try {
      await store((list) => {
        const before = find(key, list);
        index = before ? list.indexOf(before) : list.length;
        return [...list.slice(0, index), answer, ...list.slice(index + 1)];
      });
    } catch (cause) {
      const refused = refusedFields(toApiError(cause).fields, index);
      setTried({ key, refused });
      return { problems: refused };
    }
    forget(key);
    setOutcome('saved');
    return { key: keyOf(answer) };
  }

  async function remove(key: string): Promise<void> {
    setOutcome(undefined);
    try {
      await store((list) => list.filter((answer) => keyOf(answer) !== key));
    } catch {
      return; // `error` tells it.
    }
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
