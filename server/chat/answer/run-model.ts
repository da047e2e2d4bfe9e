import type { Log } from '../../runtime/log.ts';
import { inSpan } from '../../runtime/spans.ts';
import type { OfferedTool } from '../../mcp/tools.ts';
import type {
  ModelMessage,
  ToolCall,
  Carried,
  LanguageModel,
  ModelEvent,
  ModelFinish,
  ModelRequest,
} from '../../providers/language-model.ts';
import { fence, inert } from '../../text/data-fence.ts';
import { leaks, type Protected } from './leak-guard.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Usage } from '../../contract/chat.ts';
import type { Heard } from '../../runtime/metrics.ts';
import { tellFailure, type TooLong, vendorErrorOf } from '../../providers/shared/vendor-error.ts';
import { Repetition } from './repetition.ts';

type ToolEvent = {
  type: 'tool';
  id: string;
  name: string;
  label: string;
} & ({ state: 'start' } | { state: 'end'; ok: boolean });

type Result = Extract<ModelMessage, { role: 'tool' }>;

/** Calls in one turn; the others are refused. */
const maxCalls = 16;

/**
 * Makes the calls of one turn at the same time and yields when each begins and ends. A failure is a result
 * for the model to read. Returns one result for every call, in their order.
 *
 * @param number Number of the first call in this answer.
 * @throws the signal's reason
 */
async function* callTools(
  calls: readonly ToolCall[],
  tools: readonly OfferedTool[],
  { number, signal, log }: { number: number; signal: AbortSignal; log: Log },
): AsyncGenerator<ToolEvent, Result[]> {
  const left = new AbortController();
  const options = { signal: AbortSignal.any([signal, left.signal]) };
  const called = calls.map((call) => tools.find(({ definition }) => definition.name === call.name));
  const event = ({ definition, label }: OfferedTool, index: number) => ({
    type: 'tool' as const,
    id: `tool-${number + index}`,
    name: definition.name,
    label,
  });

  const running = calls.map(async ({ id: callId, name, input }, index) => {
    const tool = index < maxCalls ? called[index] : undefined;
    const started = performance.now();
    let result = { ok: false, content: 'The arguments are not a JSON object.' };
    if (!called[index]) result.content = 'There is no tool of this name.';
    else if (!tool) result.content = 'Too many calls at once.';
    else if (input !== null)
      result = await inSpan(`execute_tool ${name}`, () => tool.call(input, options), {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
      });
    const { ok, content } = result;
    log.info({ tool: name, ok, ms: Math.round(performance.now() - started) }, 'tool called');
    const answer: Result = { role: 'tool', callId, name, content, ok };
    return { index, result: answer };
  });
  const all = Promise.all(running);
  // Nobody may be listening when the visitor leaves; an unhandled rejection ends the process.
  all.catch(() => undefined);

  try {
    for (const [index, tool] of called.entries()) {
      if (tool) yield { ...event(tool, index), state: 'start' };
    }
    const open = new Map(running.entries());
    while (open.size > 0) {
      const { index, result } = await Promise.race(open.values());
      open.delete(index);
      const tool = called[index];
      if (tool) yield { ...event(tool, index), state: 'end', ok: result.ok };
    }
    return (await all).map(({ result }) => result);
  } finally {
    left.abort();
  }
}

/** Keywords of JSON Schema with words for people. */
const annotations = new Set(['title', 'default', 'examples', '$comment']);
/** Keywords whose fields are named by the tool. */
const named = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Fences the descriptions of a schema and drops what a model can do without. */
function quoted(schema: unknown, hasNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => quoted(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => hasNames || !annotations.has(name))
      .map(([name, value]) => [
        name,
        !hasNames && name === 'description' && typeof value === 'string'
          ? fence('note', inert(value))
          : quoted(value, !hasNames && named.has(name)),
      ]),
  );
}

/**
 * Fences what tools say of themselves and what they return: their servers belong to others.
 *
 * @param texts No call may carry them away.
 * @param know Is told of every result.
 */
