import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { groundedAnswer } from './grounded-answer.ts';
import { hashedEmbedding } from './hashed-embedding.ts';
import { chatRefusal, embedRefusal, findModel, refuse, type FakeModel } from './ollama-rules.ts';
import {
  inWords,
  sendJson,
  commonFaults,
  startVendorServer,
  streamWriter,
  type Misbehaviour,
  type ScriptedAnswer,
  breakOff,
  type StreamFault,
  type StreamFaults,
} from './vendor-server.ts';

/** How the fake answers one request of `/api/chat`. */
export interface OllamaAnswer extends ScriptedAnswer {
  kind: 'answer';
  doneReason?: 'stop' | 'length' | 'load';
  /** The fault after `text`, instead of the end. */
  then?: StreamFault;
}

export const ollamaAnswer = (options: Omit<OllamaAnswer, 'kind'>): OllamaAnswer => ({
  kind: 'answer',
  ...options,
});
const error = (status: number, words: string, headers = {}): Misbehaviour => ({
  kind: 'error',
  ...refuse(status, words),
  headers,
});

/**
 * https://docs.ollama.com/api/errors; the words are those of
 * https://github.com/ollama/ollama/tree/main/server, and of ollama.com as
 * https://github.com/continuedev/continue/issues/11444 quotes it.
 */
export const ollamaFaults = {
  ...commonFaults,
  stall: ollamaAnswer({ text: ['This answer '], then: 'stall' }),
  cut: ollamaAnswer({ text: ['This answer '], then: 'cut' }),
  'error-frame': ollamaAnswer({ text: ['This answer '], then: 'error frame' }),
  garbage: { kind: 'raw', contentType: 'application/x-ndjson', body: '{"message": [}\n' },
  unauthorised: error(401, 'unauthorized'),
  'unknown-model': error(404, "model 'none' not found"),
  'bad-request': error(400, 'the input length exceeds the context length'),
  'out-of-credit': error(
    429,
    'you have reached your weekly usage limit, upgrade for higher limits: https://ollama.com/upgrade',
  ),
  'rate-limited': error(429, 'too many concurrent requests', { 'retry-after': '20' }),
  'server-error': error(500, 'llama runner process has terminated: exit status 2'),
  overloaded: error(503, 'server busy, please try again.  maximum pending requests exceeded'),
} satisfies Record<string, Misbehaviour | OllamaAnswer>;

/** https://ollama.com/library */
const knownModels: Record<string, FakeModel> = {
  'llama3.2:3b': { capabilities: ['completion', 'tools'] },
  'qwen3:8b': { capabilities: ['completion', 'tools', 'thinking'] },
  'gpt-oss:20b': { capabilities: ['completion', 'tools', 'thinking'] },
  'gemma:2b': { capabilities: ['completion'] },
  'nomic-embed-text:latest': { capabilities: ['embedding'], dimensions: 768 },
  'embeddinggemma:latest': { capabilities: ['embedding'], dimensions: 768 },
};

interface Options {
  /** The only key that is accepted, as on ollama.com. Absent: none is asked for. */
  apiKey?: string;
  /** `new`: tags tell capabilities; `old`: of before 0.6.4 and 0.9, without capabilities and thinking. */
  version?: 'new' | 'documented' | 'old';
  /** Milliseconds before each piece of the default answer. */
  delayMs?: number;
}

interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  tools?: unknown[];
  think?: boolean | string;
  options?: { num_ctx?: number };
}

/**
 * A server that speaks Ollama's documented wire format and refuses what Ollama refuses: `/api/chat`,
 * `/api/embed`, `/api/tags`, `/api/show`. It answers from the numbered sources in the prompt, as far as the
 * context has room for it, unless a behaviour was scripted.
 */
