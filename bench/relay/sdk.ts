/**
 * `node bench/relay-sdk.ts VENDOR`: the plainest relay, Express with the official SDK on the global
 * `fetch`. It checks, searches and stores nothing.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { OpenAI } from 'openai';

const client = new OpenAI({ apiKey: 'none', baseURL: process.argv[2], fetch, maxRetries: 0 });
const app = express().use(express.json());

app.post('/chat', async (request, response) => {
  const { model, message } = request.body as { model: string; message: string };
  const chunks = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content: message }],
    stream: true,
    stream_options: { include_usage: true },
  });
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  for await (const chunk of chunks) {
    const content = chunk.choices[0]?.delta.content;
    if (!content) continue;
    const event = { type: 'delta', content };
    response.write(`event: delta\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
