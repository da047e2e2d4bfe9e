import type {
  FunctionTool,
  ResponseCreateParamsStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import type { Usage } from '../../contract/chat.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelFinish,
  ModelMessage,
  ModelRequest,
  ToolCall,
} from '../language-model.ts';
import type { Effort } from '../model-traits.ts';
import { Lessons } from '../shared/lessons.ts';
import type { Frame } from '../shared/read-frames.ts';
import {
  type AnswerReader,
  asStream,
  isWhole,
  lastEvents,
  streamAnswers,
} from '../shared/stream-answer.ts';
import { callsInProse, resultText, toolInput } from '../shared/tool-calls.ts';
import type { VendorAccess } from '../shared/vendor-calls.ts';
import { type VendorError, vendorGarbled } from '../shared/vendor-error.ts';
import { type CacheCounts, stringOf, toUsage } from './chat-reader.ts';
import { functionOf, hashedUnless, legalName, offeredTools } from './chat-request.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { cannotReason, effortFor, leastEffort, reserveFor } from './reasoning.ts';
import { askingTwice } from './second-try.ts';

/** All that a request can leave out or change. */
type ResponseLesson =
  | 'temperature'
  | 'reasoning_effort'
  /** One value, such as `effort none`. */
  | `effort ${string}`
  /** The summary of the reasoning. */
  | 'summary'
  /** Encrypted reasoning. */
  | 'include'
  /** Reasoning of earlier turns that is sent again. */
  | 'carried'
  | 'tools'
  /** One tool, whose schema is refused. */
  | `tool ${string}`
  /** The model has reasoned, although nobody asked and its name does not tell. */
  | 'reasons';

/**
 * The output of a turn with calls, in order, as it has to be sent again: reasoning belongs to the item after it.
 * https://developers.openai.com/api/docs/guides/reasoning#keeping-reasoning-items-in-context
 */
type CarriedItems = readonly ResponseInputItem[];

interface InputStyle {
  /** The model that is asked: only its own reasoning is sent again. */
  id: string;
  /** Writes calls and results as text, for a request without tools. */
  inProse: boolean;
  /** Whether reasoning of earlier turns is sent again. */
  carries: boolean;
}

/** https://developers.openai.com/api/docs/guides/migrate-to-responses */
function responseInput(messages: readonly ModelMessage[], style: InputStyle): ResponseInputItem[] {
  const told = style.inProse ? callsInProse(messages) : messages;
  return told.flatMap((message) => toItems(message, style));
}

function toItems(message: ModelMessage, style: InputStyle): ResponseInputItem[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [{ role: message.role, content: message.content }];
    case 'assistant':
      return outputItems(message, style);
    case 'tool':
      return [
        {
          type: 'function_call_output',
          call_id: legalId(message.callId),
          output: resultText(message),
        },
      ];
    default:
      return message satisfies never;
  }
}

function outputItems(
  message: Extract<ModelMessage, { role: 'assistant' }>,
  { id, carries }: InputStyle,
): ResponseInputItem[] {
  const calls = message.toolCalls ?? [];
  const own = carries ? message.carried?.find(({ model }) => model === id) : undefined;
  const items = (own?.value ?? []) as CarriedItems;
  const called = items.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []));
  const isSame = called.length === calls.length && calls.every((call, n) => call.id === called[n]);
  if (items.length > 0 && isSame) return [...items];
  return [
    ...(message.content ? [{ role: 'assistant' as const, content: message.content }] : []),
    ...calls.map((call) => ({
      type: 'function_call' as const,
      call_id: legalId(call.id),
      name: legalName(call.name),
      arguments: JSON.stringify(call.input ?? {}),
    })),
  ];
}

const legalId = (id: string): string => hashedUnless(/^[\w-]{1,64}$/, id, 32);

/** The API refuses a lower limit. https://developers.openai.com/api/reference/resources/responses/methods/create */
const minOutput = 16;

/**
 * @param id The model's id, for the reasoning that it is sent again.
 * @param learnt What earlier requests have taught.
 */
function responseParams(
  id: string,
  model: string,
  request: ModelRequest,
  learnt: ReadonlySet<ResponseLesson>,
): ResponseCreateParamsStreaming {
  const asked = request.reasoningEffort;
  const effort = reasoningEffort(model, asked, learnt);
  const reasons = effort !== undefined;
  const tools = offeredTools(request, learnt);
  return {
    model,
    input: responseInput(request.messages, {
      id,
      inProse: tools.length === 0,
      carries: !learnt.has('carried'),
    }),
    stream: true,
    // Nothing of a visitor's conversation is kept at the vendor, so that reasoning has to be sent again.
    store: false,
    ...(reasons && !learnt.has('include') && { include: ['reasoning.encrypted_content' as const] }),
    max_output_tokens: Math.max(
      minOutput,
      request.maxTokens + reserveFor('openai', effort ?? 'none'),
    ),
    ...(reasons && {
      reasoning: {
        effort,
        // A summary is all that is told of the reasoning; an organisation may have to be verified for it.
        ...(asked !== null && !learnt.has('summary') && { summary: 'auto' as const }),
      },
    }),
    ...(!reasons && !learnt.has('temperature') && { temperature: request.temperature }),
    ...(tools.length > 0 && {
      // By default the schema is made strict, which changes or refuses a foreign one.
      tools: tools.map((tool): FunctionTool => ({
        type: 'function',
        ...functionOf(tool),
        strict: false,
      })),
      ...(request.toolChoice === 'none' && { tool_choice: 'none' as const }),
    }),
  };
}

