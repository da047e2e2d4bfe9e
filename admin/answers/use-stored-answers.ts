import { useState } from '@wordpress/element';
import type { CuratedAnswer } from '../../server/contract/settings.ts';
import { api, toApiError, type ApiError, type MaskedSettings } from '../api.ts';

/** Changes the stored list of answers, and holds the state of doing so. */
export function useStoredAnswers(replace: (settings: MaskedSettings) => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();

  /**
   * Applies a change to the answers as they are now: another page may have changed them.
   *
   * @throws ApiError
   */
  async function store(change: (list: CuratedAnswer[]) => CuratedAnswer[]): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const { chat } = await api.getSettings(new AbortController().signal);
      replace(await api.saveSettings({ chat: { curated: change(chat.curated) } }));
    } catch (cause) {
      const failure = toApiError(cause);
      setError(failure);
      throw failure;
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, store, clear: () => setError(undefined) };
}
