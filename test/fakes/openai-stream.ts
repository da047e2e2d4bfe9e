import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './openai-behaviours.ts';
import { estimateTokens } from './openai-rules.ts';
import { inWords, streamWriter, breakOff, type StreamFaults } from './vendor-server.ts';

export interface CompletionRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  tools?: { function: { name: string } }[];
  tool_choice?: string;
}

type Delta = Record<string, unknown>;

const created = 1_694_268_190;
const id = 'chatcmpl-fake';

/** https://developers.openai.com/api/reference/resources/chat/subresources/completions */
export function wholeCompletion(request: CompletionRequest, answer: Answer, fallback: string) {
  const text = pieces(answer, fallback).join('');
  const reasoning = answer.reasoning?.join('');
  const calls = wholeCalls(answer);
  const message = {
    role: 'assistant',
    content: answer.refusal === undefined && !(calls && !text) ? text : null,
    refusal: answer.refusal ?? null,
    ...(reasoning && { reasoning_content: reasoning }),
    ...(calls && { tool_calls: calls }),
    annotations: [],
  };
  return {
    id,
    object: 'chat.completion',
    created,
    model: request.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(answer) }],
    usage: usageOf(request, answer, text + (reasoning ?? '')),
    service_tier: 'default',
    system_fingerprint: 'fp_fake',
  };
}

/** https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events */
export async function streamCompletion(
  response: ServerResponse,
  request: CompletionRequest,
  answer: Answer,
  fallback: string,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-request-id': 'req_fake',
  });
  const writer = frameWriter(response, answer);
  const counted = usageOf(request, answer, pieces(answer, fallback).join(''));
  const base = { id, object: 'chat.completion.chunk', created, model: request.model };
  const asked = request.stream_options?.include_usage === true && answer.usage !== 'none';
  const usage =
    answer.usage === 'every chunk' ? { usage: counted } : asked ? { usage: null } : undefined;
  const frame = (delta: Delta, finish: string | null, extra: object = {}) =>
    writer.write({
      ...base,
      system_fingerprint: 'fp_fake',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...usage,
      ...extra,
    });

  await frame({ role: 'assistant', content: '' }, null);
  for (const delta of deltas(answer, fallback)) {
    if (answer.delayMs) await delay(answer.delayMs);
    if (response.destroyed) return;
    await frame(delta, null);
  }
  if (answer.then) return breakOff(response, answer.then, faultFrames);
  const groq = answer.usage === 'x_groq' ? { x_groq: { id: 'req_fake', usage: counted } } : {};
  await frame({}, finishOf(answer), groq);
  if (asked && (answer.usage ?? 'documented') === 'documented') {
    await writer.write({ ...base, choices: [], usage: counted });
  }
  await writer.raw('data: [DONE]\n\n');
  response.end();
}

function* deltas(answer: Answer, fallback: string): Generator<Delta> {
  yield* reasoningDeltas(answer);
  if (answer.refusal !== undefined) {
    for (const piece of inWords(answer.refusal)) yield { refusal: piece };
    return;
  }
  for (const piece of pieces(answer, fallback)) yield { content: piece };
  yield* callDeltas(answer);
}

function* reasoningDeltas({ reasoning, reasoningField }: Answer): Generator<Delta> {
  if (!reasoning?.length) return;
  const tag = reasoningField === 'think' || reasoningField === 'thought' ? reasoningField : '';
  if (tag) yield { content: `<${tag}>` };
  for (const piece of reasoning) yield reasoningDelta(piece, reasoningField);
  if (tag) yield { content: `</${tag}>\n\n` };
  // https://openrouter.ai/docs/use-cases/reasoning-tokens: the signature comes by itself.
  if (reasoningField === 'reasoning_details') {
    yield { reasoning_details: [{ ...detail, signature: 'signed' }] };
  }
}

const detail = { type: 'reasoning.text', text: '', format: 'anthropic-claude-v1', index: 0 };

