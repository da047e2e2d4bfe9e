import type { ContentBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { AppError } from '../../errors/app-error.ts';
import type { Usage } from '../../contract/chat.ts';
import type { ModelEvent, ModelFinish, ToolCall } from '../language-model.ts';
import { type AnswerReader, lastEvents } from '../shared/stream-answer.ts';
import { type CarriedContent, isThinking } from './request.ts';
import { toolInput } from '../shared/tool-calls.ts';

/** The fields that are read of an event. https://platform.claude.com/docs/en/build-with-claude/streaming */
interface StreamEvent {
  type: string;
  index: number;
  message?: { usage?: TokenCounts | null } | null;
  content_block?: StartedBlock | null;
  delta?: BlockDelta | null;
  usage?: TokenCounts | null;
}

interface StartedBlock {
  type: string;
  text?: string | null;
  thinking?: string | null;
  signature?: string | null;
  data?: string | null;
  id?: string | null;
  name?: string | null;
  input?: unknown;
}

interface BlockDelta {
  type?: string;
  text?: string | null;
  thinking?: string | null;
  signature?: string | null;
  partial_json?: string | null;
  stop_reason?: string | null;
}

interface TokenCounts {
  input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  output_tokens?: number | null;
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown; json: string };

/** No event, but the vendor is at work. */
const progress: readonly ModelEvent[] = [];

/**
 * Pings in a row that show that the vendor is at work, such as on the input of a tool, which comes all at once. More
 * of them show nothing. https://platform.claude.com/docs/en/build-with-claude/streaming#ping-events
 */
const maxPings = 20;

/**
 * Reads a streamed message.
 *
 * @param id The model's id, for the thinking that it is sent again.
 * @param streamedError Makes the error to throw from an `error` event.
 */
export function anthropicReader(
  id: string,
  streamedError: (event: unknown) => AppError,
): AnswerReader {
  const blocks = new Map<number, Block>();
  const counts: TokenCounts = {};
  let stopReason: string | undefined;
  let pings = 0;

  function start(index: number, started: StartedBlock): readonly ModelEvent[] {
    const block = toBlock(started);
    // Blocks of the vendor's own tools are ignored.
    if (!block) return progress;
    blocks.set(index, block);
    if (block.type === 'text') return say('text', block.text);
    return block.type === 'thinking' ? say('reasoning', block.thinking) : progress;
  }

  function add(index: number, delta: BlockDelta): readonly ModelEvent[] {
    const block = blocks.get(index);
    if (block?.type === 'text' && delta.type === 'text_delta') {
      block.text += delta.text ?? '';
      return say('text', delta.text);
    }
    if (block?.type === 'thinking') {
      block.thinking += delta.thinking ?? '';
      block.signature += delta.signature ?? '';
      return say('reasoning', delta.thinking);
    }
    if (block?.type === 'tool_use') block.json += delta.partial_json ?? '';
    return progress;
  }

  function read({ data }: { data: string }): readonly ModelEvent[] | undefined {
    const event = JSON.parse(data) as StreamEvent;
    if (event.type !== 'ping') pings = 0;
    switch (event.type) {
      case 'message_start':
        count(counts, event.message?.usage);
        return progress;
      case 'content_block_start':
        return event.content_block ? start(event.index, event.content_block) : progress;
      case 'content_block_delta':
        return event.delta ? add(event.index, event.delta) : progress;
      case 'content_block_stop':
        return progress;
      case 'message_delta':
        count(counts, event.usage);
        stopReason = event.delta?.stop_reason ?? stopReason;
        return progress;
      case 'message_stop':
        stopReason ??= 'end_turn';
        return progress;
      case 'ping':
        pings += 1;
        return pings > maxPings ? undefined : progress;
      case 'error':
        throw streamedError(event);
      default:
        return undefined;
    }
  }

  function end(): readonly ModelEvent[] {
    const reason = finishReason(stopReason);
    const content = [...blocks.values()];
    // After a cut-off answer a call may be incomplete.
    const calls = reason === 'stop' ? content.flatMap(toCalls) : [];
    const value = content.some(isThinking) ? toCarried(content) : undefined;
    return lastEvents({
      calls,
      carried: { model: id, value },
      usage: usage(counts),
      finish: reason,
    });
  }

  return {
    read,
    get complete() {
      return stopReason !== undefined;
    },
    end,
  };
}

function toBlock(started: StartedBlock): Block | undefined {
  switch (started.type) {
    case 'text':
      return { type: 'text', text: started.text ?? '' };
    case 'thinking':
      return {
        type: 'thinking',
        thinking: started.thinking ?? '',
        signature: started.signature ?? '',
      };
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: started.data ?? '' };
    case 'tool_use':
      return {
        type: 'tool_use',
        id: started.id ?? '',
        name: started.name ?? '',
        input: started.input,
        json: '',
      };
    default:
      return undefined;
  }
}

function say(type: 'text' | 'reasoning', text: string | null | undefined): readonly ModelEvent[] {
  return text ? [{ type, text }] : progress;
}

function toCalls(block: Block): ToolCall[] {
  if (block.type !== 'tool_use') return [];
  return [{ id: block.id, name: block.name, input: toInput(block) }];
}

/** A call without arguments has no JSON. */
const toInput = ({ json, input = {} }: Extract<Block, { type: 'tool_use' }>): ToolCall['input'] =>
  toolInput(json.trim() === '' ? input : json);

/** Returns all blocks unchanged, except text without a visible character, which the API refuses. */
function toCarried(content: readonly Block[]): CarriedContent {
  return content.flatMap((block): ContentBlockParam[] => {
    if (block.type === 'text') return block.text.trim() === '' ? [] : [block];
    if (block.type !== 'tool_use') return [block];
    const { type, id, name } = block;
    return [{ type, id, name, input: toInput(block) ?? {} }];
  });
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
function finishReason(reason: string | undefined): Exclude<ModelFinish, 'tool_calls'> {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  return reason === 'refusal' ? 'refusal' : 'stop';
}

/** Later counts replace earlier ones. */
function count(counts: TokenCounts, told: TokenCounts | null | undefined): void {
  for (const name of [
    'input_tokens',
    'cache_creation_input_tokens',
    'cache_read_input_tokens',
    'output_tokens',
  ] as const) {
    const tokens = told?.[name];
    if (typeof tokens === 'number' && Number.isSafeInteger(tokens)) counts[name] = tokens;
  }
}

/**
 * Counts tokens that were read from the cache or written to it as part of the prompt; `input_tokens` are the others.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching#tracking-cache-performance
 */
function usage(counts: TokenCounts): Usage | undefined {
  if (Object.keys(counts).length === 0) return undefined;
  const written = counts.cache_creation_input_tokens;
  const read = counts.cache_read_input_tokens;
  return {
    prompt_tokens: (counts.input_tokens ?? 0) + (written ?? 0) + (read ?? 0),
    completion_tokens: counts.output_tokens ?? 0,
    ...(typeof read === 'number' && { cached_tokens: read }),
    ...(typeof written === 'number' && { cache_write_tokens: written }),
  };
}
