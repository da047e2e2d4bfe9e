import { useState } from '@wordpress/element';
import { api, toApiError, type ApiError, type MaskedSettings } from '../api.ts';
import { toPatch, withChanges, type Draft, type SettingsForm } from './settings-draft.ts';

/** Holds the edits of a settings form and the state of saving them. */
export function useSettingsForm(
  settings: MaskedSettings,
  onSaved: (settings: MaskedSettings) => void,
) {
  const [draft, setDraft] = useState<Draft>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  /** The changes of the last save; empty: there were none. */
  const [saved, setSaved] = useState<Draft>();
  /** Fields that keep a state of their own, such as a secret's, begin anew when this changes. */
  const [saves, setSaves] = useState(0);
  const form: SettingsForm = {
    settings,
    draft,
    errors: error?.fields ?? {},
    set: (changes) => setDraft(withChanges(settings, draft, changes)),
  };

  /** Resolves to whether all is stored as the form has it. */
  async function save(): Promise<boolean> {
    if (busy) return false;
    setError(undefined);
    setSaved(undefined);
    if (Object.keys(draft).length > 0) {
      setBusy(true);
      try {
        onSaved(await api.saveSettings(toPatch(draft)));
      } catch (cause) {
        setError(toApiError(cause));
        return false;
      } finally {
        setBusy(false);
      }
      setDraft({});
      setSaves(saves + 1);
    }
    setSaved(draft);
    return true;
  }

  return { form, busy, error, saved, saves, save, dismiss: () => setSaved(undefined) };
}