export async function startOllamaServer(options: Options = {}) {
  const { version = 'documented' } = options;
  const models = knownModels;

  /** https://docs.ollama.com/api/tags, https://github.com/ollama/ollama/pull/16665 */
  function listModels(response: ServerResponse) {
    const listed = Object.entries(models).map(([name, { capabilities, dimensions }]) => ({
      name,
      model: name,
      modified_at: '2025-10-03T23:34:03.409490317-07:00',
      size: 3_338_801_804,
      digest: 'a2af6cc3eb7fa8be8504abaf9b04e88f17a119ec3f04a3addf55f92841195f5a',
      details: {
        format: 'gguf',
        family: name.split(/\W/)[0],
        ...(version === 'new' && { embedding_length: dimensions ?? 4_096 }),
      },
      ...(version === 'new' && { capabilities }),
    }));
    sendJson(response, 200, { models: listed });
  }

  /** https://docs.ollama.com/api-reference/show-model-details */
  function showModel(response: ServerResponse, { capabilities, dimensions }: FakeModel) {
    sendJson(response, 200, {
      details: { format: 'gguf' },
      model_info: {
        'general.architecture': 'fake',
        'fake.embedding_length': dimensions ?? 4_096,
        'tokenizer.ggml.model': 'gpt2',
      },
      ...(version !== 'old' && { capabilities }),
    });
  }

  const server = await startVendorServer<OllamaAnswer>({
    authorise({ headers }: IncomingMessage) {
      const accepted = options.apiKey === undefined ? undefined : `Bearer ${options.apiKey}`;
      const refused = accepted !== undefined && headers.authorization !== accepted;
      return refused ? refuse(401, 'unauthorized') : undefined;
    },
    unknownRoute: () => ({ status: 404, body: '404 page not found' }),
    unparsable: refuse(400, 'missing request body'),
    routes: {
      'GET /api/tags': (_body, reply) => reply(listModels),
      'POST /api/show': (body, reply, refusing) => {
        const model = findModel(models, body['model']);
        if (!model) return refusing(refuse(404, `model '${String(body['model'])}' not found`));
        return reply((response) => showModel(response, model));
      },
      'POST /api/embed': (body, reply, refusing) => {
        const refusal = embedRefusal(body, models);
        return refusal ? refusing(refusal) : reply((response) => embed(response, body, models));
      },
      'POST /api/chat': (body, reply, refusing) => {
        const refusal = chatRefusal(body, models);
        if (refusal) return refusing(refusal);
        const request = body as unknown as ChatRequest;
        return reply((response, scripted) =>
          stream(response, request, scripted ?? usual(request, options), version === 'old'),
        );
      },
    },
  });
  return { ...server, url: server.origin };
}

/** https://docs.ollama.com/api/embed: vectors of length 1, shortened as is asked for, but never longer. */
function embed(
  response: ServerResponse,
  body: Record<string, unknown>,
  models: Record<string, FakeModel>,
) {
  const { input, model, dimensions } = body;
  const own = findModel(models, model)?.dimensions ?? 0;
  const length = Math.min(Number(dimensions ?? own), own);
  const texts = (Array.isArray(input) ? input : [input]) as string[];
  const embeddings = texts.map((text) => [...hashedEmbedding(text, length)]);
  sendJson(response, 200, {
    model,
    embeddings,
    total_duration: 14_143_917,
    load_duration: 1_019_500,
    prompt_eval_count: 8,
  });
}

/** https://docs.ollama.com/context-length: of a prompt that is too long only the last messages are read. */
function usual({ messages, options }: ChatRequest, { delayMs = 0 }: Options): OllamaAnswer {
  const tokens = messages.reduce((sum, { content }) => sum + estimate(content), 0);
  const read = tokens > (options?.num_ctx ?? 4_096) ? messages.slice(-1) : messages;
  return ollamaAnswer({ text: inWords(groundedAnswer(read)), delayMs });
}

const estimate = (text: string) => Math.ceil(text.length / 4);

/** https://docs.ollama.com/api/chat, https://docs.ollama.com/capabilities/streaming */
async function stream(
  response: ServerResponse,
  request: ChatRequest,
  scripted: OllamaAnswer,
  old: boolean,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const raw = streamWriter(response, scripted.writeBytes);
  const line = (fields: object) =>
    raw(
      `${JSON.stringify({ model: request.model, created_at: '2025-10-26T17:15:24.097767Z', ...fields })}\n`,
    );
  for (const message of messagesOf(request, scripted, old)) {
    if (scripted.delayMs) await delay(scripted.delayMs);
    if (response.destroyed) return;
    await line({ message: { role: 'assistant', ...message }, done: false });
  }
  if (scripted.then) return breakOff(response, scripted.then, faultFrames);
  const { usage } = scripted;
  await line({
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: scripted.doneReason ?? 'stop',
    total_duration: 4_883_583_458,
    load_duration: 1_334_875,
    prompt_eval_count: usage?.prompt_tokens ?? 26,
    prompt_eval_duration: 342_546_000,
    eval_count: usage?.completion_tokens ?? 282,
    eval_duration: 4_535_599_000,
  });
  response.end();
}

/** Thinks only if it is asked to, and calls only offered tools. */
function* messagesOf(request: ChatRequest, scripted: OllamaAnswer, old: boolean) {
  const { reasoning = [], text = [], toolCalls = [] } = scripted;
  if (old && reasoning.length > 0) {
    for (const content of ['<th', 'ink>', ...reasoning, '</thi', 'nk>\n\n']) yield { content };
  } else if (request.think) {
    for (const thinking of reasoning) yield { content: '', thinking };
  }
  for (const content of text) yield { content };
  if (!request.tools?.length) return;
  // https://github.com/ollama/ollama/blob/main/tools/tools.go: each as soon as it is whole.
  for (const [index, { name, input }] of toolCalls.entries()) {
    yield { content: '', tool_calls: [{ function: { index, name, arguments: input } }] };
  }
}

const faultFrames: StreamFaults = {
  'error frame': '{"error":"an error was encountered while running the model"}\n',
};
