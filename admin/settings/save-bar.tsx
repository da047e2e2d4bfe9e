import { __, _n, sprintf } from '@wordpress/i18n';
import { Button, Notice, SaveButton } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { formatNumber } from '../format.ts';
import { builtin, changesIndex } from '../models/providers.ts';
import { settingValue, type Draft, type SettingsForm } from './draft.ts';
import { labelOf } from './fields.ts';
import type { SettingsEditing } from './use-settings-form.ts';

/** `form`: as it was when it was saved. */
function outcomeText(form: SettingsForm): string {
  const paths = Object.keys(form.draft);
  if (paths.length === 0) return __('Nothing has changed.', 'itih-rag-chat');
  // To compare words nothing has to be built.
  if (changesIndex(form) && settingValue(form, 'embeddings.provider') !== builtin) {
    return __(
      'Saved. The index is made anew; until it is complete, passages are found mostly by their words.',
      'itih-rag-chat',
    );
  }
  if (paths.some((path) => path.startsWith('indexing.'))) {
    return __('Saved. The knowledge base follows by itself.', 'itih-rag-chat');
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
      {error && <ErrorNotice error={error} />}
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
