import { findTraits } from '../find-traits.ts';
import type { ModelRequest } from '../language-model.ts';
import { efforts, type Effort } from '../model-traits.ts';

/**
 * The names of this table mean the same on every server of the format: a deployment or gateway may have any of them.
 */
const reasoningOf = (model: string) => findTraits('openai_compatible', model).reasoning;

/** Returns the least effort that a reasoning model takes; undefined: it is not known to reason. */
export function leastEffort(model: string): Effort | undefined {
  const reasoning = reasoningOf(model);
  return reasoning?.by === 'effort' ? reasoning.least : undefined;
}

/** Whether the name says that the model cannot reason; false for a name that says nothing. */
export const cannotReason = (model: string): boolean => reasoningOf(model) === null;

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
