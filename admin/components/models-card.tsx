import { Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, toApiError, type ApiError, type MaskedSettings } from '../api.ts';
import { emptyDraft, toPatch, type Draft, type Scope } from '../settings-draft.ts';
import { useResource } from '../use-resource.ts';
import { Button } from './controls.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { Section } from './section.tsx';
import { Skeleton } from './skeleton.tsx';

const scopes: readonly Scope[] = ['llm', 'embeddings'];
const untouched: Record<Scope, Draft> = { llm: emptyDraft, embeddings: emptyDraft };

type Outcome = 'unchanged' | 'saved' | 'embeddings_saved';

const outcomeText = (outcome: Outcome): string =>
  ({
    unchanged: __('Nothing has changed.', 'itih-rag-chat'),
    saved: __('Saved.', 'itih-rag-chat'),
    embeddings_saved: __(
      'Saved. Your content is being read again with the new embeddings.',
      'itih-rag-chat',
    ),
  })[outcome];

interface CardProps {
  onSaved: () => void;
}

interface FormProps extends CardProps {
  settings: MaskedSettings;
  replace: (settings: MaskedSettings) => void;
}

function ModelsForm({ settings, replace, onSaved }: FormProps) {
  const [drafts, setDrafts] = useState(untouched);
  const [saves, setSaves] = useState(0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [outcome, setOutcome] = useState<Outcome>();

  async function save() {
    if (busy) return;
    const patch = toPatch(drafts);
    setError(undefined);
    setOutcome('unchanged');
    if (Object.keys(patch).length === 0) return;
    setOutcome(undefined);
    setBusy(true);
    try {
      replace(await api.saveSettings(patch));
      setDrafts(untouched);
      setSaves(saves + 1);
      setOutcome(patch.embeddings ? 'embeddings_saved' : 'saved');
      onSaved();
    } catch (cause) {
      setError(toApiError(cause));
    }
    setBusy(false);
  }

  return (
    <form
      className="itih-models"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {scopes.map((scope) => (
        <ProviderFields
          key={`${scope} ${saves}`}
          scope={scope}
          settings={settings}
          draft={drafts[scope]}
          errors={error?.fields ?? {}}
          onChange={(draft) => setDrafts({ ...drafts, [scope]: draft })}
        />
      ))}
      <div className="itih-models__end">
        {error && <ErrorNotice error={error} />}
        {outcome && (
          <Notice
            className="itih-notice"
            status={outcome === 'unchanged' ? 'info' : 'success'}
            onRemove={() => setOutcome(undefined)}
          >
            {outcomeText(outcome)}
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
export function ModelsCard({ onSaved }: CardProps) {
  const { data, error, reload, replace } = useResource(api.getSettings);
  return (
    <Section id="models" title={__('Models', 'itih-rag-chat')} busy={!data}>
      {error && <ErrorNotice error={error} onRetry={() => void reload()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <ModelsForm settings={data} replace={replace} onSaved={onSaved} />}
    </Section>
  );
}
