import { createHash } from 'node:crypto';
import type http from 'node:http';
import { z } from 'zod';
import { errorBody } from './anthropic-behaviours.ts';
import { anthropicModels } from './anthropic-models.ts';
import type { VendorRefusal } from './vendor-server.ts';

/** The whole of a request for a message. Every other parameter is known and ignored. */
export interface MessageRequest {
  model: string;
  max_tokens: number;
  messages: { role: string; content: string | Block[] }[];
  system?: unknown;
  stream?: boolean;
  thinking?: { type: string; budget_tokens?: number; display?: string };
  output_config?: { effort?: string };
  tools?: Record<string, unknown>[];
  tool_choice?: { type: string };
}

export interface Block {
  type: string;
  [field: string]: unknown;
}

/** https://platform.claude.com/docs/en/api/errors */
export function invalid(message: string): VendorRefusal {
  return { status: 400, body: errorBody('invalid_request_error', message) };
}

/**
 * https://platform.claude.com/docs/en/manage-claude/authentication,
 * https://platform.claude.com/docs/en/api/versioning
 */
export function headerRefusal(
  { headers }: http.IncomingMessage,
  accepted: string,
): VendorRefusal | undefined {
  const unauthorised = (message: string) => ({
    status: 401,
    body: errorBody('authentication_error', message),
  });
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const key = bearer ?? headers['x-api-key'];
  if (key === undefined) return unauthorised('x-api-key header is required');
  if (key !== accepted) return unauthorised('invalid x-api-key');
  if (headers['anthropic-version'] === '2026-10-21') return undefined;
  return invalid('anthropic-version: header is required');
}

/** Fields that are known, and of which nothing is checked. */
const anyOf = (names: string) =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, z.unknown().optional()]));

const id = z.string().regex(/^[a-zA-Z0-9_-]+$/);
const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().regex(/\S/, 'text content blocks must contain non-whitespace text'),
  ...anyOf('cache_control citations'),
});
/** https://platform.claude.com/docs/en/api/messages/create */
const message = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z
      .array(
        z.discriminatedUnion('type', [
          text,
          z.strictObject({
            type: z.literal('tool_result'),
            tool_use_id: id,
            ...anyOf('content is_error cache_control toolset_name'),
          }),
        ]),
      )
      .min(1),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z
      .array(
        z.discriminatedUnion('type', [
          text,
          z.strictObject({
            type: z.literal('tool_use'),
            id,
            input: z.record(z.string(), z.unknown()),
            ...anyOf('name cache_control caller toolset_name'),
          }),
          z.strictObject({ type: z.literal('thinking'), ...anyOf('thinking signature') }),
          z.strictObject({ type: z.literal('redacted_thinking'), ...anyOf('data') }),
        ]),
      )
      .min(1),
  }),
]);

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use */
const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  input_schema: z.looseObject({
    type: z.literal('object'),
    oneOf: z.never().optional(),
    allOf: z.never().optional(),
    anyOf: z.never().optional(),
  }),
  ...anyOf(
    `description type allowed_callers cache_control defer_loading eager_input_streaming input_examples strict`,
  ),
});

const display = z.enum(['summarized', 'omitted']).optional();
const requestSchema = z.strictObject({
  model: z.string(),
  max_tokens: z.int().min(1),
  messages: z.array(message).min(1),
  // https://platform.claude.com/docs/en/build-with-claude/extended-thinking
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024), display }),
      z.strictObject({ type: z.enum(['adaptive', 'disabled', 'between_tools']), display }),
    ])
    .optional(),
  // https://platform.claude.com/docs/en/build-with-claude/effort
  output_config: z
    .looseObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional() })
    .optional(),
  tools: z.array(tool).optional(),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']) }).optional(),
  // `temperature`, `top_p` and `top_k` are gone: https://platform.claude.com/docs/en/api/migration-2026-10-21
  ...anyOf(
    `cache_control container diagnostics inference_geo metadata service_tier speed stop_sequences stream system`,
  ),
});

