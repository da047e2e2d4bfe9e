import type { MaskedSettings } from '../api.ts';
import { useSave } from '../use-save.ts';
import {
  refusedWording,
  wordingOf,
  wordingPatch,
  wordingProblems,
  type WordingDraft,
} from './wording-draft.ts';

/** Holds the edits of how the chat speaks, on two tabs, and the state of saving them. */
export function useWording(settings: MaskedSettings, onSaved: (settings: MaskedSettings) => void) {
  const { draft, setDraft, error, ...saving } = useSave<WordingDraft>(
    {},
    (edited) => wordingPatch(edited, settings),
    onSaved,
  );
  const problems = { ...refusedWording(error?.fields ?? {}), ...wordingProblems(draft) };
  const changed = (names: readonly string[]) => {
    const { chat = {}, llm = {} } = wordingPatch(draft, settings);
    return names.some((name) => name in chat || name in llm);
  };
  return {
    ...saving,
    settings,
    values: wordingOf(settings, draft),
    error,
    problems,
    set: (changes: WordingDraft): void => {
      saving.dismiss();
      setDraft({ ...draft, ...changes });
    },
    /** Whether one of these settings is not saved. */
    changed,
    /** Returns the first field that the contract would refuse. */
    firstProblem: () => Object.keys(wordingProblems(draft))[0],
  };
}
export type Wording = ReturnType<typeof useWording>;
