import { findTraits } from '../find-traits.ts';
import type { ModelRequest } from '../language-model.ts';
import { modelName } from './connection.ts';

/** Things that a model was found not to take. */
export type Lacking = 'minimal' | 'thinking' | 'tools' | `tool ${string}`;

type Effort = ModelRequest['reasoningEffort'];
export interface ThinkingConfig {
  includeThoughts?: true;
  thinkingLevel?: 'minimal' | 'low' | 'medium' | 'high';
  thinkingBudget?: number;
}

/** Tokens of the budgets that `reasoning_effort` stands for: https://ai.google.dev/gemini-api/docs/openai */
const budgets = { low: 1_024, medium: 8_192, high: 24_576 };

/** Tokens of thoughts by level, which count as part of the answer. Only used tokens are paid for. */
const reserve = { minimal: 1_024, low: 4_096, medium: 16_384, high: 24_576 };

const traitsOf = (model: string) => findTraits('gemini', modelName(model));
const reasoningOf = (model: string) => traitsOf(model).reasoning;

/** Whether it is of Gemini 3 or later, which wants its signatures back and the usual temperature. */
export const isGemini3 = (model: string): boolean => reasoningOf(model)?.by === 'level';

/**
 * Returns how much to think, and the room that thoughts take. No effort means none, or the least that the model
 * allows. https://ai.google.dev/gemini-api/docs/generate-content/thinking
 */
export function thinkingOf(
  model: string,
  effort: Effort,
  lacking: ReadonlySet<Lacking>,
): { config: ThinkingConfig | undefined; tokens: number } {
  const { reasoning, thinkingRoom = 0 } = traitsOf(model);
  const isKnown = reasoning?.by === 'budget' || reasoning?.by === 'level';
  if (!isKnown) return { config: undefined, tokens: 0 };
  const roomFor = (level: keyof typeof reserve) => Math.max(reserve[level], thinkingRoom);
  if (lacking.has('thinking')) return { config: undefined, tokens: roomFor(effort ?? 'medium') };
  const shown = effort !== null && { includeThoughts: true as const };
  if (reasoning.by === 'budget') {
    const thinkingBudget = effort === null ? reasoning.least : budgets[effort];
    return { config: { ...shown, thinkingBudget }, tokens: thinkingBudget };
  }
  const least = lacking.has('minimal') ? 'low' : reasoning.least;
  const asked = effort ?? least;
  const thinkingLevel = asked === 'medium' && !reasoning.hasMedium ? 'high' : asked;
  return { config: { ...shown, thinkingLevel }, tokens: roomFor(thinkingLevel) };
}
