import { findTraits } from '../model-traits.ts';
import type { ModelMessage, ModelRequest } from '../language-model.ts';
import { callsInProse, resultText } from '../shared/tool-calls.ts';
import { workersAiTool } from './tool.ts';

/** https://developers.cloudflare.com/workers-ai/models/llama-3.3-70b-instruct-fp8-fast/ */
interface WorkersAiRequest {
  messages: WorkersAiMessage[];
  stream: boolean;
  max_tokens: number;
  temperature: number;
  tools?: object[];
  reasoning_effort?: 'low' | 'medium' | 'high';
  chat_template_kwargs?: { enable_thinking: boolean };
}

interface WorkersAiMessage {
  role: ModelMessage['role'];
  /** Never null, nor absent beside calls: https://github.com/cloudflare/ai/blob/main/packages/workers-ai-provider/CHANGELOG.md */
  content: string;
  reasoning?: string;
  name?: string;
  tool_call_id?: string;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
}

/** Tokens for reasoning, which count as part of the answer. Only used tokens are paid for. */
const reserve = { low: 4_096, medium: 16_384, high: 25_000 };

/** Abilities that some models lack. */
export type Ability = 'streaming' | 'tools';

/** Returns how much is asked for, and whether the model is told not to reason. */
function reasoningFor(model: string, asked: ModelRequest['reasoningEffort']) {
  const { reasoning } = findTraits('workers_ai', model);
  const effort = asked ?? (reasoning?.by === 'effort' ? 'low' : null);
  const isDisabled = reasoning?.by === 'switch' && effort === null;
  const room = reasoning && !isDisabled ? reserve[effort ?? 'medium'] : 0;
  return { reasoning, effort, isDisabled, room };
}

/** Returns the tokens of reasoning and answer after which the vendor ends it. */
export const maxTokensOf = (model: string, { maxTokens, reasoningEffort }: ModelRequest): number =>
  maxTokens + reasoningFor(model, reasoningEffort).room;

/** @param lacking Abilities that the model is known to lack. */
export function workersAiRequest(
  { id, model }: { id: string; model: string },
  request: ModelRequest,
  lacking: ReadonlySet<Ability>,
): WorkersAiRequest {
  const { temperature, toolChoice } = request;
  const { reasoning, effort, isDisabled } = reasoningFor(model, request.reasoningEffort);
  // `tool_choice` is a field of only some models.
  const knowsTools = !lacking.has('tools');
  const tools = knowsTools && toolChoice === 'auto' ? request.tools.map(workersAiTool) : [];
  return {
    messages: toMessages(id, knowsTools ? request.messages : callsInProse(request.messages)),
    stream: !lacking.has('streaming'),
    // The default is 256.
    max_tokens: maxTokensOf(model, request),
    temperature,
    ...(tools.length > 0 && { tools }),
    ...(reasoning && effort !== null && { reasoning_effort: effort }),
    ...(isDisabled && { chat_template_kwargs: { enable_thinking: false } }),
  };
}

function toMessages(id: string, messages: readonly ModelMessage[]): WorkersAiMessage[] {
  // The templates of some models want nine letters and digits:
  // https://github.com/cloudflare/ai/blob/main/packages/workers-ai-provider/CHANGELOG.md
  const ids = new Map<string, string>();
  const idOf = (callId: string) => {
    const made = ids.get(callId) ?? `call${String(ids.size).padStart(5, '0')}`;
    ids.set(callId, made);
    return made;
  };
  return messages.map((message) => {
    const { role, content } = message;
    switch (message.role) {
      case 'system':
      case 'user':
        return { role, content };
      case 'assistant': {
        const thought = message.carried?.find(({ model }) => model === id)?.value;
        const tool_calls = message.toolCalls?.map((call) => ({
          id: idOf(call.id),
          type: 'function' as const,
          function: { name: call.name, arguments: JSON.stringify(call.input ?? {}) },
        }));
        return {
          role,
          content,
          ...(typeof thought === 'string' && { reasoning: thought }),
          ...(tool_calls?.length && { tool_calls }),
        };
      }
      case 'tool':
        return {
          role,
          name: message.name,
          tool_call_id: idOf(message.callId),
          content: resultText(message),
        };
      default:
        return message satisfies never;
    }
  });
}
