import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { api, type ApiError, type LoadedSettings, toApiError } from '../api.ts';
import { Button, ConfirmDialog, ErrorNotice, Notice, SaveButton } from '../components/controls.tsx';
import { formatNumber, lengthProblem } from '../format.ts';
import { builtin, changesIndex, isReachable } from '../models/providers.ts';
import {
  type Draft,
  type SettingPath,
  type SettingsForm,
  settingValue,
  storedValue,
  toPatch,
  withChanges,
} from './draft.ts';
import type { Control, Field } from './field.ts';
import { allFields, fieldOf, labelOf } from './fields.ts';

type Problems = Record<SettingPath, string>;

function numberProblem(
  value: unknown,
  { min, max, step = 1 }: Pick<Extract<Control, { kind: 'number' }>, 'min' | 'max' | 'step'>,
) {
  const fits =
    typeof value === 'number' && value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER);
  if (fits && (step < 1 || Number.isInteger(value))) return undefined;
  return max === undefined
    ? sprintf(
        /* translators: %s: a number. */
        __('Enter a whole number from %s upwards.', 'itih-rag-chat'),
        formatNumber(min),
      )
    : sprintf(
        /* translators: 1: the smallest number. 2: the largest. */
        __('Enter a number from %1$s to %2$s.', 'itih-rag-chat'),
        formatNumber(min),
        formatNumber(max),
      );
}

function countProblem(list: readonly unknown[], items: number): string | undefined {
  if (list.length <= items) return undefined;
  return sprintf(
    /* translators: %s: a number. */
    _n(
      'There may be %s entry at most.',
      'There may be %s entries at most.',
      items,
      'itih-rag-chat',
    ),
    formatNumber(items),
  );
}

/** Returns what the contract would refuse. */
export function problemOf(value: unknown, control: Control): string | undefined {
  switch (control.kind) {
    case 'number':
    case 'scale':
      return numberProblem(value, control);
    case 'text':
    case 'textarea':
    case 'image':
      return lengthProblem(value as string, control.max);
    case 'lines': {
      const lines = value as string[];
      const long = lines.map((line) => lengthProblem(line, control.max)).find(Boolean);
      return countProblem(lines, control.items) ?? long;
    }
    case 'choices':
    case 'posts':
      return countProblem(value as unknown[], control.items);
    case 'toggle':
    case 'select':
    case 'special':
      return undefined;
    default:
      return control satisfies never;
  }
}

/** Returns a problem if a provider is chosen that lacks what its calls need. */
function connectionProblems(form: SettingsForm): Problems {
  const incomplete = (['llm', 'embeddings'] as const).filter((scope) => {
    const provider = settingValue(form, `${scope}.provider`);
    const isChosen = `${scope}.provider` in form.draft;
    return isChosen && provider !== builtin && !isReachable(form, scope, String(provider));
  });
  const message = __('Fill in what this provider needs.', 'itih-rag-chat');
  return Object.fromEntries(incomplete.map((scope) => [`${scope}.provider`, message]));
}

/** Returns what is wrong with the edits of a form, by path. */
function problemsOf(form: SettingsForm): Problems {
  const found = allFields().flatMap(({ path, control }) => {
    const value = form.draft[path];
    const problem = value === undefined ? undefined : problemOf(value, control);
    return problem === undefined ? [] : [[path, problem] as const];
  });
  return { ...connectionProblems(form), ...Object.fromEntries(found) };
}

const empty: Draft = {};

/** Settings that somebody else has changed while they were edited here. */
interface Conflict {
  /** As they are stored now. */
  theirs: LoadedSettings;
  paths: SettingPath[];
}

/** Outcome of an attempt to save. */
type SaveResult = 'saved' | 'conflict' | 'refused' | Problems;

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
    const theirs = await api.loadSettings();
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

  const found = Object.fromEntries(
    Object.entries(loaded.found).map(([name, text = '']) => [`business.${name}`, text]),
  );
  const edited: SettingsForm = { settings, draft, found, errors: {}, set: () => undefined };
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
      if (!('paths' in refusal)) {
        setError(refusal);
        return Object.keys(refusal.fields).length > 0 ? refusal.fields : 'refused';
      }
      setConflict(refusal);
      return 'conflict';
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
type SettingsEditing = ReturnType<typeof useSettingsForm>;

/** `form`: as it was when it was saved. */
function outcomeText(form: SettingsForm): string {
  const paths = Object.keys(form.draft);
  if (paths.length === 0) return __('Nothing has changed.', 'itih-rag-chat');
  // To compare words nothing has to be built.
  if (changesIndex(form) && settingValue(form, 'embeddings.provider') !== builtin) {
    return __(
      'Saved. The model reads every passage; until that is done, they are found mostly by their words.',
      'itih-rag-chat',
    );
  }
  if (paths.some((path) => path.startsWith('indexing.'))) {
    return __('Saved. What the chat knows follows by itself.', 'itih-rag-chat');
  }
  return sprintf(
    /* translators: %s: names of settings, such as "Name, Welcome". */
    __('Saved: %s.', 'itih-rag-chat'),
    paths.map(labelOf).join(', '),
  );
}

