/**
 * `node bench/relay-vendor.ts`: a fast vendor of several wire formats. The model `600x20` answers with 600
 * deltas, one each 20 ms; in each is the microsecond at which it was sent. `600x20x400`: and 400 words. It rewrites
 * questions at once; `600x20x0x1` never does, nor with any other last number.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { stamp } from './stream.ts';

/** How a vendor writes an answer. */
interface Wire {
  contentType: string;
  begin: string;
  /** The text of a delta is written between two halves; they take turns. */
  halves: string[][];
  end: (deltas: number) => string;
}

/** Padding, of another length in each chunk, as OpenAI's documentation says. */
const padding = 'aZ0bY1cX2dW3eV4f';
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string }) => `event: ${value.type}\n${data(value)}`;
const halvesOf = (frame: (n: number) => string) =>
  Array.from({ length: 16 }, (_, n) => frame(n).split('|'));

/** https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events */
function completions(): Wire {
  const about = {
    id: 'chatcmpl-0000000000000000000000000000',
    object: 'chat.completion.chunk',
    created: 1_767_600_000,
    model: 'fake',
    service_tier: 'default',
    system_fingerprint: 'fp_0000000000',
  };
  const frame = (delta: object, finish_reason: string | null, n = 0) =>
    data({
      ...about,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      usage: null,
      obfuscation: padding.slice(n),
    });
  return {
    contentType: 'text/event-stream',
    begin: frame({ role: 'assistant', content: '', refusal: null }, null),
    halves: halvesOf((n) => frame({ content: ' |' }, null, n)),
    end(deltas) {
      const usage = { prompt_tokens: 100, completion_tokens: deltas, total_tokens: 100 + deltas };
      return `${frame({}, 'stop')}${data({ ...about, choices: [], usage })}data: [DONE]\n\n`;
    },
  };
}

/** https://platform.claude.com/docs/en/build-with-claude/streaming */
function messages(): Wire {
  const message = { id: 'msg_0', type: 'message', role: 'assistant', model: 'fake', content: [] };
  const usage = { input_tokens: 100, output_tokens: 1 };
  return {
    contentType: 'text/event-stream',
    begin:
      named({ type: 'message_start', ...{ message: { ...message, usage } } }) +
      named({
        type: 'content_block_start',
        ...{ index: 0, content_block: { type: 'text', text: '' } },
      }),
    halves: halvesOf(() =>
      named({
        type: 'content_block_delta',
        ...{ index: 0, delta: { type: 'text_delta', text: ' |' } },
      }),
    ),
    end: (deltas) =>
      named({ type: 'content_block_stop', ...{ index: 0 } }) +
      named({
        type: 'message_delta',
        ...{ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: deltas } },
      }) +
      named({ type: 'message_stop' }),
  };
}

/** By the end of the path. */
const wires: Record<string, Wire> = {
  '/chat/completions': completions(),
  '/messages': messages(),
};

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** In one piece for each delta, which costs the vendor, and so the machine, the least. */
function write(
  response: ServerResponse,
  { contentType, begin, halves, end }: Wire,
  [deltas = 0, interval = 0, words = 0]: readonly number[],
): void {
  const { socket } = response;
  const text = ' word'.repeat(words);
  response.writeHead(200, { 'content-type': contentType, 'transfer-encoding': 'chunked' });
  response.flushHeaders();
  if (begin) socket?.write(chunked(begin));
  let sent = 0;
  const send = () => {
    const [before, after] = halves[sent % halves.length] ?? [];
    // Without a word, the sidecar waits for the mark of a refusal; an answer that cites nothing is looked at as one.
    const word = sent === 0 ? 'Yes ' : '';
    const cited = sent + 1 === deltas ? ' [1]' : '';
    socket?.write(chunked(`${before}${word}${stamp()}${text}${cited}${after}`));
    if (++sent < deltas) return;
    clearInterval(timer);
    socket?.write(chunked(end(deltas)));
    response.end();
  };
  const timer = setInterval(send, interval);
  response.on('close', () => clearInterval(timer));
  send();
}

interface Asked {
  model?: string;
  messages?: { content: unknown }[];
  max_tokens?: number;
  max_completion_tokens?: number;
}

/** A question is rewritten in a line; an answer may be long. */
const isRewrite = ({ max_tokens, max_completion_tokens }: Asked) =>
  (max_completion_tokens ?? max_tokens ?? Infinity) < 512;

/** Writes the question that stands alone. */
function rewrite(response: ServerResponse, { messages }: Asked, { contentType, ...wire }: Wire) {
  const [, topic = ''] = / about (\w+)\?/.exec(JSON.stringify(messages)) ?? [];
  const [before, after] = wire.halves[0] ?? [];
  const text = `${before}What else is said about ${topic}?${after}`;
  response.writeHead(200, { 'content-type': contentType }).end(wire.begin + text + wire.end(9));
}

const server = createServer((request, response) => {
  const body = request.method === 'POST' ? json(request) : Promise.resolve({});
  void body
    .catch(() => ({}))
    .then((body) => {
      const asked = body as Asked;
      const numbers = (asked.model ?? '').split('x').map(Number);
      const path = Object.keys(wires).find((end) => request.url?.split('?')[0]?.endsWith(end));
      if (path && isRewrite(asked)) {
        if (numbers[3] === undefined) rewrite(response, asked, wires[path]!);
      } else if (path) write(response, wires[path]!, numbers);
      else response.writeHead(404).end(JSON.stringify({ error: { message: 'unknown route' } }));
    });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);
});
