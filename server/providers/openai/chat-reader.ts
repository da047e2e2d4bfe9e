import type { Usage } from '../../contract/chat.ts';
import type { ModelEvent, ModelFinish, StreamOptions, ToolCall } from '../language-model.ts';
import { type AnswerReader, lastEvents, tokenCount } from '../shared/stream-answer.ts';
import { randomUUID } from 'node:crypto';
import { toolInput } from '../shared/tool-calls.ts';
import type { Frame } from '../shared/read-frames.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import type { CarriedFields, ReasoningDetail } from './chat-request.ts';

/**
 * The fields that are read of a streamed chunk. Servers that imitate the format leave out others.
 * https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events
 */
export interface CompletionChunk {
  error?: unknown;
  /** Cloudflare's. https://developers.cloudflare.com/workers-ai/platform/errors/ */
  errors?: readonly unknown[] | null;
  /** `error`: the chunk itself is an error, as older vLLM sends it. */
  object?: string;
  /** The model that answers: a server of one model has it whatever it is asked for. */
  model?: string;
  choices?: readonly (Choice | null)[] | null;
  usage?: TokenCounts | null;
  /** Groq's usage, from before it knew `stream_options`. */
  x_groq?: { usage?: TokenCounts | null; error?: string | null } | null;
}

interface Choice {
  delta?: CompletionDelta | null;
  /** In a whole answer: some servers stream none. */
  message?: CompletionDelta | null;
  finish_reason?: string | null;
}

interface CompletionDelta {
  /**
   * Mistral's reasoning models send parts (https://docs.mistral.ai/capabilities/reasoning), some of Workers AI a token
   * that is a number as a number.
   */
  content?: string | number | readonly ContentPart[] | null;
  refusal?: string | null;
  /** DeepSeek, vLLM. */
  reasoning_content?: string | null;
  /** Groq, OpenRouter. https://console.groq.com/docs/reasoning */
  reasoning?: string | null;
  /** https://openrouter.ai/docs/use-cases/reasoning-tokens */
  reasoning_details?: readonly ReasoningDetail[] | null;
  tool_calls?: readonly (CallDelta | null)[] | null;
  /** The predecessor of `tool_calls`. */
  function_call?: CallDelta['function'];
}

interface ContentPart {
  type?: string;
  text?: string;
  thinking?: string | readonly ContentPart[];
}

interface TokenCounts {
  prompt_tokens?: number | null;
  completion_tokens?: number | null;
  /** At Google it alone has the thoughts: https://github.com/openai/openai-python/issues/2544 */
  total_tokens?: number | null;
  /** The same in Groq's, OpenRouter's, xAI's and vLLM's: https://console.groq.com/docs/prompt-caching */
  prompt_tokens_details?: CacheCounts | null;
  /** https://api-docs.deepseek.com/guides/kv_cache */
  prompt_cache_hit_tokens?: number | null;
  completion_tokens_details?: { reasoning_tokens?: number | null } | null;
}

/** Returns the error of a chunk that reports one. */
function errorOf(event: string, chunk: CompletionChunk): unknown {
  if (chunk.error) return chunk.error;
  if (Array.isArray(chunk)) return chunk;
  if (event === 'error' || chunk.object === 'error' || chunk.errors?.length) return chunk;
  return chunk.x_groq?.error ?? undefined;
}

/**
 * Takes an unknown reason for a server's own word for `stop`. Google adds its own word, as in `content_filter: SAFETY`
 * and `function_call_filter: MALFORMED_FUNCTION_CALL`.
 */
function finishReason(
  reason: string | null | undefined,
): Exclude<ModelFinish, 'tool_calls'> | 'error' | undefined {
  if (!reason) return undefined;
  if (reason === 'length') return 'length';
  if (reason.startsWith('content_filter')) return 'refusal';
  return reason === 'error' || reason.startsWith('function_call_filter') ? 'error' : 'stop';
}

