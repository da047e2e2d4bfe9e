import { toTransportError, vendorGarbled, vendorTimedOut } from './vendor-error.ts';
import type { LanguageModel, ModelEvent, ModelRequest } from '../language-model.ts';
import { readFrames, type Frame, type FrameReader, type Framing } from './read-frames.ts';
import { guardCall, withRetries, type VendorTimeouts } from './vendor-retry.ts';

/** A vendor's streamed answers: what is the vendor's own of them. */
export interface AnswerVendor {
  /** `provider:model`. */
  id: string;
  /** The vendor's name, at the beginning of a sentence. */
  label: string;
  timeouts: VendorTimeouts;
  framing: Framing;
  /** @throws AppError `not_configured` */
  requireConfigured(): void;
  /**
   * Asks, and gives the response once its head says that an answer will follow.
   *
   * @throws AppError
   */
  open(request: ModelRequest, signal: AbortSignal): Promise<Response>;
  /** Made anew for each answer. */
  createReader(): AnswerReader;
}

export interface AnswerReader {
  /**
   * What a frame says, but for `finish`. `undefined`: nothing at all, as of a ping, so that the time
   * limit between two pieces runs on.
   *
   * @throws AppError when the frame tells of an error
   * @throws SyntaxError, TypeError when it is none of the vendor's format
   */
  read(frame: Frame): readonly ModelEvent[] | undefined;
  /** Whether the answer has come to its end; what fails or fails to come after that is not missed. */
  readonly complete: boolean;
  /** What remains to be said at the end of a complete answer; last `finish`. */
  end(): readonly ModelEvent[];
}

/** Characters of answer and reasoning. No model writes as much: the server is out of order. */
const maxAnswerChars = 4 * 2 ** 20;

/**
 * A language model of a vendor's streamed answers: with time limits, retries before the first token, an end
 * to what has none, and the connection closed as soon as nobody wants the rest.
 */
export function streamAnswers(vendor: AnswerVendor): LanguageModel {
  const { label, timeouts } = vendor;

  async function* stream(
    request: ModelRequest,
    { signal }: { signal: AbortSignal },
  ): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    vendor.requireConfigured();
    const call = guardCall(signal);
    let done = false;
    let answer: OpenAnswer | undefined;
    try {
      const thinks = request.reasoningEffort !== null;
      call.within(thinks ? timeouts.reasoningMs : timeouts.answerMs, () =>
        vendorTimedOut(label, 'no first token came'),
      );
      const open = () => openAnswer(vendor, request, call.signal);
      answer = await withRetries(open, { ...timeouts, signal: call.signal });
      const { reader } = answer;
      const late = () => vendorTimedOut(label, 'the answer stopped coming');
      let chars = 0;
      for (let events: ModelEvent[] | undefined = answer.events; events;) {
        call.arrived();
        for (const event of events) {
          if (event.type === 'text' || event.type === 'reasoning') chars += event.text.length;
          if (chars > maxAnswerChars) throw vendorGarbled(label, 'sent an answer without end');
          yield event;
          signal.throwIfAborted();
        }
        call.within(timeouts.idleMs, late);
        events = await answer.rest();
        if (call.signal.aborted && !(reader.complete && call.late)) throw call.signal.reason;
      }
      call.arrived();
      if (!reader.complete) throw vendorGarbled(label, 'broke off before the end of the answer');
      for (const event of reader.end()) {
        yield event;
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

  return { id: vendor.id, stream };
}

interface OpenAnswer {
  reader: AnswerReader;
  /** What was said first. */
  events: ModelEvent[];
  /** What is said after it. */
  rest: () => Promise<ModelEvent[] | undefined>;
  /** Nobody wants what is left, if anything is. */
  cancel: () => void;
}

/** Until something is said: the role that some announce at once is no token yet. */
async function openAnswer(
  vendor: AnswerVendor,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<OpenAnswer> {
  let frames: FrameReader | undefined;
  try {
    const opened = readFrames(await vendor.open(request, signal), vendor.framing, signal);
    frames = opened;
    const reader = vendor.createReader();
    const next = inBatches(reader, opened);
    for (;;) {
      const events = await next();
      if (!events) throw vendorGarbled(vendor.label, 'sent something that is not an answer');
      if (events.length === 0 && !reader.complete) continue;
      const rest = () =>
        next().catch((error: unknown) => (reader.complete ? undefined : fail(error)));
      return { reader, events, rest, cancel: () => opened.cancel() };
    }
  } catch (error) {
    frames?.cancel();
    throw toTransportError(vendor.label, error);
  }
}

function fail(error: unknown): never {
  throw error;
}

/**
 * The events of one read after the other, all that came in one said at once; an empty list shows that the vendor
 * is at work. What goes wrong in the middle of a read is thrown by the call after the one that gave what came
 * before.
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
