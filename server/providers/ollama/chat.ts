import { findTraits } from '../model-traits.ts';
import type {
  ModelEvent,
  ModelFinish,
  ModelMessage,
  ModelRequest,
  ToolCall,
  ToolDefinition,
} from '../language-model.ts';
import { callsInProse, resultText, toolInput } from '../shared/tool-calls.ts';
import { randomUUID } from 'node:crypto';
import type { Usage } from '../../contract/chat.ts';
import type { AnswerReader } from '../shared/stream-answer.ts';
import type { VendorAccess } from '../shared/vendor-calls.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';

/** Abilities that some models lack, as Ollama names them. */
export const capabilities = ['tools', 'thinking'] as const;
export type Capability = (typeof capabilities)[number];

/** https://docs.ollama.com/api/chat */
interface OllamaRequest {
  model: string;
  messages: OllamaMessage[];
  stream: true;
  think?: boolean | 'low' | 'medium' | 'high';
  tools?: { type: 'function'; function: object }[];
  options: { temperature: number; num_predict: number; num_ctx: number };
}

interface OllamaMessage {
  role: ModelMessage['role'];
  content: string;
  thinking?: string;
  tool_calls?: { type: 'function'; function: object }[];
  tool_name?: string;
}

/** Tokens for thinking, which count as part of the answer. Fewer than for hosted models: context takes memory. */
const reserve = { low: 2_048, medium: 4_096, high: 8_192 };

/** Tokens. The minimum fits an average question, so that few questions make Ollama load the model again. */
const minContext = 8_192;
const maxContext = 131_072;

/**
 * Computes the context size. Ollama's default is 4,096 tokens, and it cuts longer prompts off silently:
 * https://docs.ollama.com/context-length. It never uses more than the model was made for.
 *
 * @param bytes Length in UTF-8. A token seldom has fewer than three bytes, in any language.
 * @returns a power of two, because Ollama loads the model again for each new size:
 *   https://github.com/ollama/ollama/issues/9977
 */
function contextFor(bytes: number, answerTokens: number): number {
  const tokens = Math.ceil(bytes / 3) + answerTokens;
  const power = 2 ** Math.ceil(Math.log2(tokens));
  return Math.min(Math.max(power, minContext), maxContext);
}

/**
 * Makes the body of `POST /api/chat`.
 *
 * @param lacking Abilities that the model is known to lack.
 * @param loadedContext The context size that the model was loaded with.
 */
export function ollamaRequest(
  { id, model }: { id: string; model: string },
  request: ModelRequest,
  lacking: ReadonlySet<Capability>,
  loadedContext: number,
): OllamaRequest {
  const { reasoningEffort: effort, maxTokens, temperature } = request;
  const told = lacking.has('tools') ? callsInProse(request.messages) : request.messages;
  const messages = told.map((message) => toMessage(id, message));
  // No field forbids calls.
  const offered = lacking.has('tools') || request.toolChoice === 'none' ? [] : request.tools;
  const tools = offered.map(toTool);
  const think = lacking.has('thinking') ? undefined : thinkValue(model, effort);
  const num_predict = maxTokens + (think ? reserve[effort ?? 'low'] : 0);
  const bytes = Buffer.byteLength(JSON.stringify([messages, tools]));
  return {
    model,
    messages,
    stream: true,
    ...(think !== undefined && { think }),
    ...(tools.length > 0 && { tools }),
    options: {
      temperature,
      num_predict,
      num_ctx: Math.max(loadedContext, contextFor(bytes, num_predict)),
    },
  };
}

/** A model that has levels cannot be kept from thinking. https://docs.ollama.com/capabilities/thinking */
const thinkValue = (model: string, effort: ModelRequest['reasoningEffort']) =>
  findTraits('ollama', model).reasoning?.by === 'effort' ? (effort ?? 'low') : effort !== null;

/** https://docs.ollama.com/capabilities/tool-calling */
function toTool({ name, description, inputSchema }: ToolDefinition) {
  const parameters = { type: 'object', properties: {}, ...inputSchema };
  return { type: 'function' as const, function: { name, description, parameters } };
}

function toMessage(id: string, message: ModelMessage): OllamaMessage {
  const { role, content } = message;
  switch (message.role) {
    case 'system':
    case 'user':
      return { role, content };
    case 'assistant': {
      const thought = message.carried?.find(({ model }) => model === id)?.value;
      const tool_calls = message.toolCalls?.map(({ name, input }, index) => ({
        type: 'function' as const,
        function: { index, name, arguments: input ?? {} },
      }));
      return {
        role,
        content,
        ...(typeof thought === 'string' && { thinking: thought }),
        ...(tool_calls?.length && { tool_calls }),
      };
    }
    case 'tool':
      return { role, tool_name: message.name, content: resultText(message) };
    default:
      return message satisfies never;
  }
}

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
