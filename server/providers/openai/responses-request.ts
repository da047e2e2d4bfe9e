import { createHash } from 'node:crypto';
import type {
  FunctionTool,
  ResponseCreateParamsStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import type { ModelMessage, ModelRequest } from '../language-model.ts';
import { callsInProse, resultText } from '../shared/tool-calls.ts';
import { functionOf, legalName } from './chat-request.ts';
import type { Effort } from '../model-traits.ts';
import { cannotReason, effortFor, leastEffort, reserveFor } from './reasoning.ts';
import type { ResponseLesson } from './responses.ts';

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
      return toOutput(message, style);
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

function toOutput(
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

/** Replaces ids of other vendors that are too long or have invalid characters. */
const legalId = (id: string): string =>
  /^[\w-]{1,64}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 32);

/** The API refuses a lower limit. https://developers.openai.com/api/reference/resources/responses/methods/create */
const minOutput = 16;

/**
 * @param id The model's id, for the reasoning that it is sent again.
 * @param learnt What earlier requests have taught.
 */
export function responseParams(
  id: string,
  model: string,
  request: ModelRequest,
  learnt: ReadonlySet<ResponseLesson>,
): ResponseCreateParamsStreaming {
  const asked = request.reasoningEffort;
  const effort = reasoningEffort(model, asked, learnt);
  const reasons = effort !== undefined;
  const offered = request.tools.filter(({ name }) => !learnt.has(`tool ${name}`));
  const called = request.messages.some(({ role }) => role === 'tool');
  // An answer without calls needs the tools only if there are earlier calls.
  const isUseless = learnt.has('tools') || (request.toolChoice === 'none' && !called);
  const tools = isUseless ? [] : offered;
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
