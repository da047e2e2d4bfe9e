import type { Usage } from '../contract/chat.ts';
import type { OwnTraits } from '../contract/settings.ts';
import { shownModel } from '../text/shown-model.ts';
import { findTraits } from './find-traits.ts';
import type { ModelPrice } from './model-traits.ts';

/**
 * Returns the price of a model: the owner's, else the one of the table; null if it is not known.
 *
 * @param id `provider:model`, as stored with each turn.
 */
function priceOf(id: string, own: readonly OwnTraits[]): ModelPrice | null {
  const isNamed = ({ model }: OwnTraits) => model === id || shownModel(model) === id;
  const { input, output, cached } = own.find(isNamed) ?? {};
  if (input !== undefined && output !== undefined) return { input, output, cached };
  const at = id.indexOf(':');
  // Its tokens are those of its passages, which no vendor is paid for.
  if (id.startsWith('builtin:')) return { input: 0, output: 0 };
  return findTraits(id.slice(0, at), id.slice(at + 1)).price ?? null;
}

/** Returns the US dollars that a model's tokens cost; undefined if its price is not known. */
export function costOf(id: string, usage: Usage, own: readonly OwnTraits[]): number | undefined {
  const price = priceOf(id, own);
  return price === null ? undefined : billed(usage, price);
}

function billed(usage: Usage, { input, output, cached, cacheWrite }: ModelPrice): number {
  const { prompt_tokens, completion_tokens, cached_tokens = 0, cache_write_tokens = 0 } = usage;
  // A vendor may count more tokens of the cache than of the prompt.
  const rest = Math.max(0, prompt_tokens - cached_tokens - cache_write_tokens);
  const dollars =
    rest * input +
    cached_tokens * (cached ?? input) +
    cache_write_tokens * (cacheWrite ?? input) +
    completion_tokens * output;
  return dollars / 1_000_000;
}
