import type {
  MessageCreateParamsStreaming as MessageParams,
  Tool,
  ToolChoice,
} from '@anthropic-ai/sdk/resources/messages';
import { findTraits } from '../find-traits.ts';
import type { ModelRequest, ToolDefinition } from '../language-model.ts';
import type { ThinkingMode, ThinkingOff } from '../model-traits.ts';
import { cachedMessages, cachedSystem, hasStable } from './cache.ts';
import { isThinking, ownContent, systemPrompt, toAnthropicMessages } from './messages.ts';

/** Limits of a model that its refusals have shown. */
export interface Learned {
  refused: ReadonlySet<ThinkingMode | ThinkingOff | 'cache'>;
  /** Maximum tokens of one answer. */
  maxTokens: number;
}

export const nothingLearned: Learned = { refused: new Set(), maxTokens: Infinity };

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
  { refused, maxTokens }: Learned,
): MessageParams {
  const { reasoning, maxOutput = Infinity } = findTraits('anthropic', model);
  const { modes, unasked, off: ways } = reasoning?.by === 'thinking' ? reasoning : noThinking;
  const effort = request.reasoningEffort;
  const mode = modes.find((one) => !refused.has(one));
  const thinks = effort !== null && mode !== undefined && canThink(mode, id, request);
  const off = thinks ? undefined : ways.find((way) => !refused.has(way));
  const extra = thinks || unasked ? reserveOf(effort, off) : 0;
  const limit = Math.min(request.maxTokens + extra, maxTokens, maxOutput);
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
  refused: Learned['refused'],
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

/**
 * Reads from a `400` which parameter the model does not accept. Undefined: the refusal has another reason, so
 * that asking again is useless. https://platform.claude.com/docs/en/api/errors#common-validation-errors
 */
export function learnFrom(
  answer: { status: number | undefined; message: string },
  sent: MessageParams,
  learned: Learned,
): Learned | undefined {
  if (answer.status !== 400) return undefined;
  const allowed = Number(tooManyTokens.exec(answer.message)?.[1] ?? 0);
  if (allowed > 0 && allowed < sent.max_tokens) return { ...learned, maxTokens: allowed };
  const isRefusal = refusal.test(answer.message);
  const refused = isRefusal ? refusedParameter(answer.message, sent) : undefined;
  return refused && !learned.refused.has(refused)
    ? { ...learned, refused: new Set([...learned.refused, refused]) }
    : undefined;
}

/** The refusal of one mode names the other as well, so that the sent parameters decide. */
function refusedParameter(message: string, { thinking, output_config }: MessageParams) {
  if (/cache_control/.test(message)) return 'cache';
  if (/thinking/i.test(message) && thinking) return thinking.type;
  return /effort|output_config/.test(message) && output_config ? 'effort' : undefined;
}