/** A name such as that of Azure's deployments may say nothing: then it is tried, or the first answer shows it. */
function reasoningEffort(
  model: string,
  asked: ModelRequest['reasoningEffort'],
  learnt: ReadonlySet<ResponseLesson>,
): Effort | undefined {
  const least = leastEffort(model);
  const isUnknown = least === undefined && !cannotReason(model);
  const mayReason = isUnknown && (asked !== null || learnt.has('reasons'));
  return least !== undefined || mayReason ? effortFor(asked, least ?? 'none', learnt) : undefined;
}

interface ResponseTokens {
  input_tokens?: number | null;
  input_tokens_details?: CacheCounts | null;
  output_tokens?: number | null;
  output_tokens_details?: { reasoning_tokens?: number | null } | null;
}

const responseUsage = (counts: ResponseTokens | null | undefined): Usage | undefined =>
  counts
    ? toUsage(counts.input_tokens, counts.output_tokens, counts.input_tokens_details ?? {})
    : undefined;

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
  return isWhole && isWorth ? told.flatMap(toCarriedItems) : undefined;
}

function toCarriedItems(item: OutputItem): ResponseInputItem[] {
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
 * @param onReasoning Called when the model has reasoned.
 */
function responseReader(
  model: string,
  api: Pick<VendorAccess, 'label' | 'refused'>,
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
    if (items.size >= maxItems) throw vendorGarbled(api.label, 'returned too many items');
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
    const counts = response?.usage;
    usage = responseUsage(counts);
    if ((counts?.output_tokens_details?.reasoning_tokens ?? 0) > 0) onReasoning();
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
          throw api.refused(event.response?.error ?? event);
        case 'error':
          throw api.refused(event.error ?? event);
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

type Refused = Pick<VendorError, 'status' | 'param' | 'code' | 'message'>;

/**
 * Returns the part of a request that is refused, if there may be an answer without it.
 * https://github.com/pydantic/pydantic-ai/issues/2865 (`include`), https://github.com/anomalyco/opencode/issues/4451
 * (a value of the effort), https://github.com/continuedev/continue/issues/8933 (reasoning without its item)
 */
function refusedOfResponse(
  { status, param = '', code, message }: Refused,
  sent: ResponseCreateParamsStreaming,
): ResponseLesson | undefined {
  if (status !== 400 && status !== 404 && status !== 422) return undefined;
  if (sent.tools && /not support (tools|tool use|function calling)/i.test(message)) return 'tools';
  const tool = /^tools\[(\d+)\]/.exec(param);
  const offered = sent.tools?.[Number(tool?.[1])];
  if (offered?.type === 'function') return `tool ${offered.name}`;
  if (/encrypted content is not supported/i.test(message)) return 'include';
  if (carries(sent) && (code === 'invalid_encrypted_content' || isUnpaired(message))) {
    return 'carried';
  }
  const isAbout = (name: string) => param === name || message.includes(name);
  if (sent.reasoning?.summary && isAbout('reasoning.summary')) return 'summary';
  if (sent.reasoning?.summary && /reasoning summar/i.test(message)) return 'summary';
  if (sent.reasoning?.effort && (isAbout('reasoning.effort') || param.endsWith('.effort'))) {
    const isValue = code === 'unsupported_value' || /unsupported value/i.test(message);
    return isValue ? `effort ${sent.reasoning.effort}` : 'reasoning_effort';
  }
  if (sent.reasoning && isAbout("'reasoning'")) return 'reasoning_effort';
  return sent.temperature != null && isAbout('temperature') ? 'temperature' : undefined;
}

const isUnpaired = (message: string) =>
  /without its required|encrypted content.{0,80}could not be|items are not persisted/i.test(
    message,
  );

const carries = ({ input }: ResponseCreateParamsStreaming): boolean =>
  Array.isArray(input) && input.some((item) => item.type === 'reasoning');

/** A model of OpenAI's Responses API. https://developers.openai.com/api/reference/resources/responses */
export function responsesModel(options: OpenAiConnection & { model: string }): LanguageModel {
  const { provider, model } = options;
  const api = openAiApi(options);
  const id = `${provider}:${model}`;
  const known = new Lessons<ResponseLesson>(options.clock);

  function forOneAnswer(learnt: Set<ResponseLesson>): LanguageModel {
    const open = (request: ModelRequest, signal: AbortSignal): Promise<Response> =>
      known.ask(
        {
          request: (known) => responseParams(id, model, request, known),
          async send(params) {
            const response = await api.call((client) =>
              client.responses.create(params, { signal }).asResponse(),
            );
            return isWhole(response) ? asStream(lastEvent(await response.json())) : response;
          },
          lessonOf: refusedOfResponse,
          // Reasoning that cannot be read again is that of one conversation.
          isKept: (lesson) => lesson !== 'carried',
        },
        learnt,
      );

    return streamAnswers({
      model,
      api,
      framing: 'server_sent_events',
      open,
      createReader: () => responseReader(id, api, () => known.add('reasons')),
    });
  }

  return askingTwice({ id, model, known, forOneAnswer });
}

/** Returns the event with which a stream ends, of a whole response. */
function lastEvent(response: unknown) {
  const { status } = (response ?? {}) as { status?: unknown };
  const isOther = status === 'failed' || status === 'incomplete';
  return { type: `response.${isOther ? status : 'completed'}`, response };
}
