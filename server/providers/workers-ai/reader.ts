import type { Usage } from '../../contract/chat.ts';
import { type AnswerReader, lastEvents, tokenCount } from '../shared/stream-answer.ts';
import type { VendorAccess } from '../shared/vendor-access.ts';
import type { ModelEvent, ModelFinish } from '../language-model.ts';
import { asText, callAssembler, type PartialCall } from './calls.ts';
import { responseForm } from './response-form.ts';

/**
 * The fields that are read of a chunk, or of a whole answer: Workers AI's own, or those of chat completions,
 * which newer models use. https://developers.cloudflare.com/workers-ai/models/llama-3.3-70b-instruct-fp8-fast/,
 * https://developers.cloudflare.com/workers-ai/models/glm-4.7-flash/
 */
export interface WorkersAiChunk {
  response?: unknown;
  tool_calls?: readonly (PartialCall | null)[] | null;
  finish_reason?: string | null;
  choices?: readonly (Choice | null)[] | null;
  usage?: Counts | null;
  success?: unknown;
  error?: unknown;
  errors?: readonly unknown[] | null;
}

/** Cached tokens: https://github.com/cloudflare/ai/releases/tag/workers-ai-provider%403.1.13 */
interface Counts {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  prompt_tokens_details?: { cached_tokens?: unknown } | null;
}

interface Choice {
  delta?: Message | null;
  message?: Message | null;
  finish_reason?: string | null;
}

interface Message {
  content?: unknown;
  reasoning?: unknown;
  reasoning_content?: unknown;
  tool_calls?: readonly (PartialCall | null)[] | null;
}

/**
 * @param id The model's id, for the reasoning that it is sent again.
 * @param maxTokens The tokens after which the vendor ends an answer, of which its own format says nothing.
 */
export function workersAiReader(
  api: Pick<VendorAccess, 'refused'>,
  id: string,
  maxTokens: number,
): AnswerReader {
  const toChunk = responseForm();
  const calls = callAssembler();
  let reasoning = '';
  let usage: Usage | undefined;
  let finish: string | undefined;
  let done = false;

  function read({ data }: { data: string }): ModelEvent[] {
    if (data.startsWith('[DONE]')) {
      done = true;
      return [];
    }
    const chunk = toChunk(JSON.parse(data) as WorkersAiChunk);
    if (chunk.error || chunk.errors?.length || chunk.success === false) throw api.refused(chunk);
    const choice = chunk.choices?.[0];
    const message = choice?.delta ?? choice?.message;
    finish = choice?.finish_reason ?? chunk.finish_reason ?? finish;
    if (chunk.usage) usage = usageOf(chunk.usage);
    for (const call of message?.tool_calls ?? chunk.tool_calls ?? []) calls.take(call);
    const thought = asText(message?.reasoning_content) || asText(message?.reasoning);
    reasoning += thought;
    const text = asText(message?.content) || asText(chunk.response);
    return [
      ...(thought ? [{ type: 'reasoning' as const, text: thought }] : []),
      ...(text ? [{ type: 'text' as const, text }] : []),
    ];
  }

  return {
    read,
    get complete() {
      return done || finish !== undefined;
    },
    end() {
      // The reasoning goes with the calls: https://github.com/cloudflare/ai/pull/451
      const carried = { model: id, value: reasoning || undefined };
      const isCut = finish === undefined && (usage?.completion_tokens ?? 0) >= maxTokens;
      const reason = isCut ? 'length' : toFinish(finish);
      const last = { calls: calls.end(), carried, usage, finish: reason };
      return lastEvents(last);
    },
  };
}

function usageOf({ prompt_tokens, completion_tokens, prompt_tokens_details }: Counts): Usage {
  const cached = prompt_tokens_details?.cached_tokens;
  return {
    prompt_tokens: tokenCount(prompt_tokens),
    completion_tokens: tokenCount(completion_tokens),
    ...(typeof cached === 'number' && { cached_tokens: tokenCount(cached) }),
  };
}

function toFinish(reason: string | undefined): Exclude<ModelFinish, 'tool_calls'> {
  if (reason === 'length') return 'length';
  return reason === 'content_filter' ? 'refusal' : 'stop';
}
