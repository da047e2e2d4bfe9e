import { __, _n, sprintf } from '@wordpress/i18n';
import type { EmbeddingEstimate } from '../../server/contract/admin.ts';
import type { SettingsPatch } from '../../server/contract/settings.ts';
import { api } from '../api.ts';
import { Notice, TextControl } from '../components/controls.tsx';
import { formatCompact, formatNumber, formatPrice } from '../format.ts';
import { type Draft, draftOf, type SettingsForm, settingValue, storedValue, textProps, toPatch } from '../settings/draft.ts';
import { useSettledResource } from '../use-resource.ts';
import { LocalModelFields } from './local-model-fields.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { builtin, changesIndex, local } from './providers.ts';

const provider = 'embeddings.provider';

/** Less than this is not told more precisely: it is an estimate. */
const cent = 0.01;

function costText(price: number | null): string {
  if (price === null) return __('What that costs, its provider can say.', 'itih-rag-chat');
  if (price === 0) return __('Nobody charges for that.', 'itih-rag-chat');
  return sprintf(
    price < cent
      ? /* translators: %s: an amount of money, such as "$0.01". */
        __('By the list price of the provider, that costs less than %s.', 'itih-rag-chat')
      : /* translators: %s: an amount of money, such as "$1.20". */
        __('By the list price of the provider, that costs about %s.', 'itih-rag-chat'),
    formatPrice(Math.max(price, cent)),
  );
}

/** Returns how much is embedded, and what that costs. */
export function workText({ chunks, tokens, price_usd }: EmbeddingEstimate): string {
  if (chunks === 0) return __('There is nothing to read.', 'itih-rag-chat');
  const work = sprintf(
    /* translators: 1: number of passages. 2: number of tokens, such as "1.2M". */
    _n(
      '%1$s passage with about %2$s tokens is sent to the model.',
      '%1$s passages with about %2$s tokens are sent to the model.',
      chunks,
      'itih-rag-chat',
    ),
    formatNumber(chunks),
    formatCompact(tokens),
  );
  return `${work} ${costText(price_usd)}`;
}

/** Returns the cost of unsaved settings; undefined until there is an answer for the present ones. */
export function useEstimate(changes: Draft): EmbeddingEstimate | undefined {
  const choice = Object.entries(changes).filter(([path]) => !path.endsWith('.api_key'));
  const wanted = JSON.stringify(toPatch(Object.fromEntries(choice)));
  return useSettledResource(wanted, async (asked, signal) =>
    asked === '{}' ? undefined : api.estimateEmbedding(JSON.parse(asked) as SettingsPatch, signal),
  ).data;
}

/** Says how saving the embeddings of the form changes the index, and at which cost. */
function IndexChange({ form }: { form: SettingsForm }) {
  const estimate = useEstimate(draftOf(form.draft, 'embeddings'));
  const toWords = settingValue(form, provider) === builtin;
  const fromWords = storedValue(form.settings, provider) === builtin;
  if (estimate?.changes === false) {
    return (
      <Notice status="info">
        {__(
          'What is found now was made in this way: nothing has to be made anew.',
          'itih-rag-chat',
        )}
      </Notice>
    );
  }
  return (
    <Notice status="info">
      {toWords
        ? __(
            'When you save this, passages are found by their words alone, and nothing is sent elsewhere.',
            'itih-rag-chat',
          )
        : __(
            'When you save this, the model reads every passage. The chat goes on answering: until that is done, passages are found mostly by their words.',
            'itih-rag-chat',
          )}
      {!toWords && estimate && <p>{workText(estimate)}</p>}
      {!fromWords && (
        <p>
          {__(
            'What the present model has read is not kept: going back would mean to read everything again.',
            'itih-rag-chat',
          )}
        </p>
      )}
    </Notice>
  );
}

const dimensionsPath = 'embeddings.dimensions';

function DimensionsField({ form }: { form: SettingsForm }) {
  const help = __("Empty: the model's own number, which a test shows.", 'itih-rag-chat');
  const { value, ...props } = textProps(form, dimensionsPath, help);
  return (
    <TextControl
      {...props}
      className="itih-number"
      label={__('Dimensions (optional)', 'itih-rag-chat')}
      type="number"
      min={1}
      max={16_383}
      value={value === '0' ? '' : value}
      onChange={(text) => form.set({ [dimensionsPath]: Number(text) })}
    />
  );
}

function helpOf(provider: string): string {
  if (provider === builtin) {
    return __('Visitors must use the words of your pages. Needs no account and sends nothing elsewhere.', 'itih-rag-chat');
  }
  if (provider === local) {
    return __(
      'Visitors may use other words than your pages. Works on your own server: needs no account and sends nothing elsewhere.',
      'itih-rag-chat',
    );
  }
  return __(
    'Visitors may use other words than your pages. Questions and passages are sent to this provider.',
    'itih-rag-chat',
  );
}

/** Which model finds the passages, and what becomes of the index when another one is chosen. */
export function EmbeddingFields({ form }: { form: SettingsForm }) {
  const provider = settingValue(form, 'embeddings.provider') as string;
  return (
    <>
      <ProviderFields
        form={form}
        scope="embeddings"
        legend={__('Which model', 'itih-rag-chat')}
        label={__('Find by meaning with', 'itih-rag-chat')}
        help={helpOf(provider)}
        testLabel={__('Test finding by meaning', 'itih-rag-chat')}
      >
        {provider === local ? <LocalModelFields form={form} /> : <DimensionsField form={form} />}
      </ProviderFields>
      {changesIndex(form) && <IndexChange form={form} />}
    </>
  );
}

const candidatesPath = 'rerank.candidates';

function CandidatesField({ form }: { form: SettingsForm }) {
  const help = __(
    'Visitors wait longer for more, and more cost more.',
    'itih-rag-chat',
  );
  return (
    <TextControl
      {...textProps(form, candidatesPath, help)}
      className="itih-number"
      label={__('Passages to put in order', 'itih-rag-chat')}
      type="number"
      min={2}
      max={100}
      required
      onChange={(text) => form.set({ [candidatesPath]: Number(text) })}
    />
  );
}

/** Which model puts the passages that were found into a better order. */
export function RerankFields({ form }: { form: SettingsForm }) {
  const isOn = settingValue(form, 'rerank.provider') !== '';
  return (
    <ProviderFields
      form={form}
      scope="rerank"
      legend={__('Which model', 'itih-rag-chat')}
      label={__('Put in order by', 'itih-rag-chat')}
      help={
        isOn
          ? __(
              'Each question is sent there with the passages found for it. If there is no answer within 1.5 seconds, they stay in the order of the search.',
              'itih-rag-chat',
            )
          : __(
              'Visitors get the best passage first more often if a model puts what was found in order. None: it stays in the order of the search.',
              'itih-rag-chat',
            )
      }
      testLabel={__('Test the better order', 'itih-rag-chat')}
    >
      <CandidatesField form={form} />
    </ProviderFields>
  );
}
