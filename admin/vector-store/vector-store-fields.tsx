import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { VectorStoreStatus } from '../../server/contract/admin.ts';
import { api, type CreatedIndex, type MaskedSecret } from '../api.ts';
import { Button, Notice, SelectControl, TextControl, Warnings } from '../components/controls.tsx';
import { Facts } from '../components/facts.tsx';
import { SecretField } from '../components/secret-field.tsx';
import { TestConnection } from '../components/test-connection.tsx';
import { formatMegabytes, formatNumber } from '../format.ts';
import { storeModeLabel, vectorStoreLabel, vectorStores } from '../labels.ts';
import {
  draftOf,
  type SettingsForm,
  settingValue,
  storedValue,
  textProps,
  toPatch,
} from '../settings/draft.ts';
import { useAction } from '../use-resource.ts';

/** Returns what came of it, with a place for the number of dimensions. */
function outcomeText({ ok, created }: CreatedIndex) {
  if (!ok)
    /* translators: %s: a number. */
    return __('The index does not fit the model: it has %s dimensions.', 'itih-rag-chat');
  return created
    ? /* translators: %s: a number. */
      __('The index was created, with %s dimensions.', 'itih-rag-chat')
    : /* translators: %s: a number. */
      __('The index is there and fits: it has %s dimensions.', 'itih-rag-chat');
}

interface CreateIndexProps {
  /** Something in the form is not saved yet. */
  unsaved: boolean;
  /** False, after telling the user why, when the fields are not ready. */
  ready: () => boolean;
  /** Resolves to whether all is stored. */
  save: () => Promise<boolean>;
  onCreated: () => void;
}

/** Makes the hosted index, or looks whether the one that is there fits the embeddings. */
function CreateIndex({ unsaved, ready, save, onCreated }: CreateIndexProps) {
  const { busy, error, run, clear } = useAction();
  const [reply, setReply] = useState<CreatedIndex>();

  async function create() {
    if (busy || !ready()) return;
    setReply(undefined);
    await run(async () => {
      if (!(await save())) return;
      setReply(await api.createIndex());
      onCreated();
    });
  }
  function dismiss() {
    setReply(undefined);
    clear();
  }

  return (
    <>
      <Button variant="secondary" isBusy={busy} onClick={() => void create()}>
        {unsaved
          ? __('Save, and create or check the index', 'itih-rag-chat')
          : __('Create or check the index', 'itih-rag-chat')}
      </Button>
      {(reply ?? error) && (
        <Notice status={reply?.ok ? 'success' : 'error'} onRemove={dismiss}>
          {reply ? sprintf(outcomeText(reply), formatNumber(reply.dimensions)) : error?.message}
        </Notice>
      )}
    </>
  );
}

/** Where and how vectors are compared at the moment, and why so. */
export function StoreFacts({ store }: { store: VectorStoreStatus }) {
  const { engine, mode, reason, warnings, vectors, memory_mb } = store;
  return (
    <div className="itih-store">
      <Facts
        look="rows"
        facts={[
          { label: __('In use', 'itih-rag-chat'), value: vectorStoreLabel(engine) },
          {
            label: __('Search', 'itih-rag-chat'),
            value: storeModeLabel(mode),
            note: (
              <span lang="en" dir="ltr">
                {reason}
              </span>
            ),
          },
          { label: __('Passages (vectors)', 'itih-rag-chat'), value: formatNumber(vectors) },
          { label: __('Memory', 'itih-rag-chat'), value: formatMegabytes(memory_mb) },
        ]}
      />
      <Warnings warnings={warnings} />
    </div>
  );
}

const group = 'vector_store';
const path = (name: string) => `${group}.${name}`;

function engineHelp(engine: string): string {
  if (engine === 'vectorize')
    return __(
      'Passages as numbers (vectors) are also sent to Cloudflare, which compares them; texts are not. All of them stay in your database, so that you can go back at any time.',
      'itih-rag-chat',
    );
  return engine === 'auto'
    ? __(
        'Needs no account. Visitors get answers in the way that is fastest for this site.',
        'itih-rag-chat',
      )
    : __('Needs no account and sends nothing elsewhere.', 'itih-rag-chat');
}

function VectorizeFields({ form }: { form: SettingsForm }) {
  const token = path('api_token');
  const textField = (name: string, label: string, help: string) => (
    <TextControl
      {...textProps(form, path(name), help)}
      label={label}
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      onChange={(value) => form.set({ [path(name)]: value.trim() })}
    />
  );
  return (
    <>
      {textField(
        'account_id',
        __('Account ID', 'itih-rag-chat'),
        __('Shown in the dashboard of Cloudflare.', 'itih-rag-chat'),
      )}
      <SecretField
        name={token}
        path={token}
        label={__('API token', 'itih-rag-chat')}
        help={__('With the permission to edit Vectorize.', 'itih-rag-chat')}
        stored={storedValue(form.settings, token) as MaskedSecret}
        value={form.draft[token] as string | undefined}
        required
        error={form.errors[token]}
        onChange={(value) => form.set({ [token]: value })}
      />
      {textField(
        'index_name',
        __('Name of the index', 'itih-rag-chat'),
        __('Any name that no other site uses.', 'itih-rag-chat'),
      )}
    </>
  );
}

interface Props {
  form: SettingsForm;
  /** Fields with a state of their own start again when this changes. */
  saves: number;
  /** False, after telling the user why, when the fields are not ready. */
  ready: () => boolean;
  /** Resolves to whether all is stored. */
  save: () => Promise<boolean>;
  /** The store may have another state now. */
  onChanged: () => void;
}

/** Where vectors are compared. */
export function VectorStoreFields({ form, saves, ready, save, onChanged }: Props) {
  const engine = settingValue(form, path('engine')) as string;
  const unsaved = Object.keys(draftOf(form.draft, group)).length > 0;

  return (
    <div className="itih-form">
      <SelectControl
        name={path('engine')}
        label={__('Where it is stored', 'itih-rag-chat')}
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
            label={__('Test this store', 'itih-rag-chat')}
            ready={ready}
            request={{ scope: 'vector_store', settings: toPatch(draftOf(form.draft, group)) }}
          />
          <CreateIndex unsaved={unsaved} ready={ready} save={save} onCreated={onChanged} />
        </>
      )}
    </div>
  );
}
