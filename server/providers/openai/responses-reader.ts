import type { Usage } from '../../contract/chat.ts';
import { type AnswerReader, lastEvents, tokenCount } from '../shared/stream-answer.ts';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { stringOf } from './chat-reader.ts';
import type { ModelEvent, ModelFinish, ToolCall } from '../language-model.ts';
import type { Frame } from '../shared/read-frames.ts';
import { toolInput } from '../shared/tool-calls.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';

/** https://developers.openai.com/api/docs/guides/prompt-caching */
interface ResponseTokens {
  input_tokens?: number | null;
  input_tokens_details?: {
    cached_tokens?: number | null;
    cache_write_tokens?: number | null;
  } | null;
  output_tokens?: number | null;
  output_tokens_details?: { reasoning_tokens?: number | null } | null;
}

/** Tokens of reasoning are part of the output; those read from the cache or written to it are part of the input. */
function responseUsage(counts: ResponseTokens | null | undefined): Usage | undefined {
  if (!counts) return undefined;
  const { cached_tokens, cache_write_tokens } = counts.input_tokens_details ?? {};
  return {
    prompt_tokens: tokenCount(counts.input_tokens),
    completion_tokens: tokenCount(counts.output_tokens),
    ...(typeof cached_tokens === 'number' && { cached_tokens: tokenCount(cached_tokens) }),
    ...(typeof cache_write_tokens === 'number' && {
      cache_write_tokens: tokenCount(cache_write_tokens),
    }),
  };
}

/** The fields that are read of an item of the output. https://developers.openai.com/api/reference/resources/responses */
interface OutputItem {
  type: string;
  id?: string | null;
  status?: string | null;
  /** In a message. */
  content?: readonly ({ type?: string; text?: unknown; refusal?: unknown } | null)[] | null;
  /** Tells whether a message is a remark before calls or the answer: to be sent again. */
  phase?: 'commentary' | 'final_answer' | null;
  /** In reasoning. */
  summary?: readonly unknown[] | null;
  encrypted_content?: string | null;
  /** In a call. */
  call_id?: string | null;
  name?: string | null;
  arguments?: string | null;
}

const textOfMessage = ({ content }: OutputItem): string =>
  (content ?? []).map((part) => stringOf(part?.text)).join('');

const refusalOf = ({ content }: OutputItem): string =>
  (content ?? []).map((part) => stringOf(part?.refusal)).join('');

/**
 * Returns the items to send again with the results of the calls in them; undefined: there is nothing that the
 * messages do not tell. Reasoning without its encrypted content is unknown to a vendor that stores nothing, and so
 * are the items after it, by their ids.
 */
function toCarried(items: readonly OutputItem[]): ResponseInputItem[] | undefined {
  const last = items.findLastIndex(({ type }) => type === 'function_call');
  const told = items.slice(0, last + 1);
  const isWhole = told.every((item) => item.type !== 'reasoning' || item.encrypted_content);
  const isWorth = told.some((item) => item.type === 'reasoning' || item.phase);
  return isWhole && isWorth ? told.flatMap(toInput) : undefined;
}

function toInput(item: OutputItem): ResponseInputItem[] {
  const id = item.id ?? '';
  switch (item.type) {
    case 'reasoning':
      return [
        {
          type: 'reasoning',
          id,
          summary: [...((item.summary ?? []) as { type: 'summary_text'; text: string }[])],
          encrypted_content: item.encrypted_content ?? '',
        },
      ];
    case 'message':
      return [
        {
          type: 'message',
          id,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: textOfMessage(item), annotations: [] }],
          ...(item.phase && { phase: item.phase }),
        },
      ];
    case 'function_call':
      return [
        {
          type: 'function_call',
          ...(id && { id }),
          call_id: item.call_id ?? '',
          name: item.name ?? '',
          arguments: item.arguments ?? '{}',
        },
      ];
    default:
      return [];
  }
}

/**
 * The fields that are read of an event.
 * https://developers.openai.com/api/reference/resources/responses/streaming-events
 */
interface ResponseEvent {
  type: string;
  delta?: unknown;
  output_index?: number;
  item?: OutputItem | null;
  response?: FinishedResponse | null;
  /** Some gateways nest the fields of `error`, as in a response that is no success. */
  error?: unknown;
}

interface FinishedResponse {
  output?: readonly (OutputItem | null)[] | null;
  usage?: ResponseTokens | null;
  incomplete_details?: { reason?: string | null } | null;
  error?: unknown;
}

