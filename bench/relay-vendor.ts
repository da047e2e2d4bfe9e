/**
 * `node bench/relay-vendor.ts`: a fast vendor of OpenAI's wire format. The model `600x20` answers with 600
 * deltas, one each 20 ms; in each is the microsecond at which it was sent. `600x20x400`: and 400 words.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { microseconds } from './relay-client.ts';

/** The documented fields: https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events */
const about = {
  id: 'chatcmpl-0000000000000000000000000000',
  object: 'chat.completion.chunk',
  created: 1_767_600_000,
  model: 'fake',
  service_tier: 'default',
  system_fingerprint: 'fp_0000000000',
};
/** Padding, of another length in each chunk, as the documentation says. */
const padding = 'aZ0bY1cX2dW3eV4f';
let pads = 0;
const frame = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({
    ...about,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
    obfuscation: padding.slice(pads++ % 16),
  })}\n\n`;
const halves = Array.from({ length: 16 }, () => frame({ content: ' |' }, null).split('|'));

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** In one piece for each delta, which costs the vendor, and so the machine, the least. */
function write(response: ServerResponse, deltas: number, interval: number, words: number): void {
  const { socket } = response;
  const text = ' word'.repeat(words);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' });
  response.flushHeaders();
  socket?.write(chunked(frame({ role: 'assistant', content: '', refusal: null }, null)));
  let sent = 0;
  const send = () => {
    const [before, after] = halves[sent % halves.length] ?? [];
    socket?.write(chunked(`${before}@${microseconds()}${text}${after}`));
    if (++sent < deltas) return;
    clearInterval(timer);
    const usage = { prompt_tokens: 100, completion_tokens: deltas, total_tokens: 100 + deltas };
    const last = `data: ${JSON.stringify({ ...about, choices: [], usage })}\n\n`;
    socket?.write(chunked(frame({}, 'stop') + last + 'data: [DONE]\n\n'));
    response.end();
  };
  const timer = setInterval(send, interval);
  response.on('close', () => clearInterval(timer));
  send();
}

const server = createServer((request, response) => {
  void json(request).then((body) => {
    const { model } = body as { model: string };
    const [deltas = 0, interval = 0, words = 0] = model.split('x').map(Number);
    write(response, deltas, interval, words);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);
});
