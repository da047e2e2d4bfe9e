import type { PresetId } from '../../contract/presets.ts';
import { type Effort, efforts, findTraits } from '../model-traits.ts';
import type { ModelRequest } from '../language-model.ts';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';

/** Ways to ask for reasoning, or for none. */
type ReasoningWire =
  /** `reasoning: { effort }`, also `none`. https://openrouter.ai/docs/use-cases/reasoning-tokens */
  | 'reasoning'
  /** `reasoning: { enabled }` for models with a switch. https://docs.together.ai/docs/inference/chat/reasoning */
  | 'enabled'
  /** `thinking: { type }` and an effort. https://api-docs.deepseek.com/guides/thinking_mode */
  | 'thinking'
  /** `reasoning_effort`, also `none`. https://docs.x.ai/developers/model-capabilities/text/reasoning */
  | 'effort'
  /** `reasoning_effort`, which is `none` or `high`. https://docs.mistral.ai/capabilities/reasoning */
  | 'none_or_high'
  /**
   * A variable of the chat template. https://docs.vllm.ai/en/stable/features/reasoning_outputs/,
   * https://github.com/ggml-org/llama.cpp/tree/master/tools/server
   */
  | 'template'
  /**
   * `reasoning_effort` asks for it; models with a switch are told not to by the template.
   * https://developers.cloudflare.com/workers-ai/models/glm-4.7-flash/
   */
  | 'template_off'
  /** `extra_body.google`: https://ai.google.dev/gemini-api/docs/openai#thinking */
  | 'google';

/** How a server of the format differs from one that nothing is known of. */
export interface PresetTraits {
  reasoning?: ReasoningWire;
  /** Its models refuse `content: null`, ids of calls with other than nine letters and digits, and `tool_choice`. */
  isStrict?: true;
  /** It wants a type and a description of each property of a tool. */
  describesProperties?: true;
  /** Its tools know one type of a value, and no constants. */
  hasPlainSchemas?: true;
  /** Requests with the same value of this header go to the same instance, which has their prompt in its cache. */
  affinityHeader?: string;

  /** It tells the usage without being asked, and refuses to be asked. */
  tellsUsage?: true;
  /** The path of its list of embedding models, which are not in the other. */
  embeddingModels?: string;
}

/** LM Studio's models differ too much in the efforts that they take: nothing is asked of them unless reasoning is on. */
const traits: Readonly<Record<PresetId, PresetTraits>> = {
  // https://openrouter.ai/docs/api/api-reference/embeddings/list-all-embeddings-models
  openrouter: { reasoning: 'reasoning', embeddingModels: '/embeddings/models' },
  // https://docs.mistral.ai/api/endpoint/chat, https://github.com/dnakov/anon-kode/issues/53
  mistral: { reasoning: 'none_or_high', tellsUsage: true },
  deepseek: { reasoning: 'thinking' },
  xai: { reasoning: 'effort' },
  together: { reasoning: 'enabled' },
  lm_studio: {},
  llama_cpp: { reasoning: 'template' },
  vllm: { reasoning: 'template' },
};

/**
 * Content: https://github.com/cloudflare/ai/blob/main/packages/workers-ai-provider/CHANGELOG.md. Properties:
 * https://developers.cloudflare.com/workers-ai/models/llama-3.3-70b-instruct-fp8-fast/. Cache:
 * https://developers.cloudflare.com/workers-ai/features/prompt-caching/
 */
const workersAi: PresetTraits = {
  reasoning: 'template_off',
  isStrict: true,
  describesProperties: true,
  affinityHeader: 'x-session-affinity',
};

/** https://ai.google.dev/gemini-api/docs/openai; schemas: https://github.com/zed-industries/zed/issues/44875 */
const google: PresetTraits = { reasoning: 'google', hasPlainSchemas: true };

/** @param preset A compatible server's. */
export function traitsOf(provider: string, preset: PresetId | undefined): PresetTraits {
  if (provider === 'gemini') return google;
  if (provider === 'workers_ai') return workersAi;
  return provider === 'openai_compatible' && preset ? traits[preset] : {};
}

/**
 * The names of the table mean the same on every server of the format: a deployment or gateway may have any of them.
 * Google's server has names of its own.
 */
const reasoningOf = (model: string, provider = '') =>
  findTraits(provider === 'gemini' ? provider : 'openai_compatible', model).reasoning;

/** Returns the least effort that a reasoning model takes; undefined: it is not known to reason. */
export function leastEffort(model: string, provider?: string): Effort | undefined {
  const reasoning = reasoningOf(model, provider);
  return reasoning?.by === 'effort' ? reasoning.least : undefined;
}

