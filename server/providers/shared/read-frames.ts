import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import { bodyOf } from '../../net/bounded-fetch.ts';

/** One server-sent event, or one line of JSON, which has no event name. */
export interface Frame {
  event: string;
  data: string;
}

export type Framing = 'server_sent_events' | 'json_lines';

/** Maximum characters of one frame. Some vendors send a tool's arguments as one. */
const maxFrame = 4 * 2 ** 20;

export interface FrameReader {
  /**
   * Returns all frames that have arrived, at least one, so that they can be relayed by one write. `undefined`:
   * the end, or the signal has aborted.
   *
   * @throws the transport's error; an Error with code `ERR_TOO_LARGE` for a frame that is too large
   */
  read(): Promise<Frame[] | undefined>;
  /** Closes the stream. */
  cancel(): void;
}

/** Number of streams that are being read in this process. */
let open = 0;
/** Up to this number, each stream is read as soon as a frame arrives. */
const maxUnpaused = 40;

/**
 * Returns the milliseconds to pause a stream after a read: the process reads at most 2,000 times a second. The
 * cost of a token is mostly that of one read and one write, so with many streams several tokens of each travel
 * together: of 20 tokens a second, two with 200 streams and ten with 1,000. The first frame never waits.
 */
const pause = () => (open <= maxUnpaused ? 0 : Math.round(open / 2));

/** Reads the frames of a response; cancelled when `signal` aborts. */
export function readFrames(response: Response, framing: Framing, signal: AbortSignal): FrameReader {
  const body = bodyOf(response);
  const parser = framing === 'json_lines' ? lineParser() : eventParser();
  const decoder = new StringDecoder();
  let over = false;
  let begun = false;
  let counted = true;
  open++;
  const close = () => {
    if (counted) open--;
    counted = false;
  };
  const cancel = () => {
    close();
    body.cancel();
  };
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });

  return {
    cancel,
    async read() {
      const rest = begun ? pause() : 0;
      if (rest > 0) {
        await body.pause(tick(rest));
      }
      while (!over) {
        const bytes = await body.read();
        over = bytes === undefined;
        if (over) close();
        const frames = parser.feed(
          bytes ? decoder.write(bytes) : decoder.end() + parser.terminator,
        );
        if (frames.length > 0) {
          begun = true;
          return frames;
        }
      }
      return undefined;
    },
  };
}

interface FrameParser {
  feed(text: string): Frame[];
  /** Ends a last frame that the vendor did not end. */
  terminator: string;
}

function eventParser(): FrameParser {
  let frames: Frame[] = [];
  const parser = createParser({
    maxBufferSize: maxFrame,
    onEvent: ({ event = '', data }) => void frames.push({ event, data }),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw tooLarge();
    },
  });
  return {
    // Only a blank line ends an event: a cut-off event is dropped.
    terminator: '',
    feed(text) {
      frames = [];
      parser.feed(text);
      return frames;
    },
  };
}

function lineParser(): FrameParser {
  let held = '';
  return {
    terminator: '\n',
    feed(text) {
      const lines = (held + text).split('\n');
      held = lines.pop() ?? '';
      if (held.length > maxFrame) throw tooLarge();
      return lines.filter((line) => line.trim() !== '').map((line) => ({ event: '', data: line }));
    },
  };
}

const tooLarge = () =>
  Object.assign(new Error('A frame of the response is too large.'), { code: 'ERR_TOO_LARGE' });

/** Milliseconds between two ticks. */
const tickMs = 10;

let ticks = 0;
let ticker: NodeJS.Timeout | undefined;
const waiting = new Map<number, (() => void)[]>();

/**
 * Resolves after at least `ms`, at the same moment for all callers within 10 ms: work of many streams costs less
 * in one turn of the event loop than in one turn for each.
 */
export function tick(ms: number): Promise<void> {
  ticker ??= setInterval(onTick, tickMs);
  const due = ticks + Math.ceil(ms / tickMs);
  const others = waiting.get(due) ?? [];
  waiting.set(due, others);
  return new Promise((resolve) => others.push(resolve));
}

function onTick(): void {
  for (const resolve of waiting.get(++ticks) ?? []) resolve();
  waiting.delete(ticks);
  if (waiting.size > 0) return;
  clearInterval(ticker);
  ticker = undefined;
}
