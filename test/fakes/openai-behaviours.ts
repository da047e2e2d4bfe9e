import type { CompletionRequest } from './openai-stream.ts';
import {
  commonFaults,
  type Misbehaviour,
  type ScriptedAnswer,
  type StreamFault,
} from './vendor-server.ts';

/** How the fake answers one request. */
export type Behaviour = Answer | Misbehaviour;

/** https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events */
export interface Answer {
  kind: 'answer';
  /** Streamed piece by piece. Default: what the numbered sources in the prompt say. */
  text?: string | string[];
  reasoning?: string[];
  /**
   * DeepSeek and vLLM say `reasoning_content`, Groq `reasoning`, OpenRouter that and `reasoning_details`;
   * Mistral sends parts of the content, and some models write it there, between tags, as Google does.
   */
  reasoningField?:
    'reasoning_content' | 'reasoning' | 'reasoning_details' | 'parts' | 'think' | 'thought';
  /** After the text. https://developers.openai.com/api/docs/guides/function-calling */
  toolCalls?: { id?: string; name: string; input: Record<string, unknown>; extra?: unknown }[];
  /** How other servers tell of calls; all that is left out is as documented. */
  callStyle?: CallStyle;
  refusal?: string;
  /** Before each piece. */
  delayMs?: number;
  finish?: string;
  /** Documented: in a last chunk without choices, if asked for. `x_groq`: Groq's of old. */
  usage?: 'documented' | 'none' | 'every chunk' | 'x_groq';
  /** Default: an estimate. */
  counted?: {
    prompt_tokens: number;
    completion_tokens: number;
    cached_tokens?: number;
    /** Only in responses: chat completions of OpenAI tell it, too, other servers do not. */
    cache_write_tokens?: number;
  };
  /** Bytes of one write, so that frames and characters break anywhere. */
  writeBytes?: number;
  /** Comment lines between the frames, as OpenRouter keeps a connection awake. */
  comments?: boolean;
  /** The fault after `text`, instead of the end. */
  then?: StreamFault;
}

/** https://github.com/ollama/ollama/issues/15457, https://github.com/openai/openai-python/pull/3246 */
export interface CallStyle {
  index?: 'none' | 'zero';
  id?: 'none' | 'every piece' | 'same';
  name?: 'every piece';
  /** `one chunk`: all calls, whole. `object`: whole, and the arguments are no string. */
  pieces?: 'whole' | 'one chunk' | 'object';
  /** https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events */
  legacy?: boolean;
}

export const answer = (options: Omit<Answer, 'kind'> = {}): Answer => ({
  kind: 'answer',
  ...options,
});

/** Returns how a server gives an answer. @param style Its differences from OpenAI. */
export const scripted = ({ usage, ...said }: ScriptedAnswer, style: Partial<Answer> = {}): Answer =>
  answer({ text: [], ...said, ...style, ...(usage && { counted: usage }) });

/** https://developers.openai.com/docs/guides/error-codes */
export function apiError(
  status: number,
  error: { message: string; type?: string; code?: string | null; param?: string | null },
  headers: Record<string, string> = {},
): Behaviour {
  const body = { error: { type: 'invalid_request_error', param: null, code: null, ...error } };
  return { kind: 'error', status, body, headers };
}

const thought = { choices: [{ index: 0, delta: { reasoning_content: 'What of {n}? ' } }] };
const forEver = (text: string): Behaviour => ({
  kind: 'hang',
  after: 'headers',
  again: { text: `${text}\n\n`, everyMs: 20 },
});

const long = [1, 2, 3, 4, 5]
  .map((n) => `Sentence ${n} is said slowly, until nobody listens any more. `)
  .join('');

/**
 * Behaviours that can be asked for by name: `[[fake:stall]]` in the last message, or a model named
 * `fake-stall`. Messages are those of the documented error codes.
 */
export const namedBehaviours: Record<string, Behaviour> = {
  slow: answer({ text: long, delayMs: 60 }),
  reasoning: answer({ reasoning: ['Let me ', 'think.'], text: 'I have thought about it.' }),
  length: answer({ text: 'This answer is cut', finish: 'length' }),
  refusal: answer({ refusal: "I'm sorry, I cannot help with that." }),
  filtered: answer({ text: 'This answer ', finish: 'content_filter' }),
  ...commonFaults,
  'keep-alive': forEver(': keep-alive'),
  ponder: forEver(`data: ${JSON.stringify(thought)}`),
  stall: answer({ text: 'This answer ', then: 'stall' }),
  cut: answer({ text: 'This answer ', then: 'cut' }),
  'cut-mid-frame': answer({ text: 'This answer ', then: 'cut mid-frame' }),
  'error-frame': answer({ text: 'This answer ', then: 'error frame' }),
  'invalid-json': answer({ text: 'This answer ', then: 'invalid json' }),
  garbage: { kind: 'raw', contentType: 'text/event-stream', body: 'data: {"choices":[{]}\n\n' },
  unauthorised: apiError(401, {
    message:
      'Incorrect API key provided: fake****. You can find your API key at https://platform.openai.com/account/api-keys.',
    code: 'invalid_api_key',
  }),
  'unknown-model': apiError(404, {
    message: 'The model `none` does not exist or you do not have access to it.',
    code: 'model_not_found',
  }),
  'bad-request': apiError(400, {
    message:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    param: 'messages',
    code: 'context_length_exceeded',
  }),
  'rate-limited': apiError(
    429,
    {
      message:
        'Rate limit reached for gpt-4o-mini in organization org-fake on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.',
      type: 'requests',
      code: 'rate_limit_exceeded',
    },
    { 'retry-after': '20' },
  ),
  'out-of-credit': apiError(429, {
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }),
  'server-error': apiError(500, {
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
  }),
  overloaded: apiError(503, {
    message: 'The engine is currently overloaded, please try again later.',
    type: 'server_error',
  }),
};

/**
 * `[[fake:tool]]` in the question: calls the first tool without arguments, then answers with what came of it;
 * `[[fake:tool echo {"message":"hi"}]]`: the one whose name ends so, with these. `[[fake:tools]]`: all at once.
 */
export function toolBehaviour(request: CompletionRequest, question: string): Behaviour | undefined {
  const marker = /\[\[fake:(tools?)(?: ([\w-]+))?(?: (\{.*?\}))?\]\]/.exec(question);
  if (!marker) return undefined;
  const [, how, wanted = '', input = '{}'] = marker;
  const last = request.messages.findLastIndex(({ role }) => role !== 'tool');
  const results = request.messages.slice(last + 1).map(({ content }) => String(content));
  const offered = request.tool_choice === 'none' ? [] : (request.tools ?? []);
  const names = offered.map((tool) => tool.function.name).filter((name) => name.endsWith(wanted));
  const calling = names.length > 0 && results.length === 0;
  if (!calling) {
    const text = results.length > 0 ? `The tools say: ${results.join(' / ')}` : 'I have no tools.';
    return { kind: 'answer', text };
  }
  const called = how === 'tools' ? names : names.slice(0, 1);
  const parsed = JSON.parse(input) as Record<string, unknown>;
  return { kind: 'answer', toolCalls: called.map((name) => ({ name, input: parsed })) };
}
