import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScriptedAnswer } from '../conformance/tool-use.ts';
import {
  sendJson,
  streamWriter,
  breakOff,
  type StreamFault,
  type StreamFaults,
} from './vendor-server.ts';

/** How the fake answers one request for text. */
export interface WorkersAiAnswer extends ScriptedAnswer {
  kind: 'answer';
  finishReason?: string;
  /** The fault after `text`, instead of the end. */
  then?: StreamFault;
}

/**
 * `own`: Workers AI's own fields. `completions`: those of chat completions, and its own beside them. `whole`:
 * no stream even where one is asked for. `unstreamed`: nothing at all where one is asked for.
 */
export type AnswerForm = 'own' | 'completions' | 'whole' | 'unstreamed';

interface GenerationRequest {
  model: string;
  stream?: boolean;
  tools?: unknown[];
}

const usageOf = ({ usage }: WorkersAiAnswer) => {
  const {
    prompt_tokens,
    completion_tokens,
    cached_tokens = 0,
  } = usage ?? {
    prompt_tokens: 26,
    completion_tokens: 282,
  };
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens },
  };
};

const envelope = (result: object) => ({ result, success: true, errors: [], messages: [] });

/** Calls only offered tools. */
const callsOf = (request: GenerationRequest, { toolCalls = [] }: WorkersAiAnswer) =>
  request.tools?.length ? toolCalls : [];

export async function answerGeneration(
  response: ServerResponse,
  request: GenerationRequest,
  answer: WorkersAiAnswer,
  form: AnswerForm,
): Promise<void> {
  if (request.stream && (form === 'own' || form === 'completions')) {
    return stream(response, request, answer, form);
  }
  await delay((answer.text?.length ?? 0) * (answer.delayMs ?? 0));
  if (request.stream && form === 'unstreamed') return sendJson(response, 200, envelope({}));
  sendJson(response, 200, envelope(wholeAnswer(request, answer, form)));
}

/** https://developers.cloudflare.com/workers-ai/models/llama-3.3-70b-instruct-fp8-fast/ ("output"), .../gpt-oss-20b/ */
function wholeAnswer(request: GenerationRequest, answer: WorkersAiAnswer, form: AnswerForm) {
  const { reasoning, text = [] } = answer;
  const usage = usageOf(answer);
  const calls = callsOf(request, answer);
  if (form === 'own' || form === 'whole') {
    const tool_calls = calls.map(({ name, input }) => ({ name, arguments: input }));
    const thought = reasoning ? `<think>${reasoning.join('')}</think>\n\n` : '';
    return { response: thought + text.join(''), tool_calls, usage };
  }
  const message = {
    role: 'assistant',
    content: text.join('') || null,
    reasoning_content: reasoning?.join('') ?? null,
    tool_calls: calls.map(({ name, input }, index) => ({
      id: `chatcmpl-tool-${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  };
  return { choices: [{ index: 0, message, finish_reason: finishOf(answer, calls.length) }], usage };
}

const finishOf = ({ finishReason }: WorkersAiAnswer, calls: number) =>
  finishReason ?? (calls > 0 ? 'tool_calls' : 'stop');

/** https://developers.cloudflare.com/workers-ai/features/prompting/, https://github.com/cloudflare/ai (stream-text.test.ts) */
async function stream(
  response: ServerResponse,
  request: GenerationRequest,
  answer: WorkersAiAnswer,
  form: 'own' | 'completions',
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const raw = streamWriter(response, answer.writeBytes);
  const frame = (data: object) => raw(`data: ${JSON.stringify(data)}\n\n`);
  for (const chunk of (form === 'own' ? ownChunks : completionChunks)(request, answer)) {
    if (answer.delayMs) await delay(answer.delayMs);
    if (response.destroyed) return;
    await frame(chunk);
  }
  if (answer.then) return breakOff(response, answer.then, faultFrames);
  if (form === 'completions') {
    const finish_reason = finishOf(answer, callsOf(request, answer).length);
    await frame({ choices: [{ index: 0, delta: {}, finish_reason }], tool_calls: [] });
  }
  await frame({ response: '', usage: usageOf(answer) });
  await raw('data: [DONE]\n\n');
  response.end();
}

function* ownChunks(request: GenerationRequest, answer: WorkersAiAnswer): Generator<object> {
  const { reasoning, text = [] } = answer;
  if (reasoning) {
    for (const response of ['<thi', 'nk>', ...reasoning, '</th', 'ink>\n\n']) yield { response };
  }
  // `p` is padding, so that the sizes of frames tell nothing.
  for (const response of text) yield { response, p: 'abdefgh' };
  const calls = callsOf(request, answer);
  if (calls.length === 0) return;
  yield {
    response: '',
    tool_calls: calls.map(({ name, input }) => ({ name, arguments: input })),
  };
}

function* completionChunks(request: GenerationRequest, answer: WorkersAiAnswer) {
  const { reasoning = [], text = [] } = answer;
  const chunk = (delta: object, beside: object = {}) => ({
    id: 'chatcmpl-fake',
    object: 'chat.completion.chunk',
    created: 1_751_570_976,
    model: request.model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    ...beside,
  });
  yield chunk({ role: 'assistant', content: '' }, { response: '' });
  for (const piece of reasoning) yield chunk({ reasoning_content: piece });
  for (const content of text) yield chunk({ content }, { response: content, tool_calls: [] });
  for (const [index, { name, input }] of callsOf(request, answer).entries()) {
    const whole = JSON.stringify(input);
    const half = Math.ceil(whole.length / 2);
    const part = (call: object) => chunk({ tool_calls: [{ index, ...call }] });
    const id = `chatcmpl-tool-${index}`;
    yield part({ id, type: 'function', function: { name, arguments: '' } });
    for (const args of [whole.slice(0, half), whole.slice(half)]) {
      yield part({ id: null, type: null, function: { name: null, arguments: args } });
    }
    yield part({ id: null, type: null, function: { name: null, arguments: '' } });
  }
}

const faultFrames: StreamFaults = {
  'cut mid-frame': 'data: {"respon',
  'error frame': 'data: {"errors":[{"code":3007,"message":"Request timeout"}],"success":false}\n\n',
  'invalid json': 'data: {"response": [}\n\n',
};
