import type {
  CacheControlEphemeral,
  ContentBlockParam,
  MessageParam,
  TextBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { ModelRequest } from '../language-model.ts';

/** Kept for five minutes after each use. */
const mark: { cache_control: CacheControlEphemeral } = { cache_control: { type: 'ephemeral' } };

/** Whether the messages begin with a block that is the same in the next question. */
export const hasStable = ({ messages }: Pick<ModelRequest, 'messages'>): boolean =>
  messages.some((message) => message.role === 'user' && (message.stable ?? 0) > 0);

/**
 * Returns the system prompt as a block behind which the cache ends. Tools stand before it in a prompt, so that they
 * are cached with it. A prompt that is too short for the cache of its model is billed as without a mark.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching#cache-limitations
 */
export const cachedSystem = (text: string): TextBlockParam[] => [{ type: 'text', text, ...mark }];

/**
 * Marks what a later request begins with again, if tools may be called: the history, which comes back with the next
 * question behind the tools, and the question with its sources and the results so far. What is written to the cache
 * is billed dearer, so that nothing is marked that no other request reads: a question whose answer may call no tool,
 * and a history without tools, which is short. Together with the system prompt's these are four marks, the most that
 * there may be; a site that stands before the first question is marked in place of the system prompt. A cached prefix is only found within 20 blocks before a mark, and a turn may have more, so that the
 * turn before is marked again.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching#what-can-be-cached
 */
export function cachedMessages(
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
