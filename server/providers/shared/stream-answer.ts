import type {
  Carried,
  LanguageModel,
  ModelEvent,
  ModelFinish,
  ModelRequest,
  StreamOptions,
  ToolCall,
} from '../language-model.ts';
import { toTransportError, vendorGarbled, vendorTimedOut } from './vendor-error.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Usage } from '../../contract/chat.ts';
import type { ProviderId } from '../../contract/providers.ts';
import { whenSent } from '../../net/send-request.ts';
import { HiddenMarks } from './hidden-marks.ts';
import { type Frame, type FrameReader, type Framing, readFrames } from './read-frames.ts';
import type { VendorAccess } from './vendor-calls.ts';
import { GuardedCall, withRetries } from './vendor-retry.ts';

/** Reads a number of tokens as a vendor reports it; 0 for what is none. */
export const tokenCount = (count: unknown): number =>
  Number.isSafeInteger(count) && Number(count) > 0 ? Number(count) : 0;

/** Maximum characters. No visitor reads as much; each is checked for citations, links and leaks. */
const maxText = 2 ** 16;
/** No model writes as much: the server is broken. */
const maxReasoning = 2 ** 20;

/** Measures an answer, so that one that does not end ends as one that has reached its length. */
class AnswerSize {
  readonly #label: string;
  #text = 0;
  #reasoning = 0;

  /** @param label The vendor's name at the beginning of a sentence. */
  constructor(label: string) {
    this.#label = label;
  }

  /** Whether there was more text than fits. */
  get isFull(): boolean {
    return this.#text > maxText;
  }

