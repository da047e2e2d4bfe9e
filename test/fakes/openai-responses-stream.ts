import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './openai-behaviours.ts';
import { usualEffort } from './openai-efforts.ts';
import { encrypted, estimateTokens, itemId } from './openai-rules.ts';
import { wholeCalls, type CompletionRequest } from './openai-stream.ts';
import { breakOff, inWords, streamWriter, type StreamFaults } from './vendor-server.ts';

type Body = Record<string, unknown>;

export interface ResponseRequest {
  model: string;
  input: string | Body[];
  reasoning?: { effort?: string | null; summary?: string | null };
  include?: string[];
  tools?: { name: string }[];
  tool_choice?: string;
}

/** Returns the request as chat completions would have it, so that the fake's behaviours know one form. */
export function asCompletion({ input, tools, ...request }: ResponseRequest): CompletionRequest {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const messages = items.flatMap(({ type, role, content, output }) => {
    if (type === 'function_call_output') return [{ role: 'tool', content: output }];
    if (type !== undefined && type !== 'message') return [];
    return [{ role: String(role), content }];
  });
  return {
    model: request.model,
    messages,
    ...(request.tool_choice !== undefined && { tool_choice: request.tool_choice }),
    ...(tools && { tools: tools.map((one) => ({ function: one })) }),
  };
}

/** Ids are unique in a process, so that an item of one answer is not taken for that of another. */
let made = 0;

/**
 * Streams an answer. Reasoning is an item of its own, with a summary only if one was asked for.
 * https://developers.openai.com/api/reference/resources/responses/streaming-events
 */
export async function streamResponse(
  response: ServerResponse,
  request: ResponseRequest,
  answer: Answer,
  fallback: string,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-request-id': 'req_fake',
  });
  const raw = streamWriter(response, answer.writeBytes);
  let sequence_number = 0;
  const send = async (type: string, fields: Body) => {
    const comment = answer.comments ? ': keep-alive\n\n' : '';
    const data = JSON.stringify({ type, ...fields, sequence_number: sequence_number++ });
    await raw(`${comment}event: ${type}\ndata: ${data}\n\n`);
  };
  const base = { id: `resp_${++made}`, object: 'response', model: request.model, error: null };
  const begun = {
    ...base,
    status: 'in_progress',
    incomplete_details: null,
    output: [],
    usage: null,
  };
  await send('response.created', { response: begun });
  await send('response.in_progress', { response: begun });
  const output: Body[] = [];
  for (const part of partsOf(request, answer, fallback)) {
    const output_index = output.length;
    await send('response.output_item.added', { output_index, item: part.begun });
    for (const [type, fields] of part.events) {
      if (answer.delayMs) await delay(answer.delayMs);
      if (response.destroyed) return;
      await send(type, { item_id: part.item['id'], output_index, ...fields });
    }
    if (answer.then) return breakOff(response, answer.then, faultFrames);
    await send('response.output_item.done', { output_index, item: part.item });
    output.push(part.item);
  }
  const reason = reasonOf(answer.finish);
  const status = reason ? 'incomplete' : 'completed';
  const usage = answer.usage === 'none' ? null : usageOf(request, answer, output);
  const incomplete_details = reason ? { reason } : null;
  await send(`response.${status}`, {
    response: { ...base, status, incomplete_details, output, usage },
  });
  response.end();
}

const reasonOf = (finish: string | undefined): string | undefined =>
  finish === 'length' ? 'max_output_tokens' : finish === 'content_filter' ? finish : undefined;

interface Part {
  begun: Body;
  item: Body;
  events: [string, Body][];
}

