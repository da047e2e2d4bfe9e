import { describe, expect, test } from '@jest/globals';
import { tooLong } from '../../../server/providers/shared/vendor-error.ts';

describe('a server that has no room for a prompt says it, and how much it has', () => {
  test.each([
    [
      'llama.cpp',
      400,
      'request (753 tokens) exceeds the available context size (512 tokens), try increasing it',
      512,
    ],
    [
      'llama.cpp of old',
      500,
      'the request exceeds the available context size. try increasing the context size or enable context shift',
      undefined,
    ],
    [
      'llama.cpp, a text to embed',
      500,
      'input (169 tokens) is too large to process. increase the physical batch size (current batch size: 128)',
      128,
    ],
    ['llama-cpp-python', 500, 'Requested tokens (2285) exceed context window of 2048', 2048],
    [
      'vLLM',
      400,
      "This model's maximum context length is 2048 tokens. However, your request has 1500 input tokens plus 1024 'max_tokens'.",
      2048,
    ],
    [
      'vLLM of old',
      400,
      'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
      4096,
    ],
    [
      'SGLang',
      400,
      "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
      40_960,
    ],
    [
      'LM Studio',
      400,
      'Trying to keep the first 6547 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      4096,
    ],
    [
      'LM Studio, in a stream',
      undefined,
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length',
      4096,
    ],
    [
      'Text Generation Inference',
      422,
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 1024 `max_new_tokens`',
      4096,
    ],
    ['Ollama', 400, 'the input length exceeds the context length', undefined],
    [
      'Mistral',
      400,
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32_768,
    ],
    ['Anthropic', 400, 'prompt is too long: 205000 tokens > 200000 maximum', 200_000],
    [
      'Gemini',
      400,
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      1_048_576,
    ],
    [
      'Groq, for a minute',
      413,
      'Request too large for model `openai/gpt-oss-120b` on tokens per minute (TPM): Limit 8000, Requested 9027, please reduce your message size and try again.',
      8000,
    ],
  ])('%s', (_server, status, message, limit) => {
    expect(tooLong({ status, message })).toEqual({ limit });
  });

  test('in a field of its own, or by its code alone', () => {
    const message = 'the request exceeds the available context size';
    expect(tooLong({ status: 400, message, context: 256 })).toEqual({ limit: 256 });
    expect(tooLong({ status: 400, code: 'context_length_exceeded' })).toEqual({ limit: undefined });
  });
});

test.each([
  ['another refusal', { status: 400, message: 'Unknown parameter: temperature' }],
  ['an answer that may be too long', { status: 400, message: 'max_tokens is too large: 900000.' }],
  ['a limit of requests', { status: 429, message: 'Rate limit reached: 8000 tokens per minute' }],
  ['a server that fails', { status: 503, message: 'The context size is being loaded' }],
])('%s is none of them', (_case, answer) => {
  expect(tooLong(answer)).toBeUndefined();
});