export function usageOf({ usage, x_groq }: CompletionChunk): Usage | undefined {
  const counts = usage ?? x_groq?.usage;
  if (!counts) return undefined;
  const details = counts.prompt_tokens_details;
  const prompt = tokenCount(counts.prompt_tokens);
  const answer = Math.max(
    tokenCount(counts.completion_tokens),
    tokenCount(counts.total_tokens) - prompt,
  );
  const cached_tokens = details?.cached_tokens ?? counts.prompt_cache_hit_tokens;
  return toUsage(prompt, answer, { ...details, cached_tokens });
}

/** How OpenAI tells of its cache. https://developers.openai.com/api/docs/guides/prompt-caching */
export interface CacheCounts {
  cached_tokens?: number | null | undefined;
  cache_write_tokens?: number | null;
}

/** Tokens of reasoning are part of the answer; those read from the cache or written to it are part of the prompt. */
export const toUsage = (
  prompt: unknown,
  answer: unknown,
  { cached_tokens: read, cache_write_tokens: written }: CacheCounts,
): Usage => ({
  prompt_tokens: tokenCount(prompt),
  completion_tokens: tokenCount(answer),
  ...(typeof read === 'number' && { cached_tokens: tokenCount(read) }),
  ...(typeof written === 'number' && { cache_write_tokens: tokenCount(written) }),
});

