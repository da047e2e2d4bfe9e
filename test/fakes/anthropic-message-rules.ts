import { createHash } from 'node:crypto';
import { anthropicModels } from './anthropic-models.ts';
import { invalid, thinks, type Block, type MessageRequest } from './anthropic-rules.ts';
import type { VendorRefusal } from './vendor-server.ts';

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

export function messagesRefusal(
  request: MessageRequest,
  issued: Issued,
): VendorRefusal | undefined {
  const { messages } = request;
  if (!Array.isArray(messages)) return invalid('messages: Input should be a valid list');
  if (messages.length === 0) return invalid('messages: at least one message is required');
  const turns = combined(messages);
  return (
    firstOf(
      messages.map(({ role, content }, n) => messageRefusal(role, content, `messages.${n}`)),
    ) ??
    (turns[0]!.role === 'user'
      ? undefined
      : invalid('messages: first message must use the "user" role')) ??
    finalRefusal(turns.at(-1)!, request.model) ??
    toolTurnsRefusal(turns) ??
    thinkingRefusal(request, turns, issued)
  );
}

/** Consecutive messages of one role are combined. https://platform.claude.com/docs/en/api/messages/create */
function combined(messages: MessageRequest['messages']): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: [...blocks] });
  }
  return turns;
}

const firstOf = (refusals: (VendorRefusal | undefined)[]) => refusals.find(Boolean);

/** https://platform.claude.com/docs/en/api/messages/create */
const blockFields: Record<string, readonly string[]> = {
  text: ['text', 'cache_control', 'citations'],
  tool_use: ['id', 'name', 'input', 'cache_control', 'caller', 'toolset_name'],
  tool_result: ['tool_use_id', 'content', 'is_error', 'cache_control', 'toolset_name'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
};

function messageRefusal(
  role: string,
  content: string | Block[],
  path: string,
): VendorRefusal | undefined {
  if (role !== 'user' && role !== 'assistant') {
    return invalid(`${path}.role: Input should be 'user' or 'assistant'`);
  }
  if (content.length === 0) {
    return invalid(
      `${path}: all messages must have non-empty content except for the optional final assistant message`,
    );
  }
  if (typeof content === 'string') return textRefusal(content);
  return firstOf(content.map((block, n) => blockRefusal(block, role, `${path}.content.${n}`)));
}

function textRefusal(text: unknown): VendorRefusal | undefined {
  if (text === '') return invalid('messages: text content blocks must be non-empty');
  if (typeof text === 'string' && text.trim() !== '') return undefined;
  return invalid('messages: text content blocks must contain non-whitespace text');
}

function blockRefusal(block: Block, role: string, path: string): VendorRefusal | undefined {
  const { type, ...fields } = block;
  const known = blockFields[type];
  if (!known)
    return invalid(`${path}: Input tag '${type}' does not match any of the expected tags`);
  const extra = Object.keys(fields).find((name) => !known.includes(name));
  if (extra) return invalid(`${path}.${type}.${extra}: Extra inputs are not permitted`);
  if (type === 'text') return textRefusal(block['text']);
  const wrongRole = isResult(block) ? role !== 'user' : role !== 'assistant';
  if (wrongRole) return invalid(`messages: \`${type}\` blocks are not allowed in ${role} messages`);
  const id = block[isResult(block) ? 'tool_use_id' : 'id'];
  if (type.startsWith('tool_') && !/^[a-zA-Z0-9_-]+$/.test(String(id))) {
    const field = isResult(block) ? 'tool_use_id' : 'id';
    return invalid(`${path}.${type}.${field}: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  }
  const isObject = typeof block['input'] === 'object' && block['input'] !== null;
  if (type !== 'tool_use' || isObject) return undefined;
  return invalid(`${path}.tool_use.input: Input should be a valid dictionary`);
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
function thinkingRefusal(
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
