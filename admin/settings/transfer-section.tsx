import { useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { api, ApiError, type MaskedSettings, toApiError } from '../api.ts';
import { Button, ErrorNotice, Notice } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { formatNumber } from '../format.ts';
import {
  type Draft,
  sameValue,
  type SettingPath,
  type SettingsForm,
  type SettingValue,
  storedValue,
  toPatch,
} from './draft.ts';
import { allFields, labelOf } from './fields.ts';

/** Tells a file of settings from other JSON. */
const format = 'itih-rag-chat settings';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSecret = (path: SettingPath) => /\.api_(?:key|token)$/.test(path);

/** Returns the settings as a file holds them: all that are known, without secrets. */
export function exportText(settings: MaskedSettings): string {
  const nested: Json = {};
  for (const { path } of allFields()) {
    const value = storedValue(settings, path);
    if (value === undefined || isSecret(path)) continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    const group = names.reduce<Json>((at, name) => (at[name] ??= {}) as Json, nested);
    group[last] = value;
  }
  return JSON.stringify({ format, settings: nested }, null, 2) + '\n';
}

/** Returns a path and value for each setting of a file, unknown ones included: the server names them. */
function leavesOf(value: unknown, known: ReadonlySet<SettingPath>, at = ''): [string, unknown][] {
  if (!isObject(value) || known.has(at)) return [[at, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, known, at === '' ? name : `${at}.${name}`),
  );
}

/**
 * Returns the settings of a file that differ from the stored ones; a secret is never taken from a file.
 *
 * @throws Error with a sentence for the owner
 */
export function importDraft(text: string, settings: MaskedSettings): Draft {
  const refusal = __('This is not a file of settings that was exported here.', 'itih-rag-chat');
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error(refusal);
  }
  if (!isObject(file) || file['format'] !== format || !isObject(file['settings'])) {
    throw new Error(refusal);
  }
  const known = new Set(allFields().map(({ path }) => path));
  const differing = leavesOf(file['settings'], known).filter(
    ([path, value]) => !isSecret(path) && !sameValue(value, storedValue(settings, path)),
  );
  return Object.fromEntries(differing) as Record<SettingPath, SettingValue>;
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'itih-rag-chat-settings.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** An error that names each setting by its label. */
function named(error: ApiError): ApiError {
  const fields = Object.entries(error.fields).map(([path, why]) => {
    const label = labelOf(path);
    /* translators: 1: name of a setting. 2: what is wrong with it. */
    return [path, sprintf(__('%1$s: %2$s', 'itih-rag-chat'), label, why)] as const;
  });
  return new ApiError(error.code, error.message, Object.fromEntries(fields));
}

const importedText = (count: number) =>
  count === 0
    ? __('The file has the same settings as this site.', 'itih-rag-chat')
    : sprintf(
        /* translators: %s: a number. */
        _n(
          '%s setting of the file differs. Look at it on its tab, which is marked, and save.',
          '%s settings of the file differ. Look at them on their tabs, which are marked, and save.',
          count,
          'itih-rag-chat',
        ),
        formatNumber(count),
      );

/** Settings as a file, to keep them or to take them to another site. */
export function TransferSection({ form }: { form: SettingsForm }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [imported, setImported] = useState<number>();
  const input = useRef<HTMLInputElement>(null);

  async function load(file: File): Promise<void> {
    setBusy(true);
    setError(undefined);
    setImported(undefined);
    try {
      const changes: Draft = importDraft(await file.text(), form.settings);
      if (Object.keys(changes).length > 0) await api.checkSettings(toPatch(changes));
      form.set(changes);
      setImported(Object.keys(changes).length);
    } catch (cause) {
      const isOwn = cause instanceof Error && !(cause instanceof ApiError);
      setError(isOwn ? new ApiError('invalid_file', cause.message) : named(toApiError(cause)));
    }
    setBusy(false);
  }

  return (
    <Section id="transfer" title={__('Settings as a file', 'itih-rag-chat')}>
      <div className="itih-form">
        <p className="itih-hint">
          {__(
            'The file has every setting but the keys, which are never shown. When it is read, everything is checked first, and nothing is stored before you save.',
            'itih-rag-chat',
          )}
        </p>
        <div className="itih-actions">
          <Button variant="secondary" onClick={() => download(exportText(form.settings))}>
            {__('Export', 'itih-rag-chat')}
          </Button>
          <Button variant="secondary" isBusy={busy} onClick={() => input.current?.click()}>
            {__('Import', 'itih-rag-chat')}
          </Button>
          <input
            ref={input}
            type="file"
            name="settings.file"
            accept="application/json,.json"
            aria-label={__('File of settings', 'itih-rag-chat')}
            hidden
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void load(file);
              target.value = '';
            }}
          />
        </div>
        {error && <ErrorNotice error={error} />}
        {imported !== undefined && (
          <Notice
            status={imported === 0 ? 'info' : 'success'}
            onRemove={() => setImported(undefined)}
          >
            {importedText(imported)}
          </Notice>
        )}
      </div>
    </Section>
  );
}
