import { __, sprintf } from '@wordpress/i18n';
import type { OwnPrice } from '../../server/contract/settings.ts';
import { TextControl } from '../components/controls.tsx';
import { settingValue, type SettingsForm } from '../settings/draft.ts';
import { builtin } from './providers.ts';

type PriceName = Exclude<keyof OwnPrice, 'model'>;

const path = 'llm.prices';

/** Undefined for a field that is empty or holds no price. */
const priceOf = (text: string): number | undefined =>
  text.trim() === '' || !(Number(text) >= 0) ? undefined : Number(text);

/** Returns the prices with one of a model's changed. A model without any price is left out. */
function withPrice(
  prices: readonly OwnPrice[],
  model: string,
  name: PriceName,
  price: number | undefined,
): OwnPrice[] {
  const others = prices.filter((one) => one.model !== model);
  const before = prices.find((one) => one.model === model);
  const { cached, ...now } = { model, input: 0, output: 0, ...before, [name]: price ?? 0 };
  const keptCached = name === 'cached' ? price : cached;
  if (!now.input && !now.output && !keptCached) return others;
  return [...others, { ...now, ...(keptCached !== undefined && { cached: keptCached }) }];
}

/** The owner's price of the chosen model, where they know it better than the list of prices. */
export function PriceFields({ form }: { form: SettingsForm }) {
  const provider = settingValue(form, 'llm.provider') as string;
  const name = settingValue(form, `llm.${provider}.model`) as string | undefined;
  if (provider === builtin || !name) return null;
  const model = `${provider}:${name}`;
  const prices = (settingValue(form, path) ?? []) as readonly OwnPrice[];
  const own = prices.find((one) => one.model === model);

  const field = (price: PriceName, label: string) => (
    <TextControl
      name={`${path}.${price}`}
      label={label}
      type="number"
      min={0}
      max={10_000}
      step="any"
      dir="ltr"
      value={own?.[price] === undefined ? '' : String(own[price])}
      onChange={(value) => form.set({ [path]: withPrice(prices, model, price, priceOf(value)) })}
    />
  );
  return (
    <details className="itih-price" open={own !== undefined}>
      <summary>
        {sprintf(
          /* translators: %s: name of a language model. */
          __('Your own price of %s', 'itih-rag-chat'),
          name,
        )}
      </summary>
      <p className="itih-hint">
        {__(
          'In US dollars for a million tokens. Left empty, the dashboard takes the price list of the provider, if the plugin knows it.',
          'itih-rag-chat',
        )}
      </p>
      {field('input', __('Tokens in', 'itih-rag-chat'))}
      {field('cached', __('Tokens in, from the cache', 'itih-rag-chat'))}
      {field('output', __('Tokens out', 'itih-rag-chat'))}
    </details>
  );
}
