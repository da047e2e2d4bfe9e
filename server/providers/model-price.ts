import type { Usage } from '../contract/chat.ts';
import type { OwnPrice } from '../contract/settings.ts';
import { knownModels, type KnownModel, type ModelPrice } from './known-models.ts';

/** The end of a name that has one of the list: the date of a version, or a word for the newest. */
const version = /^(-latest|-preview|-\d{8}|-\d{4}-\d{2}-\d{2})?$/;

/** Returns a provider's model with its price; undefined if its vendor has published none. */
export function knownModel(provider: string, model: string): KnownModel | undefined {
  const name = model.toLowerCase();
  return knownModels[provider]?.models.find(
    (known) => name.startsWith(known.name) && version.test(name.slice(known.name.length)),
  );
}

/**
 * Returns the price of a model: the owner's, else the one of the list; null if it is not known.
 *
 * @param id `provider:model`, as stored with each turn.
 */
function priceOf(id: string, own: readonly OwnPrice[]): ModelPrice | null {
  const given = own.find(({ model }) => model === id);
  if (given) return given;
  const at = id.indexOf(':');
  // Its tokens are those of its passages, which no vendor is paid for.
  if (id.startsWith('builtin:')) return { input: 0, output: 0 };
  return knownModel(id.slice(0, at), id.slice(at + 1))?.price ?? null;
}

/** Returns the US dollars that a model's tokens cost; undefined if its price is not known. */
export function costOf(id: string, usage: Usage, own: readonly OwnPrice[]): number | undefined {
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
