import type {
  CacheControlEphemeral,
  ContentBlockParam,
  MessageCreateParamsStreaming as MessageParams,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolChoice,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type {
  Carried,
  ModelMessage,
  ModelRequest,
  ToolCall,
  ToolDefinition,
} from '../language-model.ts';
import { findTraits, type ThinkingMode, type ThinkingOff } from '../model-traits.ts';

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
function systemPrompt(messages: readonly ModelMessage[]): string {
  return messages
    .filter(({ role, content }) => role === 'system' && content.trim() !== '')
    .map(({ content }) => content)
    .join('\n\n');
}

/** Returns this model's signed blocks; empty if another model's, or if they no longer match the message. */
function ownContent(
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

/** Kept for five minutes after each use. */
const mark: { cache_control: CacheControlEphemeral } = { cache_control: { type: 'ephemeral' } };

/** Whether the messages begin with a block that is the same in the next question. */
const hasStable = ({ messages }: Pick<ModelRequest, 'messages'>): boolean =>
  messages.some((message) => message.role === 'user' && (message.stable ?? 0) > 0);

/**
 * Returns the system prompt as a block behind which the cache ends. Tools stand before it in a prompt, so that they
 * are cached with it. A prompt that is too short for the cache of its model is billed as without a mark.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching#cache-limitations
 */
const cachedSystem = (text: string): TextBlockParam[] => [{ type: 'text', text, ...mark }];

/**
 * Marks what a later request begins with again, if tools may be called: the history, which comes back with the next
 * question behind the tools, and the question with its sources and the results so far. What is written to the cache
 * is billed dearer, so that nothing is marked that no other request reads: a question whose answer may call no tool,
 * and a history without tools, which is short. Together with the system prompt's these are four marks, the most that
 * there may be; a site that stands before the first question is marked in place of the system prompt. A cached prefix is only found within 20 blocks before a mark, and a turn may have more, so that the
 * turn before is marked again.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching#what-can-be-cached
 */
function cachedMessages(
  all: readonly MessageParam[],
  request: Pick<ModelRequest, 'messages' | 'tools' | 'toolChoice'>,
): MessageParam[] {
  const { tools, toolChoice } = request;
  const messages = hasStable(request) ? withStable(all) : [...all];
  // Another `tool_choice` finds none of the messages in the cache.
  if (tools.length === 0 || toolChoice === 'none') return messages;
  const last = messages.length - 1;
  const question = messages.findLastIndex(({ role, content }) => role === 'user' && asks(content));
  const marked = [question - 1, last, ...(last > question ? [last - 2] : [])];
  return messages.map((message, index) =>
    marked.includes(index)
      ? ({ ...message, content: withMark(message.content) } as MessageParam)
      : message,
  );
}

/** Marks the first block, which is the same in the next question. */
function withStable([first, ...others]: readonly MessageParam[]): MessageParam[] {
  if (!first || typeof first.content === 'string') return first ? [first, ...others] : [];
  const [block, ...blocks] = first.content;
  const content = [{ ...(block as TextBlockParam), ...mark }, ...blocks];
  return [{ ...first, content } as MessageParam, ...others];
}

const asks = (content: MessageParam['content']) =>
  typeof content === 'string' || content.some(({ type }) => type === 'text');

/** Thinking cannot be marked. */
function withMark(content: MessageParam['content']): ContentBlockParam[] {
  const blocks: ContentBlockParam[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : [...content];
  const at = blocks.findLastIndex(({ type }) => type === 'text' || type.startsWith('tool_'));
  const block = blocks[at];
  if (block) blocks[at] = { ...block, ...mark };
  return blocks;
}

/** Limits of a model that its refusals have shown; the last: the most tokens of one answer. */
export type Lesson = ThinkingMode | ThinkingOff | 'cache' | `max_tokens ${number}`;

/** Tokens for thinking, which count as part of the answer. Only used tokens are paid for. */
const reserve = { low: 4_096, medium: 12_288, high: 24_576 };
const minBudget = 1_024;

const noThinking = { modes: [], unasked: false, off: [] } as const;

/**
 * Makes the body of `POST /v1/messages`. The API has no temperature.
 * https://platform.claude.com/docs/en/api/migration-2026-10-21
 *
 * @param id `anthropic:model`.
 */
export function messageParams(
  id: string,
  model: string,
  request: ModelRequest,
  refused: ReadonlySet<Lesson>,
): MessageParams {
  const { reasoning, max_output = Infinity } = findTraits('anthropic', model);
  const { modes, unasked, off: ways } = reasoning?.by === 'thinking' ? reasoning : noThinking;
  const effort = request.reasoningEffort;
  const mode = modes.find((one) => !refused.has(one));
  const thinks = effort !== null && mode !== undefined && canThink(mode, id, request);
  const off = thinks ? undefined : ways.find((way) => !refused.has(way));
  const extra = thinks || unasked ? reserveOf(effort, off) : 0;
  const limit = Math.min(request.maxTokens + extra, max_output, ...allowedTokens(refused));
  const system = systemPrompt(request.messages);
  const messages = toAnthropicMessages(request.messages, id);
  const isCached = !refused.has('cache');
  return {
    model,
    stream: true,
    max_tokens: limit,
    ...(system && {
      system: isCached && !hasStable(request) ? cachedSystem(system) : system,
    }),
    messages: isCached ? cachedMessages(messages, request) : messages,
    ...toolParams(request),
    ...(off && withoutThinking(off)),
    ...(thinks && mode === 'adaptive' && adaptiveThinking(effort, refused)),
    ...(thinks &&
      mode === 'enabled' && {
        thinking: {
          type: mode,
          budget_tokens: Math.max(minBudget, Math.min(extra, limit - request.maxTokens)),
        },
      }),
  };
}

/** Returns the tokens that are added for thinking. One that nobody asked for has no effort. */
function reserveOf(effort: ModelRequest['reasoningEffort'], off: ThinkingOff | undefined): number {
  if (effort !== null && off === undefined) return reserve[effort];
  if (off === 'effort') return reserve.low;
  return off === undefined ? reserve.medium : 0;
}

/** Keeps a model from thinking that thinks unless it is told otherwise, or has it think as little as it can. */
const withoutThinking = (off: ThinkingOff): Pick<MessageParams, 'thinking' | 'output_config'> =>
  off === 'effort' ? { output_config: { effort: 'low' } } : { thinking: { type: off } };

/** Without `summarized`, newer models think in silence. */
function adaptiveThinking(
  effort: 'low' | 'medium' | 'high',
  refused: ReadonlySet<Lesson>,
): Pick<MessageParams, 'thinking' | 'output_config'> {
  return {
    thinking: { type: 'adaptive', display: 'summarized' },
    ...(!refused.has('effort') && { output_config: { effort } }),
  };
}

/**
 * With a budget, a turn that calls tools has to begin with this model's own thinking. A turn that another
 * model began is finished without thinking.
 * https://platform.claude.com/docs/en/build-with-claude/thinking#preserving-thinking-blocks
 */
function canThink(mode: ThinkingMode, id: string, { messages }: ModelRequest): boolean {
  if (mode === 'adaptive') return true;
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const begun = turn.find((message) => message.role === 'assistant');
  const first = begun && ownContent(begun, id)[0];
  return !begun || (first !== undefined && isThinking(first));
}

/**
 * Sends the tools also when none may be called: the API accepts earlier thinking only with the same prompt and
 * tools.
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
 */
function toolParams({
  tools,
  toolChoice,
}: ModelRequest): Partial<Pick<MessageParams, 'tools' | 'tool_choice'>> {
  if (tools.length === 0) return {};
  const choice: ToolChoice = { type: toolChoice };
  return { tools: tools.map(toTool), tool_choice: choice };
}

/** The API refuses these at the top level of a schema. */
const schemaChoices: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf']);

function toTool({ name, description, inputSchema }: ToolDefinition): Tool {
  const fields = Object.entries(inputSchema).filter(([field]) => !schemaChoices.has(field));
  return { name, description, input_schema: { ...Object.fromEntries(fields), type: 'object' } };
}

const refusal = /unsupported|not supported|does not support|not permitted|expected tags/i;
const tooManyTokens = /max_tokens: \d+ > (\d+)/;

const allowedTokens = (refused: ReadonlySet<Lesson>): number[] =>
  [...refused].flatMap((one) => (one.startsWith('max_tokens ') ? [Number(one.split(' ')[1])] : []));

/**
 * Reads from a `400` which parameter the model does not accept. Undefined: the refusal has another reason, so
 * that asking again is useless. https://platform.claude.com/docs/en/api/errors#common-validation-errors
 */
export function lessonOf(
  answer: { status: number | undefined; message: string },
  sent: MessageParams,
): Lesson | undefined {
  if (answer.status !== 400) return undefined;
  const allowed = Number(tooManyTokens.exec(answer.message)?.[1] ?? 0);
  if (allowed > 0 && allowed < sent.max_tokens) return `max_tokens ${allowed}`;
  return refusal.test(answer.message) ? refusedParameter(answer.message, sent) : undefined;
}

/** The refusal of one mode names the other as well, so that the sent parameters decide. */
function refusedParameter(message: string, { thinking, output_config }: MessageParams) {
  if (/cache_control/.test(message)) return 'cache';
  if (/thinking/i.test(message) && thinking) return thinking.type;
  return /effort|output_config/.test(message) && output_config ? 'effort' : undefined;
}
