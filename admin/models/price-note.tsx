import { __, sprintf } from '@wordpress/i18n';
import type { AnswerEstimate } from '../../server/contract/admin.ts';
import type { SettingsPatch } from '../../server/contract/settings.ts';
import { api } from '../api.ts';
import { formatDay, formatPrice } from '../format.ts';
import { draftOf, type SettingsForm, toPatch } from '../settings/draft.ts';
import { useSettledResource } from '../use-resource.ts';

/** The price of answers by the model of a form. */
export function useEstimate(form: SettingsForm): AnswerEstimate | undefined {
  const named = Object.entries(draftOf(form.draft, 'llm')).filter(
    ([path]) => !path.endsWith('.api_key'),
  );
  const wanted = JSON.stringify(toPatch(Object.fromEntries(named)));
  return useSettledResource(wanted, (asked, signal) =>
    api.estimateAnswers(JSON.parse(asked) as SettingsPatch, signal),
  ).last;
}

/** The cost of the chosen model, as far as the plugin knows it. */
export const PriceNote = ({ estimate }: { estimate: AnswerEstimate | undefined }) =>
  estimate && (
    <p className="itih-hint itih-price">
      {estimate.price_usd === null
        ? __(
            'The plugin does not know the price of this model. Its vendor does; enter it later under Settings, AI model.',
            'itih-rag-chat',
          )
        : sprintf(
            /* translators: 1: an amount of money. 2: a date. */
            __('About %1$s per 100 answers, by the vendor’s prices of %2$s.', 'itih-rag-chat'),
            formatPrice(estimate.price_usd),
            formatDay(estimate.as_of),
          )}
    </p>
  );
