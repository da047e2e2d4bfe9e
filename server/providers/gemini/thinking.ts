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

/** Those of before 2.5, and open models, do not think as the API's fields say. */
const isPlain = (model: string) => /^(gemini-(1\.|2\.0)|gemma|learnlm)/.test(modelName(model));
const hasBudget = (model: string) => modelName(model).startsWith('gemini-2.5');

/** Whether it is of Gemini 3 or later, which wants its signatures back and the usual temperature. */
export const isGemini3 = (model: string): boolean => !isPlain(model) && !hasBudget(model);

/** Flash models until 3.6; those from 3.7 on and Pro models start at `low`. */
const hasMinimal = (model: string) => /^gemini-3(\.[0-6])?-flash/.test(modelName(model));

/**
 * Returns how much to think, and the room that thoughts take. No effort means none, or the least that the model
 * allows. https://ai.google.dev/gemini-api/docs/generate-content/thinking
 */
export function thinkingOf(
  model: string,
  effort: Effort,
  lacking: ReadonlySet<Lacking>,
): { config: ThinkingConfig | undefined; tokens: number } {
  if (isPlain(model)) return { config: undefined, tokens: 0 };
  if (lacking.has('thinking')) return { config: undefined, tokens: reserve[effort ?? 'medium'] };
  const shown = effort !== null && { includeThoughts: true as const };
  if (hasBudget(model)) {
    const least = modelName(model).startsWith('gemini-2.5-pro') ? 128 : 0;
    const thinkingBudget = effort === null ? least : budgets[effort];
    return { config: { ...shown, thinkingBudget }, tokens: thinkingBudget };
  }
  const thinkingLevel = levelOf(model, effort, lacking);
  return { config: { ...shown, thinkingLevel }, tokens: reserve[thinkingLevel] };
}

function levelOf(model: string, effort: Effort, lacking: ReadonlySet<Lacking>) {
  if (effort === null) return hasMinimal(model) && !lacking.has('minimal') ? 'minimal' : 'low';
  // The first Pro model of Gemini 3 has only `low` and `high`.
  return effort === 'medium' && modelName(model).startsWith('gemini-3-pro') ? 'high' : effort;
}
