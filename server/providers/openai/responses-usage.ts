import type { Usage } from '../../contract/chat.ts';
import { tokenCount } from '../shared/token-count.ts';

/** https://developers.openai.com/api/docs/guides/prompt-caching */
export interface ResponseTokens {
  input_tokens?: number | null;
  input_tokens_details?: {
    cached_tokens?: number | null;
    cache_write_tokens?: number | null;
  } | null;
  output_tokens?: number | null;
  output_tokens_details?: { reasoning_tokens?: number | null } | null;
}

/** Tokens of reasoning are part of the output; those read from the cache or written to it are part of the input. */
export function responseUsage(counts: ResponseTokens | null | undefined): Usage | undefined {
  if (!counts) return undefined;
  const { cached_tokens, cache_write_tokens } = counts.input_tokens_details ?? {};
  return {
    prompt_tokens: tokenCount(counts.input_tokens),
    completion_tokens: tokenCount(counts.output_tokens),
    ...(typeof cached_tokens === 'number' && { cached_tokens: tokenCount(cached_tokens) }),
    ...(typeof cache_write_tokens === 'number' && {
      cache_write_tokens: tokenCount(cache_write_tokens),
    }),
  };
}