/** No event, but the vendor is at work. */
const progress: readonly ModelEvent[] = [];

/** Far above what a working model writes. */
const maxItems = 256;

/**
 * Reads a streamed response.
 *
 * @param model The model's id, for the reasoning that it is sent again.
 * @param streamedError Makes the error to throw from one that comes in the stream.
 * @param onReasoning Called when the model has reasoned.
 */
export function responseReader(
  model: string,
  label: string,
  streamedError: (error: unknown) => Error,
  onReasoning: () => void,
): AnswerReader {
  const items = new Map<number, OutputItem>();
  /** Numbers of the items whose text was streamed. */
  const streamed = new Set<number>();
  let finish: Exclude<ModelFinish, 'tool_calls'> | undefined;
  let usage: Usage | undefined;
  let declined = false;
  let thoughts = '';

  function say({ output_index = 0, delta }: ResponseEvent): readonly ModelEvent[] {
    streamed.add(output_index);
    return piece('text', stringOf(delta));
  }

  function think({ delta }: ResponseEvent): readonly ModelEvent[] {
    thoughts += stringOf(delta);
    return piece('reasoning', stringOf(delta));
  }

  function finished(event: ResponseEvent): readonly ModelEvent[] {
    const { item, output_index = items.size } = event;
    if (!item) return progress;
    if (items.size >= maxItems) throw vendorGarbled(label, 'returned too many items');
    items.set(output_index, item);
    if (item.type === 'reasoning') onReasoning();
    if (item.type !== 'message') return progress;
    declined ||= refusalOf(item) !== '';
    // A gateway may send a message without having streamed it.
    const isNew = !streamed.has(output_index);
    return isNew ? piece('text', textOfMessage(item) || refusalOf(item)) : progress;
  }

  function end(
    response: FinishedResponse | null | undefined,
    reason: typeof finish,
  ): readonly ModelEvent[] {
    finish = reason;
    usage = responseUsage(response?.usage);
    if ((response?.usage?.output_tokens_details?.reasoning_tokens ?? 0) > 0) onReasoning();
    const told = items.size === 0 ? (response?.output ?? []) : [];
    return told.flatMap((item, output_index) =>
      item ? finished({ type: '', item, output_index }) : [],
    );
  }

  return {
    read({ data }: Frame): readonly ModelEvent[] | undefined {
      if (data.startsWith('[DONE]')) return progress;
      const event = JSON.parse(data) as ResponseEvent;
      switch (event.type) {
        case 'response.output_text.delta':
          return say(event);
        case 'response.refusal.delta':
          declined = true;
          return say(event);
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return think(event);
        case 'response.reasoning_summary_part.added':
          // Parts are paragraphs.
          return thoughts === '' ? progress : think({ ...event, delta: '\n\n' });
        case 'response.output_item.done':
          return finished(event);
        case 'response.completed':
          return end(event.response, 'stop');
        case 'response.incomplete':
          return end(event.response, cutOff(event.response));
        case 'response.failed':
          throw streamedError(event.response?.error ?? event);
        case 'error':
          throw streamedError(event.error ?? event);
        default:
          // A ping comes while the model reasons, too.
          return typeof event.type === 'string' && isWork.test(event.type) ? progress : undefined;
      }
    },

    get complete() {
      return finish !== undefined;
    },

    end(): ModelEvent[] {
      const inOrder = [...items].sort(([a], [b]) => a - b).map(([, item]) => item);
      const refused = declined || finish === 'refusal';
      const calls = refused ? [] : inOrder.flatMap(toCall);
      return lastEvents({
        calls,
        carried: { model, value: toCarried(inOrder) satisfies ResponseInputItem[] | undefined },
        usage,
        finish: refused ? 'refusal' : (finish ?? 'stop'),
      });
    },
  };
}

const isWork = /^(response\.|keepalive$)/;

const piece = (type: 'text' | 'reasoning', text: string): readonly ModelEvent[] =>
  text === '' ? progress : [{ type, text }];

const cutOff = (response: FinishedResponse | null | undefined) =>
  response?.incomplete_details?.reason === 'content_filter' ? 'refusal' : 'length';

/** A call that was cut off is none. */
function toCall(item: OutputItem): ToolCall[] {
  if (item.type !== 'function_call' || item.status === 'incomplete') return [];
  const { call_id, name } = item;
  if (!call_id || !name) return [];
  return [{ id: call_id, name, input: toolInput(item.arguments ?? '') }];
}