function* partsOf(request: ResponseRequest, answer: Answer, fallback: string): Generator<Part> {
  const { effort, summary } = request.reasoning ?? {};
  const thinks = (effort ?? usualEffort(request.model)) !== 'none';
  const reasoning = answer.reasoning && thinks ? `rs_${++made}` : undefined;
  if (reasoning !== undefined) {
    const carries = request.include?.includes('reasoning.encrypted_content') ?? false;
    yield reasoningPart(reasoning, summary ? (answer.reasoning ?? []) : [], carries);
  }
  const isSilent = answer.toolCalls !== undefined && answer.text === undefined;
  const text = answer.text ?? (isSilent ? '' : fallback);
  const words = typeof text === 'string' ? inWords(text) : text;
  if (answer.refusal !== undefined) yield refusalPart(inWords(answer.refusal), reasoning);
  else if (words.length > 0) yield messagePart(words, reasoning);
  for (const call of wholeCalls(answer) ?? []) {
    const { name, arguments: written } = call.function;
    yield callPart({ call_id: call.id, name, arguments: written }, reasoning);
  }
}

function reasoningPart(id: string, thoughts: readonly string[], carries: boolean): Part {
  const text = thoughts.join('');
  const item = {
    id,
    type: 'reasoning',
    summary: text ? [{ type: 'summary_text', text }] : [],
    ...(carries && { encrypted_content: encrypted(id) }),
  };
  const part = { summary_index: 0, part: { type: 'summary_text', text: '' } };
  const events: [string, Body][] = text
    ? [
        ['response.reasoning_summary_part.added', part],
        ...thoughts.map((delta): [string, Body] => [
          'response.reasoning_summary_text.delta',
          { summary_index: 0, delta },
        ]),
        ['response.reasoning_summary_text.done', { summary_index: 0, text }],
      ]
    : [];
  return { begun: { id, type: 'reasoning', summary: [] }, item, events };
}

function messagePart(words: readonly string[], reasoning: string | undefined): Part {
  const id = itemId('msg', ++made, reasoning);
  const text = words.join('');
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  const at = { content_index: 0 };
  const base = { id, type: 'message', role: 'assistant' };
  return {
    begun: { ...base, status: 'in_progress', content: [] },
    item: { ...base, status: 'completed', content: [part] },
    events: [
      ['response.content_part.added', { ...at, part: { ...part, text: '' } }],
      ...words.map((delta): [string, Body] => [
        'response.output_text.delta',
        { ...at, delta, logprobs: [], obfuscation: 'x'.repeat(delta.length % 7) },
      ]),
      ['response.output_text.done', { ...at, text, logprobs: [] }],
    ],
  };
}

function refusalPart(words: readonly string[], reasoning: string | undefined): Part {
  const id = itemId('msg', ++made, reasoning);
  const part = { type: 'refusal', refusal: words.join('') };
  const base = { id, type: 'message', role: 'assistant' };
  return {
    begun: { ...base, status: 'in_progress', content: [] },
    item: { ...base, status: 'completed', content: [part] },
    events: words.map((delta) => ['response.refusal.delta', { content_index: 0, delta }]),
  };
}

function callPart(
  call: { call_id: string; name: string; arguments: string },
  reasoning: string | undefined,
): Part {
  const base = { id: itemId('fc', ++made, reasoning), type: 'function_call', ...call };
  const pieces = call.arguments.match(/[^]{1,7}/gu) ?? [];
  return {
    begun: { ...base, arguments: '', status: 'in_progress' },
    item: { ...base, status: 'completed' },
    events: [
      ...pieces.map((delta): [string, Body] => [
        'response.function_call_arguments.delta',
        { delta },
      ]),
      ['response.function_call_arguments.done', { arguments: call.arguments }],
    ],
  };
}

function usageOf(request: ResponseRequest, { counted }: Answer, output: readonly Body[]) {
  const input_tokens = counted?.prompt_tokens ?? estimateTokens(JSON.stringify(request.input));
  const output_tokens = counted?.completion_tokens ?? estimateTokens(JSON.stringify(output));
  return {
    input_tokens,
    input_tokens_details: {
      cached_tokens: counted?.cached_tokens ?? 0,
      cache_write_tokens: counted?.cache_write_tokens ?? 0,
    },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
}

const faultFrames: StreamFaults = {
  'cut mid-frame': 'event: response.output_text.delta\ndata: {"type":"response.output_text.del',
  'error frame':
    'event: error\ndata: {"type":"error","code":"server_error","message":"The server had an error processing your request.","param":null,"sequence_number":9}\n\n',
  'invalid json': 'data: {"type":[{]}\n\n',
};