function reasoningDelta(piece: string, field: Answer['reasoningField']): Delta {
  switch (field) {
    case 'think':
      return { content: piece };
    case 'thought':
      return { content: piece, extra_content: { google: { thought: true } } };
    case 'parts':
      // https://docs.mistral.ai/capabilities/reasoning
      return {
        content: [{ type: 'thinking', thinking: [{ type: 'text', text: piece }], closed: true }],
      };
    case 'reasoning_details':
      return { reasoning: piece, reasoning_details: [{ ...detail, text: piece }] };
    case 'reasoning':
    case 'reasoning_content':
    case undefined:
      return { [field ?? 'reasoning_content']: piece };
    default:
      return field satisfies never;
  }
}

function pieces(answer: Answer, fallback: string): string[] {
  const silent = answer.refusal !== undefined || answer.toolCalls !== undefined;
  const text = answer.text ?? (silent ? '' : fallback);
  return typeof text === 'string' ? inWords(text) : text;
}

function finishOf({ finish, toolCalls, callStyle }: Answer): string {
  const calls = callStyle?.legacy ? 'function_call' : 'tool_calls';
  return finish ?? (toolCalls ? calls : 'stop');
}

function usageOf(request: CompletionRequest, answer: Answer, completion: string) {
  const prompt = request.messages.map(({ content }) => JSON.stringify(content)).join('');
  const { prompt_tokens, completion_tokens } = answer.counted ?? {
    prompt_tokens: estimateTokens(prompt),
    completion_tokens: estimateTokens(completion),
  };
  const cached_tokens = answer.counted?.cached_tokens;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    ...(cached_tokens !== undefined && { prompt_tokens_details: { cached_tokens } }),
  };
}

function frameWriter(response: ServerResponse, { writeBytes, comments }: Answer) {
  const raw = streamWriter(response, writeBytes);
  return {
    raw,
    write: (chunk: object) =>
      raw(`${comments ? ': OPENROUTER PROCESSING\n\n' : ''}data: ${JSON.stringify(chunk)}\n\n`),
  };
}

const faultFrames: StreamFaults = {
  'cut mid-frame': 'data: {"id":"chatcmpl-fake","choices":[{"index":0,"delta":{"cont',
  'error frame':
    'data: {"error":{"message":"The server had an error processing your request.","type":"server_error","param":null,"code":null}}\n\n',
  'invalid json': 'data: {"choices":[{]}\n\n',
};

const idOf = (index: number) => `call_${String(index).padStart(24, 'fake0')}`;

/** https://developers.openai.com/api/docs/guides/function-calling */
export function wholeCalls({ toolCalls, callStyle }: Answer) {
  return toolCalls?.map(({ id, name, input, extra }, index) => ({
    id: id ?? idOf(callStyle?.id === 'same' ? 0 : index),
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(input) },
    ...(extra !== undefined && { extra_content: extra }),
  }));
}

type Call = NonNullable<ReturnType<typeof wholeCalls>>[number];

/** https://developers.openai.com/api/docs/guides/function-calling#streaming */
function* callDeltas(answer: Answer): Generator<Record<string, unknown>> {
  const style = answer.callStyle ?? {};
  const calls = (wholeCalls(answer) ?? []).map((call, at) => piecesOf(call, at, style));
  if (style.pieces === 'one chunk') {
    if (calls.length > 0) yield { tool_calls: calls.flat() };
    return;
  }
  for (const piece of calls.flat()) {
    yield style.legacy ? { function_call: piece['function'] } : { tool_calls: [piece] };
  }
}

function piecesOf(call: Call, at: number, style: NonNullable<Answer['callStyle']>) {
  const { id, type, function: called, ...rest } = call;
  const index = style.index === 'none' ? {} : { index: style.index === 'zero' ? 0 : at };
  const named = style.id === 'none' ? {} : { id };
  if (style.pieces) {
    const written: unknown =
      style.pieces === 'object' ? JSON.parse(called.arguments) : called.arguments;
    return [
      { ...index, ...named, type, function: { name: called.name, arguments: written }, ...rest },
    ];
  }
  const pieces = called.arguments.match(/[^]{1,7}/gu) ?? [];
  return [
    { ...index, ...named, type, function: { name: called.name, arguments: '' }, ...rest },
    ...pieces.map((piece) => ({
      ...index,
      ...(style.id === 'every piece' && named),
      function: { ...(style.name && { name: called.name }), arguments: piece },
    })),
  ];
}
