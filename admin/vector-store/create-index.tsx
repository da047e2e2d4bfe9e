import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { api, toApiError, type CreatedIndex } from '../api.ts';
import { Button, Notice } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';

function sentence({ ok, created, dimensions }: CreatedIndex): string {
  const number = formatNumber(dimensions);
  if (!ok) {
    return sprintf(
      /* translators: %s: a number. */
      __('The index does not fit the embeddings: it has %s dimensions.', 'itih-rag-chat'),
      number,
    );
  }
  return created
    ? sprintf(
        /* translators: %s: a number. */
        __('The index was created, with %s dimensions.', 'itih-rag-chat'),
        number,
      )
    : sprintf(
        /* translators: %s: a number. */
        __('The index is there and fits: it has %s dimensions.', 'itih-rag-chat'),
        number,
      );
}

interface Props {
  /** Something in the form is not saved yet. */
  unsaved: boolean;
  /** False, after telling the user why, when the fields are not ready. */
  ready: () => boolean;
  /** Resolves to whether all is stored. */
  save: () => Promise<boolean>;
  onCreated: () => void;
}

/** Makes the hosted index, or looks whether the one that is there fits the embeddings. */
export function CreateIndex({ unsaved, ready, save, onCreated }: Props) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ ok: boolean; text: string }>();

  async function create() {
    if (busy || !ready()) return;
    setBusy(true);
    setResult(undefined);
    try {
      if (await save()) {
        const reply = await api.createIndex();
        setResult({ ok: reply.ok, text: sentence(reply) });
        onCreated();
      }
    } catch (cause) {
      setResult({ ok: false, text: toApiError(cause).message });
    }
    setBusy(false);
  }

  return (
    <>
      <Button variant="secondary" isBusy={busy} onClick={() => void create()}>
        {unsaved
          ? __('Save, and create or check the index', 'itih-rag-chat')
          : __('Create or check the index', 'itih-rag-chat')}
      </Button>
      {result && (
        <Notice status={result.ok ? 'success' : 'error'} onRemove={() => setResult(undefined)}>
          {result.text}
        </Notice>
      )}
    </>
  );
}
