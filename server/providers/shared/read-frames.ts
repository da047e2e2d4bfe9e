import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import { bodyOf } from '../../net/bounded-fetch.ts';
import { tick } from './tick.ts';

/** One message of a stream: of server-sent events, or a line of JSON, which has no event. */
export interface Frame {
  event: string;
  data: string;
}

export type Framing = 'server_sent_events' | 'json_lines';

/** Characters of one frame. A tool's arguments come whole from some vendors. */
const longestFrame = 4 * 2 ** 20;

export interface FrameReader {
  /**
   * As many frames as have come, but at least one: whoever relays them writes once. `undefined`: that was
   * all, or the signal has aborted.
   *
   * @throws the transport's error; an Error with code `ERR_TOO_LARGE` for a frame without end
   */
  read(): Promise<Frame[] | undefined>;
  /** Nobody wants the rest. */
  cancel(): void;
}

/** Streams that are being read in this process. */
let open = 0;
/** Up to so many are read as soon as anything comes. */
const unhurried = 40;
/** Milliseconds. */
const longestPause = 50;

/**
 * Milliseconds that a stream is left alone after a read. What a token costs is mostly what a read, a write and
 * all between them cost, so with many streams at once several tokens of each travel together. The first never
 * waits, and the longest pause is no more than the eye needs.
 */
const pause = () => (open <= unhurried ? 0 : Math.min(longestPause, Math.round(open / 4)));

/** The frames of a response; cancelled when `signal` aborts. */
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
  /** Ends a last frame that the vendor has not ended. */
  terminator: string;
}

function eventParser(): FrameParser {
  let frames: Frame[] = [];
  const parser = createParser({
    maxBufferSize: longestFrame,
    onEvent: ({ event = '', data }) => void frames.push({ event, data }),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw tooLarge();
    },
  });
  return {
    // Only a blank line ends an event: what was cut off is none.
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
      if (held.length > longestFrame) throw tooLarge();
      return lines.filter((line) => line.trim() !== '').map((line) => ({ event: '', data: line }));
    },
  };
}

const tooLarge = () =>
  Object.assign(new Error('A frame of the response is too large.'), { code: 'ERR_TOO_LARGE' });
