import type { Usage } from '../contract/chat.ts';

/** Writes an answer. Making one never throws, calls nobody and needs no key. */
export interface LanguageModel {
  /** `provider:model`, as stored with each turn. */
  readonly id: string;
  /**
   * Yields the answer piece by piece; `finish` is the last event and comes exactly once.
   * Aborting the signal closes the connection to the vendor at once and throws the signal's reason.
   *
   * @throws AppError `not_configured`, `provider_error`, `provider_timeout`, `overloaded`
   *   (with `retryAfter`); also in the middle of the answer.
   */
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelEvent>;
}

export interface StreamOptions {
  signal: AbortSignal;
  /**
   * Called for each request of which the vendor charges the prompt: it began to answer, or the signal aborted after the
   * request was sent. Not called for one that was refused, did not reach the vendor, or got no answer in time.
   */
  charged?: () => void;
  /** Called with the name by which the server says that it answers, if it says one. */
  named?: (model: string) => void;
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
  maxTokens: number;
  /** 0 to 2. */
  temperature: number;
  /** null: asks for no reasoning, and the visitor is shown none. */
  reasoningEffort: 'low' | 'medium' | 'high' | null;
  /** Tools that the model may call. A model that knows no tools ignores them. */
  tools: readonly ToolDefinition[];
  /** `none`: asks for an answer without calls; the messages may still hold earlier calls. */
  toolChoice: 'auto' | 'none';
  /** The built-in model answers from it, and refuses without. */
  grounding?: Grounding;
}

export interface ToolDefinition {
  /** `^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`, which every vendor takes. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
}

/** A call that a model asks for. */
export interface ToolCall {
  /** The vendor's id, or one that the adapter generates. Unique within an answer. */
  id: string;
  name: string;
  /** null: the model did not write a JSON object. */
  input: Record<string, unknown> | null;
}

/**
 * Users and assistants take turns; after an assistant with `toolCalls` comes one `tool` message for each of them, in
 * their order.
 */
export type ModelMessage =
  | { role: 'system'; content: string }
  | {
      role: 'user';
      content: string;
      /** UTF-16 units at its beginning that are the same in the next question: worth a vendor's cache. */
      stable?: number;
    }
  | {
      role: 'assistant';
      content: string;
      toolCalls?: readonly ToolCall[];
      /** Values of the `carry` events of this message's stream, in order. */
      carried?: readonly Carried[];
    }
  | { role: 'tool'; callId: string; name: string; content: string; ok: boolean };

/**
 * Data that a vendor must be sent again with its turn, such as signed thinking. Only the adapter of `model`
 * (an id) reads `value`.
 */
export interface Carried {
  model: string;
  value: unknown;
}

export interface Grounding {
  /** The reply to a message that only greets or thanks. */
  greeting?: string | null;
  /** Quotes the section that answers the question, in Markdown; empty: it is refused. */
  quote: () => Promise<string>;
}

export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** A complete call. Several of one answer may be called in parallel. */
  | { type: 'tool_call'; call: ToolCall }
  | { type: 'carry'; carried: Carried }
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: ModelFinish };

/** `tool_calls`: exactly when there was at least one `tool_call`, and the model waits for their results. */
export type ModelFinish = 'stop' | 'length' | 'refusal' | 'tool_calls';
