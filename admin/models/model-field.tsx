import { __, _n, sprintf } from '@wordpress/i18n';
import type { LlmProvider, RerankProvider } from '../../server/contract/providers.ts';
import { Combobox } from '../components/combobox.tsx';
import { formatNumber } from '../format.ts';
import { isReachable, providers, type Scope } from './providers.ts';
import {
  draftOf,
  settingValue,
  toPatch,
  withChanges,
  type SettingsForm,
} from '../settings/draft.ts';
import { traitsText } from './traits-text.ts';
import { useModels } from './use-models.ts';

interface Props {
  form: SettingsForm;
  scope: Scope;
  provider: string;
  name: string;
}

type Model = ReturnType<typeof useModels>['models'][number];

function noteOf(model: Model): string {
  const { id, label, dimensions } = model;
  const length =
    dimensions &&
    sprintf(
      /* translators: %s: number of dimensions of a vector. */
      __('%s dimensions', 'itih-rag-chat'),
      formatNumber(dimensions),
    );
  const own = label === id ? '' : label;
  return [own, length, traitsText(model)].filter(Boolean).join(' · ');
}

/** A model by its name: typed, or chosen among those that the provider offers with what is filled in. */
export function ModelField({ form, scope, provider, name }: Props) {
  const path = `${scope}.${provider}.model`;
  const reachable = isReachable(form, scope, provider);
  const connection = draftOf(form.draft, `${scope}.${provider}`);
  // A reranker may have the key of the embeddings.
  const drafted =
    scope === 'rerank' ? { ...draftOf(form.draft, 'embeddings'), ...connection } : connection;
  const { models, busy, error, load } = useModels({
    scope: scope === 'embeddings' ? 'embedding' : scope,
    provider: provider as LlmProvider | RerankProvider,
    // Not the model itself: each letter of it would ask anew.
    settings: toPatch(withChanges(form.settings, drafted, { [path]: undefined })),
  });
  const problem = form.errors[path];

  function status(): string {
    if (busy) return __('Asking the provider for its models…', 'itih-rag-chat');
    if (error) {
      return sprintf(
        /* translators: %s: a sentence that says what is wrong. */
        __('There is no list to choose from, but a name can be typed. %s', 'itih-rag-chat'),
        error.message,
      );
    }
    if (models.length === 0) return '';
    return sprintf(
      /* translators: %s: number of models. */
      _n('%s model to choose from.', '%s models to choose from.', models.length, 'itih-rag-chat'),
      formatNumber(models.length),
    );
  }

  return (
    <Combobox
      name={name}
      label={__('Model', 'itih-rag-chat')}
      help={
        problem ??
        (reachable
          ? provider === 'azure'
            ? __('The name of the deployment.', 'itih-rag-chat')
            : __('The name that the provider gives it.', 'itih-rag-chat')
          : __('With the rest filled in, it can be chosen from a list.', 'itih-rag-chat'))
      }
      invalid={problem !== undefined}
      required={providers[provider]?.key === 'required' || scope !== 'rerank'}
      value={settingValue(form, path) as string}
      choices={models.map((model) => ({ value: model.id, note: noteOf(model) }))}
      status={status()}
      showLabel={__('Show the models', 'itih-rag-chat')}
      onChange={(value) => form.set({ [path]: value })}
      onOpen={() => reachable && void load()}
    />
  );
}
