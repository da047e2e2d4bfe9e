import { AppError } from '../errors/app-error.ts';
import type { Usage } from '../contract/chat.ts';
import type { Log } from '../runtime/log.ts';
import type { Heard } from '../runtime/metrics.ts';
import { tellFailure, type TooLong, vendorErrorOf } from '../providers/shared/vendor-error.ts';
import type { OfferedTool } from '../mcp/tools.ts';
import type {
  Carried,
  LanguageModel,
  ModelEvent,
  ModelFinish,
  ModelMessage,
  ModelRequest,
  ToolCall,
} from '../providers/language-model.ts';
import { callTools, type ToolEvent } from './call-tools.ts';
import { Repetition } from './repetition.ts';

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

interface Run {
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

type Live = Pick<Run, 'signal' | 'log' | 'heard'>;

const providerOf = ({ id }: LanguageModel) => id.split(':', 1)[0] ?? '';

/** Whether a model has ended without an answer. A refusal is one; a model may also spend its length on thoughts. */
const isWordless = ({ text, calls, finish }: Output): boolean =>
  text.trim() === '' && calls.length === 0 && finish !== 'refusal';

/**
 * Streams an answer, with as many turns as its tools need. `finish` is the last event.
 *
 * @throws AppError of the model, `provider_error` if no model writes a word; the signal's reason
 */
export async function* runModel(run: Run): AsyncGenerator<RunEvent> {
  const { tools, signal, log, heard } = run;
  const models = [...run.models];
  /** Calls of tools and their results. */
  const later: ModelMessage[] = [];
  let base = run.request;
  const spent: Usage = { prompt_tokens: 0, completion_tokens: 0, ...run.spent };
  let calls = 0;
  let said = '';
  yield { type: 'model', id: models[0]?.id ?? '' };

  for (let turn = 0; ; turn++) {
    const mayCall = tools.length > 0 && turn < maxToolTurns;
    const request = (): ModelRequest => ({
      ...base,
      messages: [...base.messages, ...later],
      tools: tools.map(({ definition }) => definition),
      toolChoice: mayCall ? 'auto' : 'none',
    });
    const shorten = async (tooLong: TooLong, id: string): Promise<boolean> => {
      const shorter = (await run.shorten?.(tooLong, id)) ?? null;
      base = shorter ?? base;
      return shorter !== null;
    };
    const output = yield* oneTurn(models, request, { said, spent, shorten, signal, log, heard });
    said += output.text;
    if (output.finish !== 'tool_calls' || !mayCall || output.calls.length === 0) {
      const reason = output.finish === 'tool_calls' ? 'stop' : output.finish;
      yield { type: 'finish', reason };
      return;
    }
    const { text: content, calls: toolCalls, carried } = output;
    const results = yield* callTools(toolCalls, tools, { number: calls, signal, log });
    calls += toolCalls.length;
    later.push({ role: 'assistant', content, toolCalls, carried }, ...results);
  }
}

/** Adds a turn's tokens. A count that no turn reports stays absent. */
function addUsage(spent: Usage, by: Usage): void {
  spent.prompt_tokens += by.prompt_tokens;
  spent.completion_tokens += by.completion_tokens;
  for (const part of ['cached_tokens', 'cache_write_tokens'] as const) {
    const tokens = by[part];
    if (tokens !== undefined) spent[part] = (spent[part] ?? 0) + tokens;
  }
}

interface Shortens {
  /** Returns whether the next request is shorter. */
  shorten: (tooLong: TooLong, id: string) => Promise<boolean>;
}

interface Before {
  /** Text of earlier turns. */
  said: string;
  /** The sum of all turns, added to. */
  spent: Usage;
}

/**
 * Streams one turn of the first model that writes a word or calls a tool. A model that does neither is removed from
 * `models`; one that refuses the length of the request is asked again with less.
 */
async function* oneTurn(
  models: LanguageModel[],
  requestNow: () => ModelRequest,
  { said: before, spent, shorten, signal, log, heard }: Before & Shortens & Live,
): AsyncGenerator<RunEvent, Output> {
  let said = before;
  let [asked] = models;
  for (;;) {
    const [model, next] = models;
    if (!model) throw new AppError('not_configured');
    if (model !== asked) yield { type: 'model', id: model.id };
    asked = model;
    const request = requestNow();
    const output: Output = { text: '', calls: [], carried: [], finish: 'stop' };
    try {
      yield* streamInto(output, model.stream(request, { signal }), { said, spent });
      if (output.repeats) log.warn({ model: model.id }, 'an answer was ended: it repeats itself');
      if (output.repeats === 'all' && next) throw repeated();
      // It may have been asked for an answer without calls.
      const isAnswer = request.toolChoice === 'auto' ? !isWordless(output) : hasAnswered(output);
      if (isAnswer || said !== '') return output;
      throw new AppError('provider_error', { message: 'The model ended without a word.' });
    } catch (error) {
      const tooLong = output.text === '' ? vendorErrorOf(error)?.tooLong : undefined;
      if (tooLong && !signal.aborted && (await shorten(tooLong, model.id))) continue;
      if (!signal.aborted) tellFailure(heard, providerOf(model), error);
      const hasSaid = output.text.trim() !== '' && output.repeats !== 'all';
      if (signal.aborted || !next || hasSaid) throw error;
      said += output.text;
      log.warn({ err: error, model: model.id, next: next.id }, 'another model takes over');
      heard?.tookOver(model.id, next.id);
      models.shift();
    }
  }
}

const repeated = () =>
  new AppError('provider_error', { message: 'The model says one thing again and again.' });

/** Whether a model that may call no tool has written something, or refused. */
const hasAnswered = (output: Output): boolean => !isWordless({ ...output, calls: [] });

/** Passes a model's events on, and gathers its output. Stops a model that only repeats itself. */
async function* streamInto(
  output: Output,
  events: AsyncIterable<ModelEvent>,
  { said, spent }: Before,
): AsyncGenerator<RunEvent> {
  const text = new Repetition();
  const thoughts = new Repetition();
  function* write(piece: string): Generator<RunEvent> {
    if (piece === '') return;
    // Text before a call and text after it are two paragraphs.
    if (output.text === '' && said !== '') yield { type: 'text', text: '\n\n' };
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
        addUsage(spent, event.usage);
        yield { type: 'usage', usage: { ...spent } };
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
