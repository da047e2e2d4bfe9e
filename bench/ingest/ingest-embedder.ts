/** `node bench/ingest-embedder.ts`: `POST /v1/embeddings` as OpenAI-compatible servers have it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { hash } from '../parts/words.ts';

const dimensions = 384;

/** Each word adds to eight places: texts that share words are near each other. */
function embed(text: string): number[] {
  const vector = new Float32Array(dimensions);
  for (const found of text.toLowerCase().split(/[^a-z0-9]+/)) {
    let bits = hash(found);
    for (let place = 0; place < 8; place++) {
      bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
      vector[(bits >>> 1) % dimensions]! += bits & 1 ? 1 : -1;
    }
  }
  const length = Math.hypot(...vector) || 1;
  return Array.from(vector, (value) => value / length);
}

const server = createServer((request, response) => {
  void json(request).then((body) => {
    const { input, model } = body as { input: string[]; model: string };
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: embed(text),
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', model, data }));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);
});
