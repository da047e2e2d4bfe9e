import type http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { estimateTokens } from '../../server/text/estimate-tokens.ts';
import { hashedEmbedding } from './hashed-embedding.ts';
import { sendJson, startVendorServer, type VendorRefusal } from './vendor-server.ts';

/**
 * A llama.cpp server, by replies that were recorded of a real one (build 11434, of October 2026): its errors, its list
 * and its streams, and one slot in which one request is answered after the other.
 */
export interface LlamaCppOptions {
  /** 0: any free port. */
  port?: number;
  /** Tokens, `-c`. */
  context?: number;
  apiKey?: string;
  /** `--embedding`; `batch`: tokens, `-ub`. */
  embedding?: { dimensions: number; batch?: number };
  /** The path of the model's file, `-m`. */
  model?: string;
  /** It is said once, or again and again. */
  says?: string;
  endless?: boolean;
  /** Between two tokens. */
  delayMs?: number;
  /** Requests that come while the model is loaded. */
  loading?: number;
}

const error = (code: number, type: string, message: string, more: object = {}): VendorRefusal => ({
  status: code,
  body: { error: { code, message, type, ...more } },
});

const invalid = (message: string) => error(400, 'invalid_request_error', message);

interface Asked {
  messages?: unknown;
  stream?: boolean;
  max_tokens?: number;
  stream_options?: { include_usage?: boolean };
  input?: unknown;
  encoding_format?: string;
}

const texts = (messages: unknown[]): string =>
  (messages as { content?: string }[]).map(({ content = '' }) => content).join('\n');

export async function startLlamaCpp(options: LlamaCppOptions = {}) {
  const { context = 4096, apiKey, embedding, delayMs = 1, endless = false } = options;
  const { model = '/srv/models/Tiny-1B.Q4.gguf', says = 'They are fed at noon, every day. ' } =
    options;
  let loading = options.loading ?? 0;
  let isProcessing = false;
  let isFrozen = false;
  let slot: Promise<unknown> = Promise.resolve();

  /** Writes an answer token by token, until it is whole, cut, or nobody listens. */
  async function stream(response: http.ServerResponse, asked: Asked, prompt: number) {
    if (response.destroyed) return;
    isProcessing = true;
    const about = {
      created: 1_795_717_227,
      id: 'chatcmpl-me7T5wCNoXVfD411Pu7IVvimv2pmaNWb',
      model,
      system_fingerprint: 'b0-unknown',
      object: 'chat.completion.chunk',
    };
    const write = (chunk: object) =>
      response.write(`data: ${JSON.stringify({ ...chunk, ...about })}\n\n`);
    const choice = (delta: object, finish_reason: string | null = null) =>
      write({ choices: [{ finish_reason, index: 0, delta }] });
    response.writeHead(200, { 'content-type': 'text/event-stream', server: 'llama.cpp' });
    choice({ role: 'assistant', content: null });
    const tokens = says.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
    const room = Math.min(asked.max_tokens ?? Infinity, context - prompt);
    let written = 0;
    for (; written < room && (endless || written < tokens.length); written++) {
      if (response.destroyed) break;
      choice({ content: tokens[written % tokens.length] });
      await sleep(delayMs);
    }
    choice({}, written === room ? 'length' : 'stop');
    if (asked.stream_options?.include_usage) {
      const usage = {
        completion_tokens: written,
        prompt_tokens: prompt,
        total_tokens: prompt + written,
      };
      write({ choices: [], usage, timings: { prompt_n: prompt, predicted_n: written } });
    }
    response.end('data: [DONE]\n\n');
    isProcessing = false;
  }

  const server = await startVendorServer<{ kind: 'answer' }>({
    ...(options.port !== undefined && { port: options.port }),
    authorise: ({ headers, url = '' }) =>
      apiKey === undefined || url === '/health' || headers.authorization === `Bearer ${apiKey}`
        ? undefined
        : error(401, 'authentication_error', 'Invalid API Key'),
    unknownRoute: () => error(404, 'not_found_error', 'File Not Found'),
    unparsable: invalid('[json.exception.parse_error.101] parse error'),
    routes: {
      'GET /health': (_body, reply) =>
        reply((response) => sendJson(response, 200, { status: 'ok' })),
      'GET /slots': (_body, reply) =>
        reply((response) =>
          sendJson(response, 200, [{ id: 0, n_ctx: context, is_processing: isProcessing }]),
        ),
      'GET /v1/models': (_body, reply) =>
        reply((response) =>
          sendJson(response, 200, {
            models: [{ name: model, model, type: 'model', capabilities: ['completion'] }],
            object: 'list',
            data: [
              {
                id: model,
                aliases: [model],
                object: 'model',
                created: 1_795_717_202,
                owned_by: 'llamacpp',
                meta: { n_vocab: 49_152, n_ctx: context, n_ctx_train: 8192, n_embd: 576 },
              },
            ],
          }),
        ),
      'POST /v1/chat/completions': (body, reply, refuse) => {
        const asked = body as Asked;
        if (loading-- > 0) return refuse(error(503, 'unavailable_error', 'Loading model'));
        if (!Array.isArray(asked.messages))
          return refuse(invalid("Expected 'messages' to be an array"));
        if (asked.stream !== true) return refuse(invalid('This fake has recorded streams only.'));
        const prompt = estimateTokens(texts(asked.messages));
        if (prompt >= context) {
          const message = `request (${prompt} tokens) exceeds the available context size (${context} tokens), try increasing it`;
          const numbers = { n_prompt_tokens: prompt, n_ctx: context };
          return refuse(error(400, 'exceed_context_size_error', message, numbers));
        }
        if (isFrozen) return undefined;
        return reply((response) => {
          slot = slot.then(() => stream(response, asked, prompt));
          return slot;
        });
      },
      'POST /v1/embeddings': (body, reply, refuse) => {
        if (!embedding) {
          const words = 'This server does not support embeddings. Start it with `--embeddings`';
          return refuse(error(501, 'not_supported_error', words));
        }
        const { input } = body as Asked;
        const all = (Array.isArray(input) ? input : [input]) as string[];
        if (all.some((text) => text === ''))
          return refuse(invalid('Input content cannot be empty'));
        const { dimensions, batch = 512 } = embedding;
        const longest = Math.max(...all.map((text) => estimateTokens(text)));
        if (longest > batch) {
          const message = `input (${longest} tokens) is too large to process. increase the physical batch size (current batch size: ${batch})`;
          return refuse(error(500, 'server_error', message));
        }
        return reply((response) =>
          sendJson(response, 200, {
            model: body['model'],
            object: 'list',
            usage: { prompt_tokens: longest, total_tokens: longest },
            data: all.map((text, index) => ({
              embedding: [...hashedEmbedding(text, dimensions)],
              index,
              object: 'embedding',
            })),
          }),
        );
      },
    },
  });
  return {
    ...server,
    url: `${server.origin}/v1`,
    model,
    /** Whether the slot is in use. */
    isBusy: () => Promise.resolve(isProcessing),
    /** From now on it takes questions and says nothing. */
    freeze: () => void (isFrozen = true),
  };
}
