import type { ChatEvent } from '../server/contract/chat.ts';

/** One dispatched server-sent event. */
export interface Frame {
  event: string;
  data: string;
}

/**
 * Parses an event stream as the HTML standard says (section 9.2.6): chunks may end anywhere, also
 * between CR and LF; comments are skipped; several data lines are joined by a line feed; a frame
 * without its closing blank line is dropped.
 */
export function createFrameParser(): (chunk: string) => Frame[] {
  let rest = '';
  let skipLineFeed = false;
  let event = '';
  let data: string[] = [];

  const readLine = (line: string, frames: Frame[]) => {
    if (line === '') {
      if (data.length > 0) frames.push({ event, data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
  };

  return (chunk) => {
    const frames: Frame[] = [];
    let text = chunk;
    if (skipLineFeed && text) {
      if (text[0] === '\n') text = text.slice(1);
      skipLineFeed = false;
    }
    let from = 0;
    for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
      readLine(rest + text.slice(from, index), frames);
      rest = '';
      from = index + ending.length;
    }
    rest += text.slice(from);
    if (text.endsWith('\r')) skipLineFeed = true;
    return frames;
  };
}

function toChatEvent({ data }: Frame): ChatEvent | undefined {
  try {
    const event = JSON.parse(data) as ChatEvent | null;
    return event?.type ? event : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The events of `POST /chat`. Where the browser cannot read a body piece by piece the whole text is
 * parsed when it is there. Ends when the body ends; it is for the caller to miss a `done`.
 * `onChunk` also hears of comments, the server's sign of life.
 */
export async function* readEvents(
  response: Response,
  signal: AbortSignal,
  onChunk: () => void = () => undefined,
): AsyncGenerator<ChatEvent> {
  const parse = createFrameParser();
  const events = (text: string) => parse(text).map(toChatEvent);
  if (!response.body) {
    for (const event of events(await response.text())) if (event) yield event;
    return;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      for (const event of events(decoder.decode(value, { stream: true }))) if (event) yield event;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
