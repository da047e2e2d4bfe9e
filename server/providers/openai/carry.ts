import type { ModelMessage } from '../language-model.ts';
import { stringOf, type CompletionDelta, type ReasoningDetail } from './chunk.ts';
import type { AssembledCall } from './tool-calls.ts';

/**
 * Data that a server must be sent again with its calls: its reasoning, in the same field, and data attached to
 * a call.
 * https://api-docs.deepseek.com/guides/thinking_mode,
 * https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
interface CarriedFields {
  message: {
    reasoning_content?: string;
    reasoning?: string;
    reasoning_details?: ReasoningDetail[];
  };
  /** By the call's id. */
  extra: Record<string, unknown>;
}

/** Collects the data of an answer that has to be sent again. */
export function carriedFields() {
  let content = '';
  let reasoning = '';
  const details: ReasoningDetail[] = [];

  return {
    push(delta: CompletionDelta): void {
      content += stringOf(delta.reasoning_content);
      reasoning += stringOf(delta.reasoning);
      if (Array.isArray(delta.reasoning_details)) {
        for (const detail of delta.reasoning_details as readonly ReasoningDetail[]) {
          addDetail(details, detail);
        }
      }
    },

    /** undefined: nothing. */
    end(calls: readonly AssembledCall[]): CarriedFields | undefined {
      const message: CarriedFields['message'] =
        details.length > 0
          ? { reasoning_details: details }
          : { ...(content && { reasoning_content: content }), ...(reasoning && { reasoning }) };
      const extra = Object.fromEntries(
        calls.filter((call) => call.extra !== undefined).map((call) => [call.id, call.extra]),
      );
      const nothing = Object.keys({ ...message, ...extra }).length === 0;
      return calls.length === 0 || nothing ? undefined : { message, extra };
    },
  };
}

/** Text arrives in pieces, its signature with the last one. Encrypted details arrive whole. */
function addDetail(details: ReasoningDetail[], detail: ReasoningDetail): void {
  const last = details.at(-1);
  const part = detail['type'] === 'reasoning.summary' ? 'summary' : 'text';
  const goesOn =
    typeof detail[part] === 'string' &&
    last?.['type'] === detail['type'] &&
    last?.['index'] === detail['index'];
  if (last && goesOn) {
    const said = Object.entries(detail).filter(([, value]) => value != null);
    const joined = stringOf(last[part]) + stringOf(detail[part]);
    details[details.length - 1] = { ...last, ...Object.fromEntries(said), [part]: joined };
  } else {
    details.push(detail);
  }
}

/** Returns the data of `model` (an id), and none of another model. */
export function carriedBy(
  message: Extract<ModelMessage, { role: 'assistant' }>,
  model: string,
): CarriedFields {
  const own = message.carried?.find((one) => one.model === model);
  return (own?.value as CarriedFields | undefined) ?? { message: {}, extra: {} };
}
