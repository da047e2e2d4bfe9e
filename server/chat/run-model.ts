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

/** Turns in which a model may call tools; then an answer is asked for. */
const maxToolTurns = 5;

export type RunEvent =
  /** Who answers; again when another one takes over. */
  | { type: 'model'; id: string }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | ToolEvent
  /** Of all turns so far. */
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: Exclude<ModelFinish, 'tool_calls'> };

/** What a model has said in one turn. */
interface Said {
  text: string;
  calls: ToolCall[];
  carried: Carried[];
  finish: ModelFinish;
}

interface Run {
  request: ModelRequest;
  /** The first answers; the next one when it fails before it has said anything. */
  models: readonly LanguageModel[];
  tools: readonly OfferedTool[];
  signal: AbortSignal;
  log: Log;
}

/**
 * An answer, with as many turns as its tools need. `finish` is the last event.
 *
 * @throws AppError of the model; the signal's reason
 */
export async function* runModel(run: Run): AsyncGenerator<RunEvent> {
  const { tools, signal, log } = run;
  const models = [...run.models];
  const messages = [...run.request.messages];
  const usage: Usage = { prompt_tokens: 0, completion_tokens: 0 };
  let calls = 0;
  let told = '';
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
    const said: Said = { text: '', calls: [], carried: [], finish: 'stop' };
    const { id, events, first } = await firstToAnswer(models, request, { signal, log });
    try {
      if (id !== answering) yield { type: 'model', id: (answering = id) };
      for (let next = first; !next.done; next = await events.next()) {
        const event = next.value;
        switch (event.type) {
          case 'text':
            // What was said before a call and what is said after it are two paragraphs.
            if (said.text === '' && told !== '') yield { type: 'text', text: '\n\n' };
            said.text += event.text;
            yield event;
            break;
          case 'reasoning':
            yield event;
            break;
          case 'tool_call':
            said.calls.push(event.call);
            break;
          case 'carry':
            said.carried.push(event.carried);
            break;
          case 'usage':
            usage.prompt_tokens += event.usage.prompt_tokens;
            usage.completion_tokens += event.usage.completion_tokens;
            yield { type: 'usage', usage: { ...usage } };
            break;
          case 'finish':
            said.finish = event.reason;
            break;
          default:
            event satisfies never;
        }
      }
    } finally {
      await events.return?.();
    }
    if (said.finish !== 'tool_calls') {
      yield { type: 'finish', reason: said.finish };
      return;
    }
    told ||= said.text;
    if (!mayCall || said.calls.length === 0) {
      // Asked for an answer, it calls, or says nothing at all.
      if (told === '') throw new AppError('provider_error');
      yield { type: 'finish', reason: 'stop' };
      return;
    }
    const { text: content, calls: toolCalls, carried } = said;
    const results = yield* callTools(toolCalls, tools, { number: calls, signal, log });
    calls += toolCalls.length;
    messages.push({ role: 'assistant', content, toolCalls, carried }, ...results);
  }
}

interface Begun {
  id: string;
  first: IteratorResult<ModelEvent, unknown>;
  /** What follows. */
  events: AsyncIterator<ModelEvent, unknown>;
}

/** Who fails before the first word is taken out of `models`, as long as there is another. */
async function firstToAnswer(
  models: LanguageModel[],
  request: ModelRequest,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<Begun> {
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
