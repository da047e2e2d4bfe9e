import { useCallback } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ModelsReply } from '../../server/contract/admin.ts';
import type { LlmProvider } from '../../server/contract/providers.ts';
import type { OwnTraits } from '../../server/contract/settings.ts';
import { api } from '../api.ts';
import { SelectControl, TextControl, ToggleControl } from '../components/controls.tsx';
import { formatDay } from '../format.ts';
import { draftOf, type SettingsForm, settingValue } from '../settings/draft.ts';
import { useResource } from '../use-resource.ts';
import { PriceNote, useEstimate } from './price-note.tsx';
import { ProviderFields, traitsText } from './provider-fields.tsx';
import { builtin, isReachable } from './providers.ts';

type Model = ModelsReply['models'][number];

/** Days after which the provider may well have other prices. */
const freshDays = 60;

/** Says what the owner should know of the price; empty: nothing. */
function priceNote({ price_as_of, price_missing }: Model): string {
  if (price_missing) {
    return __(
      'The plugin does not know its price, so it shows no costs. Enter it under “Price of this model”.',
      'itih-rag-chat',
    );
  }
  const days = price_as_of ? (Date.now() - Date.parse(price_as_of)) / 86_400_000 : 0;
  if (!price_as_of || days <= freshDays) return '';
  return sprintf(
    /* translators: %s: a date. */
    __(
      'This price is of %s; the provider may have changed it since. A price of your own counts before it.',
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
function ModelTraits({ form }: { form: SettingsForm }) {
  const provider = settingValue(form, 'llm.provider') as string;
  const model = settingValue(form, `llm.${provider}.model`) as string;
  const unsaved = Object.keys(draftOf(form.draft, `llm.${provider}`));
  const isSaved = unsaved.every((path) => path.endsWith('.model'));
  if (!model || !isSaved || !isReachable(form, 'llm', provider)) return null;
  const thinkingIsOff = settingValue(form, 'chat.reasoning') !== true;
  return <Line provider={provider} model={model} thinkingIsOff={thinkingIsOff} />;
}

type Trait = Exclude<keyof OwnTraits, 'model'>;

const path = 'llm.traits';
const maxPrice = 10_000;
const maxContext = 10_000_000;

/** Undefined for a field that is empty or holds no number. */
const numberIn = (text: string): number | undefined =>
  text.trim() === '' || !(Number(text) >= 0) ? undefined : Number(text);

/** Returns the traits with one of a model's changed. A model without any is left out. */
function withTrait(
  traits: readonly OwnTraits[],
  model: string,
  name: Trait,
  value: number | undefined,
): OwnTraits[] {
  const others = traits.filter((one) => one.model !== model);
  const now: OwnTraits = { model, ...traits.find((one) => one.model === model), [name]: value };
  if (value === undefined) delete now[name];
  return Object.keys(now).length > 1 ? [...others, now] : others;
}

/** Traits of the chosen model that the owner knows better than the table. */
function OwnTraitsFields({ form }: { form: SettingsForm }) {
  const provider = settingValue(form, 'llm.provider') as string;
  const name = settingValue(form, `llm.${provider}.model`) as string | undefined;
  if (provider === builtin || !name) return null;
  const model = `${provider}:${name}`;
  const traits = (settingValue(form, path) ?? []) as readonly OwnTraits[];
  const own = traits.find((one) => one.model === model);

  const field = (trait: Trait, label: string, max: number) => (
    <TextControl
      name={`${path}.${trait}`}
      label={label}
      type="number"
      min={0}
      max={max}
      step="any"
      dir="ltr"
      value={own?.[trait] === undefined ? '' : String(own[trait])}
      onChange={(value) => form.set({ [path]: withTrait(traits, model, trait, numberIn(value)) })}
    />
  );
  return (
    <details className="itih-own-traits" open={own !== undefined}>
      <summary>
        {__('Price of this model', 'itih-rag-chat')}
      </summary>
      <p className="itih-hint">
        {__(
          'Prices in US dollars for a million tokens. What is left empty is taken from the pages of the provider, if the plugin knows them. A price needs tokens in and tokens out.',
          'itih-rag-chat',
        )}
      </p>
      {field('input', __('Tokens in', 'itih-rag-chat'), maxPrice)}
      {field('cached', __('Tokens in, from the cache', 'itih-rag-chat'), maxPrice)}
      {field('output', __('Tokens out', 'itih-rag-chat'), maxPrice)}
      {field(
        'context',
        __('Tokens that a question and its answer may have', 'itih-rag-chat'),
        maxContext,
      )}
      <p className="itih-hint">
        {__(
          'For a model on your own machine with a small context: fewer passages and earlier messages are sent, so that they fit.',
          'itih-rag-chat',
        )}
      </p>
    </details>
  );
}

/** The price of a hundred answers; what the owner can do about an unknown one stands in `ModelTraits`. */
function Price({ form }: { form: SettingsForm }) {
  const estimate = useEstimate(form);
  return estimate?.price_usd ? <PriceNote estimate={estimate} /> : null;
}

function ReasoningFields({ form }: { form: SettingsForm }) {
  const on = settingValue(form, 'chat.reasoning') === true;
  return (
    <>
      <Price form={form} />
      <ModelTraits form={form} />
      <ToggleControl
        label={__('Let it think first', 'itih-rag-chat')}
        help={__(
          'Answers are better thought out, but come later and cost more. Visitors can unfold what was thought. A model that cannot think answers at once.',
          'itih-rag-chat',
        )}
        checked={on}
        onChange={(value: boolean) => form.set({ 'chat.reasoning': value })}
      />
      {on && (
        <SelectControl
          name="chat.reasoning_effort"
          label={__('How much', 'itih-rag-chat')}
          value={settingValue(form, 'chat.reasoning_effort') as string}
          options={[
            { value: 'low', label: __('Little', 'itih-rag-chat') },
            { value: 'medium', label: __('Medium', 'itih-rag-chat') },
            { value: 'high', label: __('Much', 'itih-rag-chat') },
          ]}
          onChange={(value: string) => form.set({ 'chat.reasoning_effort': value })}
        />
      )}
    </>
  );
}

/** Which model answers, and which one when it does not. */
export function LanguageModelFields({ form }: { form: SettingsForm }) {
  // The built-in answerer needs no fallback.
  const ownModel = settingValue(form, 'llm.provider') !== builtin;
  return (
    <>
      <ProviderFields
        form={form}
        scope="llm"
        legend={__('Who writes the answers', 'itih-rag-chat')}
        label={__('Answer with', 'itih-rag-chat')}
        help={
          ownModel
            ? __(
                'Visitors read what this AI writes from your pages. Questions and passages are sent to it.',
                'itih-rag-chat',
              )
            : __(
                'Visitors read passages of your pages. Free: needs no account and sends nothing elsewhere.',
                'itih-rag-chat',
              )
        }
        testLabel={__('Test the AI model', 'itih-rag-chat')}
      >
        <ReasoningFields form={form} />
      </ProviderFields>
      <OwnTraitsFields form={form} />
      {ownModel && (
        <ProviderFields
          form={form}
          scope="llm"
          role="fallback"
          legend={__('If it fails', 'itih-rag-chat')}
          label={__('If it fails, answer with', 'itih-rag-chat')}
          help={__('Visitors get an answer all the same when the first one does not answer.', 'itih-rag-chat')}
          testLabel={__('Test this AI model', 'itih-rag-chat')}
        />
      )}
    </>
  );
}
