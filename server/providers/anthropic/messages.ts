import type {
  ContentBlockParam,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { Carried, ModelMessage, ToolCall } from '../language-model.ts';

/** All blocks of a turn with thinking and tool calls, in order, as they have to be sent again. */
export type CarriedContent = readonly ContentBlockParam[];

export const isThinking = ({ type }: { type: string }) =>
  type === 'thinking' || type === 'redacted_thinking';

/**
 * Makes turns of users and assistants, a user first. The results of a turn's calls come first in the next
 * message. https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls
 *
 * @param id The model that is asked: only its own thinking is sent again.
 */
export function toAnthropicMessages(messages: readonly ModelMessage[], id: string): MessageParam[] {
  const turns: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toContent(message, id);
    const last = turns.at(-1);
    if (content.length === 0 || (!last && message.role !== 'user')) continue;
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return turns;
}

/** Joins all system messages: the API takes one. */
export function systemPrompt(messages: readonly ModelMessage[]): string {
  return messages
    .filter(({ role, content }) => role === 'system' && content.trim() !== '')
    .map(({ content }) => content)
    .join('\n\n');
}

/** Returns this model's signed blocks; empty if another model's, or if they no longer match the message. */
export function ownContent(
  message: { toolCalls?: readonly ToolCall[]; carried?: readonly Carried[] },
  id: string,
): CarriedContent {
  const carried = message.carried?.find(({ model }) => model === id);
  const content = (carried?.value ?? []) as CarriedContent;
  const called = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  const calls = message.toolCalls ?? [];
  const same = called.length === calls.length && calls.every((call, n) => call.id === called[n]);
  return same ? content : [];
}

function toContent(message: ModelMessage, id: string): ContentBlockParam[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return [
        ...text(message.content.slice(0, message.stable ?? 0)),
        ...text(message.content.slice(message.stable ?? 0)),
      ];
    case 'assistant': {
      const own = ownContent(message, id);
      if (own.length > 0) return [...own];
      // The API refuses a last message that ends in white space.
      return [...text(message.content.trimEnd()), ...(message.toolCalls ?? []).map(toToolUse)];
    }
    case 'tool':
      return [toToolResult(message)];
    default:
      return message satisfies never;
  }
}

/** The API refuses a block without visible text. */
function text(content: string): ContentBlockParam[] {
  return content.trim() === '' ? [] : [{ type: 'text', text: content }];
}

function toToolUse({ id, name, input }: ToolCall): ContentBlockParam {
  return { type: 'tool_use', id: legalId(id), name, input: input ?? {} };
}

function toToolResult(message: Extract<ModelMessage, { role: 'tool' }>): ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: legalId(message.callId),
    ...(message.content.trim() !== '' && { content: message.content }),
    ...(!message.ok && { is_error: true }),
  };
}

/** Other vendors' ids may have characters that the API refuses. Different ids stay different. */
function legalId(id: string): string {
  return /^[a-zA-Z0-9_-]+$/.test(id) ? id : `call_${Buffer.from(id).toString('base64url')}`;
}
