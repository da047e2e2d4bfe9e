import { useCallback } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ModelsReply } from '../../server/contract/admin.ts';
import type { LlmProvider } from '../../server/contract/providers.ts';
import { api } from '../api.ts';
import { formatDay } from '../format.ts';
import { draftOf, settingValue, type SettingsForm } from '../settings/draft.ts';
import { useResource } from '../use-resource.ts';
import { isReachable } from './providers.ts';
import { traitsText } from './traits-text.ts';

type Model = ModelsReply['models'][number];

/** Days after which the provider may well have other prices. */
const freshDays = 60;

/** Says what the owner should know of the price; empty: nothing. */
function priceNote({ price_as_of, price_missing }: Model): string {
  if (price_missing) {
    return __(
      'The plugin does not know its price, so it shows no costs. Enter the price under “Your own figures”.',
      'itih-rag-chat',
    );
  }
  const days = price_as_of ? (Date.now() - Date.parse(price_as_of)) / 86_400_000 : 0;
  if (!price_as_of || days <= freshDays) return '';
  return sprintf(
    /* translators: %s: a date. */
    __(
      'This price is of %s; the provider may have changed it since. Your own figures count before it.',
      'itih-rag-chat',
    ),
    formatDay(price_as_of),
  );
}

interface Props {
  provider: string;
  model: string;
  thinkingIsOff: boolean;
}

function Line({ provider, model, thinkingIsOff }: Props) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.listModels({ scope: 'llm', provider: provider as LlmProvider, settings: {} }, signal),
    [provider],
  );
  const { data } = useResource(load);
  const chosen = data?.models.find(({ id }) => id === model);
  if (!chosen) return null;
  const traits = traitsText(chosen);
  const note = priceNote(chosen);
  return (
    <>
      {traits !== '' && <p className="description itih-model-traits">{traits}</p>}
      {note !== '' && <p className="description itih-price-note">{note}</p>}
      {chosen.always_reasons && thinkingIsOff && (
        <p className="description">
          {__(
            'This model always thinks. Unless it is let think first, it is asked to think as little as it can.',
            'itih-rag-chat',
          )}
        </p>
      )}
    </>
  );
}

/** Says what the chosen model can and costs, as its provider and the plugin's table know it; with a saved connection. */
export function ModelTraits({ form }: { form: SettingsForm }) {
  const provider = settingValue(form, 'llm.provider') as string;
  const model = settingValue(form, `llm.${provider}.model`) as string;
  const unsaved = Object.keys(draftOf(form.draft, `llm.${provider}`));
  const isSaved = unsaved.every((path) => path.endsWith('.model'));
  if (!model || !isSaved || !isReachable(form, 'llm', provider)) return null;
  const thinkingIsOff = settingValue(form, 'chat.reasoning') !== true;
  return <Line provider={provider} model={model} thinkingIsOff={thinkingIsOff} />;
}
