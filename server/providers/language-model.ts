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
  /** What the model may ask to be called. A model without tools ignores them. */
  tools: readonly ToolDefinition[];
  /** `none`: an answer is asked for, though the messages may tell of earlier calls. */
  toolChoice: 'auto' | 'none';
  /** What the messages were made of, for a model that does not read prose. */
  grounding: Grounding;
}

export interface ToolDefinition {
  /** `^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`, which every vendor takes. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
}

/** What a model asks to be called. */
export interface ToolCall {
  /** The vendor's; made up by the adapter where a vendor has none. One request's are all different. */
  id: string;
  name: string;
  /** null: what the model wrote is no JSON object. */
  input: Record<string, unknown> | null;
}

/**
 * Users and assistants take turns; after an assistant with `toolCalls` comes one `tool` message for each of them, in
 * their order.
 */
export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | {
      role: 'assistant';
      content: string;
      toolCalls?: readonly ToolCall[];
      /** What `carry` events of this message's own stream gave, in order. */
      carried?: readonly Carried[];
    }
  | { role: 'tool'; callId: string; name: string; content: string; ok: boolean };

/**
 * What a vendor wants to see again with the turn it belongs to, such as signed thinking. Only the adapter
 * whose `model` (an id) it names looks inside.
 */
export interface Carried {
  model: string;
  value: unknown;
}

export interface Grounding {
  question: string;
  /** The reply to a message that only greets or thanks. */
  greeting?: string | null;
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
  /** Whole; several are to be called at once. */
  | { type: 'tool_call'; call: ToolCall }
  | { type: 'carry'; carried: Carried }
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: ModelFinish };

/** `tool_calls`: exactly when there was at least one `tool_call`, and the model waits for their results. */
export type ModelFinish = 'stop' | 'length' | 'refusal' | 'tool_calls';
