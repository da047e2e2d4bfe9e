/** US dollars for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Input that was read from the vendor's cache of prompts. Absent: as `input`. */
  cached?: number | undefined;
  /** Input that was written to the cache. Absent: as `input`. */
  cacheWrite?: number;
}

export interface KnownModel {
  /** Its name without a date. */
  name: string;
  price: ModelPrice;
}

/** The models of a provider, and the page that names their prices. */
interface PriceList {
  page: string;
  /** The day on which the prices were looked up. */
  asOf: string;
  models: readonly KnownModel[];
}

const price = (
  input: number,
  output: number,
  cached?: number,
  cacheWrite?: number,
): ModelPrice => ({
  input,
  output,
  ...(cached !== undefined && { cached }),
  ...(cacheWrite !== undefined && { cacheWrite }),
});

/**
 * Standard prices of short prompts, by provider. Only models whose price is published; owners add others in the
 * settings.
 */
export const knownModels: Readonly<Record<string, PriceList>> = {
  anthropic: {
    // With the cache that is kept for five minutes.
    page: 'https://platform.claude.com/docs/en/about-claude/pricing',
    asOf: '2026-11-23',
    models: [
      { name: 'claude-fable-5-1', price: price(10, 50, 0.25, 12.5) },
      { name: 'claude-fable-5', price: price(10, 50, 1, 12.5) },
      { name: 'claude-opus-5-5', price: price(4, 20, 0.2, 5) },
      { name: 'claude-opus-5', price: price(5, 25, 0.5, 6.25) },
      { name: 'claude-opus-4-8', price: price(5, 25, 0.5, 6.25) },
      { name: 'claude-opus-4-7', price: price(5, 25, 0.5, 6.25) },
      { name: 'claude-opus-4-6', price: price(5, 25, 0.5, 6.25) },
      { name: 'claude-opus-4-5', price: price(5, 25, 0.5, 6.25) },
      { name: 'claude-sonnet-5-5', price: price(2, 10, 0.1, 2.5) },
      { name: 'claude-sonnet-5', price: price(2, 10, 0.2, 2.5) },
      { name: 'claude-haiku-5-5', price: price(0.1, 0.5, 0.01, 0.125) },
      { name: 'claude-haiku-4-5', price: price(1, 5, 0.1, 1.25) },
    ],
  },
  openai: {
    page: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-11-23',
    models: [
      { name: 'gpt-6.1-sol', price: price(2, 10, 0.1, 2.5) },
      { name: 'gpt-6.1-terra', price: price(1, 5, 0.05, 1.25) },
      { name: 'gpt-6-astra', price: price(10, 50, 1, 12.5) },
      { name: 'gpt-6-sol', price: price(2, 10, 0.2, 2.5) },
      { name: 'gpt-6-luna', price: price(0.1, 0.5, 0.01, 0.125) },
      { name: 'gpt-5.6-sol', price: price(4, 20, 0.4) },
      { name: 'gpt-5.6-terra', price: price(2, 12, 0.2) },
      { name: 'gpt-5.6-luna', price: price(0.2, 1.2, 0.02) },
      { name: 'gpt-5.5', price: price(5, 30, 0.5) },
      { name: 'gpt-5.4', price: price(2.5, 15, 0.25) },
      { name: 'gpt-5.4-mini', price: price(0.75, 4.5, 0.075) },
      { name: 'gpt-5.4-nano', price: price(0.2, 1.25, 0.02) },
      { name: 'gpt-4.1', price: price(2, 8, 0.5) },
      { name: 'gpt-4.1-mini', price: price(0.4, 1.6, 0.1) },
      { name: 'gpt-4.1-nano', price: price(0.1, 0.4, 0.025) },
    ],
  },
  gemini: {
    page: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-11-23',
    models: [
      // Until the end of November 2026; then twice as much.
      { name: 'gemini-4-argon', price: price(2, 10) },
      // Until the end of 2026; then twice as much.
      { name: 'gemini-3.8-flash', price: price(0.75, 3.75, 0.075) },
      { name: 'gemini-3.5-flash', price: price(1.5, 9) },
      { name: 'gemini-3.5-flash-lite', price: price(0.3, 2.5) },
      { name: 'gemini-3.1-pro', price: price(2, 12) },
      { name: 'gemini-3.1-flash-lite', price: price(0.25, 1.5, 0.025) },
    ],
  },
  groq: {
    page: 'https://console.groq.com/docs/models',
    asOf: '2026-11-23',
    models: [
      { name: 'openai/gpt-oss-120b', price: price(0.15, 0.6) },
      { name: 'openai/gpt-oss-20b', price: price(0.075, 0.3) },
    ],
  },
};
