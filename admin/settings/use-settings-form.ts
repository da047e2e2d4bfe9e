import { useState } from '@wordpress/element';
import { api, toApiError, type ApiError, type LoadedSettings } from '../api.ts';
import { toPatch, withChanges, type Draft, type SettingPath, type SettingsForm } from './draft.ts';
import { problemsOf, type Problems } from './problems.ts';

const empty: Draft = {};

/** Settings that somebody else has changed while they were edited here. */
export interface Conflict {
  /** As they are stored now. */
  theirs: LoadedSettings;
  paths: SettingPath[];
}

/** Outcome of an attempt to save. */
export type SaveResult = 'saved' | 'conflict' | 'refused' | Problems;

/** Settings that a call left as they are: its error is about the first of them. */
const pathsOf = (error: ApiError, draft: Draft): SettingPath[] =>
  Object.keys(draft).filter((path) =>
    Object.keys(error.fields).some((named) => named === path || named.startsWith(`${path}.`)),
  );

/** Returns the conflict that a refusal tells of, or its error. */
async function readRefusal(cause: unknown, sent: Draft): Promise<Conflict | ApiError> {
  const refusal = toApiError(cause);
  if (refusal.code !== 'conflict') return refusal;
  try {
    const theirs = await api.loadSettings(new AbortController().signal);
    const paths = pathsOf(refusal, sent);
    return paths.length > 0 ? { theirs, paths } : refusal;
  } catch (second) {
    return toApiError(second);
  }
}

/** Holds the edits of all settings, and the state of saving them. `loaded` is what they are compared with. */
export function useSettingsForm(
  loaded: LoadedSettings,
  onSaved: (settings: LoadedSettings) => void,
) {
  const [draft, setDraft] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  /** The last successful save. */
  const [saved, setSaved] = useState<{ draft: Draft; changed: boolean }>();
  /** Fields with a state of their own, such as a secret's, start again when this changes. */
  const [saves, setSaves] = useState(0);
  const [conflict, setConflict] = useState<Conflict>();
  /** Nobody is told of problems before the first attempt to save. */
  const [tried, setTried] = useState(false);
  const { settings } = loaded;

  const edited: SettingsForm = { settings, draft, errors: {}, set: () => undefined };
  const form: SettingsForm = {
    ...edited,
    errors: { ...error?.fields, ...(tried && problemsOf(edited)) },
    set: (changes) => {
      setSaved(undefined);
      setDraft(withChanges(settings, draft, changes));
    },
  };

  async function send(changes: Draft, revision: string): Promise<SaveResult> {
    setBusy(true);
    setError(undefined);
    try {
      onSaved(await api.saveLoadedSettings(toPatch(changes), revision));
    } catch (cause) {
      const refusal = await readRefusal(cause, changes);
      if ('paths' in refusal) setConflict(refusal);
      else setError(refusal);
      return 'paths' in refusal ? 'conflict' : 'refused';
    } finally {
      setBusy(false);
    }
    setDraft(empty);
    setSaves((count) => count + 1);
    setTried(false);
    setSaved({ draft: changes, changed: true });
    return 'saved';
  }

  async function save(): Promise<SaveResult> {
    if (busy) return 'refused';
    setSaved(undefined);
    const problems = problemsOf(edited);
    setTried(true);
    if (Object.keys(problems).length > 0) return problems;
    if (Object.keys(draft).length > 0) return send(draft, loaded.revision);
    setError(undefined);
    setSaved({ draft, changed: false });
    return 'saved';
  }

  /** Takes over what the other one saved, except `mine`, and saves the rest. */
  async function resolve({ theirs, paths }: Conflict, mine: readonly SettingPath[]) {
    setConflict(undefined);
    const given = paths.filter((path) => !mine.includes(path));
    const left = Object.entries(draft).filter(([path]) => !given.includes(path));
    const rest = withChanges(theirs.settings, empty, Object.fromEntries(left));
    onSaved(theirs);
    setDraft(rest);
    setSaves((count) => count + 1);
    if (Object.keys(rest).length > 0) await send(rest, theirs.revision);
  }

  function discard() {
    setDraft(empty);
    setSaves(saves + 1);
    setError(undefined);
    setSaved(undefined);
    setTried(false);
  }

  return {
    form,
    busy,
    error,
    saved,
    saves,
    conflict,
    unsaved: Object.keys(draft),
    save,
    resolve,
    discard,
    keepEditing: () => setConflict(undefined),
    dismiss: () => setSaved(undefined),
  };
}
export type SettingsEditing = ReturnType<typeof useSettingsForm>;
