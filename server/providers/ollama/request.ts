import { findTraits } from '../find-traits.ts';
import type { ModelMessage, ModelRequest, ToolDefinition } from '../language-model.ts';
import { callsInProse, resultText } from '../shared/tool-calls.ts';

/** Abilities that some models lack, as Ollama names them. */
export const capabilities = ['tools', 'thinking'] as const;
export type Capability = (typeof capabilities)[number];

/** https://docs.ollama.com/api/chat */
export interface OllamaRequest {
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
