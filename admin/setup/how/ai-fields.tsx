import { __, sprintf } from '@wordpress/i18n';
import type { AnswerEstimate } from '../../../server/contract/admin.ts';
import { TextControl } from '../../components/controls.tsx';
import { TestConnection } from '../../components/test-connection.tsx';
import { formatPrice } from '../../format.ts';
import { PriceNote } from '../../models/price-note.tsx';
import { ConnectionFields, ProviderChoice } from '../../models/provider-fields.tsx';
import { connected, isReachable, wordpress } from '../../models/providers.ts';
import { draftOf, type SettingsForm, settingValue, toPatch } from '../../settings/draft.ts';

export const vendors = connected('llm');

interface Props {
  form: SettingsForm;
  estimate: AnswerEstimate | undefined;
  /** The most answers a day. */
  answers: string;
  onAnswers: (answers: string) => void;
}

/** Which model writes, with whose key, and how much it may cost. */
export function AiFields({ form, estimate, answers, onAnswers }: Props) {
  const provider = settingValue(form, 'llm.provider') as string;
  const cost = ((estimate?.price_usd ?? 0) / 100) * Number(answers);
  const after = __(
    'After that your pages are quoted until midnight (UTC), and you get a mail. 0: no limit.',
    'itih-rag-chat',
  );
  return (
    <>
      {provider !== wordpress && (
        <ProviderChoice
          form={form}
          scope="llm"
          path="llm.provider"
          name="llm.provider"
          label={__('Vendor', 'itih-rag-chat')}
          help={__('Writes the answers, and is paid for them.', 'itih-rag-chat')}
          provider={provider}
          choices={vendors}
        />
      )}
      <ConnectionFields key={provider} form={form} scope="llm" provider={provider} prefix="llm" />
      {provider !== wordpress && <PriceNote estimate={estimate} />}
      {isReachable(form, 'llm', provider) && (
        <TestConnection
          label={__('Test the AI model', 'itih-rag-chat')}
          ready={() => true}
          request={{ scope: 'llm', settings: toPatch(draftOf(form.draft, 'llm')) }}
        />
      )}
      <TextControl
        name="answers_a_day"
        className="itih-number"
        type="number"
        min={0}
        max={1_000_000}
        required
        label={__('Not more answers a day than', 'itih-rag-chat')}
        help={
          cost > 0
            ? `${sprintf(
                /* translators: %s: an amount of money. */
                __('About %s a day at most.', 'itih-rag-chat'),
                formatPrice(cost),
              )} ${after}`
            : after
        }
        value={answers}
        onChange={onAnswers}
      />
    </>
  );
}
