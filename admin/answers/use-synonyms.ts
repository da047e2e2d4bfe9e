import { useState } from '@wordpress/element';
import { api, type MaskedSettings } from '../api.ts';
import { useAction } from '../use-resource.ts';
import { synonymsPatch, synonymsProblem } from './synonyms-draft.ts';

/** Returns the server's reason: an error names each line by its number. */
const refusal = (fields: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(fields).find(([path]) => path.startsWith('chat.synonyms'))?.[1];

/** Holds the edits of the synonyms, a group on each line, and the state of saving them. */
export function useSynonyms(settings: MaskedSettings, onSaved: (settings: MaskedSettings) => void) {
  const stored = settings.chat.synonyms;
  /** As typed; undefined: not edited. */
  const [draft, setDraft] = useState<string>();
  /** Whether the last save that succeeded changed anything. */
  const [saved, setSaved] = useState<{ changed: boolean }>();
  const { busy, error, run } = useAction();
  const text = draft ?? stored.join('\n');
  const patch = synonymsPatch(text, stored);
  const unsaved = Object.keys(patch).length > 0;

  const save = () =>
    run(async () => {
      setSaved(undefined);
      if (unsaved) onSaved(await api.saveSettings(patch));
      setDraft(undefined);
      setSaved({ changed: unsaved });
    });

  const problem = synonymsProblem(draft ?? '');
  return {
    text,
    busy,
    error,
    saved,
    save,
    dismiss: () => setSaved(undefined),
    problem: problem ?? refusal(error?.fields ?? {}),
    /** The contract would refuse it. */
    isWrong: problem !== undefined,
    unsaved,
    set: (changed: string): void => {
      setSaved(undefined);
      setDraft(changed);
    },
  };
}
export type SynonymsEditing = ReturnType<typeof useSynonyms>;
