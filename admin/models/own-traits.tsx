import { __, sprintf } from '@wordpress/i18n';
import type { OwnTraits } from '../../server/contract/settings.ts';
import { TextControl } from '../components/controls.tsx';
import { settingValue, type SettingsForm } from '../settings/draft.ts';
import { builtin } from './providers.ts';

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
export function OwnTraitsFields({ form }: { form: SettingsForm }) {
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
        {sprintf(
          /* translators: %s: name of a language model. */
          __('Your own figures of %s', 'itih-rag-chat'),
          name,
        )}
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
