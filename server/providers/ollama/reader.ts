import { randomUUID } from 'node:crypto';
import type { Usage } from '../../contract/chat.ts';
import type { AnswerReader } from '../shared/stream-answer.ts';
import type { VendorAccess } from '../shared/vendor-access.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import type { ModelEvent, ModelFinish, ToolCall } from '../language-model.ts';
import { toolInput } from '../shared/tool-calls.ts';

/** The fields that are read of a line. https://docs.ollama.com/api/chat, https://docs.ollama.com/capabilities/streaming */
interface ChatLine {
  error?: unknown;
  message?: {
    content?: unknown;
    thinking?: unknown;
    tool_calls?: readonly ({ function?: { name?: unknown; arguments?: unknown } } | null)[] | null;
  } | null;
  done?: boolean;
  done_reason?: string;
  prompt_eval_count?: unknown;
  eval_count?: unknown;
}

/**
 * @param id The model's id, for the thinking that it is sent again.
 * @param promptTokens Estimates the tokens of the prompt.
 */
export function ollamaReader(
  api: Pick<VendorAccess, 'label' | 'refused'>,
  id: string,
  promptTokens: () => number,
): AnswerReader {
  let thinking = '';
  let said = false;
  let called = false;
  let usage: Usage | undefined;
  let finish: ModelFinish | undefined;

  function read({ data }: { data: string }): ModelEvent[] {
    const line = JSON.parse(data) as ChatLine;
    if (line.error !== undefined) throw api.refused(line);
    const events = readMessage(line.message);
    said ||= events.length > 0;
    if (line.done) end(line);
    return events;
  }

  function readMessage(message: ChatLine['message']): ModelEvent[] {
    const events: ModelEvent[] = [];
    if (typeof message?.thinking === 'string' && message.thinking) {
      thinking += message.thinking;
      events.push({ type: 'reasoning', text: message.thinking });
    }
    const text = message?.content;
    if (typeof text === 'string' && text) events.push({ type: 'text', text });
    const calls = toolCalls(message?.tool_calls);
    if (calls.length > 0) {
      called = true;
      events.push(...calls.map((call) => ({ type: 'tool_call' as const, call })));
    }
    return events;
  }

  function end(line: ChatLine): void {
    // Some versions take the request for one that only loads the model: https://github.com/ollama/ollama/pull/4235
    if (line.done_reason === 'load' && !said) {
      throw vendorGarbled(api.label, 'loaded the model without answering');
    }
    finish = called ? 'tool_calls' : line.done_reason === 'length' ? 'length' : 'stop';
    if (line.prompt_eval_count === undefined && line.eval_count === undefined) return;
    // The first is absent when the whole prompt was still in the cache, but it counts for the budget.
    usage = {
      prompt_tokens: Number(line.prompt_eval_count ?? promptTokens()) || 0,
      completion_tokens: Number(line.eval_count) || 0,
    };
  }

  return {
    read,
    get complete() {
      return finish !== undefined;
    },
    end() {
      // The thinking goes with the calls: https://docs.ollama.com/capabilities/tool-calling
      const carried = { model: id, value: thinking };
      return [
        ...(called && thinking ? [{ type: 'carry' as const, carried }] : []),
        ...(usage ? [{ type: 'usage' as const, usage }] : []),
        { type: 'finish', reason: finish ?? 'stop' },
      ];
    },
  };
}

/** Ollama sends calls whole, and documents no ids. */
function toolCalls(calls: NonNullable<ChatLine['message']>['tool_calls']): ToolCall[] {
  return (calls ?? []).flatMap((entry) => {
    const name = entry?.function?.name;
    if (typeof name !== 'string') return [];
    const input = toolInput(entry?.function?.arguments ?? {});
    return [{ id: `call_${randomUUID()}`, name, input }];
  });
}
