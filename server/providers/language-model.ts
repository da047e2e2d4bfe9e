import type { Usage } from '../contract/chat.ts';

/** Writes an answer. Building one never throws, calls nobody and needs no key. */
export interface LanguageModel {
  /** `provider:model`, as stored with each turn. */
  readonly id: string;
  /**
   * The answer piece by piece; `finish` is the last event and comes exactly once.
   * Aborting the signal closes the connection to the vendor at once and throws the signal's reason.
   *
   * @throws AppError `not_configured`, `provider_error`, `provider_timeout`, `overloaded`
   *   (with `retryAfter`); also in the middle of the answer.
   */
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
  maxTokens: number;
  /** 0 to 2. */
  temperature: number;
  /** null: no reasoning asked for. */
  reasoningEffort: 'low' | 'medium' | 'high' | null;
  /** What the messages were made of, for a model that does not read prose. */
  grounding: Grounding;
}

export type ModelMessage =
  { role: 'system' | 'user'; content: string } | { role: 'assistant'; content: string };

export interface Grounding {
  question: string;
  passages: readonly GroundingPassage[];
  /** Said when the passages do not answer the question. */
  refusal: string;
}

export interface GroundingPassage {
  /** The number to cite it by. */
  n: number;
  title: string;
  headingPath: string;
  text: string;
}

export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: 'stop' | 'length' | 'refusal' };
