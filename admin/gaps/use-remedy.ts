import { useEffect, useState } from '@wordpress/element';
import type { AskReply } from '../../server/contract/chats.ts';
import type { SettingsPatch } from '../../server/contract/settings.ts';
import { api, toApiError, type ApiError, type MaskedSettings } from '../api.ts';

/** Adds a draft to settings. */
export type PatchOf = (settings: MaskedSettings) => SettingsPatch;

/** Marks the gap as done, and saves unless somebody else has seen to it. @throws the error of `save` */
export type OnSave = (save: () => Promise<unknown>) => Promise<void>;

interface Tried {
  patch: string;
  reply?: AskReply;
  error?: ApiError;
}

/** Asks a question with settings that are not saved, and saves them. */
export function useRemedy(
  question: string,
  settings: MaskedSettings,
  patchOf: PatchOf,
  onSave: OnSave,
) {
  const [busy, setBusy] = useState<'asking' | 'saving'>();
  const [tried, setTried] = useState<Tried>();
  const [error, setError] = useState<ApiError>();
  const patch = patchOf(settings);
  const key = JSON.stringify(patch);
  useEffect(() => setError(undefined), [key]);

  async function ask(): Promise<void> {
    setBusy('asking');
    setError(undefined);
    setTried(undefined);
    try {
      setTried({ patch: key, reply: await api.ask({ message: question, settings: patch }) });
    } catch (cause) {
      setTried({ patch: key, error: toApiError(cause) });
    }
    setBusy(undefined);
  }

  async function save(): Promise<void> {
    setBusy('saving');
    setError(undefined);
    try {
      await onSave(async () =>
        // Another page may have changed them.
        api.saveSettings(patchOf(await api.getSettings(new AbortController().signal))),
      );
    } catch (cause) {
      setError(toApiError(cause));
    }
    setBusy(undefined);
  }

  return {
    busy,
    error,
    /** How the draft as it is now was answered. */
    tried: tried?.patch === key ? tried : undefined,
    ask,
    save,
  };
}
