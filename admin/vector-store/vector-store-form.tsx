import { Notice } from '@wordpress/components';
import { useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { MaskedSecret, MaskedSettings } from '../api.ts';
import { Button, SelectControl, TextControl } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { vectorStores } from '../labels.ts';
import { SecretField } from '../components/secret-field.tsx';
import { TestConnection } from '../components/test-connection.tsx';
import {
  draftOf,
  settingValue,
  storedValue,
  toPatch,
  type SettingsForm,
} from '../models/settings-draft.ts';
import { useSettingsForm } from '../models/use-settings-form.ts';
import { CreateIndex } from './create-index.tsx';

const group = 'vector_store';
const path = (name: string) => `${group}.${name}`;

function engineHelp(engine: string): string {
  if (engine === 'vectorize')
    return __(
      'Vectors are also sent to Cloudflare, which compares them; texts are not. All of them stay in your database, so that you can go back at any time.',
      'itih-rag-chat',
    );
  return engine === 'auto'
    ? __('Needs no account. Whatever is fastest for this site is used.', 'itih-rag-chat')
    : __('Needs no account and sends nothing elsewhere.', 'itih-rag-chat');
}

function TextField({
  form,
  name,
  label,
  help,
}: {
  form: SettingsForm;
  name: string;
  label: string;
  help: string;
}) {
  const error = form.errors[path(name)];
  return (
    <TextControl
      name={path(name)}
      label={label}
      help={error ?? help}
      aria-invalid={error !== undefined}
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      value={settingValue(form, path(name)) as string}
      onChange={(value) => form.set({ [path(name)]: value.trim() })}
    />
  );
}

function VectorizeFields({ form }: { form: SettingsForm }) {
  const token = path('api_token');
  return (
    <>
      <TextField
        form={form}
        name="account_id"
        label={__('Account ID', 'itih-rag-chat')}
        help={__('Shown in the dashboard of Cloudflare.', 'itih-rag-chat')}
      />
      <SecretField
        name={token}
        label={__('API token', 'itih-rag-chat')}
        help={__('With the permission to edit Vectorize.', 'itih-rag-chat')}
        stored={storedValue(form.settings, token) as MaskedSecret}
        value={form.draft[token] as string | undefined}
        required
        error={form.errors[token]}
        onChange={(value) => form.set({ [token]: value })}
      />
      <TextField
        form={form}
        name="index_name"
        label={__('Name of the index', 'itih-rag-chat')}
        help={__('Any name that no other site uses.', 'itih-rag-chat')}
      />
    </>
  );
}

interface Props {
  settings: MaskedSettings;
  onSaved: (settings: MaskedSettings) => void;
  /** The store may have another state now. */
  onChanged: () => void;
}

/** Where vectors are compared. */
export function VectorStoreForm({ settings, onSaved, onChanged }: Props) {
  const { form, busy, error, saved, saves, save, dismiss } = useSettingsForm(settings, (stored) => {
    onSaved(stored);
    onChanged();
  });
  const element = useRef<HTMLFormElement>(null);
  const ready = () => element.current?.reportValidity() ?? false;
  const engine = settingValue(form, path('engine')) as string;
  const unsaved = Object.keys(form.draft).length > 0;

  return (
    <form
      ref={element}
      className="itih-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SelectControl
        name={path('engine')}
        label={__('Where vectors are compared', 'itih-rag-chat')}
        help={engineHelp(engine)}
        value={engine}
        options={[
          { value: 'auto', label: __('Automatic', 'itih-rag-chat') },
          ...Object.entries(vectorStores()).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(value: string) => form.set({ [path('engine')]: value })}
      />
      {engine === 'vectorize' && (
        <>
          <VectorizeFields key={saves} form={form} />
          <TestConnection
            label={__('Test the vector store', 'itih-rag-chat')}
            ready={ready}
            request={{ scope: 'vector_store', settings: toPatch(draftOf(form.draft, group)) }}
          />
          <CreateIndex unsaved={unsaved} ready={ready} save={save} onCreated={onChanged} />
        </>
      )}
      {error && <ErrorNotice error={error} />}
      {saved && (
        <Notice
          className="itih-notice"
          status={saved.changed ? 'success' : 'info'}
          onRemove={dismiss}
        >
          {saved.changed
            ? __('Saved.', 'itih-rag-chat')
            : __('Nothing has changed.', 'itih-rag-chat')}
        </Notice>
      )}
      <Button type="submit" variant="primary" isBusy={busy}>
        {busy ? __('Saving…', 'itih-rag-chat') : __('Save', 'itih-rag-chat')}
      </Button>
    </form>
  );
}
