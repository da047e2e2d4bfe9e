import { createHash } from 'node:crypto';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import type { ModelMessage } from '../language-model.ts';
import { callsInProse, resultText } from '../shared/tool-calls.ts';
import { legalName } from './tool-schema.ts';

/**
 * The output of a turn with calls, in order, as it has to be sent again: reasoning belongs to the item after it.
 * https://developers.openai.com/api/docs/guides/reasoning#keeping-reasoning-items-in-context
 */
export type CarriedItems = readonly ResponseInputItem[];

interface InputStyle {
  /** The model that is asked: only its own reasoning is sent again. */
  id: string;
  /** Writes calls and results as text, for a request without tools. */
  inProse: boolean;
  /** Whether reasoning of earlier turns is sent again. */
  carries: boolean;
}

/** https://developers.openai.com/api/docs/guides/migrate-to-responses */
export function responseInput(
  messages: readonly ModelMessage[],
  style: InputStyle,
): ResponseInputItem[] {
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
