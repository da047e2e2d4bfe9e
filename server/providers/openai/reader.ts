import type { Usage } from '../../contract/chat.ts';
import type { ModelEvent, StreamOptions } from '../language-model.ts';
import type { Frame } from '../shared/read-frames.ts';
import { lastEvents, type AnswerReader } from '../shared/stream-answer.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { carriedFields } from './carry.ts';
import {
  errorOf,
  finishReason,
  hasReasoned,
  reasoningOf,
  stringOf,
  textOf,
  usageOf,
  type CompletionChunk,
  type CompletionDelta,
} from './chunk.ts';
import { literalDeltas } from './literal.ts';
import { toolCallAssembly } from './tool-calls.ts';

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
  const calls = toolCallAssembly(() =>
    vendorGarbled(label, 'returned tool calls that are too large'),
  );
  const fields = carriedFields();
  const literals = literalDeltas();
  let finish: Exclude<ReturnType<typeof finishReason>, 'error'>;
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
