import { __, sprintf } from '@wordpress/i18n';
import type { ModelsReply } from '../../server/contract/admin.ts';
import { formatNumber, formatPrice } from '../format.ts';

type Model = ModelsReply['models'][number];

function contextText(tokens: number): string {
  return sprintf(
    /* translators: %s: number of tokens that a model can read and write in one answer. */
    __('%s tokens of context', 'itih-rag-chat'),
    formatNumber(tokens),
  );
}

const priceText = ({ input, output }: NonNullable<Model['price']>) =>
  sprintf(
    /* translators: 1: price of what is sent to the model. 2: price of what it writes. */
    __('%1$s in, %2$s out per million tokens', 'itih-rag-chat'),
    formatPrice(input),
    formatPrice(output),
  );

/** Says what a model can and costs in a few words; empty if nothing is known. */
export function traitsText({ context, reasons, always_reasons, tools, price }: Model): string {
  const thinks = always_reasons
    ? __('always thinks', 'itih-rag-chat')
    : reasons && __('can think', 'itih-rag-chat');
  return [
    context && contextText(context),
    thinks,
    tools && __('calls tools', 'itih-rag-chat'),
    price && priceText(price),
  ]
    .filter(Boolean)
    .join(' · ');
}
