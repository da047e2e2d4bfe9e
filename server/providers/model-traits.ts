/** From the least to the most. `xhigh` and `max` are not offered. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** US dollars for a million tokens. */
export interface ModelPrice {
  /** Days as `2026-11-30`, both inclusive, in UTC. Absent: always. */
  from?: string;
  until?: string;
  input: number;
  output: number;
  /** Input that was read from the vendor's cache of prompts. Absent: as `input`. */
  cached?: number | undefined;
  /** Input that was written to the cache. Absent: as `input`. */
  cacheWrite?: number;
}

/**
 * `adaptive`: the model decides how much to think, guided by an effort; `enabled`: up to a budget of
 * tokens.
 */
export type ThinkingMode = 'adaptive' | 'enabled';

/**
 * `between_tools`: without thinking before the answer, only with notes between calls; `disabled`: without thinking;
 * `effort`: it can only be told to think little.
 * https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5,
 * https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5#thinking-cant-be-disabled
 */
export type ThinkingOff = 'between_tools' | 'disabled' | 'effort';

/** The parameter by which a model is told how much to reason, and the least that it takes. */
export type Reasoning =
  /** `none`: it can answer without reasoning. */
  | { by: 'effort'; least: Effort }
  /** Reasoning is on or off. */
  | { by: 'switch' }
  /** It reasons whatever it is told. */
  | { by: 'itself' }
  /** Gemini's levels. */
  | { by: 'level'; least: 'minimal' | 'low'; hasMedium: boolean }
  /** Gemini's tokens; 0: it can answer without reasoning. */
  | { by: 'budget'; least: number }
  /** Anthropic's modes, to try in this order, and ways to keep it from thinking, the most effective first. */
  | {
      by: 'thinking';
      modes: readonly ThinkingMode[];
      /** Whether it thinks, and spends tokens on it, when nobody asks for it. */
      unasked: boolean;
      off: readonly ThinkingOff[];
    };

/** Absent: not known. */
export interface ModelTraits {
  /** Tokens of prompt and answer. */
  context?: number;
  /** Tokens of reasoning and answer. */
  maxOutput?: number;
  /** null: it does not reason. */
  reasoning?: Reasoning | null | undefined;
  tools?: boolean;
  /** `responses`: tools and reasoning together only by the Responses API. */
  toolsWithReasoning?: true | 'responses';
  /** At least as much room for thinking, whatever it is asked. */
  thinkingRoom?: number;
  /** One for each time. */
  prices?: readonly ModelPrice[];
}

/** Whether a model cannot answer without reasoning. */
export function alwaysReasons(reasoning: ModelTraits['reasoning']): boolean {
  switch (reasoning?.by) {
    case undefined:
    case 'switch':
      return false;
    case 'itself':
    case 'level':
      return true;
    case 'effort':
      return reasoning.least !== 'none';
    case 'budget':
      return reasoning.least > 0;
    case 'thinking':
      return reasoning.off[0] === 'effort';
    default:
      return reasoning satisfies never;
  }
}
