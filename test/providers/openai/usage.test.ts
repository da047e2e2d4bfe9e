import { expect, test } from '@jest/globals';
import { type CompletionChunk, usageOf } from '../../../server/providers/openai/chat-reader.ts';

const counts = { prompt_tokens: 2_000, completion_tokens: 40 };

const cases: [string, CompletionChunk, object][] = [
  ['without details', { usage: counts }, counts],
  [
    'with tokens from the cache',
    { usage: { ...counts, prompt_tokens_details: { cached_tokens: 1_920 } } },
    { ...counts, cached_tokens: 1_920 },
  ],
  [
    'with tokens that were written to it',
    {
      usage: { ...counts, prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 1_500 } },
    },
    { ...counts, cached_tokens: 0, cache_write_tokens: 1_500 },
  ],
  [
    'of DeepSeek',
    { usage: { ...counts, prompt_cache_hit_tokens: 1_024 } },
    { ...counts, cached_tokens: 1_024 },
  ],
  [
    'of Groq',
    { x_groq: { usage: { ...counts, prompt_tokens_details: { cached_tokens: 512 } } } },
    { ...counts, cached_tokens: 512 },
  ],
  ['with empty details', { usage: { ...counts, prompt_tokens_details: null } }, counts],
  [
    'with a count that is no number of tokens',
    { usage: { ...counts, prompt_tokens_details: { cached_tokens: -3 } } },
    { ...counts, cached_tokens: 0 },
  ],
];

test.each(cases)('the tokens of a completion %s', (_name, chunk, usage) => {
  expect(usageOf(chunk)).toEqual(usage);
});
