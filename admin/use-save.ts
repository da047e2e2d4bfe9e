import { useState } from '@wordpress/element';
import type { SettingsPatch } from '../server/contract/settings.ts';
import { api, toApiError, type ApiError, type MaskedSettings } from './api.ts';

/** Holds the draft of a settings form and the state of saving it. `patchOf` returns `{}` if nothing differs. */
export function useSave<Draft extends object>(
  empty: Draft,
  patchOf: (draft: Draft) => SettingsPatch,
  onSaved: (settings: MaskedSettings) => void,
) {
  const [draft, setDraft] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  /** The last successful save. */
  const [saved, setSaved] = useState<{ draft: Draft; changed: boolean }>();
  /** Fields with a state of their own, such as a secret's, start again when this changes. */
  const [saves, setSaves] = useState(0);

  /** Resolves to false if the settings are not stored. */
  async function save(): Promise<boolean> {
    if (busy) return false;
    const patch = patchOf(draft);
    const changed = Object.keys(patch).length > 0;
    setError(undefined);
    setSaved(undefined);
    if (changed) {
      setBusy(true);
      try {
        onSaved(await api.saveSettings(patch));
      } catch (cause) {
        setError(toApiError(cause));
        return false;
      } finally {
        setBusy(false);
      }
      setDraft(empty);
      setSaves(saves + 1);
    }
    setSaved({ draft, changed });
    return true;
  }

  return { draft, setDraft, busy, error, saved, saves, save, dismiss: () => setSaved(undefined) };
}