  /** Returns as much of an event as fits; undefined: nothing. @throws AppError for reasoning without end */
  fit(event: ModelEvent): ModelEvent | undefined {
    if (event.type === 'reasoning') {
      this.#reasoning += event.text.length;
      if (this.#reasoning > maxReasoning) throw vendorGarbled(this.#label, 'thinks without end');
    }
    if (event.type === 'finish' && this.isFull) return { ...event, reason: 'length' };
    if (event.type !== 'text') return event;
    const left = maxText - this.#text;
    this.#text += event.text.length;
    if (event.text.length <= left) return event;
    // Never between the halves of one character.
    const cut = event.text.slice(0, Math.max(0, left)).replace(/[\ud800-\udbff]$/, '');
    return cut === '' ? undefined : { type: 'text', text: cut };
  }
}

/** Whether a server has answered as a whole although a stream was asked for. */
export const isWhole = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') === true;

/** Returns a whole answer as a stream of one event. */
export const asStream = (body: unknown): Response =>
  new Response(`data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`);

/** A vendor's model with streamed answers. */
interface StreamingModel {
  model: string;
  api: Pick<VendorAccess, 'label' | 'timeouts' | 'patience' | 'requireConfigured'> & {
    provider: ProviderId;
  };
  framing: Framing;
  /** Sends the request and returns the response once its status says that it succeeded. @throws AppError */
  open(request: ModelRequest, signal: AbortSignal): Promise<Response>;
  /** Called once for each answer. */
  createReader(request: ModelRequest, options: StreamOptions): AnswerReader;
  /** For a server that may not tell thoughts from text. */
  thoughts?: {
    /** Whether answers begin with thoughts that no tag opens. */
    isInside: () => boolean;
    /** Called when thoughts have ended that no tag had opened. */
    onUnopened: () => void;
  };
}

/** Turns the frames of one answer into events. Marks of thoughts and calls may be left in its text. */
export interface AnswerReader {
  /**
   * Reads a frame. Returns `undefined` for one without meaning, such as a ping, so that the time limit between
   * two pieces runs on. An empty list shows that the vendor is at work.
   *
   * @throws AppError for a frame that reports an error
   * @throws SyntaxError, TypeError for a frame that is not in the vendor's format
   */
  read(frame: Frame): readonly ModelEvent[] | undefined;
  /** Whether the answer is complete: after that, a broken connection does no harm. */
  readonly complete: boolean;
  /** Returns the last events of a complete answer; the very last is `finish`. */
  end(): readonly ModelEvent[];
}

/** Returns the events that end an answer. `carried` counts only together with calls. */
export function lastEvents(last: {
  calls: readonly ToolCall[];
  /** `value` undefined: nothing. */
  carried: Carried;
  usage: Usage | undefined;
  /** The reason if there are no calls. */
  finish: Exclude<ModelFinish, 'tool_calls'>;
}): ModelEvent[] {
  const { calls, carried, usage, finish } = last;
  const hasCalls = calls.length > 0;
  return [
    ...calls.map((call): ModelEvent => ({ type: 'tool_call', call })),
    ...(hasCalls && carried.value !== undefined ? [{ type: 'carry' as const, carried }] : []),
    ...(usage ? [{ type: 'usage' as const, usage }] : []),
    { type: 'finish', reason: hasCalls ? 'tool_calls' : finish },
  ];
}

/**
 * Makes a language model of a vendor's streamed answers. Adds time limits, retries before the first token, a
 * size limit, and closes the connection as soon as the caller stops.
 */
export function streamAnswers(model: StreamingModel): LanguageModel {
  const { provider, label, timeouts } = model.api;

  async function* stream(
    request: ModelRequest,
    options: StreamOptions,
  ): AsyncGenerator<ModelEvent> {
    const { signal } = options;
    signal.throwIfAborted();
    model.api.requireConfigured(model.model);
    const call = new GuardedCall(signal);
    let done = false;
    let answer: OpenAnswer | undefined;
    try {
      const limits = beginningOf(request, model.api);
      const mute = () => {
        limits.late();
        return vendorTimedOut(label, 'no first token came');
      };
      call.within(limits.tokenMs, mute);
      const open = () => openAnswer(model, request, call.signal, options);
      answer = await withRetries(open, { ...timeouts, signal: call.signal });
      const { reader } = answer;
      const late = () => vendorTimedOut(label, 'the answer stopped coming');
      const size = new AnswerSize(label);
      const marks = new HiddenMarks(model.thoughts?.isInside(), model.thoughts?.onUnopened);
      let hasBegun = false;
      for (let events: ModelEvent[] | undefined = answer.events; events;) {
        call.arrived();
        for (const event of withoutMarks(events, marks)) {
          if (!hasBegun && begins(event)) {
            hasBegun = true;
            limits.begun();
          }
          const fitting = size.fit(event);
          if (fitting) yield fitting;
          signal.throwIfAborted();
          if (size.isFull) {
            yield { type: 'finish', reason: 'length' };
            return;
          }
        }
        const left = hasBegun ? Infinity : limits.leftMs();
        if (left < timeouts.idleMs) call.within(left, mute);
        else call.within(timeouts.idleMs, late);
        events = await answer.rest();
        if (call.signal.aborted && !(reader.complete && call.late)) throw call.signal.reason;
      }
      call.arrived();
      if (!reader.complete) throw vendorGarbled(label, 'stopped before the end of the answer');
      for (const event of withoutMarks(reader.end(), marks)) {
        const fitting = size.fit(event);
        if (fitting) yield fitting;
        signal.throwIfAborted();
      }
      done = true;
    } catch (error) {
      throw call.signal.aborted ? call.signal.reason : toTransportError(label, error);
    } finally {
      // After a complete answer the connection is kept for the next question.
      if (!done) call.cancel();
      answer?.cancel();
      call.end();
    }
  }

  return { id: `${provider}:${model.model}`, stream };
}

/** Takes marks out of text. What they have held back comes before calls, and before the last events. */
function* withoutMarks(events: readonly ModelEvent[], marks: HiddenMarks): Generator<ModelEvent> {
  const last = events.at(-1);
  if (last?.type === 'finish') yield* marks.end(last.reason === 'length');
  for (const event of events) {
    if (event.type === 'text') {
      yield* marks.push(event.text);
      continue;
    }
    if (event.type === 'reasoning') marks.separate();
    if (event.type === 'tool_call') yield* marks.end();
    yield event;
  }
}

/** Whether the answer has begun, so that the visitor reads it or a tool is at work for it. */
const begins = (event: ModelEvent): boolean =>
  event.type === 'text' ? event.text.trim() !== '' : event.type === 'tool_call';

/**
 * Starts the time limits for the beginning of an answer. Visitors who are shown a model's reasoning wait longer, but
 * not for ever; those who are not shown it see a chat that does nothing.
 */
function beginningOf(
  { reasoningEffort }: ModelRequest,
  { timeouts, patience }: StreamingModel['api'],
) {
  const { reasoningMs } = timeouts;
  const answerMs = patience.answerMs();
  const isShown = reasoningEffort !== null;
  const began = performance.now();
  const answerBy = began + (isShown ? 2 * reasoningMs : answerMs);
  return {
    /** Until the first token of reasoning or answer. */
    tokenMs: isShown ? reasoningMs : answerMs,
    /** Returns the milliseconds that are left until the first token of the answer. */
    leftMs: () => Math.max(0, answerBy - performance.now()),
    /** Called once, when the answer begins. */
    begun: () => patience.took(performance.now() - began),
    late: () => patience.late(),
  };
}

interface OpenAnswer {
  reader: AnswerReader;
  /** The first events. */
  events: ModelEvent[];
  /** Returns the next events; `undefined` at the end. */
  rest: () => Promise<ModelEvent[] | undefined>;
  cancel: () => void;
}

/** Waits for the first event: the role that some vendors announce at once is no token yet. */
async function openAnswer(
  model: StreamingModel,
  request: ModelRequest,
  signal: AbortSignal,
  options: StreamOptions,
): Promise<OpenAnswer> {
  const { signal: caller, charged = () => undefined } = options;
  const { label } = model.api;
  let frames: FrameReader | undefined;
  let isSent = false;
  try {
    const response = await whenSent(
      () => (isSent = true),
      () => model.open(request, signal),
    );
    const opened = readFrames(response, model.framing, signal);
    frames = opened;
    const reader = model.createReader(request, options);
    const next = inBatches(reader, opened);
    for (;;) {
      const events = await next();
      if (events?.length === 0 && !reader.complete) continue;
      charged();
      if (!events) throw vendorGarbled(label, 'returned an invalid response');
      const rest = () =>
        next().catch((error: unknown) => {
          if (!reader.complete) throw error;
          return undefined;
        });
      return { reader, events, rest, cancel: () => opened.cancel() };
    }
  } catch (error) {
    // An AppError is a refusal of the vendor: by its status, or in the first frame.
    const isCut = frames !== undefined && !(error instanceof AppError);
    if (isCut || (frames === undefined && isSent && caller.aborted)) charged();
    frames?.cancel();
    throw toTransportError(label, error);
  }
}

/**
 * Returns the events of one read after the other, with neighbouring text joined. An error in the middle of a
 * read is thrown by the next call, after the events before it have been returned.
 */
function inBatches(reader: AnswerReader, frames: FrameReader) {
  let failure: { error: unknown } | undefined;

  return async function next(): Promise<ModelEvent[] | undefined> {
    for (;;) {
      if (failure) throw failure.error;
      const batch = await frames.read();
      if (!batch) return undefined;
      const said = read(batch);
      if (said) return said;
    }
  };

  function read(batch: readonly Frame[]): ModelEvent[] | undefined {
    let said: ModelEvent[] | undefined;
    for (const frame of batch) {
      try {
        const events = reader.read(frame);
        if (!events) continue;
        said ??= [];
        for (const event of events) join(said, event);
      } catch (error) {
        failure = { error };
        return said;
      }
    }
    return said;
  }
}

function join(said: ModelEvent[], event: ModelEvent): void {
  const last = said.at(-1);
  if (last?.type === 'text' && event.type === 'text') {
    said[said.length - 1] = { type: 'text', text: last.text + event.text };
  } else if (last?.type === 'reasoning' && event.type === 'reasoning') {
    said[said.length - 1] = { type: 'reasoning', text: last.text + event.text };
  } else {
    said.push(event);
  }
}
