import { AppError } from '../errors/app-error.ts';
import type { Usage } from '../contract/chat.ts';
import type { Log } from '../runtime/log.ts';
import type { OfferedTool } from '../mcp/tools.ts';
import type {
  Carried,
  LanguageModel,
  ModelEvent,
  ModelFinish,
  ModelRequest,
  ToolCall,
} from '../providers/language-model.ts';
import { callTools, type ToolEvent } from './call-tools.ts';

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
}

interface Run {
  request: ModelRequest;
  /** The first answers; the next one if it fails before its first event. */
  models: readonly LanguageModel[];
  tools: readonly OfferedTool[];
  signal: AbortSignal;
  log: Log;
}

/**
 * Streams an answer, with as many turns as its tools need. `finish` is the last event.
 *
 * @throws AppError of the model; the signal's reason
 */
export async function* runModel(run: Run): AsyncGenerator<RunEvent> {
  const { tools, signal, log } = run;
  const models = [...run.models];
  const messages = [...run.request.messages];
  const usage: Usage = { prompt_tokens: 0, completion_tokens: 0 };
  let calls = 0;
  let hasText = false;
  let answering = models[0]?.id ?? '';
  yield { type: 'model', id: answering };

  for (let turn = 0; ; turn++) {
    const mayCall = tools.length > 0 && turn < maxToolTurns;
    const request: ModelRequest = {
      ...run.request,
      messages,
      tools: tools.map(({ definition }) => definition),
      toolChoice: mayCall ? 'auto' : 'none',
    };
    const output: Output = { text: '', calls: [], carried: [], finish: 'stop' };
    const { id, events, first } = await startStream(models, request, { signal, log });
    try {
      if (id !== answering) yield { type: 'model', id: (answering = id) };
      for (let next = first; !next.done; next = await events.next()) {
        const event = next.value;
        switch (event.type) {
          case 'text':
            // Text before a call and text after it are two paragraphs.
            if (output.text === '' && hasText) yield { type: 'text', text: '\n\n' };
            output.text += event.text;
            yield event;
            break;
          case 'reasoning':
            yield event;
            break;
          case 'tool_call':
            output.calls.push(event.call);
            break;
          case 'carry':
            output.carried.push(event.carried);
            break;
          case 'usage':
            usage.prompt_tokens += event.usage.prompt_tokens;
            usage.completion_tokens += event.usage.completion_tokens;
            yield { type: 'usage', usage: { ...usage } };
            break;
          case 'finish':
            output.finish = event.reason;
            break;
          default:
            event satisfies never;
        }
      }
    } finally {
      await events.return?.();
    }
    if (output.finish !== 'tool_calls') {
      yield { type: 'finish', reason: output.finish };
      return;
    }
    hasText ||= output.text !== '';
    if (!mayCall || output.calls.length === 0) {
      // It was asked for an answer, and calls a tool or writes nothing.
      if (!hasText) throw new AppError('provider_error');
      yield { type: 'finish', reason: 'stop' };
      return;
    }
    const { text: content, calls: toolCalls, carried } = output;
    const results = yield* callTools(toolCalls, tools, { number: calls, signal, log });
    calls += toolCalls.length;
    messages.push({ role: 'assistant', content, toolCalls, carried }, ...results);
  }
}

interface StartedStream {
  id: string;
  first: IteratorResult<ModelEvent, unknown>;
  /** The rest. */
  events: AsyncIterator<ModelEvent, unknown>;
}

/** Starts the first model that works. A model that fails is removed from `models` if there is another. */
async function startStream(
  models: LanguageModel[],
  request: ModelRequest,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<StartedStream> {
  for (;;) {
    const [model, next] = models;
    if (!model) throw new AppError('not_configured');
    const events = model.stream(request, { signal })[Symbol.asyncIterator]();
    try {
      return { id: model.id, first: await events.next(), events };
    } catch (error) {
      if (signal.aborted || !next) throw error;
      log.warn({ err: error, model: model.id, next: next.id }, 'another model takes over');
      models.shift();
    }
  }
}
