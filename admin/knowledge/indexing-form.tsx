import { Notice } from '@wordpress/components';
import type { ComponentProps } from 'react';
import { __ } from '@wordpress/i18n';
import type { ApiError, MaskedSettings } from '../api.ts';
import { Button, TextControl, ToggleControl } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { IndexButton } from '../components/index-button.tsx';
import { Section } from '../components/section.tsx';
import type { PostType } from '../site.ts';
import type { Indexing } from '../use-indexing.ts';
import { useSave } from '../use-save.ts';
import {
  indexingPatch,
  numberRanges,
  type IndexingDraft,
  type IndexingSettings,
  type NumberName,
} from './indexing-draft.ts';
import { PostTypeChoice } from './post-type-choice.tsx';

interface Props {
  settings: MaskedSettings;
  postTypes: readonly PostType[];
  indexing: Indexing;
  onSaved: (settings: MaskedSettings) => void;
}

interface NumberFieldProps {
  name: NumberName;
  label: string;
  help: string;
  form: { stored: IndexingSettings; draft: IndexingDraft; error: ApiError | undefined };
  onChange: (changes: IndexingDraft) => void;
}

function NumberField({ name, label, help, form, onChange }: NumberFieldProps) {
  const [min, max] = numberRanges[name];
  const problem = form.error?.fields[`indexing.${name}`];
  return (
    <TextControl
      className="itih-number"
      type="number"
      name={name}
      label={label}
      help={problem ?? help}
      aria-invalid={problem !== undefined}
      required
      min={min}
      max={max}
      value={form.draft[name] ?? String(form.stored[name])}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
}

/** Sizes of chunks. */
function ChunkFields(fields: Pick<ComponentProps<typeof NumberField>, 'form' | 'onChange'>) {
  return (
    <Section id="division" title={__('Chunks of text', 'itih-rag-chat')}>
      <div className="itih-form">
        <p className="itih-hint">
          {__(
            'Texts are divided into chunks, which questions are compared with. After a change, everything is read again.',
            'itih-rag-chat',
          )}
        </p>
        <div className="itih-numbers">
          <NumberField
            {...fields}
            name="chunk_size"
            label={__('Size', 'itih-rag-chat')}
            help={__('Characters at most', 'itih-rag-chat')}
          />
          <NumberField
            {...fields}
            name="chunk_overlap"
            label={__('Overlap', 'itih-rag-chat')}
            help={__('Characters repeated from the chunk before', 'itih-rag-chat')}
          />
          <NumberField
            {...fields}
            name="min_chunk_chars"
            label={__('Minimum', 'itih-rag-chat')}
            help={__('Shorter chunks are joined to others', 'itih-rag-chat')}
          />
        </div>
      </div>
    </Section>
  );
}

/** Settings of indexing: which posts are read, when they are read again, and how they are split into chunks. */
export function IndexingForm({ settings, postTypes, indexing, onSaved }: Props) {
  const stored = settings.indexing;
  const { draft, setDraft, busy, error, saved, save, dismiss } = useSave<IndexingDraft>(
    {},
    (edited) => indexingPatch(edited, stored),
    onSaved,
  );
  const change = (changes: IndexingDraft) => setDraft({ ...draft, ...changes });
  const fields = { form: { stored, draft, error }, onChange: change };

  return (
    <form
      className="itih-settings"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Section
        id="posts"
        title={__('Posts and pages', 'itih-rag-chat')}
        aside={<IndexButton indexing={indexing} variant="secondary" />}
      >
        <div className="itih-form">
          <PostTypeChoice
            types={postTypes}
            chosen={draft.post_types ?? stored.post_types}
            onChange={(post_types) => change({ post_types })}
          />
          <ToggleControl
            label={__('Follow changes', 'itih-rag-chat')}
            help={__(
              'What is published or edited is read at once. What is no longer public is always removed.',
              'itih-rag-chat',
            )}
            checked={draft.auto_index ?? stored.auto_index}
            onChange={(auto_index) => change({ auto_index })}
          />
          <TextControl
            name="exclude_ids"
            label={__('Excluded IDs', 'itih-rag-chat')}
            help={
              error?.fields['indexing.exclude_ids'] ??
              __('Posts and pages to leave out, with commas between them.', 'itih-rag-chat')
            }
            pattern="[\d\s,]*"
            inputMode="numeric"
            dir="ltr"
            value={draft.exclude_ids ?? stored.exclude_ids.join(', ')}
            onChange={(exclude_ids) => change({ exclude_ids })}
          />
        </div>
      </Section>
      <ChunkFields {...fields} />
      <Section id="rechecks" title={__('Web pages', 'itih-rag-chat')}>
        <NumberField
          {...fields}
          name="url_recheck_hours"
          label={__('Hours between checks for changes', 'itih-rag-chat')}
          help={__('0: never', 'itih-rag-chat')}
        />
      </Section>
      <div className="itih-settings__end">
        {error && <ErrorNotice error={error} />}
        {saved && (
          <Notice className="itih-notice" status="success" onRemove={dismiss}>
            {saved.changed
              ? __('Saved. The knowledge base follows by itself.', 'itih-rag-chat')
              : __('Nothing has changed.', 'itih-rag-chat')}
          </Notice>
        )}
        <Button type="submit" variant="primary" isBusy={busy}>
          {busy ? __('Saving…', 'itih-rag-chat') : __('Save', 'itih-rag-chat')}
        </Button>
      </div>
    </form>
  );
}
