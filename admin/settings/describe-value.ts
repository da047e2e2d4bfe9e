import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';
import type { Field } from './field.ts';

/** Entries of a list that are told. */
const maxTold = 3;

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

function describeList(list: readonly unknown[]): string {
  const told = list.slice(0, maxTold).map((item) => (typeof item === 'object' ? '…' : plain(item)));
  const more = list.length - told.length;
  if (more <= 0) return told.join(', ');
  return sprintf(
    /* translators: 1: some entries of a list. 2: number of the others. */
    _n('%1$s and %2$s more', '%1$s and %2$s more', more, 'itih-rag-chat'),
    told.join(', '),
    formatNumber(more),
  );
}

/** Returns a value in words. A secret is never told. */
export function describeValue(value: unknown, field: Field | undefined): string {
  const empty = __('Empty', 'itih-rag-chat');
  if (field && /\.api_(?:key|token)$/.test(field.path)) {
    const isSet = typeof value === 'string' ? value !== '' : (value as { set?: boolean })?.set;
    return isSet ? __('Set, and never shown', 'itih-rag-chat') : empty;
  }
  if (typeof value === 'boolean') {
    return value ? __('On', 'itih-rag-chat') : __('Off', 'itih-rag-chat');
  }
  if (Array.isArray(value)) return value.length === 0 ? empty : describeList(value);
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).map(([name, one]) => `${name} ${one}`);
    return entries.length === 0 ? empty : describeList(entries);
  }
  const text = plain(value);
  const options = field?.control.kind === 'select' ? field.control.options : [];
  return options.find((option) => option.value === text)?.label ?? (text || empty);
}