/** Whether the name says that the model cannot reason; false for a name that says nothing. */
export const cannotReason = (model: string, provider?: string): boolean =>
  reasoningOf(model, provider) === null;

const hasBudget = (model: string): boolean => /\bgemini-2\.5/.test(model);

/** Whether it is of Gemini 3 or later, which wants its signatures back and the usual temperature. */
export const isGemini3 = (provider: string, model: string): boolean =>
  provider === 'gemini' && leastEffort(model, provider) !== undefined && !hasBudget(model);

/**
 * Returns the effort to ask for, the best that was not refused; undefined: none can be asked for.
 *
 * @param least The least that the model is known to take.
 */
export function effortFor(
  asked: ModelRequest['reasoningEffort'],
  least: Effort,
  refused: ReadonlySet<string>,
): Effort | undefined {
  if (refused.has('reasoning_effort')) return undefined;
  const wanted = Math.max(asked === null ? 0 : efforts.indexOf(asked), efforts.indexOf(least));
  // More rather than less: a model that refuses `low` reasons in any case.
  const candidates = [...efforts.slice(wanted), ...efforts.slice(0, wanted).toReversed()];
  return candidates.find((effort) => !refused.has(`effort ${effort}`));
}

/**
 * Tokens for reasoning, which share the limit with the answer: the guide advises to reserve 25,000, or the answer
 * may be empty. Only used tokens are paid for. https://developers.openai.com/api/docs/guides/reasoning
 */
const reserves: Record<Effort, number> = {
  none: 0,
  minimal: 1024,
  low: 4096,
  medium: 16_384,
  high: 25_000,
};

/**
 * Groq admits a request by the tokens that it may use, and accounts begin with 8,000 a minute.
 * https://console.groq.com/docs/rate-limits
 */
const groqReserves: Record<Effort, number> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 2048,
  high: 4096,
};

export const reserveFor = (provider: string, effort: Effort): number =>
  (provider === 'groq' ? groqReserves : reserves)[effort];

export type EffortParameter = Exclude<
  ChatCompletionCreateParamsStreaming['reasoning_effort'],
  undefined
>;

/** Google's settings of its thoughts, which it refuses together with `reasoning_effort`. */
interface ThinkingConfig {
  include_thoughts?: true;
  thinking_level?: EffortParameter;
  thinking_budget?: number;
}

/** Tokens that an effort stands for at Gemini 2.5: https://ai.google.dev/gemini-api/docs/openai#thinking */
const budgets: Record<Effort, number> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
};

/** The fields that ask for reasoning. All but the first are no part of OpenAI's format. */
export interface ReasoningFields {
  reasoning_effort?: EffortParameter;
  reasoning?: { effort?: Effort; enabled?: boolean };
  thinking?: { type: 'enabled' | 'disabled' };
  chat_template_kwargs?: { enable_thinking: boolean };
  extra_body?: { google: { thinking_config: ThinkingConfig } };
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

/** The same of a model of Workers AI: the table knows which ones reason, and the others refuse the field. */
export function workersAiEffort(
  model: string,
  asked: ModelRequest['reasoningEffort'],
  refused: ReadonlySet<string>,
): Effort | undefined {
  const { reasoning } = findTraits('workers_ai', model);
  const isPlain = !reasoning || (reasoning.by === 'itself' && asked === null);
  return isPlain ? undefined : effortFor(asked, 'none', refused);
}

/**
 * Says on the wire of a server how much its model is to reason.
 *
 * @param isShown Whether its thoughts are wanted, where they have to be asked for.
 */
export function reasoningFields(
  { reasoning }: PresetTraits,
  effort: EffortParameter | undefined,
  { model, isNamed, isShown }: { model: string; isNamed: boolean; isShown: boolean },
): ReasoningFields {
  if (!effort) return {};
  if (reasoning === 'google') {
    const much = hasBudget(model)
      ? { thinking_budget: budgets[effort as Effort] }
      : { thinking_level: effort };
    const thinking_config = { ...(isShown && { include_thoughts: true as const }), ...much };
    return { extra_body: { google: { thinking_config } } };
  }
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
    case 'template_off':
      return isOff
        ? { chat_template_kwargs: { enable_thinking: false } }
        : { reasoning_effort: effort };
    case 'template':
      return { chat_template_kwargs: { enable_thinking: !isOff } };
    default:
      return reasoning satisfies never;
  }
}
