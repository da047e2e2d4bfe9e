import { __ } from '@wordpress/i18n';
import { Notice, SaveButton } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import type { SynonymsEditing } from './use-synonyms.ts';

/** The end of a form: how the last save went, and the next one. */
export function SynonymsEnd({ editing }: { editing: SynonymsEditing }) {
  const { busy, error, saved, dismiss } = editing;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {saved && (
        <Notice status={saved.changed ? 'success' : 'info'} onRemove={dismiss}>
          {saved.changed
            ? __('Saved. The next answer follows it.', 'itih-rag-chat')
            : __('Nothing has changed.', 'itih-rag-chat')}
        </Notice>
      )}
      <SaveButton busy={busy} />
    </>
  );
}
