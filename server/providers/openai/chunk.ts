import type { Usage } from '../../contract/chat.ts';
import type { ModelFinish } from '../language-model.ts';
import type { CallDelta } from './tool-calls.ts';
import { tokenCount } from '../shared/token-count.ts';

/**
 * The fields that are read of a streamed chunk. Servers that imitate the format leave out others.
 * https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events
 */
export interface CompletionChunk {
  error?: unknown;
  /** `error`: the chunk itself is an error, as older vLLM sends it. */
  object?: string;
  /** The model that answers: a server of one model has it whatever it is asked for. */
  model?: string;
  choices?: readonly (Choice | null)[] | null;
  usage?: TokenCounts | null;
  /** Groq's usage, from before it knew `stream_options`. */
  x_groq?: { usage?: TokenCounts | null; error?: string | null } | null;
}

interface Choice {
  delta?: CompletionDelta | null;
  /** In a whole answer: some servers stream none. */
  message?: CompletionDelta | null;
  finish_reason?: string | null;
}

export interface CompletionDelta {
  /** Mistral's reasoning models send parts. https://docs.mistral.ai/capabilities/reasoning */
  content?: string | readonly ContentPart[] | null;
  refusal?: string | null;
  /** DeepSeek, vLLM. */
  reasoning_content?: string | null;
  /** Groq, OpenRouter. https://console.groq.com/docs/reasoning */
  reasoning?: string | null;
  /** https://openrouter.ai/docs/use-cases/reasoning-tokens */
  reasoning_details?: readonly ReasoningDetail[] | null;
  tool_calls?: readonly (CallDelta | null)[] | null;
  /** The predecessor of `tool_calls`. */
  function_call?: CallDelta['function'];
}

export type ReasoningDetail = Record<string, unknown>;

interface ContentPart {
  type?: string;
  text?: string;
  thinking?: string | readonly ContentPart[];
}

interface TokenCounts {
  prompt_tokens?: number | null;
  completion_tokens?: number | null;
  /**
   * https://developers.openai.com/api/docs/guides/prompt-caching · the same in Groq's, OpenRouter's, xAI's and vLLM's:
   * https://console.groq.com/docs/prompt-caching
   */
  prompt_tokens_details?: {
    cached_tokens?: number | null;
    cache_write_tokens?: number | null;
  } | null;
  /** https://api-docs.deepseek.com/guides/kv_cache */
  prompt_cache_hit_tokens?: number | null;
  completion_tokens_details?: { reasoning_tokens?: number | null } | null;
}

/** Returns the error of a chunk that reports one. */
export function errorOf(event: string, chunk: CompletionChunk): unknown {
  if (chunk.error) return chunk.error;
  if (event === 'error' || chunk.object === 'error') return chunk;
  return chunk.x_groq?.error ?? undefined;
}

/** Takes an unknown reason for a server's own word for `stop`. */
export function finishReason(
  reason: string | null | undefined,
): Exclude<ModelFinish, 'tool_calls'> | 'error' | undefined {
  if (!reason) return undefined;
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'refusal';
  return reason === 'error' ? 'error' : 'stop';
}

export function usageOf({ usage, x_groq }: CompletionChunk): Usage | undefined {
  const counts = usage ?? x_groq?.usage;
  if (!counts) return undefined;
  const { cached_tokens, cache_write_tokens } = counts.prompt_tokens_details ?? {};
  const cached = cached_tokens ?? counts.prompt_cache_hit_tokens;
  return {
    prompt_tokens: tokenCount(counts.prompt_tokens),
    completion_tokens: tokenCount(counts.completion_tokens),
    ...(typeof cached === 'number' && { cached_tokens: tokenCount(cached) }),
    ...(typeof cache_write_tokens === 'number' && {
      cache_write_tokens: tokenCount(cache_write_tokens),
    }),
  };
}

/** Whether tokens were spent on reasoning, of which a server may tell nothing else. */
export const hasReasoned = ({ usage }: CompletionChunk): boolean =>
  (usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0;

export function textOf(content: CompletionDelta['content']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: ContentPart) => stringOf(part.text)).join('');
}

export function reasoningOf(delta: CompletionDelta): string {
  const said = stringOf(delta.reasoning_content) || stringOf(delta.reasoning);
  if (said || !Array.isArray(delta.content)) return said;
  const parts = delta.content as readonly ContentPart[];
  return parts.map(({ thinking }) => textOf(thinking)).join('');
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
