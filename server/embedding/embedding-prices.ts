import type { EmbedderChoice } from '../providers/registry.ts';

/** US dollars for a million tokens, as the vendors listed them in November 2026, without free allowances. */
const listed: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // https://developers.openai.com/api/docs/pricing
  openai: {
    'text-embedding-3-small': 0.02,
    'text-embedding-3-large': 0.13,
    'text-embedding-ada-002': 0.1,
  },
  // https://developers.cloudflare.com/workers-ai/platform/pricing/
  workers_ai: {
    '@cf/baai/bge-small-en-v1.5': 0.02,
    '@cf/baai/bge-base-en-v1.5': 0.067,
    '@cf/baai/bge-large-en-v1.5': 0.204,
    '@cf/baai/bge-m3': 0.012,
    '@cf/pfnet/plamo-embedding-1b': 0.019,
    '@cf/qwen/qwen3-embedding-0.6b': 0.012,
  },
};

/** What embedding a million tokens costs, in US dollars; 0: nobody charges for it; null: not known. */
export function embeddingPrice({ provider, model, base_url }: EmbedderChoice): number | null {
  if (provider === 'builtin' || provider === 'ollama') return 0;
  // Somebody else's address has somebody else's prices.
  return base_url === '' ? (listed[provider]?.[model] ?? null) : null;
}
