import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ModelRequest } from '../language-model.ts';
import type { Effort } from '../model-traits.ts';
import { effortFor } from './efforts.ts';
import type { PresetTraits } from './preset.ts';

export type EffortParameter = Exclude<
  ChatCompletionCreateParamsStreaming['reasoning_effort'],
  undefined
>;

/** The fields that ask for reasoning. The last three are no part of OpenAI's format. */
export interface ReasoningFields {
  reasoning_effort?: EffortParameter;
  reasoning?: { effort?: Effort; enabled?: boolean };
  thinking?: { type: 'enabled' | 'disabled' };
  chat_template_kwargs?: { enable_thinking: boolean };
}

/**
 * Returns how much a model is asked to reason that only its server is known of; undefined: nothing is asked for. A
 * model that may reason unasked is told not to.
 */
export function presetEffort(
  { reasoning }: PresetTraits,
  asked: ModelRequest['reasoningEffort'],
  refused: ReadonlySet<string>,
): Effort | undefined {
  if (reasoning === undefined) return asked ?? undefined;
  // Its models do not reason by themselves, and those without reasoning refuse the field.
  if (reasoning === 'none_or_high' && asked === null && !refused.has('reasons')) return undefined;
  const wanted = reasoning === 'none_or_high' && asked !== null ? 'high' : asked;
  return effortFor(wanted, 'none', refused);
}

/** Says on the wire of a server how much its model is to reason. */
export function reasoningFields(
  { reasoning }: PresetTraits,
  effort: EffortParameter | undefined,
  isNamed: boolean,
): ReasoningFields {
  if (!effort) return {};
  const isOff = effort === 'none';
  if (reasoning === 'reasoning') return { reasoning: { effort: effort as Effort } };
  // A family with efforts of its own, such as gpt-oss, takes them on these wires as elsewhere.
  if (reasoning === undefined || isNamed) return { reasoning_effort: effort };
  switch (reasoning) {
    case 'effort':
    case 'none_or_high':
      return { reasoning_effort: effort };
    case 'enabled':
      return { reasoning: { enabled: !isOff } };
    case 'thinking':
      return isOff
        ? { thinking: { type: 'disabled' } }
        : { thinking: { type: 'enabled' }, reasoning_effort: effort };
    case 'template':
      return { chat_template_kwargs: { enable_thinking: !isOff } };
    default:
      return reasoning satisfies never;
  }
}
