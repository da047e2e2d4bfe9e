import { useCallback } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { LlmProvider } from '../../server/contract/providers.ts';
import { api } from '../api.ts';
import { draftOf, settingValue, type SettingsForm } from '../settings/draft.ts';
import { useResource } from '../use-resource.ts';
import { isReachable } from './providers.ts';

interface Props {
  provider: string;
  model: string;
}

/** Says so if the model thinks although it is not asked to. */
function Sentence({ provider, model }: Props) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.listModels({ scope: 'llm', provider: provider as LlmProvider, settings: {} }, signal),
    [provider],
  );
  const { data } = useResource(load);
  const chosen = data?.models.find(({ id }) => id === model);
  if (!chosen?.always_reasons) return null;
  return (
    <p className="description">
      {__(
        'This model always thinks. While this is off, it is asked to think as little as it can.',
        'itih-rag-chat',
      )}
    </p>
  );
}

/** A sentence about the chosen model, by what its provider says; with a connection that is saved. */
export function AlwaysThinks({ form }: { form: SettingsForm }) {
  const provider = settingValue(form, 'llm.provider') as string;
  const model = settingValue(form, `llm.${provider}.model`) as string;
  const unsaved = Object.keys(draftOf(form.draft, `llm.${provider}`));
  const isSaved = unsaved.every((path) => path.endsWith('.model'));
  if (!model || !isSaved || !isReachable(form, 'llm', provider)) return null;
  return <Sentence provider={provider} model={model} />;
}
