import type { ModelMessage, ToolCall } from '../language-model.ts';
import type { ReasoningDetail } from './chat-reader.ts';
import { createHash } from 'node:crypto';
import type {
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { callsInProse, resultText } from '../shared/tool-calls.ts';
import type { OpenAiVendor } from './connection.ts';

/**
 * Data that a server must be sent again with its calls: its reasoning, in the same field, and data attached to
 * a call.
 * https://api-docs.deepseek.com/guides/thinking_mode,
 * https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
export interface CarriedFields {
  message: {
    reasoning_content?: string;
    reasoning?: string;
    reasoning_details?: ReasoningDetail[];
  };
  /** By the call's id. */
  extra: Record<string, unknown>;
}

/** Returns the data of `model` (an id), and none of another model. */
function carriedBy(
  message: Extract<ModelMessage, { role: 'assistant' }>,
  model: string,
): CarriedFields {
  const own = message.carried?.find((one) => one.model === model);
  return (own?.value as CarriedFields | undefined) ?? { message: {}, extra: {} };
}

interface MessageStyle {
  provider: OpenAiVendor;
  model: string;
  /** Writes calls and results as text, for a request without tools. */
  inProse: boolean;
  /** Whether the server accepts the data of earlier turns that is sent again. */
  carries: boolean;
  /** Whether the server refuses `content: null`, and ids of calls with other than nine letters and digits. */
  isStrict: boolean;
  /** Whether each message with calls needs reasoning, even if it has none. */
  alwaysReasoning: boolean;
}

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

export function completionMessages(
  messages: readonly ModelMessage[],
  style: MessageStyle,
): ChatCompletionMessageParam[] {
  const told = style.inProse ? callsInProse(messages) : messages;
  return told.map((message) => toParam(message, style));
}

function toParam(message: ModelMessage, style: MessageStyle): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'assistant':
      return toAssistant(message, style);
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: legalId(message.callId, style),
        content: resultText(message),
      };
    default:
      return message satisfies never;
  }
}

function toAssistant(message: AssistantMessage, style: MessageStyle): ChatCompletionMessageParam {
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  const carried = carriedBy(message, `${style.provider}:${style.model}`);
  return {
    role: 'assistant',
    // Anthropic's models behind a gateway refuse empty text.
    content: content || (style.isStrict ? '' : null),
    tool_calls: toolCalls.map((call) => {
      const extra = style.carries ? carried.extra[call.id] : undefined;
      return { ...toCall(call, style), ...(extra !== undefined && { extra_content: extra }) };
    }),
    ...(style.alwaysReasoning && { reasoning_content: '' }),
    ...(style.carries && carried.message),
  };
}

function toCall(call: ToolCall, style: MessageStyle): ChatCompletionMessageFunctionToolCall {
  return {
    id: legalId(call.id, style),
    type: 'function',
    function: {
      // A model may have invented a name that is not valid.
      name: call.name.replace(/[^\w-]/g, '_').slice(0, 64),
      arguments: JSON.stringify(call.input ?? {}),
    },
  };
}

/** https://mistralai.github.io/mistral-common/usage/tools */
const mistral = /mi[sx]tral|ministral|codestral|devstral|magistral|pixtral/i;

/**
 * Replaces ids of other vendors that are too long (https://github.com/agno-agi/agno/issues/5382) or have invalid
 * characters. A compatible server accepts its own ids; only Mistral's rule is known.
 */
function legalId(id: string, { provider, model, isStrict }: MessageStyle): string {
  const isOther = provider === 'openai_compatible';
  if (isOther && !mistral.test(model)) return id;
  const legal = isOther || isStrict ? /^[a-z\d]{9}$/i : /^[\w-]{1,40}$/;
  return legal.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9);
}