/** Whether tokens were spent on reasoning, of which a server may tell nothing else. */
const hasReasoned = ({ usage }: CompletionChunk): boolean =>
  (usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0;

function textOf(content: CompletionDelta['content']): string {
  if (typeof content === 'string' || typeof content === 'number') return `${content}`;
  if (!Array.isArray(content)) return '';
  return content.map((part: ContentPart) => stringOf(part.text)).join('');
}

function reasoningOf(delta: CompletionDelta): string {
  const said = stringOf(delta.reasoning_content) || stringOf(delta.reasoning);
  if (said || !Array.isArray(delta.content)) return said;
  const parts = delta.content as readonly ContentPart[];
  return parts.map(({ thinking }) => textOf(thinking)).join('');
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A piece of a call; servers leave out different fields. */
export interface CallDelta {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
  /** Gemini's thought signature. https://ai.google.dev/gemini-api/docs/thought-signatures */
  extra_content?: unknown;
}

interface AssembledCall extends ToolCall {
  extra: unknown;
}

interface Draft {
  index: number | undefined;
  id: string;
  name: string;
  arguments: string;
  extra: unknown;
}

/** Limits of one answer, far above what a working model writes. */
const maxCalls = 128;
const maxChars = 2 ** 20;

/**
 * Assembles streamed tool calls. OpenAI numbers them and names each in its first piece; others number
 * all of them 0 (https://github.com/ollama/ollama/issues/15457), number none, send complete calls, or repeat
 * id and name in each piece.
 */
export class ToolCallAssembly {
  readonly #drafts: Draft[] = [];
  readonly #tooMuch: () => Error;
  #chars = 0;

  /** @param tooMuch Makes the error to throw when the calls are too large. */
  constructor(tooMuch: () => Error) {
    this.#tooMuch = tooMuch;
  }

  push(delta: CallDelta): void {
    const id = text(delta.id);
    const name = text(delta.function?.name);
    const more = text(delta.function?.arguments);
    let draft = this.#draftOf(delta, id, name, more);
    if (!draft) {
      draft = { index: delta.index ?? undefined, id, name, arguments: '', extra: undefined };
      this.#drafts.push(draft);
    }
    draft.id ||= id;
    draft.name ||= name;
    draft.arguments += more;
    draft.extra ??= delta.extra_content;
    this.#chars += more.length;
    if (this.#chars > maxChars || this.#drafts.length > maxCalls) throw this.#tooMuch();
  }

  /** @param cut The answer reached its length limit: incomplete calls are dropped. */
  end(cut: boolean): AssembledCall[] {
    const ids = new Set<string>();
    return this.#drafts
      .filter((draft) => draft.name !== '' && !(cut && !isWhole(draft.arguments)))
      .map((draft) => {
        const id = draft.id && !ids.has(draft.id) ? draft.id : generateId();
        ids.add(id);
        return { id, name: draft.name, input: toolInput(draft.arguments), extra: draft.extra };
      });
  }

  #draftOf({ index }: CallDelta, id: string, name: string, more: string): Draft | undefined {
    const draft =
      typeof index === 'number'
        ? this.#drafts.findLast((one) => one.index === index)
        : (id && this.#drafts.findLast((one) => one.id === id)) || this.#drafts.at(-1);
    return draft && beginsAnother(draft, id, name, more) ? undefined : draft;
  }
}

function beginsAnother(draft: Draft, id: string, name: string, more: string): boolean {
  if (id && draft.id && id !== draft.id) return true;
  if (name && draft.name && name !== draft.name) return true;
  return name !== '' && more !== '' && isWhole(draft.arguments);
}

/** Some servers send arguments as an object, or numbers as ids. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value ? JSON.stringify(value) : '';
}

const isWhole = (written: string) => written.trimEnd().endsWith('}') && toolInput(written) !== null;

/** Nine letters and digits are valid everywhere: Mistral takes nothing else. */
const generateId = () => randomUUID().replaceAll('-', '').slice(0, 9);

/**
 * Reads the text of most chunks without parsing JSON: chunks of a stream differ in nothing but their text.
 * Remembers the text before and after one chunk's text, and compares it with the next chunks. Takes a third of
 * the time of parsing and makes hardly any garbage.
 */
export class LiteralDeltas {
  #before: string | undefined;
  #after = '';

  /** Returns the text of a chunk with nothing else in it; undefined: it has to be parsed. */
  read(data: string): string | undefined {
    if (this.#before === undefined || !data.startsWith(this.#before)) return undefined;
    const end = unpadded(data) - this.#after.length;
    if (end < this.#before.length || !data.startsWith(this.#after, end)) return undefined;
    const text = data.slice(this.#before.length, end);
    // With the same text around it, another JSON string makes the same JSON with another text.
    // Parsed, and so copied: a slice keeps the whole chunk in memory as long as the answer.
    return isPlain.test(text) ? (JSON.parse(text) as string) : undefined;
  }

  /** Learns from a parsed chunk with nothing but `text` in it. */
  learn(data: string, text: string): void {
    const literal = JSON.stringify(text);
    const parts = data.slice(0, unpadded(data)).split(literal);
    const [start = '', end = ''] = parts;
    if (!isPlain.test(literal) || parts.length !== 2 || !/"content":\s?$/.test(start)) return;
    this.#before = start;
    this.#after = end;
  }
}

/** A JSON string without escapes. */
const isPlain = /^"[^"\\\p{Cc}]*"$/u;

const padding = ',"obfuscation":"';
const endOfPadding = /^[^"\\]*"\}$/;

/**
 * Finds the end of a chunk without its padding: OpenAI pads each with a random number of characters.
 * https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events
 */
function unpadded(data: string): number {
  const at = data.lastIndexOf(padding);
  if (at >= 0 && endOfPadding.test(data.slice(at + padding.length))) return at;
  return data.endsWith('}') ? data.length - 1 : 0;
}

/** Collects the data of an answer that has to be sent again. */
class Carrying {
  #content = '';
  #reasoning = '';
  readonly #details: ReasoningDetail[] = [];

  push(delta: CompletionDelta): void {
    this.#content += stringOf(delta.reasoning_content);
    this.#reasoning += stringOf(delta.reasoning);
    if (!Array.isArray(delta.reasoning_details)) return;
    for (const detail of delta.reasoning_details as readonly ReasoningDetail[]) {
      addDetail(this.#details, detail);
    }
  }

  /** undefined: nothing. */
  end(calls: readonly AssembledCall[]): CarriedFields | undefined {
    const message: CarriedFields['message'] =
      this.#details.length > 0
        ? { reasoning_details: this.#details }
        : {
            ...(this.#content && { reasoning_content: this.#content }),
            ...(this.#reasoning && { reasoning: this.#reasoning }),
          };
    const extra = Object.fromEntries(
      calls.filter((call) => call.extra !== undefined).map((call) => [call.id, call.extra]),
    );
    const nothing = Object.keys({ ...message, ...extra }).length === 0;
    return calls.length === 0 || nothing ? undefined : { message, extra };
  }
}

/** Text arrives in pieces, its signature with the last one. Encrypted details arrive whole. */
function addDetail(details: ReasoningDetail[], detail: ReasoningDetail): void {
  const last = details.at(-1);
  const part = detail['type'] === 'reasoning.summary' ? 'summary' : 'text';
  const goesOn =
    typeof detail[part] === 'string' &&
    last?.['type'] === detail['type'] &&
    last?.['index'] === detail['index'];
  if (last && goesOn) {
    const said = Object.entries(detail).filter(([, value]) => value != null);
    const joined = stringOf(last[part]) + stringOf(detail[part]);
    details[details.length - 1] = { ...last, ...Object.fromEntries(said), [part]: joined };
  } else {
    details.push(detail);
  }
}

interface Observer {
  named?: StreamOptions['named'] | undefined;
  /** Makes the error to throw from one that comes instead of a chunk. */
  streamedError: (error: unknown) => Error;
  /** Called when the model has reasoned. */
  onReasoning: () => void;
}

/**
 * Reads a streamed chat completion.
 *
 * @param model The model's id, for the reasoning that it is sent again.
 * @param label The vendor's name at the beginning of a sentence.
 */
export function completionReader(
  model: string,
  label: string,
  { streamedError, onReasoning, named }: Observer,
): AnswerReader {
  const calls = new ToolCallAssembly(() =>
    vendorGarbled(label, 'returned tool calls that are too large'),
  );
  const fields = new Carrying();
  const literals = new LiteralDeltas();
  let finish: Exclude<ModelFinish, 'tool_calls'> | undefined;
  let usage: Usage | undefined;
  let declined = false;
  let isDone = false;
  let isNamed = false;

  function readDelta(delta: CompletionDelta): ModelEvent[] {
    const events: ModelEvent[] = [];
    const reasoning = reasoningOf(delta);
    if (reasoning) {
      onReasoning();
      events.push({ type: 'reasoning', text: reasoning });
      fields.push(delta);
    } else if (delta.reasoning_details) {
      fields.push(delta);
    }
    const text = textOf(delta.content);
    if (text) events.push({ type: 'text', text });
    const refusal = stringOf(delta.refusal);
    if (refusal) {
      declined = true;
      events.push({ type: 'text', text: refusal });
    }
    for (const call of delta.tool_calls ?? []) if (call) calls.push(call);
    if (delta.function_call) calls.push({ function: delta.function_call });
    return events;
  }

  return {
    read({ event, data }: Frame): ModelEvent[] {
      const literal = literals.read(data);
      if (literal && event === '') return [{ type: 'text', text: literal }];
      if (data.startsWith('[DONE]')) {
        isDone = true;
        return [];
      }
      const chunk = JSON.parse(data) as CompletionChunk;
      const error = errorOf(event, chunk);
      if (error) throw streamedError(error);
      if (!isNamed && stringOf(chunk.model) !== '') {
        named?.(stringOf(chunk.model));
        isNamed = true;
      }
      usage = usageOf(chunk) ?? usage;
      if (hasReasoned(chunk)) onReasoning();
      const choice = chunk.choices?.[0];
      const reason = finishReason(choice?.finish_reason);
      if (reason === 'error') throw vendorGarbled(label, 'stopped with an error');
      finish = reason ?? finish;
      const delta = choice?.delta ?? choice?.message;
      if (!delta) return [];
      if (!reason && !chunk.usage && saysOnlyText(delta)) literals.learn(data, delta.content);
      return readDelta(delta);
    },

    get complete() {
      // Some servers leave out the reason.
      return finish !== undefined || isDone;
    },

    end(): ModelEvent[] {
      const refused = declined || finish === 'refusal';
      const made = refused ? [] : calls.end(finish === 'length');
      const last = {
        calls: made.map(({ id, name, input }) => ({ id, name, input })),
        carried: { model, value: fields.end(made) },
        usage,
        finish: refused ? ('refusal' as const) : (finish ?? 'stop'),
      };
      return lastEvents(last);
    },
  };
}

function saysOnlyText(delta: CompletionDelta): delta is { content: string } {
  const others = Object.entries(delta).filter(
    ([name, value]) => name !== 'content' && value !== null,
  );
  return others.length === 0 && typeof delta.content === 'string';
}