export const toolsAsData = (
  tools: readonly OfferedTool[],
  texts: Protected,
  know: (text: string) => void,
): OfferedTool[] =>
  tools.map(({ definition: { name, description, inputSchema }, label, ...tool }) => ({
    label,
    definition: {
      name,
      description: description && fence('tool', inert(description)),
      inputSchema: quoted(inputSchema) as Record<string, unknown>,
    },
    async call(input, options) {
      if (leaks(JSON.stringify(input).replace(/\\./g, ' '), texts)) {
        return { ok: false, content: 'The arguments repeat the rules, which no tool may be told.' };
      }
      const { ok, content } = await tool.call(input, options);
      know(content);
      return { ok, content: fence('result', inert(content)) };
    },
  }));

/** Turns in which a model may call tools; then it has to answer. */
const maxToolTurns = 5;

export type RunEvent =
  /** The model that answers; again if another takes over. */
  | { type: 'model'; id: string }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | ToolEvent
  /** The sum of all turns so far. */
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: Exclude<ModelFinish, 'tool_calls'> };

/** A model's output in one turn. */
interface Output {
  text: string;
  calls: ToolCall[];
  carried: Carried[];
  finish: ModelFinish;
  /** Set if the model says one thing again and again: `all` if nothing else. */
  repeats?: 'all' | 'end';
}

interface RunOptions {
  request: ModelRequest;
  /** The first answers; the next one if it fails before its first word, or writes none. */
  models: readonly LanguageModel[];
  tools: readonly OfferedTool[];
  /** Returns a shorter request for a model that refuses it for its length; null: there is none. */
  shorten?: (tooLong: TooLong, id: string) => Promise<ModelRequest | null>;
  /** Tokens that were used before. */
  spent?: Usage;
  signal: AbortSignal;
  log: Log;
  heard?: Heard | undefined;
}

/** Whether a model has ended without an answer. A refusal is one; a model may also spend its length on thoughts. */
const isWordless = ({ text, finish }: Output): boolean =>
  text.trim() === '' && finish !== 'refusal';

const failed = (message: string) => new AppError('provider_error', { message });

