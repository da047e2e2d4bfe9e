import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { errorBody, type Answer } from './anthropic-behaviours.ts';
import type { BilledPrompt } from './anthropic-cache.ts';
import { signatureOf, thinks, type Block, type MessageRequest } from './anthropic-rules.ts';
import { estimateTokens } from './openai-rules.ts';
import { breakOff, streamWriter } from './vendor-server.ts';

/** A block of an answer, and the deltas that it is streamed in. */
interface StreamedBlock {
  block: Block;
  empty: Block;
  deltas: Record<string, string>[];
}

/** The blocks of an answer as this request has them. */
export function blocksOf(request: MessageRequest, answer: Answer, text: string[]): StreamedBlock[] {
  const thoughts = thinks(request);
  return [
    ...(thoughts && answer.reasoning ? [thoughtBlock(request, answer.reasoning, answer)] : []),
    ...(text.length > 0 ? [textBlock(text)] : []),
    ...(thoughts && answer.secondThought
      ? [thoughtBlock(request, answer.secondThought, answer)]
      : []),
    ...(answer.toolCalls ?? []).map(({ name, input }) => toolBlock(name, input)),
  ];
}

function textBlock(pieces: string[]): StreamedBlock {
  return {
    block: { type: 'text', text: pieces.join('') },
    empty: { type: 'text', text: '' },
    deltas: pieces.map((text) => ({ type: 'text_delta', text })),
  };
}

/** https://platform.claude.com/docs/en/build-with-claude/thinking#controlling-thinking-display */
function thoughtBlock(
  { model, thinking: config }: MessageRequest,
  pieces: string[],
  { redacted }: Answer,
): StreamedBlock {
  if (redacted) {
    const data = Buffer.from(pieces.join('')).toString('base64');
    const block = { type: 'redacted_thinking', data };
    return { block, empty: block, deltas: [] };
  }
  const shown = config?.display === 'summarized' || config?.type === 'enabled' ? pieces : [''];
  const thinking = shown.join('');
  const signature = signatureOf(model, thinking);
  return {
    block: { type: 'thinking', thinking, signature },
    empty: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...shown.map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature },
    ],
  };
}

/** Arguments come in pieces of JSON, the first of which is empty. */
function toolBlock(name: string, input: Record<string, unknown>): StreamedBlock {
  const id = `toolu_${randomBytes(9).toString('hex')}`;
  const json = Object.keys(input).length > 0 ? JSON.stringify(input) : '';
  const parts = ['', ...(json.match(/.{1,7}/gsu) ?? [])];
  return {
    block: { type: 'tool_use', id, name, input },
    empty: { type: 'tool_use', id, name, input: {} },
    deltas: parts.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  };
}

/** https://platform.claude.com/docs/en/build-with-claude/streaming#full-http-stream-response */
export async function streamMessage(
  response: ServerResponse,
  request: MessageRequest,
  answer: Answer,
  blocks: readonly StreamedBlock[],
  billed: BilledPrompt,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'request-id': 'req_fake',
  });
  const raw = streamWriter(response, answer.writeBytes);
  const send = (data: { type: string; [field: string]: unknown }) =>
    raw(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  const usage = usageOf(answer, blocks, billed);

  await send({ type: 'message_start', message: startedMessage(request.model, usage) });
  for (const [index, { empty, deltas }] of blocks.entries()) {
    await send({ type: 'content_block_start', index, content_block: empty });
    if (index === 0) await send({ type: 'ping' });
    for (const delta of deltas) {
      if (answer.delayMs) await delay(answer.delayMs);
      if (response.destroyed) return;
      await send({ type: 'content_block_delta', index, delta });
    }
    if (index === blocks.length - 1 && answer.then) return misbehave(answer.then, response);
    await send({ type: 'content_block_stop', index });
  }
  const stop_reason = answer.stop ?? (answer.toolCalls?.length ? 'tool_use' : 'end_turn');
  await send({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null, stop_details: null },
    usage,
  });
  await send({ type: 'message_stop' });
  response.end();
}

function startedMessage(model: string, usage: Record<string, number>) {
  return {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    content: [],
    model,
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
}

/** The whole prompt is what was read from the cache, written to it, and neither. */
function usageOf(
  { usage }: Answer,
  blocks: readonly StreamedBlock[],
  { read, written: cached, rest }: BilledPrompt,
): Record<string, number> {
  const prompt = usage?.prompt_tokens ?? read + cached + rest;
  const written = blocks.map(({ block }) => JSON.stringify(block)).join('');
  const cache_read_input_tokens = usage?.cached_tokens ?? Math.min(read, prompt);
  const cache_creation_input_tokens = Math.min(cached, prompt - cache_read_input_tokens);
  return {
    input_tokens: prompt - cache_read_input_tokens - cache_creation_input_tokens,
    cache_creation_input_tokens,
    cache_read_input_tokens,
    output_tokens: usage?.completion_tokens ?? estimateTokens(written),
  };
}

function misbehave(then: NonNullable<Answer['then']>, response: ServerResponse) {
  if (typeof then !== 'object') return breakOff(response, then, {});
  const { type, error } = errorBody(then.error, 'Overloaded');
  response.end(`event: error\ndata: ${JSON.stringify({ type, error })}\n\n`);
}
