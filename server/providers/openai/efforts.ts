import type { ModelRequest } from '../language-model.ts';

/** From the least to the most. `xhigh` and `max` are not offered. */
const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** A family of reasoning models and the least effort that it takes; `none`: it can answer without reasoning. */
interface Family {
  name: RegExp;
  least: Effort;
}

/**
 * The first that matches counts; models may be fine-tuned or behind a gateway's prefix. A family that is wrong here
 * or too new costs a refusal, which is learnt from.
 */
const families: readonly Family[] = [
  // https://developers.openai.com/api/docs/models/gpt-5-pro, https://developers.openai.com/api/docs/models/gpt-5.2-pro
  { name: /^gpt-5-pro/, least: 'high' },
  { name: /^gpt-\d+\.\d+-pro/, least: 'medium' },
  // https://developers.openai.com/api/docs/models/gpt-6-astra, https://developers.openai.com/api/docs/models/gpt-6.1-sol
  { name: /^gpt-(6-astra|6\.1-sol)/, least: 'low' },
  { name: /^gpt-5[\d.]*-codex/, least: 'low' },
  { name: /^gpt-5(?![\d.])/, least: 'minimal' },
  // GPT-5.1 and later: https://developers.openai.com/api/docs/guides/latest-model
  { name: /^gpt-(5\.\d|[6-9]|1\d)/, least: 'none' },
  // https://developers.openai.com/api/docs/guides/reasoning
  { name: /^o[1-9]/, least: 'low' },
  // https://console.groq.com/docs/reasoning
  { name: /^gpt-oss/, least: 'low' },
];

/** A gateway may put the vendor before a name, and its own variants after it: `openai/gpt-oss-20b:free`. */
const lastOf = (model: string) =>
  (model.split('/').at(-1) ?? '')
    .replace(/:(free|nitro|floor)$/, '')
    .split(':')
    .at(-1) ?? '';

/** A fine-tuned model begins with `ft:` and the name of its base: `ft:o4-mini:my-org::id`. */
const nameOf = (model: string) =>
  model.startsWith('ft:') ? (model.split(':')[1] ?? '') : lastOf(model.toLowerCase());

/** Returns the least effort that a reasoning model takes; undefined: it is not known to reason. */
export function leastEffort(model: string): Effort | undefined {
  const name = nameOf(model);
  // The models of ChatGPT decide by themselves.
  if (/^gpt-(?!oss).*chat/.test(name)) return undefined;
  return families.find((family) => family.name.test(name))?.least;
}

/** Whether the name says that the model cannot reason; false for a name that says nothing. */
export const cannotReason = (model: string): boolean => /^(chat)?gpt-?[34]/.test(nameOf(model));

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
