import type { MaskedSettings } from '../api.ts';
import { useSave } from '../use-save.ts';
import { synonymsPatch, synonymsProblem } from './synonyms-draft.ts';

/** Returns the server's reason: an error names each line by its number. */
const refusal = (fields: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(fields).find(([path]) => path.startsWith('chat.synonyms'))?.[1];

/** Holds the edits of the synonyms, a group on each line, and the state of saving them. */
export function useSynonyms(settings: MaskedSettings, onSaved: (settings: MaskedSettings) => void) {
  const stored = settings.chat.synonyms;
  const { draft, setDraft, error, ...saving } = useSave<{ text?: string }>(
    {},
    ({ text }) => (text === undefined ? {} : synonymsPatch(text, stored)),
    onSaved,
  );
  const { text = stored.join('\n') } = draft;
  const problem = synonymsProblem(draft.text ?? '');
  return {
    ...saving,
    text,
    error,
    problem: problem ?? refusal(error?.fields ?? {}),
    /** The contract would refuse it. */
    isWrong: problem !== undefined,
    unsaved: Object.keys(synonymsPatch(text, stored)).length > 0,
    set: (changed: string): void => {
      saving.dismiss();
      setDraft({ text: changed });
    },
  };
}
export type SynonymsEditing = ReturnType<typeof useSynonyms>;
