import type { MaskedSettings } from '../api.ts';
import { useSave } from '../use-save.ts';
import { toPatch, withChanges, type Draft, type SettingsForm } from './settings-draft.ts';

const empty: Draft = {};

/** Holds the edits of a settings form and the state of saving them. */
export function useSettingsForm(
  settings: MaskedSettings,
  onSaved: (settings: MaskedSettings) => void,
) {
  const { draft, setDraft, ...saving } = useSave(empty, toPatch, onSaved);
  const form: SettingsForm = {
    settings,
    draft,
    errors: saving.error?.fields ?? {},
    set: (changes) => setDraft(withChanges(settings, draft, changes)),
  };
  return { form, ...saving };
}
