import { Notice } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { IndexStatus } from '../../server/contract/admin.ts';
import { api, type MaskedSettings } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useResource } from '../use-resource.ts';
import { EmbeddingFields } from './embedding-fields.tsx';
import { IndexBuild } from './index-build.tsx';
import { LanguageModelFields } from './language-model-fields.tsx';
import { builtin, changesIndex } from './providers.ts';
import { settingValue, type SettingsForm } from './settings-draft.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** `saved`: the form as it was when it was saved. */
function outcomeText(saved: SettingsForm): string {
  if (Object.keys(saved.draft).length === 0) return __('Nothing has changed.', 'itih-rag-chat');
  // To compare words nothing has to be built.
  if (!changesIndex(saved) || settingValue(saved, 'embeddings.provider') === builtin) {
    return __('Saved.', 'itih-rag-chat');
  }
  return __(
    'Saved. The new index is being built; the present one answers until it is complete.',
    'itih-rag-chat',
  );
}

interface CardProps {
  /** Undefined: not known yet. */
  index: IndexStatus | undefined;
  onSaved: () => void;
}

interface FormProps extends CardProps {
  settings: MaskedSettings;
  replace: (settings: MaskedSettings) => void;
}

function ModelsForm({ settings, replace, index, onSaved }: FormProps) {
  const { form, busy, error, saved, saves, save, dismiss } = useSettingsForm(settings, (stored) => {
    replace(stored);
    onSaved();
  });
  return (
    <form
      className="itih-models"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div key={`llm ${saves}`} className="itih-models__column">
        <LanguageModelFields form={form} />
      </div>
      <div className="itih-models__column">
        <EmbeddingFields key={saves} form={form} />
        <IndexBuild index={index} />
      </div>
      <div className="itih-models__end">
        {error && <ErrorNotice error={error} />}
        {saved && (
          <Notice
            className="itih-notice"
            status={saved.changed ? 'success' : 'info'}
            onRemove={dismiss}
          >
            {outcomeText({ ...form, draft: saved.draft })}
          </Notice>
        )}
        <Button type="submit" variant="primary" isBusy={busy}>
          {busy ? __('Saving…', 'itih-rag-chat') : __('Save', 'itih-rag-chat')}
        </Button>
      </div>
    </form>
  );
}

/** Which models answer and search. */
export function ModelsCard({ index, onSaved }: CardProps) {
  const { data, error, reload, replace } = useResource(api.getSettings);
  return (
    <Section id="models" title={__('Models', 'itih-rag-chat')} busy={!data}>
      {error && <ErrorNotice error={error} onRetry={() => void reload()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <ModelsForm settings={data} replace={replace} index={index} onSaved={onSaved} />}
    </Section>
  );
}
