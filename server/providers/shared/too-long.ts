/** A refusal of what is longer than the model's context, a batch of the server, or the tokens of a minute. */
export interface TooLong {
  /** Tokens that there are; undefined: the server does not say. */
  limit: number | undefined;
}

/**
 * How servers say it. llama.cpp: https://github.com/ggml-org/llama.cpp/pull/15780 · vLLM:
 * https://github.com/vllm-project/vllm/pull/33425 · SGLang: https://github.com/QwenLM/Qwen3/issues/1321 · LM Studio:
 * https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546 · llama-cpp-python:
 * https://github.com/fedora-copr/logdetective-website/pull/193 · OpenAI, Groq, Mistral, Anthropic, Gemini, Ollama.
 */
const said =
  /context (size|length|window)|maximum (model|input) length|max_seq_len|exceed_context_size|too large for model|is too large to process|prompt is too long|input token count|reduce the length of|max_new_tokens` must be|tokens per min/i;

/** The number of tokens that there are, behind or before its name. */
const numbers =
  /(?:n_ctx:|context (?:size|length|window)|model length|max_seq_len|number of tokens allowed|must be <=|limit is|: limit|batch size:|tokens >)[^\d(]{0,24}\(?(\d{2,9})|model with (\d{2,9})/i;

interface Answer {
  status?: number | undefined;
  code?: string | undefined;
  message?: string | undefined;
  /** llama.cpp's `n_ctx`. */
  context?: number | undefined;
}

/**
 * 500: llama.cpp of old, and of today for a text to embed. 429: Groq and OpenAI call it a limit of the rate, although
 * waiting does not help. Undefined: an error in a stream. https://console.groq.com/docs/errors
 */
const statuses: readonly (number | undefined)[] = [400, 413, 422, 429, 500, undefined];

/** Reads whether a refusal says that what was sent is too long, so that less of it would be taken. */
export function tooLong({ status, code = '', message = '', context }: Answer): TooLong | undefined {
  if (!statuses.includes(status)) return undefined;
  const isOfMinute = /^request too large/i.test(message);
  if (status === 429 && !isOfMinute) return undefined;
  if (!isOfMinute && !said.test(message) && !/context_(length|size)/.test(code)) return undefined;
  const [, ...found] = numbers.exec(message) ?? [];
  const number = Number(found.find((one) => one !== undefined));
  return { limit: context ?? (Number.isNaN(number) ? undefined : number) };
}