const unsavedText = (draft: Draft) => {
  const count = Object.keys(draft).length;
  return sprintf(
    /* translators: %s: a number. */
    _n('%s setting is not saved yet.', '%s settings are not saved yet.', count, 'itih-rag-chat'),
    formatNumber(count),
  );
};

/** The end of the form: how the last save went, and the next one. It stays in view. */
export function SaveBar({ editing }: { editing: SettingsEditing }) {
  const { form, busy, error, saved, unsaved, discard, dismiss } = editing;
  return (
    <div className="itih-save">
      {error && <ErrorNotice error={error} nameOf={labelOf} />}
      {saved && (
        <Notice status={saved.changed ? 'success' : 'info'} onRemove={dismiss}>
          {outcomeText({ ...form, draft: saved.draft })}
        </Notice>
      )}
      <div className="itih-actions">
        <SaveButton busy={busy} />
        {unsaved.length > 0 && (
          <>
            <Button variant="tertiary" onClick={discard}>
              {__('Discard changes', 'itih-rag-chat')}
            </Button>
            <span className="itih-hint">{unsavedText(form.draft)}</span>
          </>
        )}
      </div>
    </div>
  );
}

/** Entries of a list that are told. */
const maxTold = 3;

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

function describeList(list: readonly unknown[]): string {
  const told = list.slice(0, maxTold).map((item) => (typeof item === 'object' ? '…' : plain(item)));
  const more = list.length - told.length;
  if (more <= 0) return told.join(', ');
  return sprintf(
    /* translators: 1: some entries of a list. 2: number of the others. */
    _n('%1$s and %2$s more', '%1$s and %2$s more', more, 'itih-rag-chat'),
    told.join(', '),
    formatNumber(more),
  );
}

/** Returns a value in words. A secret is never told. */
export function describeValue(value: unknown, field: Field | undefined): string {
  const empty = __('Empty', 'itih-rag-chat');
  if (field && /\.api_(?:key|token)$/.test(field.path)) {
    const isSet = typeof value === 'string' ? value !== '' : (value as { set?: boolean })?.set;
    return isSet ? __('Set, and never shown', 'itih-rag-chat') : empty;
  }
  if (typeof value === 'boolean') {
    return value ? __('On', 'itih-rag-chat') : __('Off', 'itih-rag-chat');
  }
  if (Array.isArray(value)) return value.length === 0 ? empty : describeList(value);
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).map(([name, one]) => `${name} ${one}`);
    return entries.length === 0 ? empty : describeList(entries);
  }
  const text = plain(value);
  const options = field?.control.kind === 'select' ? field.control.options : [];
  return options.find((option) => option.value === text)?.label ?? (text || empty);
}

interface ChoiceProps {
  path: SettingPath;
  theirs: unknown;
  mine: unknown;
  isMine: boolean;
  onChoose: (mine: boolean) => void;
}

function Choice({ path, theirs, mine, isMine, onChoose }: ChoiceProps) {
  const field = fieldOf(path);
  const options = [
    { own: false, text: __('Keep what was saved:', 'itih-rag-chat'), value: theirs },
    { own: true, text: __('Replace it by mine:', 'itih-rag-chat'), value: mine },
  ];
  return (
    <fieldset className="itih-conflict">
      <legend>{labelOf(path)}</legend>
      {options.map(({ own, text, value }) => (
        <label key={text}>
          <input
            type="radio"
            name={`conflict.${path}`}
            checked={isMine === own}
            onChange={() => onChoose(own)}
          />
          <span>
            {text} <b dir="auto">{describeValue(value, field)}</b>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface Props {
  conflict: Conflict;
  draft: Draft;
  onResolve: (mine: SettingPath[]) => void;
  onClose: () => void;
}

/** Shows what somebody else has saved in the meantime, and lets choose for each setting. */
export function ConflictDialog({ conflict, draft, onResolve, onClose }: Props) {
  const [mine, setMine] = useState<SettingPath[]>([]);
  const { paths, theirs } = conflict;
  return (
    <ConfirmDialog
      title={__('Somebody else has saved in the meantime', 'itih-rag-chat')}
      action={__('Save as chosen', 'itih-rag-chat')}
      isDestructive={false}
      onConfirm={() => onResolve(mine)}
      onClose={onClose}
    >
      <p>
        {_n(
          'You both have changed this setting. Nothing of yours is stored yet.',
          'You both have changed these settings. Nothing of yours is stored yet.',
          paths.length,
          'itih-rag-chat',
        )}
      </p>
      {paths.map((path) => (
        <Choice
          key={path}
          path={path}
          theirs={storedValue(theirs.settings, path)}
          mine={draft[path]}
          isMine={mine.includes(path)}
          onChoose={(own) =>
            setMine(own ? [...mine, path] : mine.filter((other) => other !== path))
          }
        />
      ))}
    </ConfirmDialog>
  );
}
