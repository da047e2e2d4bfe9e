import type {
  MessageCreateParamsStreaming as MessageParams,
  Tool,
  ToolChoice,
} from '@anthropic-ai/sdk/resources/messages';
import type { ModelRequest, ToolDefinition } from '../language-model.ts';
import { isThinking, ownContent, systemPrompt, toAnthropicMessages } from './messages.ts';
import { modelTraits, type ThinkingMode } from './model-traits.ts';

/** Limits of a model that its refusals have shown. */
export interface Learned {
  refused: ReadonlySet<ThinkingMode | 'effort'>;
  /** Maximum tokens of one answer. */
  maxTokens: number;
}

export const nothingLearned: Learned = { refused: new Set(), maxTokens: Infinity };

/** Tokens for thinking, which count as part of the answer. Only used tokens are paid for. */
const reserve = { low: 4_096, medium: 12_288, high: 24_576 };
const minBudget = 1_024;

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
  const { thinking: modes, thinksUnasked } = modelTraits(model);
  const effort = request.reasoningEffort;
  const mode = modes.find((one) => !refused.has(one));
  const thinks = effort !== null && mode !== undefined && canThink(mode, id, request);
  const extra = thinks || thinksUnasked ? reserve[effort ?? 'medium'] : 0;
  const limit = Math.min(request.maxTokens + extra, maxTokens);
  const system = systemPrompt(request.messages);
  return {
    model,
    stream: true,
    max_tokens: limit,
    ...(system && { system }),
    messages: toAnthropicMessages(request.messages, id),
    ...toolParams(request),
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
  const refused = refusal.test(answer.message) && refusedParameter(answer.message, sent);
  return refused ? { ...learned, refused: new Set([...learned.refused, refused]) } : undefined;
}

/** The refusal of one mode names the other as well, so that the sent parameters decide. */
function refusedParameter(message: string, { thinking, output_config }: MessageParams) {
  const mode = thinking?.type;
  if (/thinking/i.test(message) && (mode === 'adaptive' || mode === 'enabled')) return mode;
  return /effort|output_config/.test(message) && output_config ? 'effort' : undefined;
}
