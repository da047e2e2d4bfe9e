/** US dollars for a million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Input that was read from the vendor's cache of prompts. Absent: as `input`. */
  cached?: number | undefined;
  /** Input that was written to the cache. Absent: as `input`. */
  cacheWrite?: number;
}

/** A model's traits. Those that its vendor does not name are absent. */
export interface KnownModel {
  /** Its name without a date. */
  name: string;
  price: ModelPrice;
  /** Tokens of prompt and answer. */
  context?: number;
  /** `none`: it does not reason; `optional`: it can be told not to; `always`: it can only be told to reason little. */
  reasoning?: 'none' | 'optional' | 'always';
  tools?: boolean;
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

const million = 1_000_000;
const always = { context: million, reasoning: 'always', tools: true } as const;
const optional = { context: million, reasoning: 'optional', tools: true } as const;
const plain = { context: million, reasoning: 'none', tools: true } as const;
const reasons = { reasoning: 'always', tools: true } as const;
const mayReason = { reasoning: 'optional', tools: true } as const;

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
      { name: 'claude-fable-5-1', price: price(10, 50, 0.25, 12.5), ...always },
      { name: 'claude-fable-5', price: price(10, 50, 1, 12.5), tools: true },
      { name: 'claude-opus-5-5', price: price(4, 20, 0.2, 5), ...always },
      { name: 'claude-opus-5', price: price(5, 25, 0.5, 6.25), ...optional },
      { name: 'claude-opus-4-8', price: price(5, 25, 0.5, 6.25), ...mayReason },
      { name: 'claude-opus-4-7', price: price(5, 25, 0.5, 6.25), ...mayReason },
      { name: 'claude-opus-4-6', price: price(5, 25, 0.5, 6.25), ...mayReason },
      { name: 'claude-opus-4-5', price: price(5, 25, 0.5, 6.25), ...mayReason },
      { name: 'claude-sonnet-5-5', price: price(2, 10, 0.1, 2.5), ...optional },
      { name: 'claude-sonnet-5', price: price(2, 10, 0.2, 2.5), ...optional },
      { name: 'claude-haiku-5-5', price: price(0.1, 0.5, 0.01, 0.125), ...optional },
      { name: 'claude-haiku-4-5', price: price(1, 5, 0.1, 1.25), ...mayReason, context: 200_000 },
    ],
  },
  openai: {
    page: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-11-23',
    models: [
      { name: 'gpt-6.1-sol', price: price(2, 10, 0.1, 2.5), tools: true },
      { name: 'gpt-6.1-terra', price: price(1, 5, 0.05, 1.25), tools: true },
      { name: 'gpt-6-astra', price: price(10, 50, 1, 12.5), ...reasons, context: 1_050_000 },
      { name: 'gpt-6-sol', price: price(2, 10, 0.2, 2.5), tools: true },
      { name: 'gpt-6-luna', price: price(0.1, 0.5, 0.01, 0.125), tools: true },
      { name: 'gpt-5.6-sol', price: price(4, 20, 0.4), ...mayReason },
      { name: 'gpt-5.6-terra', price: price(2, 12, 0.2), ...mayReason },
      { name: 'gpt-5.6-luna', price: price(0.2, 1.2, 0.02), ...mayReason },
      { name: 'gpt-5.5', price: price(5, 30, 0.5), ...optional },
      { name: 'gpt-5.4', price: price(2.5, 15, 0.25), ...optional },
      { name: 'gpt-5.4-mini', price: price(0.75, 4.5, 0.075), ...mayReason },
      { name: 'gpt-5.4-nano', price: price(0.2, 1.25, 0.02), ...mayReason },
      { name: 'gpt-4.1', price: price(2, 8, 0.5), ...plain },
      { name: 'gpt-4.1-mini', price: price(0.4, 1.6, 0.1), ...plain },
      { name: 'gpt-4.1-nano', price: price(0.1, 0.4, 0.025), ...plain },
    ],
  },
  gemini: {
    page: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-11-23',
    models: [
      // Until the end of November 2026; then twice as much.
      { name: 'gemini-4-argon', price: price(2, 10), ...reasons, context: 1_048_576 },
      // Until the end of 2026; then twice as much.
      {
        name: 'gemini-3.8-flash',
        price: price(0.75, 3.75, 0.075),
        tools: true,
        context: 1_048_576,
      },
      { name: 'gemini-3.5-flash', price: price(1.5, 9), tools: true },
      { name: 'gemini-3.5-flash-lite', price: price(0.3, 2.5), tools: true },
      { name: 'gemini-3.1-pro', price: price(2, 12), ...reasons },
      { name: 'gemini-3.1-flash-lite', price: price(0.25, 1.5, 0.025), tools: true },
    ],
  },
  groq: {
    page: 'https://console.groq.com/docs/models',
    asOf: '2026-11-23',
    models: [
      { name: 'openai/gpt-oss-120b', price: price(0.15, 0.6), ...reasons, context: 131_072 },
      { name: 'openai/gpt-oss-20b', price: price(0.075, 0.3), ...reasons, context: 131_072 },
    ],
  },
};
