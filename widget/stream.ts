import type { ChatEvent } from '../server/contract/chat.ts';

/**
 * Collects the data of server-sent events as the HTML standard says (section 9.2.6): chunks may end
 * anywhere, also between CR and LF; comments are skipped; several data lines are joined by a line
 * feed; a frame without its closing blank line is dropped. Event names are not read, because the
 * data repeats them.
 */
export function createFrameParser(): (chunk: string) => string[] {
  let rest = '';
  let afterReturn = false;
  let data: string[] = [];

  return (chunk) => {
    const frames: string[] = [];
    if (!chunk) return frames;
    const text = rest + (afterReturn && chunk[0] === '\n' ? chunk.slice(1) : chunk);
    afterReturn = chunk.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (/^data(:|$)/.test(line)) data.push(line.slice(5).replace(/^ /, ''));
      if (line || data.length === 0) continue;
      frames.push(data.join('\n'));
      data = [];
    }
    return frames;
  };
}

function* parseEvents(frames: string[]): Generator<ChatEvent> {
  for (const frame of frames) {
    try {
      const event = JSON.parse(frame) as ChatEvent | null;
      if (event?.type) yield event;
    } catch {
      // Not the API's: some proxies and plugins add frames of their own.
    }
  }
}

/**
 * The events of `POST /chat`. Ends when the body ends; it is for the caller to miss a `done`.
 * `onChunk` also hears of comments, the server's sign of life.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onChunk: () => void,
): AsyncGenerator<ChatEvent> {
  const parse = createFrameParser();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      yield* parseEvents(parse(decoder.decode(value, { stream: true })));
    }
  } finally {
    cancel();
  }
}
