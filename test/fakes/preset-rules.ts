import type { PresetId } from '../../server/contract/presets.ts';
import { refuse, type Dialect } from './openai-rules.ts';
import type { VendorRefusal } from './vendor-server.ts';

type Body = Record<string, unknown>;

const oneOf = (value: unknown, ...values: string[]) =>
  value === undefined || values.includes(value as string);

/** Mistral's form and words: https://github.com/mistralai/platform-docs-public/issues/7 */
function unprocessable(type: string, name: string, msg: string): VendorRefusal {
  const detail = [{ type, loc: ['body', name], msg, input: null }];
  const error = { type: 'invalid_request_error', param: null, code: null };
  const body = { object: 'error', message: { detail }, ...error };
  return { status: 422, body };
}
const forbidden = (name: string) =>
  unprocessable('extra_forbidden', name, 'Extra inputs are not permitted');

function openrouter({
  reasoning,
  reasoning_effort: effort,
  model,
}: Body): VendorRefusal | undefined {
  if (reasoning && effort) {
    return refuse('Only one of "reasoning" and "reasoning_effort" may be provided');
  }
  const asked = (reasoning ?? { effort }) as { effort?: string; enabled?: boolean };
  if (!oneOf(asked.effort, 'xhigh', 'high', 'medium', 'low', 'minimal', 'none')) {
    return refuse('Invalid option: reasoning.effort');
  }
  // https://github.com/earendil-works/pi/issues/8454
  const isOff = asked.effort === 'none' || asked.enabled === false;
  return isOff && String(model).includes('mandatory')
    ? refuse('Reasoning is mandatory for this endpoint and cannot be disabled.')
    : undefined;
}

function mistral({ stream_options: options, reasoning_effort: effort, model }: Body) {
  if (options !== undefined) return forbidden('stream_options');
  if (effort === undefined) return undefined;
  // https://docs.mistral.ai/inference/conversations/reasoning
  const [, size] = /mistral-(small|medium|large-4)/.exec(String(model)) ?? [];
  if (size === undefined) return forbidden('reasoning_effort');
  const known = size === 'large-4' ? ['low', 'medium', 'high'] : ['none', 'high'];
  return oneOf(effort, ...known)
    ? undefined
    : unprocessable('enum', 'reasoning_effort', `Input should be ${known.join(' or ')}`);
}

function deepseek({ thinking, reasoning_effort: effort }: Body): VendorRefusal | undefined {
  const { type } = (thinking ?? {}) as { type?: string };
  if (!oneOf(type, 'enabled', 'disabled')) return refuse('unknown variant of `thinking.type`');
  return oneOf(effort, 'minimal', 'low', 'medium', 'high', 'xhigh', 'max')
    ? undefined
    : refuse('unknown variant of `reasoning_effort`');
}

/** Grok 4.5 cannot be kept from reasoning: https://github.com/anomalyco/opencode/issues/39448 */
function xai({ reasoning_effort: effort, model }: Body): VendorRefusal | undefined {
  if (effort === undefined) return undefined;
  if (/^grok-4\.[35]/.test(String(model))) {
    const isOff = effort === 'none' && String(model).startsWith('grok-4.5');
    return oneOf(effort, 'none', 'low', 'medium', 'high') && !isOff
      ? undefined
      : refuse(
          `Unsupported value: reasoning effort ${JSON.stringify(effort)} of ${String(model)}`,
          {
            param: 'reasoning_effort',
          },
        );
  }
  return refuse(`Model ${String(model)} does not support parameter reasoningEffort.`);
}

/** A switch for some models, an effort for others: https://docs.together.ai/docs/inference/chat/reasoning */
function together({ reasoning, reasoning_effort: effort, model }: Body): VendorRefusal | undefined {
  const isOss = String(model).includes('gpt-oss');
  if (effort !== undefined && (!isOss || !oneOf(effort, 'low', 'medium', 'high'))) {
    return refuse('Invalid value for reasoning_effort');
  }
  const { enabled, ...others } = (reasoning ?? {}) as Body;
  return Object.keys(others).length > 0 || !['boolean', 'undefined'].includes(typeof enabled)
    ? refuse('Invalid value for reasoning')
    : undefined;
}

function template({ chat_template_kwargs: given, reasoning_effort: effort }: Body) {
  const { enable_thinking: on } = (given ?? {}) as Body;
  if (!['boolean', 'undefined'].includes(typeof on)) return refuse('Invalid chat_template_kwargs');
  return oneOf(effort, 'none', 'low', 'medium', 'high')
    ? undefined
    : refuse('Input should be a known reasoning_effort', { param: 'reasoning_effort' });
}

/** How the servers of the presets differ; their pages are named beside the traits and the presets. */
export const presetDialects: Readonly<Record<PresetId, Dialect>> = {
  openrouter: { fields: ['reasoning'], reasoning: openrouter },
  mistral: { lacks: ['max_completion_tokens'], reasoning: mistral },
  deepseek: { fields: ['thinking'], reasoning: deepseek },
  xai: { reasoning: xai },
  together: { fields: ['reasoning'], reasoning: together },
  lm_studio: { reasoning: template },
  llama_cpp: { fields: ['chat_template_kwargs'], reasoning: template },
  vllm: { fields: ['chat_template_kwargs'], reasoning: template },
};
