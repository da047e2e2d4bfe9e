import type { Usage } from '../contract/chat.ts';
import type { LlmProvider } from '../contract/providers.ts';
import type { Settings } from '../contract/settings.ts';
import { findTraits, type ModelPrice } from './model-traits.ts';

/** Settings by which a model has its price. */
export type Priced = Pick<Settings['llm'], 'traits' | 'openai_compatible'>;

/** Returns the price of a day; undefined: it is not known. @param at Milliseconds */
export function priceAt(prices: readonly ModelPrice[], at: number): ModelPrice | undefined {
  const day = new Date(at).toISOString().slice(0, 10);
  return prices.find(({ from = day, until = day }) => from <= day && day <= until);
}

/**
 * Returns the prices of a model: the owner's, else those of the table; none if it is not known.
 *
 * @param id `provider:model`, as stored with each turn.
 */
export function pricesOf(id: string, { traits, openai_compatible }: Priced): readonly ModelPrice[] {
  const { input, output, cached } = traits.find(({ model }) => model === id) ?? {};
  if (input !== undefined && output !== undefined) return [{ input, output, cached }];
  const at = id.indexOf(':');
  // Its tokens are those of its passages, which no vendor is paid for.
  if (id.startsWith('builtin:')) return [{ input: 0, output: 0 }];
  return findTraits(id.slice(0, at), id.slice(at + 1), openai_compatible.base_url).prices ?? [];
}

/**
 * Returns the US dollars that a model's tokens cost; undefined if its price is not known.
 *
 * @param at When they were used, in milliseconds.
 */
export function costOf(id: string, usage: Usage, llm: Priced, at: number): number | undefined {
  const price = priceAt(pricesOf(id, llm), at);
  return price && billed(usage, price);
}

/** Returns the model that the settings name; '' where none is chosen. */
export const modelOf = (llm: Settings['llm'], provider: LlmProvider): string =>
  provider === 'builtin' || provider === 'wordpress' ? '' : llm[provider].model;

/** A question with its passages and its answer, rather more than usual. */
const usualAnswer: Usage = { prompt_tokens: 3700, completion_tokens: 300 };
export const usualTokens = usualAnswer.prompt_tokens + usualAnswer.completion_tokens;

/** Returns the US dollars of a hundred usual answers; null: the price is not known. */
export function hundredAnswers(llm: Settings['llm'], at: number): number | null {
  const id = `${llm.provider}:${modelOf(llm, llm.provider)}`;
  const one = costOf(id, usualAnswer, llm, at);
  return one === undefined ? null : 100 * one;
}

/** Returns US dollars. */
export function billed(usage: Usage, { input, output, cached, cache_write }: ModelPrice): number {
  const { prompt_tokens, completion_tokens, cached_tokens = 0, cache_write_tokens = 0 } = usage;
  // A vendor may count more tokens of the cache than of the prompt.
  const rest = Math.max(0, prompt_tokens - cached_tokens - cache_write_tokens);
  const dollars =
    rest * input +
    cached_tokens * (cached ?? input) +
    cache_write_tokens * (cache_write ?? input) +
    completion_tokens * output;
  return dollars / 1_000_000;
}