class Run {
  readonly #options: RunOptions;
  /** Without those that have failed. */
  readonly #models: LanguageModel[];
  #base: ModelRequest;
  /** Calls of tools and their results. */
  readonly #later: ModelMessage[] = [];
  readonly #spent: Usage;
  /** Whether text of an earlier turn, or of another model, precedes. */
  #hasWritten = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#models = [...options.models];
    this.#base = options.request;
    this.#spent = { prompt_tokens: 0, completion_tokens: 0, ...options.spent };
  }

  async *answer(): AsyncGenerator<RunEvent> {
    const { tools, signal, log } = this.#options;
    let calls = 0;
    yield { type: 'model', id: this.#models[0]?.id ?? '' };
    for (let turn = 0; ; turn++) {
      const mayCall = tools.length > 0 && turn < maxToolTurns;
      const { text: content, calls: toolCalls, carried, finish } = yield* this.#turn(mayCall);
      this.#hasWritten ||= content !== '';
      if (finish !== 'tool_calls' || !mayCall || toolCalls.length === 0) {
        yield { type: 'finish', reason: finish === 'tool_calls' ? 'stop' : finish };
        return;
      }
      const results = yield* callTools(toolCalls, tools, { number: calls, signal, log });
      calls += toolCalls.length;
      this.#later.push({ role: 'assistant', content, toolCalls, carried }, ...results);
    }
  }

  /**
   * Streams one turn of the first model that writes a word or calls a tool. A model that does neither gives way to the
   * next; one that refuses the length of the request is asked again with less.
   */
  async *#turn(mayCall: boolean): AsyncGenerator<RunEvent, Output> {
    const { tools, signal, log, heard } = this.#options;
    let [current] = this.#models;
    for (;;) {
      const [model, next] = this.#models;
      if (!model) throw new AppError('not_configured');
      if (model !== current) yield { type: 'model', id: model.id };
      current = model;
      const output: Output = { text: '', calls: [], carried: [], finish: 'stop' };
      try {
        const request: ModelRequest = {
          ...this.#base,
          messages: [...this.#base.messages, ...this.#later],
          tools: tools.map(({ definition }) => definition),
          toolChoice: mayCall ? 'auto' : 'none',
        };
        yield* this.#streamInto(output, model.stream(request, { signal }));
        if (output.repeats) log.warn({ model: model.id }, 'an answer was ended: it repeats itself');
        if (output.repeats === 'all' && next)
          throw failed('The model says one thing again and again.');
        const hasCalled = mayCall && output.calls.length > 0;
        if (hasCalled || !isWordless(output) || this.#hasWritten) return output;
        throw failed('The model ended without a word.');
      } catch (error) {
        const tooLong = output.text === '' ? vendorErrorOf(error)?.tooLong : undefined;
        if (tooLong && !signal.aborted && (await this.#shorten(tooLong, model.id))) continue;
        const provider = model.id.split(':', 1)[0] ?? '';
        if (!signal.aborted) tellFailure(heard, provider, error);
        const hasAnswered = output.text.trim() !== '' && output.repeats !== 'all';
        if (signal.aborted || !next || hasAnswered) throw error;
        this.#hasWritten ||= output.text !== '';
        log.warn({ err: error, model: model.id, next: next.id }, 'another model takes over');
        heard?.tookOver(model.id, next.id);
        this.#models.shift();
      }
    }
  }

  /** Returns whether the next request is shorter. */
  async #shorten(tooLong: TooLong, id: string): Promise<boolean> {
    const shorter = (await this.#options.shorten?.(tooLong, id)) ?? null;
    this.#base = shorter ?? this.#base;
    return shorter !== null;
  }

  /** Adds a turn's tokens. A count that no turn reports stays absent. */
  #spend(by: Usage): void {
    this.#spent.prompt_tokens += by.prompt_tokens;
    this.#spent.completion_tokens += by.completion_tokens;
    for (const part of ['cached_tokens', 'cache_write_tokens'] as const) {
      const tokens = by[part];
      if (tokens !== undefined) this.#spent[part] = (this.#spent[part] ?? 0) + tokens;
    }
  }

  /** Passes a model's events on, and gathers its output. Stops a model that only repeats itself. */
  async *#streamInto(output: Output, events: AsyncIterable<ModelEvent>): AsyncGenerator<RunEvent> {
    const text = new Repetition();
    const thoughts = new Repetition();
    const isBehind = this.#hasWritten;
    function* write(piece: string): Generator<RunEvent> {
      if (piece === '') return;
      // Text before a call and text after it are two paragraphs.
      if (output.text === '' && isBehind) yield { type: 'text', text: '\n\n' };
      output.text += piece;
      yield { type: 'text', text: piece };
    }
    for await (const event of events) {
      if (event.type !== 'text' && event.type !== 'usage') yield* write(text.end());
      switch (event.type) {
        case 'text':
          yield* write(text.push(event.text));
          break;
        case 'reasoning': {
          const shown = thoughts.push(event.text);
          if (shown !== '') yield { type: 'reasoning', text: shown };
          break;
        }
        case 'tool_call':
          output.calls.push(event.call);
          break;
        case 'carry':
          output.carried.push(event.carried);
          break;
        case 'usage':
          this.#spend(event.usage);
          yield { type: 'usage', usage: { ...this.#spent } };
          break;
        case 'finish':
          output.finish = event.reason;
          break;
        default:
          event satisfies never;
      }
      if (!text.hasEnded && !thoughts.hasEnded) continue;
      Object.assign(output, { calls: [], finish: 'length', repeats: text.isAll ? 'all' : 'end' });
      return;
    }
  }
}

/**
 * Streams an answer, with as many turns as its tools need. `finish` is the last event.
 *
 * @throws AppError of the model, `provider_error` if no model writes a word; the signal's reason
 */
export const runModel = (options: RunOptions): AsyncGenerator<RunEvent> =>
  new Run(options).answer();