/** A text by itself is the only block. */
function blocksOf(content: unknown): unknown {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Returns the first thing that the schema does not take, in Anthropic's words. */
function schemaRefusal(body: Record<string, unknown>): VendorRefusal | undefined {
  const messages = Array.isArray(body['messages'])
    ? (body['messages'] as Turn[]).map((one) => ({ ...one, content: blocksOf(one.content) }))
    : body['messages'];
  const issue = requestSchema.safeParse({ ...body, messages }).error?.issues[0];
  if (!issue) return undefined;
  const isUnknown = issue.code === 'unrecognized_keys';
  const path = [...issue.path, ...(isUnknown ? [issue.keys[0]!] : [])].join('.');
  if (isUnknown) return invalid(`${path}: Extra inputs are not permitted`);
  const isMissing = issue.message.endsWith('received undefined');
  return invalid(`${path}: ${isMissing ? 'Field required' : issue.message}`);
}

/** Returns what Anthropic refuses of a request. @param issued Its earlier answers. */
export function messageRefusal(
  body: Record<string, unknown>,
  issued: Issued,
): VendorRefusal | undefined {
  const wrong = schemaRefusal(body);
  if (wrong) return wrong;
  const request = body as unknown as MessageRequest;
  const turns = combined(request.messages);
  if (!anthropicModels[request.model]) {
    return { status: 404, body: errorBody('not_found_error', `model: ${request.model}`) };
  }
  if (turns[0]!.role !== 'user') return invalid('messages: first message must use the "user" role');
  return (
    modelRefusal(request) ??
    toolsRefusal(request) ??
    finalRefusal(turns.at(-1)!, request.model) ??
    toolTurnsRefusal(turns) ??
    carriedRefusal(request, turns, issued)
  );
}

export const thinks = ({ thinking, model }: MessageRequest): boolean =>
  thinking
    ? !['disabled', 'between_tools'].includes(thinking.type)
    : anthropicModels[model]!.thinksUnasked;

/**
 * https://platform.claude.com/docs/en/api/errors#common-validation-errors,
 * https://platform.claude.com/docs/en/build-with-claude/thinking#thinking-with-tool-use
 */
function modelRefusal(request: MessageRequest): VendorRefusal | undefined {
  const { model: id, max_tokens: wanted, thinking, tool_choice, output_config } = request;
  const { maxTokens, modes, effort } = anthropicModels[id]!;
  if (wanted > maxTokens) {
    return invalid(
      `max_tokens: ${wanted} > ${maxTokens}, which is the maximum allowed number of output tokens for ${id}`,
    );
  }
  if (output_config?.effort !== undefined && !effort) {
    return invalid('This model does not support the effort parameter.');
  }
  if (!thinking) return undefined;
  const { type, budget_tokens: budget = 0 } = thinking;
  if (!modes.some((mode) => mode === type)) {
    return invalid(
      type === 'adaptive'
        ? 'adaptive thinking is not supported on this model'
        : `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    );
  }
  if (type !== 'enabled') return undefined;
  if (tool_choice?.type === 'any' || tool_choice?.type === 'tool') {
    return invalid('Thinking may not be enabled when tool_choice forces tool use.');
  }
  if (budget < wanted) return undefined;
  return invalid('`max_tokens` must be greater than `thinking.budget_tokens`.');
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use */
function toolsRefusal({ tools, tool_choice, messages }: MessageRequest): VendorRefusal | undefined {
  if (!tools?.length) {
    if (tool_choice) return invalid('tool_choice: may only be specified while providing tools');
    const told = JSON.stringify(messages).match(/"type":"tool_(use|result)"/);
    if (!told) return undefined;
    return invalid('Requests which include `tool_use` or `tool_result` blocks must define tools.');
  }
  const names = new Set(tools.map(({ name }) => name));
  return names.size < tools.length ? invalid('tools: Tool names must be unique.') : undefined;
}

/** Answers that called tools, by the ids of the calls. */
export type Issued = Map<string, { model: string; thinking: string; prefix: string }>;

interface Turn {
  role: string;
  content: Block[];
}

const isThinking = ({ type }: Block) => type === 'thinking' || type === 'redacted_thinking';
const isResult = ({ type }: Block) => type === 'tool_result';

/** The proof that a thought is the model's own and was not changed. */
export function signatureOf(model: string, thinking: string): string {
  const digest = createHash('sha256').update(`${model}\n${thinking}`).digest('base64');
  return `${Buffer.from(model).toString('base64url')}.${digest}`;
}

/** Returns everything before a model's thinking, which its signature covers. */
export function prefixOf({ system, tools, messages }: MessageRequest, before?: number): string {
  // A mark for the cache is no part of the conversation.
  return JSON.stringify(
    [system, tools, combined(messages).slice(0, before)],
    (name, value: unknown) => (name === 'cache_control' ? undefined : value),
  );
}

export const thinkingOf = (content: Block[]): string => JSON.stringify(content.filter(isThinking));

/** Consecutive messages of one role are combined. https://platform.claude.com/docs/en/api/messages/create */
function combined(messages: MessageRequest['messages']): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const blocks = blocksOf(content) as Block[];
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: [...blocks] });
  }
  return turns;
}

/** https://platform.claude.com/docs/en/api/errors#prefill-not-supported */
function finalRefusal({ role, content }: Turn, model: string): VendorRefusal | undefined {
  if (role === 'user') return undefined;
  if (!anthropicModels[model]!.prefill) {
    return invalid(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  }
  if (!/\s$/.test(String(content.at(-1)?.['text']))) return undefined;
  return invalid('messages: final assistant content cannot end with trailing whitespace');
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls */
function toolTurnsRefusal(turns: readonly Turn[]): VendorRefusal | undefined {
  const seen = new Set<unknown>();
  for (const [index, { content }] of turns.entries()) {
    const called = idsOf(turns[index - 1]?.content ?? [], 'tool_use', 'id');
    const results = idsOf(content, 'tool_result', 'tool_use_id');
    for (const id of results) {
      if (results.indexOf(id) !== results.lastIndexOf(id)) {
        return invalid(
          `messages.${index}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
        );
      }
      if (called.includes(id)) continue;
      const at = content.findIndex((block) => block['tool_use_id'] === id);
      return invalid(
        `messages.${index}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    const first = content.slice(0, called.length);
    const open = called.filter((id) => !first.some((block) => block['tool_use_id'] === id));
    if (open.length > 0) return unanswered(index - 1, open);
    for (const id of idsOf(content, 'tool_use', 'id')) {
      if (seen.has(id)) return invalid('messages: `tool_use` ids must be unique');
      seen.add(id);
    }
  }
  const open = idsOf(turns.at(-1)!.content, 'tool_use', 'id');
  return open.length > 0 ? unanswered(turns.length - 1, open) : undefined;
}

const idsOf = (content: readonly Block[], type: string, field: string): string[] =>
  content.filter((block) => block.type === type).map((block) => String(block[field]));

function unanswered(index: number, ids: readonly string[]): VendorRefusal {
  return invalid(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

/**
 * https://platform.claude.com/docs/en/build-with-claude/thinking#preserving-thinking-blocks,
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
 */
function carriedRefusal(
  request: MessageRequest,
  turns: readonly Turn[],
  issued: Issued,
): VendorRefusal | undefined {
  if (!thinks(request)) return undefined;
  const { model } = request;
  const latest = turns.findLastIndex(({ role }) => role === 'assistant');
  for (const [index, { role, content }] of turns.entries()) {
    if (role !== 'assistant') continue;
    for (const [n, block] of content.entries()) {
      if (isForged(block)) {
        return invalid(
          `messages.${index}.content.${n}: Invalid \`signature\` in \`thinking\` block`,
        );
      }
    }
    const said = issued.get(idsOf(content, 'tool_use', 'id')[0] ?? '');
    if (said?.model !== model) continue;
    const at = Math.max(content.findIndex(isThinking), 0);
    if (index === latest && thinkingOf(content) !== said.thinking) {
      return invalid(
        `messages.${index}.content.${at}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
      );
    }
    if (anthropicModels[model]!.bound && prefixOf(request, index) !== said.prefix) {
      return invalid(
        `messages.${index}.content.${at}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`,
      );
    }
  }
  return request.thinking?.type === 'enabled' ? beginningRefusal(turns) : undefined;
}

function isForged({ type, thinking, signature }: Block): boolean {
  if (type !== 'thinking') return false;
  const model = Buffer.from(String(signature).split('.')[0]!, 'base64url').toString();
  return signature !== signatureOf(model, String(thinking));
}

/** The turn that results belong to: with a budget it begins with thinking. */
function beginningRefusal(turns: readonly Turn[]): VendorRefusal | undefined {
  const asked = turns.findLastIndex(
    ({ role, content }) => role === 'user' && !content.some(isResult),
  );
  const begun = turns[asked + 1]?.content[0];
  if (!begun || isThinking(begun)) return undefined;
  return invalid(
    `messages.${asked + 1}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${begun.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
  );
}
