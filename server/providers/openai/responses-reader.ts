import type { ResponseInputItem } from 'openai/resources/responses/responses';
import type { Usage } from '../../contract/chat.ts';
import type { ModelEvent, ModelFinish, ToolCall } from '../language-model.ts';
import type { Frame } from '../shared/read-frames.ts';
import { lastEvents, type AnswerReader } from '../shared/stream-answer.ts';
import { toolInput } from '../shared/tool-calls.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { stringOf } from './chunk.ts';
import { refusalOf, textOfMessage, toCarried, type OutputItem } from './responses-output.ts';
import { responseUsage, type ResponseTokens } from './responses-usage.ts';

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
